"""Time the window with a long file: from opening to the first picture, and from key to picture."""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, qInstallMessageHandler
from PySide6.QtTest import QTest

from subpunct_app.benchmarks.measuring import Spent, median_of, sample_subtitles
from subpunct_app.benchmarks.program_speed import KeySpeed, WindowSpeed
from subpunct_app.gui.app import PICTURE_SIZE, log_qt, make_application
from subpunct_app.gui.background.sweeper import Sweeper
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.timing.far_keys import far_speeds
from subpunct_app.gui.timing.stopwatch import Stopwatch
from subpunct_app.models.card import DEFAULT_MODEL, TOKENIZER, ModelCard
from subpunct_app.models.registry import find
from subpunct_app.models.tokens import Tokens
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.settings import Settings
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from subpunct_app.models.punctuator import Ids, Probabilities
    from subpunct_app.runtime.task import Task

KEYS = 200
MANY = 5_000
# In fewer there are not enough suggestions to time a key.
_LEAST_CUES = 100
_HOUR_MS = 3_600_000


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
