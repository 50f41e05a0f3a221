"""What shows the work done: filters, sides of the text, changes, statistics and history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from subpunct_app.gui.cues.cue_state_tracker import CueStateTracker
from subpunct_app.gui.panels.changes_panel import ChangesExporter, ChangesPanel
from subpunct_app.gui.panels.history_panel import HistoryPanel
from subpunct_app.gui.panels.statistics_panel import StatisticsPanel

if TYPE_CHECKING:
    from collections.abc import Collection

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.review.opening import OpenedFile
    from subpunct_app.subtitles.formats.document import Document


class ResultDocks(QObject):
    """Follow the files that are opened and the decisions of a page, and put docks at a window."""

    def __init__(self, place: Workplace) -> None:
        window, page = place.window, place.page
        super().__init__(window)
        self._page = page
        self.watch = CueStateTracker(page)
        self.changes = ChangesPanel(page, self.watch, window)
        self.statistics = StatisticsPanel(page, window)
        self.history = HistoryPanel(page.stack, window)
        self._exporter = ChangesExporter(place, self.watch)
        self.export_changes = self._exporter.export_as
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.changes)
        for dock in (self.history, self.statistics):
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        self._connect(place)

    def _connect(self, place: Workplace) -> None:
        place.opener.shown.connect(self._begin)
        place.opener.opened.connect(self._show_runs)
        place.desk.opened.connect(self.changes.settle)
        self.watch.told.connect(self._show_states)
        self.changes.cue_chosen.connect(self._page.show_cue)

    def _begin(self, document: Document) -> None:
        self.watch.begin(document)
        self.changes.begin()
        self.statistics.begin()
        self._page.listing.begin(document)

    def _show_runs(self, opened: OpenedFile) -> None:
        self.watch.show_runs(opened.stretches)

    def _show_states(self, cues: Collection[int] | None) -> None:
        self._page.listing.show_states(self.watch.states, cues)
