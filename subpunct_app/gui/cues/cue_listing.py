"""The cues with their filters, and which side of the text they show."""

from __future__ import annotations

from itertools import filterfalse, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QSignalBlocker
from PySide6.QtGui import QAction, QActionGroup, QPalette
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.window_actions import attach_action
from subpunct_app.gui.cues.cue_model import SIDE_NOTES, Side
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import ElidedButton
from subpunct_app.gui.widgets.colours import FollowsPalette, tones
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.review.views.cue_states import Filter

if TYPE_CHECKING:
    from collections.abc import Collection

    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.cues.cue_table import CueTable
    from subpunct_app.review.views.cue_states import CueStates
    from subpunct_app.subtitles.formats.document import Document


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
        self._list(range(self._table.model().rowCount()))
        self._table.show_cue(max(0, self._table.currentIndex().row()))

    def show_states(self, states: CueStates, cues: Collection[int] | None) -> None:
        """List what the states of some cues, or of all, let through; the current one stays."""
        self._states = states
        if self._filter is Filter.ALL:
            return
        current = self._table.currentIndex().row()
        was_in_view = self._table.is_in_view(current)
        self._list(range(self._table.model().rowCount()) if cues is None else cues)
        if was_in_view and not self._table.is_in_view(current):
            self._table.bring_into_view(current)

    def _list(self, cues: Collection[int]) -> None:
        """Show those of some cues that are let through, and hide the others."""
        current = self._table.currentIndex().row()
        listed = cues if self._states is None else self._states.cues(self._filter)
        hidden = set(filterfalse(listed.__contains__, cues)) - {current}
        shown = self._hidden.intersection(cues) - hidden
        hidden -= self._hidden
        if not hidden and not shown:
            return
        # The table would be laid out anew for each of thousands of rows.
        rows = self._table.verticalHeader()
        rows.setUpdatesEnabled(False)
        with QSignalBlocker(rows):
            for cue in hidden:
                rows.hideSection(cue)
            for cue in shown:
                rows.showSection(cue)
        rows.setUpdatesEnabled(True)
        self._hidden = (self._hidden | hidden) - shown
        self._table.updateGeometries()
        self._table.viewport().update()

    def _follow(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._list({index.row() for index in (current, previous) if index.isValid()})

    def _begin_anew(self) -> None:
        """List of other content what was listed before, until its states are known."""
        rows = self._table.verticalHeader()
        every = range(rows.count() if rows.sectionsHidden() else 0)
        self._hidden = set(filter(rows.isSectionHidden, every))
        self._list(range(rows.count()))


FILTER_ACTIONS = {
    Act.LIST_ALL: Filter.ALL,
    Act.LIST_PENDING: Filter.PENDING,
    Act.LIST_DOUBTFUL: Filter.DOUBTFUL,
    Act.LIST_CHANGED: Filter.CHANGED,
    Act.LIST_BARE: Filter.BARE,
}
_NAMES = {
    Filter.ALL: tr("All"),
    Filter.PENDING: tr("Pending"),
    Filter.DOUBTFUL: tr("Low confidence"),
    Filter.CHANGED: tr("Changed"),
    Filter.BARE: tr("Without marks"),
}


class CueListing(FollowsPalette, QWidget):
    """Hold the table of a page with its filters."""

    def __init__(self, table: CueTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self._rows = RowFilter(table)
        self._actions: dict[Filter, QAction] = {}
        self._group = QActionGroup(self)
        self._filters = {wanted: ElidedButton(self) for wanted in Filter}
        self._compare = ElidedButton(self)
        self._note = QLabel(self)
        self._lay_out()

    @property
    def side(self) -> Side:
        """Return which side of the text is shown."""
        return self._table.contents.side

    def set_actions(self, actions: Actions) -> None:
        """Give the buttons the actions they stand for."""
        for name, wanted in FILTER_ACTIONS.items():
            action = actions[name]
            self._group.addAction(action)
            self._actions[wanted] = action
            action.setIconText(_NAMES[wanted])
            attach_action(self._filters[wanted], action, QAction.iconText)
        attach_action(self._compare, actions[Act.COMPARE], QAction.iconText)
        self.list_cues(Filter.ALL)

    def begin(self, original: Document) -> None:
        """Show all cues of another file, under review."""
        self._table.contents.original = original
        self.show_side(Side.REVIEW)
        self.list_cues(Filter.ALL)

    def list_cues(self, wanted: Filter) -> None:
        """List only the cues that a filter lets through, and the current one."""
        self._rows.choose(wanted)
        self._actions[wanted].setChecked(True)

    def choose_filter(self, wanted: Filter) -> None:
        """List what a filter lets through, and say so aloud: the focus stays on the cues."""
        self.list_cues(wanted)
        announce(self, self._actions[wanted].iconText())

    def show_side(self, side: Side) -> None:
        """Show the text as it is under review, as it was, or as it will be exported."""
        self._table.show_side(side)
        self._note.setText(SIDE_NOTES[side])
        self._note.setVisible(side is not Side.REVIEW)
        ground, shades = QPalette(), tones(QApplication.palette())
        ground.setColor(QPalette.ColorRole.Window, shades.chosen_fill)
        ground.setColor(QPalette.ColorRole.WindowText, shades.text)
        self._note.setPalette(ground)
        self._compare.stress(side is not Side.REVIEW)

    def show_next_side(self) -> None:
        """Go from what is under review to the original, to the corrected text, and back."""
        self.show_side(self.side.following)
        announce(self, SIDE_NOTES[self.side] or tr("Under review"))

    def show_states(self, states: CueStates, cues: Collection[int] | None) -> None:
        """Count anew, and list what the states of some cues, or of all, let through."""
        for wanted, action in self._actions.items():
            text = f"{_NAMES[wanted]} {len(states.cues(wanted)):,}"
            if action.iconText() != text:
                action.setIconText(text)
        self._rows.show_states(states, cues)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(8, 0, 8, 4)
        row.setSpacing(2)
        for button in self._filters.values():
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._compare)
        self._note.setAutoFillBackground(True)
        self._note.setContentsMargins(10, 4, 10, 4)
        self._note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._note)
        column.addWidget(self._table, 1)
        for before, after in pairwise([*self._filters.values(), self._compare, self._table]):
            self.setTabOrder(before, after)

    def _recolour(self) -> None:
        self.show_side(self.side)
