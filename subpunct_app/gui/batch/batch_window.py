"""The batch window: what to restore, how far it is, and what became of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSystemTrayIcon,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.batch.batch_journal import OtherOrder
from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.execution import REPORT, Beginning
from subpunct_app.gui.batch.batch_form import BatchOptions
from subpunct_app.gui.batch.batch_queue import (
    QueueModel,
    Status,
    finished,
    summary,
    totals,
)
from subpunct_app.gui.batch.queue_runner import BatchStage, QueueRunner, pool_beside
from subpunct_app.gui.batch.queue_table import QueueTable
from subpunct_app.gui.desk import OPENABLE
from subpunct_app.gui.panels.message_bar import MessageBar, Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import Buttons
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.fields import AcceptsFileDrops
from subpunct_app.gui.widgets.icons import app_icon
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import SideWindow, resize_to_text
from subpunct_app.runtime.environment import system_libraries
from subpunct_app.runtime.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QMenu, QPushButton

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.execution import Priorities
    from subpunct_app.gui.batch.queue_runner import PoolFor
    from subpunct_app.review.settings import Settings
    from subpunct_app.runtime.errors import SubpunctError


class SourceBar(Buttons):
    """What is to be restored."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.folder = self._add(
            tr("Add f&older…"), "folder-plus-outline", tr("Add a folder and everything in it")
        )
        self.files = self._add(tr("Add &files…"), "file-plus-outline", tr("Add single files"))
        self._row.addStretch(1)
        self.clear = self._add(
            tr("C&lear list"), "playlist-remove", tr("Remove everything from the list")
        )


class BatchButtons(Buttons):
    """What can be done with the queue."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.review = self._add(
            tr("Re&view"),
            "eye-outline",
            tr("Open the selected file at its first doubtful suggestion"),
        )
        self.report = self._add(
            tr("Re&port"), "file-chart-outline", tr("Show what happened to each file")
        )
        self.retry = self._add(tr("Re&try failed"), "refresh", tr("Try the failed files again"))
        self.failed = self._add(
            tr("&Next failed"), "chevron-down", tr("Select the next failed file (F8)")
        )
        self._row.addStretch(1)
        self.cancel = self._add(tr("&Cancel"), "close", tr("Stop; finished results are kept"))
        self.pause = self._add(tr("&Pause"), "pause", tr("Stop now and continue later"))
        self.start = self._add(tr("&Start"), "play", tr("Restore all files in the list"))


class StateBar(QWidget):
    """How many files are finished, as a bar and in words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName(tr("Files that are finished"))
        self.label = QLabel(wordWrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.bar, 1)

    def show_state(self, text: str, done: int, total: int, *, under_way: bool) -> None:
        """Show how far it is; the bar only while it is under way."""
        self.label.setText(text)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.bar.setVisible(under_way)


class OrderBar(Buttons):
    """Move the selected file among those that wait; workers take them in this order."""

    def __init__(self, table: QueueTable, priorities: Priorities, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self._priorities = priorities
        self.first = self._add_arrow(tr("Move to the top"), "arrow-collapse-up", "Alt+Home")
        self.up = self._add_arrow(tr("Move up"), "arrow-up", "Alt+Up")
        self.down = self._add_arrow(tr("Move down"), "arrow-down", "Alt+Down")

    def show_state(self) -> None:
        """Offer what can be done with the selected file."""
        for button in (self.first, self.up, self.down):
            can = self._goal(button) is not None
            if not can and button.hasFocus():
                # Qt would lead on to the folder of the results, which Space would type into.
                self._table.setFocus()
            button.setEnabled(can)

    def _add_arrow(self, name: str, picture: str, key: str) -> QPushButton:
        button = self._add("", picture, f"{name} ({key})")
        button.setAccessibleName(name)
        button.clicked.connect(partial(self._move, button))
        shortcut = QShortcut(QKeySequence(key), self._table)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(partial(self._move, button))
        return button

    def _goal(self, button: QPushButton) -> int | None:
        """Return the place that the selected file would get, None where it has to stay."""
        waiting = self._table.queue.waiting()
        chosen = self._table.currentIndex().row() if self._table.chosen() else -1
        if chosen not in waiting:
            return None
        at = waiting.index(chosen)
        goal = {self.first: 0, self.up: at - 1, self.down: at + 1}[button]
        return waiting[goal] if 0 <= goal < len(waiting) and goal != at else None

    def _move(self, button: QPushButton) -> None:
        goal = self._goal(button)
        if goal is None:
            return
        queue = self._table.queue
        queue.move(self._table.currentIndex().row(), goal)
        self._priorities.prefer(queue.rows[at].file for at in queue.waiting())
        self._table.scrollTo(self._table.currentIndex())
        self.show_state()


_SHOWN_MS = 10_000


class Notifier(QObject):
    """Show a message of the desktop where it can, and mark the window in the list of windows.

    `wanted` says that the message was clicked.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._icon: QSystemTrayIcon | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.applicationStateChanged.connect(self._hide)

    def tell(self, text: str) -> None:
        """Tell something, unless a window of the program is in front."""
        if QApplication.activeWindow() is not None:
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._shown().showMessage("subpunct", text, app_icon(), _SHOWN_MS)

    def _shown(self) -> QSystemTrayIcon:
        # Messages come from an icon; it goes away when the editor comes back.
        if self._icon is None:
            self._icon = QSystemTrayIcon(app_icon(), self)
            self._icon.setToolTip("subpunct")
            self._icon.messageClicked.connect(self.wanted)
            self._icon.activated.connect(self.wanted)
        self._icon.show()
        return self._icon

    def _hide(self, state: Qt.ApplicationState) -> None:
        if self._icon is not None and state == Qt.ApplicationState.ApplicationActive:
            self._icon.hide()


# In letters and lines.
_SIZE = (160, 46)


class BatchWindow(FollowsPalette, AcceptsFileDrops, SideWindow):
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
        super().__init__(tr("Batch"))
        self._sources: list[Path] = []
        self._told = BatchStage.READY
        self.model = QueueModel(self)
        self._course = QueueRunner(self.model, pool_for, self)
        self._notifier = Notifier(self)
        self.message = MessageBar(self)
        self.add_bar = SourceBar(self)
        self.table = QueueTable(self.model, self)
        self.order_bar = OrderBar(self.table, self._course.priorities, self)
        self.options = BatchOptions(choices, wanted, self)
        self.state_bar = StateBar(self)
        self.buttons = BatchButtons(self)
        self._lay_out()
        self._connect()
        self._update()

    @property
    def stage(self) -> BatchStage:
        """Return how far the batch is."""
        return self._course.stage

    @property
    def at_work(self) -> bool:
        """Tell whether it restores files, or waits for more."""
        return self.stage in (BatchStage.RUNNING, BatchStage.STOPPING, BatchStage.WATCHING)

    @property
    def is_watching(self) -> bool:
        """Tell whether it waits for files that come later."""
        return self.stage is BatchStage.WATCHING

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
            self.message.show_note(
                tr(
                    "You cannot add files to a batch that has started. Wait until it ends, or "
                    "cancel it."
                )
            )
            return
        self._sources = list(dict.fromkeys([*self._sources, *paths]))
        self.options.suggest(self._sources)
        self._show_sources()

    def clear(self) -> None:
        """Forget the list, also for a later start, and nothing that was restored."""
        self._sources = []
        self._course.forget()
        self._course.priorities.prefer([])
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
        if self.stage is BatchStage.PAUSED:
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
        if self.stage in (BatchStage.RUNNING, BatchStage.WATCHING):
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
        resize_to_text(self, *_SIZE)

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
        if name := QFileDialog.getExistingDirectory(self, tr("Add a folder")):
            self.add([Path(name)])

    def _ask_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, tr("Add files"), "", OPENABLE)
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
        doubtful = self.model.next_of(Status.REVIEW)
        if doubtful is not None and self.table.chosen() is None:
            self.table.choose(doubtful.file)
        told = summary(account)
        self.message.show_note(told, Offer(tr("Open report"), self._open_report))
        self._notifier.tell(told)
        self.over.emit(account)

    def _fail(self, error: SubpunctError) -> None:
        anew = Offer(tr("Start over"), self._start_anew) if isinstance(error, OtherOrder) else None
        self._tell_error(error, anew)

    def _tell_error(self, error: SubpunctError, offer: Offer | None = None) -> None:
        self.message.show_error(error, offer)
        self._notifier.tell(error.message)
        self.failed.emit(error)

    def _tell_missing(self, missing: Sequence[Path]) -> None:
        """Say which watched folders are missing, or that they are there again."""
        self._update()
        if missing:
            text = tr(
                "This folder was moved or deleted, or cannot be read: {names}.",
                "These folders were moved or deleted, or cannot be read: {names}.",
                len(missing),
                names=", ".join(map(str, missing)),
            )
            self._tell_error(FileError(text, tr("It will be watched again once it is back.")))
        else:
            self.message.show_note(tr("All watched folders are back."))

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
        if worked and self.isVisible() and self.stage not in (self._told, BatchStage.OVER):
            told = filter(None, (self.stage, self.state_bar.label.text()))
            announce(self.state_bar, ": ".join(told))
        self._told = self.stage

    def _update(self) -> None:
        """Show what can be done now, and how far it is."""
        counts, stage = self.model.counts, self.stage
        working = stage in (BatchStage.RUNNING, BatchStage.STOPPING)
        fixed, watching = stage.is_fixed, self.is_watching
        paused = stage is BatchStage.PAUSED
        self.order_bar.show_state()
        self.add_bar.setEnabled(not fixed)
        self.add_bar.clear.setEnabled(bool(self._sources))
        self.options.setEnabled(not fixed)
        plan = self._course.plan if fixed else None
        self.options.show_order(plan.order if plan else None)
        self.buttons.start.setVisible(not working and not watching)
        self.buttons.start.setText(tr("Contin&ue") if paused else tr("&Start"))
        self.buttons.start.setEnabled(bool(self._sources) and self.options.out is not None)
        self.buttons.pause.setVisible(working)
        self.buttons.pause.setEnabled(stage is BatchStage.RUNNING)
        self.buttons.cancel.setVisible(fixed)
        self.buttons.cancel.setEnabled(stage is not BatchStage.STOPPING)
        over = stage is BatchStage.OVER or watching
        self.buttons.retry.setVisible(over and counts[Status.FAILED] > 0)
        self.buttons.failed.setVisible(counts[Status.FAILED] > 0)
        self.buttons.report.setVisible(over and finished(counts) > 0)
        self.buttons.review.setEnabled(self.table.chosen() is not None)
        done, total = finished(counts), len(self.model.rows)
        waits, missing = tr("watching") if watching else "", len(self._course.watcher.missing)
        if waits and missing:
            waits = tr(
                "watching, {n} folder is missing", "watching, {n} folders are missing", missing
            )
        text = " · ".join(filter(None, (totals(counts), waits)))
        self.state_bar.show_state(text, done, total, under_way=fixed and not watching)
