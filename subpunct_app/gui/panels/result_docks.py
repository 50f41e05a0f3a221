"""What shows the work done: filters, sides of the text, changes, statistics and history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QUndoView, QWidget

from subpunct_app.gui.cues.cue_state_tracker import CueStateTracker
from subpunct_app.gui.panels.changes_panel import ChangesExporter, ChangesPanel
from subpunct_app.gui.panels.statistics_panel import StatisticsPanel
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.icons import icon, scale_row_icons
from subpunct_app.gui.widgets.panes import Panel

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QUndoStack

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.subtitles.formats.document import Document


_WIDTH = 34


class HistoryPanel(FollowsPalette, Panel):
    """List the steps since the file was opened; a click goes back or forth to one.

    A sign stands where the file was exported.
    """

    def __init__(self, stack: QUndoStack, parent: QWidget) -> None:
        super().__init__(tr("History"), "history", parent)
        self.view = _Steps(stack, self)
        self.setWidget(self.view)
        self._recolour()

    def _recolour(self) -> None:
        self.view.setCleanIcon(icon("content-save-outline", self.palette()))


class _Steps(QUndoView):
    def __init__(self, stack: QUndoStack, parent: QWidget) -> None:
        super().__init__(stack, parent)
        self.setAccessibleName(tr("Steps that can be undone"))
        FocusFrame(self)
        self.setEmptyLabel(tr("As the model proposed it"))
        self.setToolTip(
            tr("Click a step to go back or forward to it. The disk marks the exported state.")
        )
        self.setUniformItemSizes(True)
        self.setSpacing(2)
        scale_row_icons(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            scale_row_icons(self)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the name of a step."""
        width = _WIDTH * self.fontMetrics().averageCharWidth()
        return QSize(width, super().sizeHint().height())


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
        place.opener.opened.connect(lambda opened: self.watch.show_runs(opened.stretches))
        place.desk.opened.connect(self.changes.settle)
        self.watch.told.connect(self._show_states)
        self.changes.cue_chosen.connect(self._page.show_cue)

    def _begin(self, document: Document) -> None:
        self.watch.begin(document)
        self.changes.begin()
        self.statistics.begin()
        self._page.listing.begin(document)

    def _show_states(self, cues: Collection[int] | None) -> None:
        self._page.listing.show_states(self.watch.states, cues)
