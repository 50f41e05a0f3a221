"""Time the window with a long file: from opening to the first picture, from key to picture."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from subpunct_app.benchmarks.measuring import Spent, median_of, sample_subtitles
from subpunct_app.benchmarks.program_speed import KeySpeed, WindowSpeed
from subpunct_app.gui.app import PICTURE_SIZE, log_qt, make_application
from subpunct_app.gui.background.sweeper import Sweeper
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.models.card import DEFAULT_MODEL, TOKENIZER, ModelCard
from subpunct_app.models.model_registry import find
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.settings import Settings
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from PySide6.QtWidgets import QWidget

    from subpunct_app.models.punctuator import Ids, Probabilities
    from subpunct_app.runtime.task import Task

    # What a key is called, what it draws anew, and how it is pressed.
    _Press: TypeAlias = tuple[str, QWidget, Callable[[], object]]

KEYS = 200
MANY = 5_000
# In fewer there are not enough suggestions to time a key.
_LEAST_CUES = 100
_HOUR_MS = 3_600_000
_ROUNDS = 3
# In a short text a key may change nothing that is in view.
_PATIENCE_MS = 2_000
_CONTROL = Qt.KeyboardModifier.ControlModifier


class Stopwatch(QObject):
    """Wait until a window is drawn with some widget of it in it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._window = window
        self._painted = False
        self._drawn: Spent | None = None
        self._loop = QEventLoop()
        self._patience = timer(self, 0, once=True)
        self._patience.timeout.connect(self._loop.quit)
        window.installEventFilter(self)

    def until_painted(
        self, widget: QWidget, deed: Callable[[], object], *, patience_ms: int | None = None
    ) -> Spent:
        """Do something and return what it took until the widget was drawn anew.

        What may draw nothing is waited for no longer than `patience_ms`, if any are given.
        """
        self._painted, self._drawn = False, None
        widget.installEventFilter(self)
        before = Spent.now()
        deed()
        if self._drawn is None:
            if patience_ms is not None:
                self._patience.start(patience_ms)
            self._loop.exec()
            self._patience.stop()
        after = self._drawn or Spent.now()
        widget.removeEventFilter(self)
        return after - before

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note that the widget is drawn, and when all of the window is: what comes is no part."""
        if event.type() == QEvent.Type.Paint and watched is not self._window:
            self._painted = True
        if event.type() != QEvent.Type.UpdateRequest or watched is not self._window:
            return False
        watched.event(event)
        if self._painted and self._drawn is None:
            self._drawn = Spent.now()
            self._loop.quit()
        return True


def far_speeds(
    watch: Stopwatch, window: MainWindow, session: ReviewSession, many: int
) -> dict[str, Spent]:
    """Return the median of what each key takes, pressed when nothing else is to be done.

    Keys that decide do so about `many` suggestions, as far as so many are open. A key that stands
    for an action of the menus is timed from that action on.
    """
    spent: dict[str, list[Spent]] = defaultdict(list)
    for _ in range(_ROUNDS):
        for presses in (_deciding, _editing, _listing, _going, _searching):
            for name, drawn, press in presses(window, session, many):
                rest(window)
                taken = watch.until_painted(drawn, press, patience_ms=_PATIENCE_MS)
                spent[name].append(taken)
    return {name: median_of(each) for name, each in spent.items()}


def rest(window: MainWindow) -> None:
    """Wait until all that follows a key is done, as far as anything shows by it."""
    slices = window.page.foresight, window.style_learner
    watch, search = window.result.watch, window.writing.search
    while any(part.under_way for part in slices) or watch.counting or search.busy:
        QCoreApplication.processEvents()
    QCoreApplication.processEvents()


def _deciding(window: MainWindow, session: ReviewSession, many: int) -> Iterator[_Press]:
    page, view, commands = window.page, window.page.table.viewport(), window.commands
    decided = page.stack.index()
    page.select_gap(session.gaps[min(many, len(session) - 1)])
    yield "accept_before", view, commands["accept_before"].trigger
    yield "undo", view, commands["undo"].trigger
    yield "redo", view, commands["redo"].trigger
    page.stack.setIndex(decided)
    page.select_gap(session.gaps[0])
    yield "write_everywhere", view, commands["everywhere"].trigger
    page.stack.setIndex(decided)
    [slider] = window.findChildren(QSlider, "threshold")
    slider.setFocus()
    step = Qt.Key.Key_Left if slider.value() else Qt.Key.Key_Right
    yield "slider", slider, partial(QTest.keyClick, slider, step)
    page.table.setFocus()


def _editing(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    page, view, editor = window.page, window.page.table.viewport(), window.writing.manual.editor
    # One cue in a hundred of the longest files tells of the languages of the file, too.
    page.show_cue(page.table.model().rowCount() // 2 + 1)
    window.commands["edit"].trigger()
    editor.insertPlainText(" and so on")
    yield "end_edit", view, partial(QTest.keyClick, editor, Qt.Key.Key_Return)
    yield "undo_edit", view, window.commands["undo"].trigger


def _listing(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    view, commands = window.page.table.viewport(), window.commands
    yield "list_doubtful", view, commands["list_doubtful"].trigger
    yield "list_all", view, commands["list_all"].trigger


def _going(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    page, table = window.page, window.page.table
    view, count = table.viewport(), table.model().rowCount()
    page.show_cue(0)
    for name, key in (("page_down", Qt.Key.Key_PageDown), ("end", Qt.Key.Key_End)):
        yield name, view, partial(QTest.keyClick, table, key)
    yield "home", view, partial(QTest.keyClick, table, Qt.Key.Key_Home)
    yield "select_all", view, partial(QTest.keyClick, table, Qt.Key.Key_A, _CONTROL)
    window.commands["go_to"].trigger()
    field = window.writing.go_to_bar.field
    field.setText(str(count // 2))
    yield "go_to", view, partial(QTest.keyClick, field, Qt.Key.Key_Return)


def _searching(window: MainWindow, _: ReviewSession, __: int) -> Iterator[_Press]:
    bar, view = window.writing.find_bar, window.page.table.viewport()
    window.commands["find"].trigger()
    bar.field.clear()
    yield "find", bar.field, partial(QTest.keyClick, bar.field, Qt.Key.Key_E)
    yield "find_next", view, window.commands["find_next"].trigger
    bar.leave()


def window_speed(task: Task, *, cues: int, keys: int = KEYS, many: int = MANY) -> WindowSpeed:
    """Play an editor in a window that nobody sees; nothing of it is remembered."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sweeper = Sweeper(make_application())
    before = qInstallMessageHandler(log_qt)
    window = MainWindow(load_model=lambda _: _Guesser(), remembered=Settings())
    window.opened.connect(sweeper.thaw)
    window.resize(*PICTURE_SIZE)
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "long.srt"
            path.write_text(_unlike_before(max(cues, _LEAST_CUES)), encoding="utf-8", newline="\n")
            return _play(window, path, task, keys=keys, many=many)
    finally:
        window.opener.discarded.emit()
        for part in (window.jobs, window.learner, window.keeper, window.writing):
            part.close()
        sweeper.close()
        window.deleteLater()
        qInstallMessageHandler(before)


def _unlike_before(cues: int) -> str:
    """Return other bytes each time, so that no review is read that a killed run left about them."""
    return sample_subtitles(cues, late_ms=time.time_ns() // 1_000_000 % _HOUR_MS)


def _play(window: MainWindow, path: Path, task: Task, *, keys: int, many: int) -> WindowSpeed:
    page = window.page
    watch, cues = Stopwatch(window), page.table.viewport()
    window.show()
    task.step(0, 5, "Timing: opening")
    window.opened.connect(window.punctuate, Qt.ConnectionType.QueuedConnection)
    opened = watch.until_painted(cues, lambda: window.open_file(path))
    task.step(1, 5, "Waiting for suggestions")
    session = _proposed(window)
    # What the suggestions have set off until now is not the doing of the first key.
    QCoreApplication.processEvents()
    keys = min(keys, len(session) // 4)
    task.step(2, 5, "Timing: keys")
    key = _key_speed(watch, window, keys)
    page.set_order(by_doubt=True)
    by_doubt = _key_speed(watch, window, keys)
    task.step(3, 5, "Timing: accepting")
    left = sorted(map(session.confidence, session.open_among(session.gaps)))
    page.set_threshold(left[-min(many, len(left))])
    many = session.count_above(page.threshold)
    accepted = watch.until_painted(cues, window.commands["accept_above"].trigger)
    window.commands["undo"].trigger()
    task.step(4, 5, "Timing: keys that reach far")
    far = far_speeds(watch, window, session, many)
    count = page.table.model().rowCount()
    return WindowSpeed(count, len(session), many, opened, key, by_doubt, accepted, far)


def _proposed(window: MainWindow) -> ReviewSession:
    loop = QEventLoop()
    window.proposed.connect(loop.quit)
    loop.exec()
    review = window.page.review
    return review.session if review else ReviewSession()


def _key_speed(watch: Stopwatch, window: MainWindow, keys: int) -> KeySpeed:
    def press() -> None:
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)

    spent = []
    for _ in range(keys):
        # Nobody reads a suggestion before the window is ready for the next one.
        while window.page.foresight.under_way:
            QCoreApplication.processEvents()
        spent.append(watch.until_painted(window.page.table.viewport(), press))
    walls, cpus = [each.wall for each in spent], [each.cpu for each in spent]
    slow = [quantiles(seconds, n=20)[-1] for seconds in (walls, cpus)]
    worst = Spent(max(walls), max(cpus))
    return KeySpeed(median_of(spent), Spent(*slow), worst)


class _Guesser:
    """Propose a comma or a full stop here and there, more or less surely, in no time."""

    card = ModelCard("guesser", "Guesser", ("en",), (Mark.NONE, Mark.COMMA, Mark.PERIOD), 256, 1.0)
    runs_on = "nothing"

    def __init__(self) -> None:
        self.tokens = Tokens.load(find(DEFAULT_MODEL) / TOKENIZER)
        self._chance = np.random.default_rng(0)

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        """Return chances that put a mark into one gap of eight."""
        comma, period = self._chance.uniform(0.5, 0.99, (2, *pieces.shape))
        place = self._chance.uniform(size=pieces.shape)
        comma[place > 0.08] = 0.001
        period[(place < 0.08) | (place > 0.125)] = 0.001
        marks = np.stack([1 - comma - period, comma, period], axis=-1)
        cases = np.broadcast_to([0.97, 0.01, 0.01, 0.01], (*pieces.shape, 4))
        return np.asarray(marks, dtype=np.float32), np.asarray(cases, dtype=np.float32)
