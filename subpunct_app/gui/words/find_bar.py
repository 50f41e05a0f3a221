"""The bar in which words are looked for and replaced; it takes nothing else away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.window_actions import attach_action
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import CloseButton, HighlightedButton
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.icons import IconButton, icon
from subpunct_app.gui.widgets.label_texts import announce, plain_tooltip
from subpunct_app.gui.words.editing_bars import Bar, BarField, BarLabel
from subpunct_app.review.editing.finding import Query

if TYPE_CHECKING:
    from subpunct_app.gui.actions.action_list import Act
    from subpunct_app.gui.actions.window_actions import Actions
from subpunct_app.gui.words.cue_search import Search


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
        self.replacement.textChanged.connect(self._search.forgive)
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
        if self.isHidden():
            return
        self._search.look_for(self.query)

    def _explain(self, regex: bool) -> None:
        """Say how groups are put in, as programs differ there."""
        self.replacement.setToolTip(tr(r"\1 is the first group of the expression") if regex else "")

    def _show_search(self) -> None:
        before = self.status
        self._show_status()
        if self.isVisible() and not self._search.busy and self.status != before:
            announce(self, self._read_out())

    def _read_out(self) -> str:
        """Return the status, and what was found unless the list reads it out, having the focus."""
        holder = self.window().focusWidget()
        found = self._search.found_in if holder and self.isAncestorOf(holder) else ""
        return f"{self.status}: {found}" if found else self.status

    def _show_status(self) -> None:
        problem = self._search.problem
        self._status.setToolTip(plain_tooltip(problem))
        if problem:
            self._status.show_problem(problem)
        else:
            self._status.show_text(self._told())

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
        palette = QApplication.palette()
        for button, glyph in ((self._regex, "regex"), (self._case, "format-letter-case")):
            button.setIcon(icon(glyph, palette))


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
