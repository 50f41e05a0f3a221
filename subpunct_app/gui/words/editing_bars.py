"""The bars under the cues: one to go somewhere, one to find and replace words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.window_actions import attach_action
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import CloseButton, HighlightedButton, offer_clearing
from subpunct_app.gui.widgets.colours import FollowsPalette, tones
from subpunct_app.gui.widgets.fields import HintedField
from subpunct_app.gui.widgets.focus import ENTER, is_escape
from subpunct_app.gui.widgets.icons import IconButton, icon
from subpunct_app.gui.widgets.label_texts import announce, plain_tooltip
from subpunct_app.review.editing.finding import Query, locate
from subpunct_app.runtime.errors import SettingsError

if TYPE_CHECKING:
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.gui.words.cue_search import Search


class BarLabel(FollowsPalette, QLabel):
    """Show a text in as many lines as it takes, a problem in the colour of failures."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_problem = False
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def tell(self, text: str, *, problem: bool = False) -> None:
        """Say how things stand, or what is wrong."""
        self._is_problem = problem
        self.setText(f"⚠ {text}" if problem else text)
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
            self._problem.tell(str(error), problem=True)
            announce(self, str(error))
            return
        self._page.show_cue(cue)
        self.leave()


class FindBar(FollowsPalette, Bar):
    """Show a search, and where it stands."""

    def __init__(self, search: Search, parent: QWidget) -> None:
        super().__init__(parent)
        self._search = search
        self.field = BarField(tr("Find"), self)
        self.replacement = BarField(tr("Replace with"), self)
        self._regex = _toggle("regex", tr("Regular expression"), self)
        self._case = _toggle("format-letter-case", tr("Match case"), self)
        self._previous = IconButton(self)
        self._next = IconButton(self)
        self._one = IconButton(self)
        self._all = IconButton(self)
        self._close = CloseButton(tr("Close the search"), tr("Close (Esc)"), self)
        self._status = BarLabel(self)
        self._lay_out()
        self._connect()
        self._recolour()
        self.hide()

    @property
    def status(self) -> str:
        """Return what the bar says about the search."""
        return self._status.text()

    @property
    def query(self) -> Query:
        """Return what is looked for."""
        return Query(self.field.text(), self._regex.isChecked(), self._case.isChecked())

    def set_actions(self, actions: Actions) -> None:
        """Give the buttons the actions they stand for."""
        for button, name in (
            (self._previous, Act.FIND_PREVIOUS),
            (self._next, Act.FIND_NEXT),
            (self._one, Act.REPLACE_ONE),
            (self._all, Act.REPLACE_ALL),
        ):
            attach_action(button, actions[name])

    def begin(self, *, replacing: bool) -> None:
        """Look for something, and replace it where that is wanted."""
        for widget in (self.replacement, self._one, self._all):
            widget.setVisible(replacing)
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self._look()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 3, 8, 3)
        grid.setVerticalSpacing(4)
        grid.addWidget(self.field, 0, 0)
        grid.addLayout(_row(self._regex, self._case, self._previous, self._next), 0, 1)
        grid.addWidget(self._status, 0, 2)
        grid.addWidget(self._close, 0, 3)
        grid.addWidget(self.replacement, 1, 0)
        grid.addLayout(_row(self._one, self._all), 1, 1)
        grid.setColumnStretch(0, 4)
        grid.setColumnStretch(2, 5)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._look)
        self._regex.toggled.connect(self._look)
        self._regex.toggled.connect(self._explain)
        self._case.toggled.connect(self._look)
        self.field.entered.connect(self._search.go_next)
        self.field.reversed.connect(self._search.go_previous)
        self.replacement.entered.connect(self.replace_one)
        self._close.clicked.connect(self.leave)
        self._search.changed.connect(self._show_search)

    def replace_one(self) -> None:
        """Replace the hit that the editor looks at."""
        self._search.replace(self.replacement.text())

    def replace_all(self) -> None:
        """Replace all hits."""
        self._search.replace_all(self.replacement.text())

    def leave(self) -> None:
        """Go away, and forget the hits but not what was looked for."""
        super().leave()
        self._search.look_for(Query(""))

    def _look(self) -> None:
        if not self.isHidden():
            self._search.look_for(self.query)

    def _explain(self, regex: bool) -> None:
        """Say how groups are put in, as programs differ there."""
        self.replacement.setToolTip(tr(r"\1 is the first group of the expression") if regex else "")

    def _show_search(self) -> None:
        search, before = self._search, self.status
        self._status.setToolTip(plain_tooltip(search.problem))
        self._status.tell(search.problem or self._told(), problem=bool(search.problem))
        if self.isVisible() and not search.busy and self.status != before:
            # Where the list has the focus, it reads out what was found.
            holder = self.window().focusWidget()
            found = search.found_in if holder and self.isAncestorOf(holder) else ""
            announce(self, f"{self.status}: {found}" if found else self.status)

    def _told(self) -> str:
        search = self._search
        if search.busy:
            return tr("Searching…")
        if not self.field.text():
            return ""
        if search.current is not None:
            return tr("{at:,} of {n}", "", len(search.hits), at=search.current + 1)
        count = len(search.hits)
        return tr("{n} hit", "{n} hits", count) if count else tr("Nothing found")

    def _recolour(self) -> None:
        for button in (self._regex, self._case):
            button.setIcon(icon(button.objectName(), QApplication.palette()))


def _toggle(glyph: str, name: str, parent: QWidget) -> HighlightedButton:
    button = HighlightedButton(parent)
    button.setObjectName(glyph)
    button.setCheckable(True)
    button.setToolTip(name)
    button.setAccessibleName(name)
    return button


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(2)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
