"""The first page: what the program is for and where to start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.icons import app_icon, scale_icons
from subpunct_app.gui.widgets.label_texts import enlarged
from subpunct_app.subtitles.formats.registry import FORMATS_TEXT

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from subpunct_app.gui.actions.window_actions import Actions

_ICON = 72
_TILE_LETTERS = 36
# By the name of the action: what it is for, in a sentence; one large button each.
_STARTS = {
    Act.OPEN: tr("{formats}. Choose a file, or drop one here.", formats=FORMATS_TEXT),
    Act.TRANSCRIBE: tr(
        "A video or recording without subtitles. Speech becomes text on this computer."
    ),
    Act.BATCH: tr("Whole folders of subtitles or texts. You review what is doubtful afterwards."),
}
_SAMPLE = tr("New here? Try two minutes of a lecture without punctuation:")
_STEPS = (
    tr("<b>Punctuate</b>: a model on this computer suggests marks and capitals."),
    tr("<b>Decide</b>: one key accepts, one rejects, and the next suggestion comes up."),
    tr("<b>Export</b> a new file. Words and times never change."),
)


class WelcomePage(QScrollArea):
    """Offer the ways to start, the sample, and what comes after them."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget(self)
        line = page.fontMetrics().height()
        column = QVBoxLayout(page)
        column.addStretch(2)
        picture, title = QLabel(), QLabel(tr("Punctuation for subtitles"), page)
        picture.setPixmap(app_icon().pixmap(_ICON, _ICON))
        picture.setAccessibleName("subpunct")
        title.setFont(enlarged(title.font(), 1.8, bold=True))
        for label in (picture, title):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(line)
        row = QHBoxLayout()
        row.addStretch(1)
        for name, about in _STARTS.items():
            row.addWidget(StartButton(actions[name], about))
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(line)
        column.addLayout(_steps())
        column.addSpacing(2 * line)
        column.addLayout(_sample(actions[Act.SAMPLE]))
        column.addStretch(3)
        self.setWidget(page)
        self.setWidgetResizable(True)


class StartButton(QPushButton):
    """An action, large, with a sentence about it."""

    def __init__(self, action: QAction, about: str) -> None:
        super().__init__(autoDefault=True)
        self._action = action
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter)
        self._title = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter)
        self._about = QLabel(about, wordWrap=True, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._lay_out()
        self.setAccessibleDescription(about)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the sentence."""
        width, layout = _TILE_LETTERS * self.fontMetrics().averageCharWidth(), self.layout()
        return QSize(width, layout.totalHeightForWidth(width) if layout else 0)

    def _lay_out(self) -> None:
        self._title.setFont(enlarged(self._title.font(), 1.3, bold=True))
        space = self.fontMetrics().height()
        column = QVBoxLayout(self)
        column.setContentsMargins(space, space, space, space)
        for label in (self._sign, self._title, self._about):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        # Names stand in one line, however long the sentences are.
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)

    def _follow(self) -> None:
        """Show the icon, the name and the keys that the action has now."""
        side = 2 * self.fontMetrics().height()
        # What menus call it may hold a key, too.
        name = self._action.iconText()
        self._sign.setPixmap(self._action.icon().pixmap(QSize(side, side)))
        self._title.setText(name)
        self.setAccessibleName(name)
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())


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


def _sample(action: QAction) -> QHBoxLayout:
    button = QPushButton(action.icon(), Act.SAMPLE.text, autoDefault=True)
    button.setToolTip(action.toolTip())
    scale_icons(button)
    button.clicked.connect(action.trigger)
    action.changed.connect(lambda: button.setIcon(action.icon()))
    action.changed.connect(lambda: button.setToolTip(action.toolTip()))
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(QLabel(_SAMPLE))
    row.addWidget(button)
    row.addStretch(1)
    return row
