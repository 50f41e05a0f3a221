"""List only some of the cues; rows are hidden, so that a row is a cue whatever is listed."""

from __future__ import annotations

from itertools import filterfalse
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QSignalBlocker

from subpunct_app.review.views.cue_states import Filter

if TYPE_CHECKING:
    from collections.abc import Collection

    from subpunct_app.gui.review.cues.cue_table import CueTable
    from subpunct_app.review.views.cue_states import CueStates

_FEW = 20


class RowFilter(QObject):
    """Hide the cues that a filter keeps back; the current one is always listed."""

    def __init__(self, table: CueTable) -> None:
        super().__init__(table)
        self._table = table
        self._states: CueStates | None = None
        self._filter = Filter.ALL
        self._hidden: set[int] = set()
        table.model().modelReset.connect(self._begin_anew)
        table.selectionModel().currentRowChanged.connect(self._follow)

    def choose(self, wanted: Filter) -> None:
        """List other cues, with the current one in view."""
        self._filter = wanted
        self._list_all()
        self._table.show_cue(max(0, self._table.currentIndex().row()))

    def show_states(self, states: CueStates, cues: Collection[int] | None) -> None:
        """List what the states of some cues, or of all, let through; the current one stays."""
        self._states = states
        if self._filter is Filter.ALL:
            return
        current = self._table.currentIndex().row()
        was_in_view = self._table.is_in_view(current)
        if cues is None:
            self._list_all()
        else:
            self._list(cues)
        if was_in_view and not self._table.is_in_view(current):
            self._table.bring_into_view(current)

    def _list_all(self) -> None:
        if self._filter is Filter.ALL and not self._hidden:
            return
        hidden = self._hidden_of(range(self._table.model().rowCount()))
        changed = hidden ^ self._hidden
        if len(changed) <= _FEW:
            self._list(changed)
            return
        # The table would be laid out anew for each of thousands of rows.
        rows = self._table.verticalHeader()
        # To look either up for each row would take longer than what they do.
        hide, show = rows.hideSection, rows.showSection
        rows.setUpdatesEnabled(False)
        with QSignalBlocker(rows):
            for cue in changed & hidden:
                hide(cue)
            for cue in changed - hidden:
                show(cue)
        rows.setUpdatesEnabled(True)
        self._hidden = hidden
        self._table.updateGeometries()
        self._table.viewport().update()

    def _list(self, cues: Collection[int]) -> None:
        hidden = self._hidden_of(cues)
        changed = [cue for cue in cues if (cue in hidden) != (cue in self._hidden)]
        for cue in changed:
            self._table.setRowHidden(cue, cue in hidden)
        self._hidden.difference_update(cues)
        self._hidden |= hidden
        if changed:
            # Qt puts it off, and until then the scroll bar does not reach rows that have come.
            self._table.updateGeometries()

    def _hidden_of(self, cues: Collection[int]) -> set[int]:
        if self._states is None or self._filter is Filter.ALL:
            return set()
        listed = self._states.cues(self._filter)
        return set(filterfalse(listed.__contains__, cues)) - {self._table.currentIndex().row()}

    def _follow(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._list({index.row() for index in (current, previous) if index.isValid()})

    def _begin_anew(self) -> None:
        """List of other content what was listed before, until its states are known."""
        rows = self._table.verticalHeader()
        every = range(rows.count() if rows.sectionsHidden() else 0)
        self._hidden = set(filter(rows.isSectionHidden, every))
        self._list_all()
