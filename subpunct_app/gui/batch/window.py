"""The window of a batch: what to restore, how far it is, and what became of it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from subpunct_app.gui.batch.bars import ButtonBar, SourceBar, StateBar
from subpunct_app.gui.batch.options import BatchOptions
from subpunct_app.gui.batch.queue_model import QueueModel, Status
from subpunct_app.gui.batch.queue_table import QueueTable
from subpunct_app.gui.batch.runner import Runner, crew_beside
from subpunct_app.gui.batch.totals import finished, summary, totals
from subpunct_app.gui.icons import app_icon
from subpunct_app.gui.message_bar import MessageBar, Offer
from subpunct_app.gui.open_file import OPENABLE
from subpunct_app.services.batch import pending
from subpunct_app.services.batch.plan import Plan
from subpunct_app.services.batch.run import OtherOrder
from subpunct_app.services.batch.sitting import REPORT, Beginning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
    from PySide6.QtWidgets import QMenu

    from subpunct_app.core.errors import SubpunctError
    from subpunct_app.gui.batch.queue_model import Row
    from subpunct_app.gui.batch.runner import CrewFor
    from subpunct_app.services.batch.run import Account
    from subpunct_app.services.settings import Settings


class Stage(StrEnum):
    """How far a batch is."""

    READY = "ready"
    RUNNING = "running"
    STOPPING = "stopping"
    PAUSED = "paused"
    OVER = "over"


class BatchWindow(QWidget):
    """Own one queue; closed while it works, it works on.

    `review` carries the row that the editor wants to look at, `over` what became of all files;
    `left` says that it was closed and works on.
    """

    review = Signal(object)
    over = Signal(object)
    left = Signal()

    def __init__(
        self, choices: QMenu, wanted: Callable[[], Settings], crew_for: CrewFor = crew_beside
    ) -> None:
        super().__init__()
        self.stage = Stage.READY
        self._sources: list[Path] = []
        self._plan: Plan | None = None
        self._giving_up = False
        self.model = QueueModel(self)
        self.runner = Runner(self.model, crew_for, self)
        self.message = MessageBar(self)
        self.add_bar = SourceBar(self)
        self.table = QueueTable(self.model, self)
        self.options = BatchOptions(choices, wanted, self)
        self.state_bar = StateBar(self)
        self.buttons = ButtonBar(self)
        self._lay_out()
        self._connect()
        self._update()

    def add(self, paths: Sequence[Path]) -> None:
        """Add folders and files to what is to be restored."""
        if not paths or self.runner.busy:
            return
        self._sources = list(dict.fromkeys([*self._sources, *paths]))
        self.options.suggest(self._sources)
        self._begin_anew()

    def clear(self) -> None:
        """Forget the list, and nothing on the disk."""
        self._sources = []
        self.options.suggest([])
        self._begin_anew()

    def take_up(self, plan: Plan) -> None:
        """Show a plan that was not carried out, ready to go on."""
        self._sources = list(plan.sources)
        self.options.show_options(plan.out, plan.existing)
        self._plan = plan
        self.runner.look_through(plan)
        self._enter(Stage.PAUSED)

    def start(self) -> None:
        """Restore what is listed, or go on with it."""
        if self.stage is Stage.PAUSED and self._plan is not None:
            self._run(self._plan, Beginning.CONTINUE)
        elif plan := self._present():
            self._run(plan, Beginning.ONCE)

    def retry(self) -> None:
        """Give the files that failed another chance."""
        if self._plan is not None:
            self._run(self._plan, Beginning.CONTINUE)

    def pause(self) -> None:
        """Stop, to go on later, in another sitting perhaps."""
        self._giving_up = False
        self._stop()

    def cancel(self) -> None:
        """Stop for good; results stay, and a new start does only the rest."""
        self._giving_up = True
        if self.stage is Stage.PAUSED:
            self._give_up()
        else:
            self._stop()

    def close_down(self) -> None:
        """Stop all work, which a later start may go on with, and close the window."""
        self.runner.close()
        self.close()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the colours of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.model.recolour()
            self.add_bar.recolour()
            self.buttons.recolour()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files and folders while nothing is under way."""
        if not self.runner.busy and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Add what was dropped."""
        event.acceptProposedAction()
        self.add([Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile()])

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Hide; the work goes on."""
        super().closeEvent(event)
        if self.runner.busy:
            self.left.emit()

    def _lay_out(self) -> None:
        self.setWindowTitle("Batch - subpunct")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        column = QVBoxLayout(self)
        column.addWidget(self.message)
        column.addWidget(self.add_bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.options)
        column.addSpacing(self.fontMetrics().height() // 2)
        column.addWidget(self.state_bar)
        column.addWidget(self.buttons)
        self.resize(960, 640)

    def _connect(self) -> None:
        self.add_bar.folder.clicked.connect(self._ask_folder)
        self.add_bar.files.clicked.connect(self._ask_files)
        self.add_bar.clear.clicked.connect(self.clear)
        self.buttons.start.clicked.connect(self.start)
        self.buttons.pause.clicked.connect(self.pause)
        self.buttons.cancel.clicked.connect(self.cancel)
        self.buttons.retry.clicked.connect(self.retry)
        self.buttons.review.clicked.connect(self._review_chosen)
        self.buttons.report.clicked.connect(self._open_report)
        self.options.changed.connect(self._update)
        self.table.activated.connect(lambda index: self._review(self.table.row_of(index)))
        self.table.selectionModel().selectionChanged.connect(self._update)
        self.model.told.connect(self._update)
        self.model.modelReset.connect(self._update)
        self.runner.over.connect(self._end)
        self.runner.failed.connect(self._fail)
        self.runner.stopped.connect(self._rest)

    def _ask_folder(self) -> None:
        if name := QFileDialog.getExistingDirectory(self, "Add a folder"):
            self.add([Path(name)])

    def _ask_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Add files", "", OPENABLE)
        self.add([Path(name) for name in names])

    def _present(self) -> Plan | None:
        """Return what is listed with the options of this moment, None where something lacks."""
        out = self.options.out
        if not self._sources or out is None:
            return None
        order, existing = self.options.order(), self.options.chosen_existing()
        return Plan(tuple(self._sources), out.absolute(), order, existing)

    def _begin_anew(self) -> None:
        self._plan = None
        self.message.hide()
        out = self.options.out or Path(self.options.suggested)
        self.runner.look_through(Plan(tuple(self._sources), out))
        self._enter(Stage.READY)

    def _run(self, plan: Plan, beginning: Beginning) -> None:
        self._plan = plan
        self.message.hide()
        self.runner.start(plan, beginning)
        self._enter(Stage.RUNNING)

    def _stop(self) -> None:
        self._enter(Stage.STOPPING)
        self.runner.stop()

    def _rest(self) -> None:
        if self._giving_up:
            self._give_up()
        else:
            self._enter(Stage.PAUSED)

    def _give_up(self) -> None:
        pending.clear()
        self._plan = None
        self._enter(Stage.READY)

    def _end(self, account: Account) -> None:
        self._enter(Stage.OVER)
        self.message.show_note(summary(account), Offer("Open report", self._open_report))
        self.over.emit(account)

    def _fail(self, error: SubpunctError) -> None:
        self._enter(Stage.READY)
        if not isinstance(error, OtherOrder):
            self.message.show_error(error)
            return
        pending.clear()
        self.message.show_error(error, Offer("Start anew", self._start_anew))

    def _start_anew(self) -> None:
        if plan := self._present():
            self._run(plan, Beginning.ANEW)

    def _review_chosen(self) -> None:
        if row := self.table.chosen():
            self._review(row)

    def _review(self, row: Row) -> None:
        self.review.emit(row)

    def _open_report(self) -> None:
        if self._plan is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._plan.out / REPORT)))

    def _enter(self, stage: Stage) -> None:
        self.stage = stage
        self._update()

    def _update(self) -> None:
        """Show what can be done now, and how far it is."""
        counts, stage = self.model.counts, self.stage
        working = stage in (Stage.RUNNING, Stage.STOPPING)
        fixed = working or stage is Stage.PAUSED
        self.add_bar.setEnabled(not fixed)
        self.add_bar.clear.setEnabled(bool(self._sources))
        self.options.setEnabled(not fixed)
        self.buttons.start.setVisible(not working)
        self.buttons.start.setText("&Go on" if stage is Stage.PAUSED else "&Start")
        self.buttons.start.setEnabled(bool(self._sources) and self.options.out is not None)
        self.buttons.pause.setVisible(working)
        self.buttons.pause.setEnabled(stage is Stage.RUNNING)
        self.buttons.cancel.setVisible(fixed)
        self.buttons.cancel.setEnabled(stage is not Stage.STOPPING)
        self.buttons.retry.setVisible(stage is Stage.OVER and counts[Status.FAILED] > 0)
        self.buttons.report.setVisible(stage is Stage.OVER)
        self.buttons.review.setEnabled(self.table.chosen() is not None)
        done, total = finished(counts), len(self.model.rows)
        self.state_bar.show_state(totals(counts), done, total, under_way=fixed)
