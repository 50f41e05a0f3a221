"""Garbage is collected while the editor rests."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.sweeper import Sweeper
from tests.review.test_statistics import Clock

pytestmark = pytest.mark.usefixtures("frozen_again")

REST_MS = 20


class Knot:
    """Something that refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self
        self.much = [[at] for at in range(50_000)]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sweeper(qapp: QApplication, clock: Clock) -> Iterator[Sweeper]:
    sweeper = Sweeper(qapp, rest_ms=REST_MS, clock=clock)
    yield sweeper
    sweeper.close()


def rest(sweeper: Sweeper, clock: Clock, share: float, qtbot: QtBot) -> None:
    """Let a share of a rest go by, and the sweeper look."""
    clock.now += share * REST_MS / 1000
    looked = sweeper.findChild(QTimer)
    assert looked is not None
    with qtbot.waitSignal(looked.timeout):
        pass


def test_garbage_goes_once_nobody_types_any_more(
    sweeper: Sweeper, clock: Clock, qtbot: QtBot
) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is field.windowHandle())
    garbage = weakref.ref(Knot())
    for _ in range(5):
        QTest.keyClick(field.windowHandle(), Qt.Key.Key_A)
        rest(sweeper, clock, 0.9, qtbot)
    assert garbage() is not None
    rest(sweeper, clock, 0.2, qtbot)
    assert garbage() is None


def test_what_belonged_to_the_last_file_goes_with_the_next_one(
    sweeper: Sweeper, clock: Clock, qtbot: QtBot
) -> None:
    file = Knot()
    gc.unfreeze()
    rest(sweeper, clock, 1.1, qtbot)
    assert gc.get_freeze_count() > 0
    gone = weakref.ref(file)
    del file
    sweeper.thaw()
    more = [[at] for at in range(50_000)]
    rest(sweeper, clock, 1.1, qtbot)
    assert gone() is None
    assert len(more) == 50_000


def test_python_collects_itself_afterwards(qapp: QApplication) -> None:
    sweeper = Sweeper(qapp)
    assert not gc.isenabled()
    sweeper.close()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
