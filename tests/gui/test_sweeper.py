"""Garbage is collected while the editor rests."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from subpunct_app.gui.sweeper import Sweeper

REST_MS = 300


class Knot:
    """Something that refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self
        self.much = [[at] for at in range(50_000)]


@pytest.fixture
def sweeper(qapp: QApplication) -> Iterator[Sweeper]:
    sweeper = Sweeper(qapp, rest_ms=REST_MS)
    yield sweeper
    sweeper.close()


def test_garbage_goes_once_nobody_types_any_more(sweeper: Sweeper, qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is field.windowHandle())
    garbage = weakref.ref(Knot())
    until = time.monotonic() + 5 * REST_MS / 1000

    def typed_long() -> bool:
        QTest.keyClick(field.windowHandle(), Qt.Key.Key_A)
        return time.monotonic() > until

    qtbot.waitUntil(typed_long)
    assert garbage() is not None
    qtbot.waitUntil(lambda: garbage() is None)


def test_what_belonged_to_the_last_file_goes_with_the_next_one(
    sweeper: Sweeper, qtbot: QtBot
) -> None:
    file = Knot()
    qtbot.waitUntil(lambda: gc.get_freeze_count() > 0)
    gone = weakref.ref(file)
    del file
    sweeper.thaw()
    more = [[at] for at in range(50_000)]
    qtbot.waitUntil(lambda: gone() is None)
    assert len(more) == 50_000


def test_python_collects_itself_afterwards(qapp: QApplication) -> None:
    sweeper = Sweeper(qapp)
    assert not gc.isenabled()
    sweeper.close()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
