"""The first page: what the program is for and where to start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from subpunct_app.gui.icons import app_icon

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from subpunct_app.gui.actions.window_actions import Actions

_ICON = 96
_STEPS = (
    "<b>Open</b> subtitles (SRT, WebVTT) or a text file, or drop one here.",
    "<b>Punctuate</b>: a model on this computer proposes marks and capitals.",
    "<b>Decide</b>: one key accepts, one rejects, and the next one comes.",
    "<b>Export</b> a new file. Words and times never change.",
)


class WelcomePage(QWidget):
    """Explain the four steps and offer the first one."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(_picture(), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(_title(self), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(self.fontMetrics().height())
        column.addLayout(_steps())
        column.addSpacing(self.fontMetrics().height())
        column.addLayout(_buttons(actions))
        column.addStretch(2)


def _picture() -> QLabel:
    label = QLabel()
    label.setPixmap(app_icon().pixmap(_ICON, _ICON))
    label.setAccessibleName("subpunct")
    return label


def _title(page: QWidget) -> QLabel:
    label = QLabel("Punctuation for subtitles", page)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 1.8)
    font.setBold(True)
    label.setFont(font)
    return label


def _steps() -> QGridLayout:
    grid = QGridLayout()
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(3, 1)
    for row, step in enumerate(_STEPS):
        number = QLabel(f"<b>{row + 1}</b>")
        number.setAlignment(Qt.AlignmentFlag.AlignTop)
        grid.addWidget(number, row, 1)
        grid.addWidget(QLabel(step), row, 2)
    return grid


def _buttons(actions: Actions) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(_button(actions["open"], main=True))
    row.addWidget(_button(actions["sample"], main=False))
    row.addStretch(1)
    return row


def _button(action: QAction, *, main: bool) -> QPushButton:
    button = QPushButton(action.icon(), action.text())
    button.setToolTip(action.toolTip())
    button.setDefault(main)
    button.clicked.connect(action.trigger)
    action.changed.connect(lambda: button.setIcon(action.icon()))
    action.changed.connect(lambda: button.setToolTip(action.toolTip()))
    return button
