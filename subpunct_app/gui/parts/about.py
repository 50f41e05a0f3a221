"""What the program is, under which licence, and what it runs on, to be copied into a report."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from subpunct_app import __doc__ as purpose
from subpunct_app import __version__
from subpunct_app.gui.widgets.buttons import closing_buttons
from subpunct_app.gui.widgets.fonts import enlarged
from subpunct_app.gui.widgets.icons import app_icon
from subpunct_app.runtime.places import shipped

_LICENCE = (
    "Free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later), "
    "without any warranty."
)
_PRIVACY = "Everything is worked out on this computer; no text and no sound leaves it."
_ICON = 64
_WIDTH = 64


class AboutDialog(QDialog):
    """Tell of the program; it opens no page and asks nobody anything."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About subpunct")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout()
        for label in (
            _text(f"subpunct {__version__}", large=True),
            _text(str(purpose)),
            _text(_PRIVACY),
            _text(_LICENCE),
            _text(cards_text()),
            _text(versions()),
        ):
            column.addWidget(label)
        column.addStretch(1)
        column.addWidget(self._buttons())
        picture = QLabel(self)
        picture.setPixmap(app_icon().pixmap(_ICON))
        row = QHBoxLayout(self)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        width = _WIDTH * self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(width)
        # Of its own accord a dialog takes two thirds of a screen at most, and cuts its text off.
        self.resize(width, self.heightForWidth(width))

    def copy(self) -> None:
        """Put the versions on the clipboard."""
        QGuiApplication.clipboard().setText(versions() + "\n")

    def _buttons(self) -> QDialogButtonBox:
        box = closing_buttons(self)
        copy = box.addButton("&Copy versions", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setToolTip("Copy the versions, to be told with what went wrong")
        copy.clicked.connect(self.copy)
        return box


def versions() -> str:
    """Return the program and what it runs on, one a line."""
    # Not imported before it is wanted: the window would start a twentieth of a second later.
    from importlib import metadata

    lines = (
        f"subpunct {__version__}",
        f"Python {platform.python_version()}",
        f"Qt {qVersion()} (PySide6 {PySide6.__version__})",
        f"onnxruntime {metadata.version('onnxruntime')}",
        f"{platform.platform()}, {QGuiApplication.platformName()}",
    )
    return "\n".join(lines)


def cards_text() -> str:
    """Return where it is told what the models learned from, and under which licences."""
    return (
        "The texts that the models learned from have licences of their own: the card of each "
        f"model tells them, as card.json in its folder in {shipped('models')}."
    )


def _text(text: str, *, large: bool = False) -> QLabel:
    label = QLabel(text, wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    if large:
        label.setFont(enlarged(label.font(), 1.3, bold=True))
    return label
