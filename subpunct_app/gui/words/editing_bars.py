"""Bars under the cues, and the one in which the editor types where to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import CloseButton, offer_clearing
from subpunct_app.gui.widgets.colours import FollowsPalette, tones
from subpunct_app.gui.widgets.fields import HintedField
from subpunct_app.gui.widgets.focus import ENTER, is_escape
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.review.editing.finding import locate
from subpunct_app.runtime.errors import SettingsError

if TYPE_CHECKING:
    from subpunct_app.gui.review.review_page import ReviewPage


class BarLabel(FollowsPalette, QLabel):
    """Show a text in as many lines as it takes, a problem in the colour of failures."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_problem = False
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        """Say how things stand."""
        self._show(text, is_problem=False)

    def show_problem(self, problem: str) -> None:
        """Say what is wrong, with a sign in front of it."""
        self._show(f"⚠ {problem}", is_problem=True)

    def _show(self, text: str, *, is_problem: bool) -> None:
        self._is_problem = is_problem
        self.setText(text)
        self._recolour()

    def _recolour(self) -> None:
        palette = QPalette()
        if self._is_problem:
            palette.setColor(QPalette.ColorRole.WindowText, tones(palette).removed)
        self.setPalette(palette)


class BarField(HintedField):
    """Take text: Enter goes on, Shift+Enter back."""

    entered = Signal()
    reversed = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setAccessibleName(name)
        offer_clearing(self)

    def event(self, event: QEvent) -> bool:
        """Take Enter for itself, even where it is the key of an action."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in ENTER
            and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Tell of Enter."""
        if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.reversed.emit()
        elif event.key() in ENTER:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class Bar(QFrame):
    """Leave all else in place; `left` comes when the editor has closed the bar."""

    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Take Esc for itself, even where it stops a job elsewhere in the window."""
        if event.type() is QEvent.Type.ShortcutOverride and is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave at Esc."""
        if is_escape(event):
            self.leave()
        else:
            super().keyPressEvent(event)

    def leave(self) -> None:
        """Go away."""
        self.hide()
        self.left.emit()


_WIDTH = 34


class GoToBar(Bar):
    """Go to a cue by its number or a time."""

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page
        self.field = BarField(tr("Cue number or time"), self)
        self._problem = BarLabel(self)
        self._close = CloseButton(tr("Close the line"), tr("Close (Esc)"), self)
        self._lay_out()
        self.field.entered.connect(self._go)
        self.field.textChanged.connect(self._problem.clear)
        self._close.clicked.connect(self.leave)
        self.hide()

    @property
    def problem(self) -> str:
        """Return why what was typed leads nowhere."""
        return self._problem.text()

    def begin(self) -> None:
        """Ask where to go."""
        self.field.setText(str(self._page.cue + 1))
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def _lay_out(self) -> None:
        label = QLabel(tr("&Go to"), self)
        label.setBuddy(self.field)
        self.field.setMaximumWidth(_WIDTH * self.fontMetrics().averageCharWidth())
        self.field.setToolTip(tr("A cue number such as 118, or a time such as 1:02:03,5"))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.addWidget(label)
        row.addWidget(self.field)
        row.addWidget(self._problem, 1)
        row.addWidget(self._close)

    def _go(self) -> None:
        document = self._page.table.document
        if document is None:
            return
        try:
            cue = locate(document, self.field.text())
        except SettingsError as error:
            self._problem.show_problem(str(error))
            announce(self, str(error))
            return
        self._page.show_cue(cue)
        self.leave()
