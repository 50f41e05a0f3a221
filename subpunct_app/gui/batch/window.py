"""The window of a batch: what to restore, how far it is, and what became of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout

from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.execution import REPORT, Beginning
from subpunct_app.batch.kept_order import OtherOrder
from subpunct_app.gui.batch.bars import ButtonBar, SourceBar, StateBar
from subpunct_app.gui.batch.course import Course, Stage
from subpunct_app.gui.batch.notifier import Notifier
from subpunct_app.gui.batch.options import BatchOptions
from subpunct_app.gui.batch.ordering import OrderBar
from subpunct_app.gui.batch.queue_model import QueueModel
from subpunct_app.gui.batch.queue_table import QueueTable
from subpunct_app.gui.batch.rows import Status
from subpunct_app.gui.batch.runner import pool_beside
from subpunct_app.gui.batch.totals import finished, missing_error, summary, totals, watching_text
from subpunct_app.gui.file.open_file import OPENABLE
from subpunct_app.gui.panels.message_bar import MessageBar, Offer
from subpunct_app.gui.widgets.colours import Recoloured
from subpunct_app.gui.widgets.fields import TakesFiles
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import SideWindow, take_room
from subpunct_app.runtime.environment import system_libraries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QMenu

    from subpunct_app.batch.account import Account
    from subpunct_app.gui.batch.runner import PoolFor
    from subpunct_app.review.settings import Settings
    from subpunct_app.runtime.errors import SubpunctError


# In letters and lines.
_SIZE = (160, 46)
_FIXED = "A batch that was begun takes no more files: let it end first, or cancel it."


class BatchWindow(Recoloured, TakesFiles, SideWindow):
    """Own one queue; closed while it works, it works on.

    `review` carries the row that the editor wants to look at, `over` what became of all files;
    `failed` what went wrong; `left` says that it was closed and works on.
    """

    review = Signal(object)
    over = Signal(object)
    failed = Signal(object)
    left = Signal()

    def __init__(
        self, choices: QMenu, wanted: Callable[[], Settings], pool_for: PoolFor = pool_beside
    ) -> None:
        super().__init__("Batch")
        self._sources: list[Path] = []
        self._told = Stage.READY
        self.model = QueueModel(self)
        self._course = Course(self.model, pool_for, self)
        self._notifier = Notifier(self)
        self.message = MessageBar(self)
        self.add_bar = SourceBar(self)
        self.table = QueueTable(self.model, self)
        self.order_bar = OrderBar(self.table, self._course.runner.priorities, self)
        self.options = BatchOptions(choices, wanted, self)
        self.state_bar = StateBar(self)
        self.buttons = ButtonBar(self)
        self._lay_out()
        self._connect()
        self._update()

    @property
    def stage(self) -> Stage:
        """Return how far the batch is."""
        return self._course.stage

    @property
    def at_work(self) -> bool:
        """Tell whether it restores files, or waits for more."""
        return self.stage in (Stage.RUNNING, Stage.STOPPING, Stage.WATCHING)

    @property
    def is_watching(self) -> bool:
        """Tell whether it waits for files that come later."""
        return self.stage is Stage.WATCHING

    @property
    def is_busy(self) -> bool:
        """Tell whether something is under way, which takes no other files."""
        return self.stage.is_fixed

    def take_files(self, paths: Sequence[Path]) -> None:
        """Add what was dropped."""
        self.add(paths)

    def add(self, paths: Sequence[Path]) -> None:
        """Add folders and files to what is to be restored, unless that is under way."""
        if not paths:
            return
        if self.stage.is_fixed:
            self.message.show_note(_FIXED)
            return
        self._sources = list(dict.fromkeys([*self._sources, *paths]))
        self.options.suggest(self._sources)
        self._show_sources()

    def clear(self) -> None:
        """Forget the list, also for a later start, and nothing that was restored."""
        self._sources = []
        self._course.forget()
        self._course.runner.priorities.prefer([])
        self.options.put_away()
        self._show_sources()

    def take_up(self, plan: Plan, *, over: bool = False) -> None:
        """Show an earlier plan, ready to go on, or to be reviewed where it is over."""
        self._sources = list(plan.sources)
        self.options.show_options(plan)
        self._course.take_up(plan, over=over)

    def start(self) -> None:
        """Restore what is listed, or go on with it."""
        self.message.hide()
        if self.stage is Stage.PAUSED:
            self._course.go_on()
        elif plan := self._present():
            self._course.start(plan)

    def retry(self) -> None:
        """Give the files that failed another chance."""
        self.message.hide()
        self._course.retry({row.file for row in self.model.rows if row.status is Status.FAILED})

    def come(self) -> None:
        """Show the window in front."""
        self.model.recolour()
        super().come()

    def close_down(self) -> None:
        """Stop all work, which a later start may go on with, and close the window."""
        self._course.close()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Hide; the work goes on."""
        super().closeEvent(event)
        if self.stage in (Stage.RUNNING, Stage.WATCHING):
            self.left.emit()

    def _lay_out(self) -> None:
        self.setAcceptDrops(True)
        column = QVBoxLayout(self)
        column.addWidget(self.message)
        row = QHBoxLayout()
        row.addWidget(self.add_bar, 1)
        row.addWidget(self.order_bar)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addWidget(self.options)
        column.addSpacing(self.fontMetrics().height() // 2)
        column.addWidget(self.state_bar)
        column.addWidget(self.buttons)
        take_room(self, *_SIZE)

    def _connect(self) -> None:
        self.add_bar.folder.clicked.connect(self._ask_folder)
        self.add_bar.files.clicked.connect(self._ask_files)
        self.add_bar.clear.clicked.connect(self.clear)
        self.buttons.start.clicked.connect(self.start)
        self.buttons.pause.clicked.connect(self._course.pause)
        self.buttons.cancel.clicked.connect(self._course.cancel)
        self.buttons.retry.clicked.connect(self.retry)
        self.buttons.review.clicked.connect(self._review_chosen)
        self.buttons.failed.clicked.connect(lambda: self.table.go_to_failed())
        for key, step in (("F8", 1), ("Shift+F8", -1)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(partial(self.table.go_to_failed, step))
        self.buttons.report.clicked.connect(self._open_report)
        self.options.changed.connect(self._update)
        self.options.media_changed.connect(self._show_sources)
        self.table.activated.connect(lambda index: self.review.emit(self.model.rows[index.row()]))
        self.table.selectionModel().selectionChanged.connect(self._update)
        self.model.told.connect(self._update)
        self.model.modelReset.connect(self._update)
        self._notifier.wanted.connect(self.come)
        self._course.entered.connect(self._enter)
        self._course.over.connect(self._end)
        self._course.failed.connect(self._fail)
        self._course.missed.connect(self._tell_missing)

    def _recolour(self) -> None:
        if self.isVisible():
            self.model.recolour()

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
        watch = self.options.watch.isChecked()
        return Plan(tuple(self._sources), out.absolute(), order, existing, watch)

    def _show_sources(self) -> None:
        self.message.hide()
        out = self.options.out or Path(self.options.suggested)
        self._course.show(Plan(tuple(self._sources), out, self.options.order()))

    def _end(self, account: Account) -> None:
        doubtful = self.model.next_doubtful()
        if doubtful is not None and self.table.chosen() is None:
            self.table.choose(doubtful.file)
        told = summary(account)
        self.message.show_note(told, Offer("Open report", self._open_report))
        self._notifier.tell(told)
        self.over.emit(account)

    def _fail(self, error: SubpunctError) -> None:
        anew = Offer("Start anew", self._start_anew) if isinstance(error, OtherOrder) else None
        self._tell_error(error, anew)

    def _tell_error(self, error: SubpunctError, offer: Offer | None = None) -> None:
        self.message.show_error(error, offer)
        self._notifier.tell(error.message)
        self.failed.emit(error)

    def _tell_missing(self, missing: Sequence[Path]) -> None:
        """Say which watched folders are missing, or that they are there again."""
        self._update()
        if missing:
            self._tell_error(missing_error(missing))
        else:
            self.message.show_note("All watched folders are there again.")

    def _start_anew(self) -> None:
        self.message.hide()
        if plan := self._present():
            self._course.start(plan, Beginning.ANEW)

    def _review_chosen(self) -> None:
        if row := self.table.chosen():
            self.review.emit(row)

    def _open_report(self) -> None:
        if self._course.plan is not None:
            report = self._course.plan.out / REPORT
            with system_libraries():
                QDesktopServices.openUrl(QUrl.fromLocalFile(str(report)))

    def _enter(self) -> None:
        """Show another stage, and say it aloud; of the end a message tells."""
        self._update()
        worked = self._told.is_fixed or self.stage.is_fixed
        if worked and self.isVisible() and self.stage not in (self._told, Stage.OVER):
            told = filter(None, (self.stage.capitalize(), self.state_bar.label.text()))
            announce(self.state_bar, ": ".join(told))
        self._told = self.stage

    def _update(self) -> None:
        """Show what can be done now, and how far it is."""
        counts, stage = self.model.counts, self.stage
        working = stage in (Stage.RUNNING, Stage.STOPPING)
        fixed, watching = stage.is_fixed, self.is_watching
        self.order_bar.show_state()
        self.add_bar.setEnabled(not fixed)
        self.add_bar.clear.setEnabled(bool(self._sources))
        self.options.setEnabled(not fixed)
        plan = self._course.plan if fixed else None
        self.options.show_order(plan.order if plan else None)
        self.buttons.start.setVisible(not working and not watching)
        self.buttons.start.setText("&Go on" if stage is Stage.PAUSED else "&Start")
        self.buttons.start.setEnabled(bool(self._sources) and self.options.out is not None)
        self.buttons.pause.setVisible(working)
        self.buttons.pause.setEnabled(stage is Stage.RUNNING)
        self.buttons.cancel.setVisible(fixed)
        self.buttons.cancel.setEnabled(stage is not Stage.STOPPING)
        over = stage is Stage.OVER or watching
        self.buttons.retry.setVisible(over and counts[Status.FAILED] > 0)
        self.buttons.failed.setVisible(counts[Status.FAILED] > 0)
        self.buttons.report.setVisible(over and finished(counts) > 0)
        self.buttons.review.setEnabled(self.table.chosen() is not None)
        done, total = finished(counts), len(self.model.rows)
        waits = watching_text(self._course.watcher.missing) if watching else ""
        text = " · ".join(filter(None, (totals(counts), waits)))
        self.state_bar.show_state(text, done, total, under_way=fixed and not watching)
