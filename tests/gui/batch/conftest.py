"""A batch window with a pool that needs no model, and folders to put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.menus import PunctuateMenu
from subpunct_app.gui.batch import queue_runner
from subpunct_app.gui.batch.batch_window import BatchWindow
from subpunct_app.gui.batch.queue_runner import PoolFor
from subpunct_app.review.settings import Settings
from tests.batch.pools import Alone

NewBatch = Callable[..., BatchWindow]


@pytest.fixture(autouse=True)
def _short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave less time between two looks at a folder than files need that are being copied."""
    monkeypatch.setattr(queue_runner, "_REST_MS", 100)


@pytest.fixture
def new_batch(qtbot: QtBot) -> Iterator[NewBatch]:
    made: list[BatchWindow] = []

    def make(pool_for: PoolFor = lambda _: Alone()) -> BatchWindow:
        choices = PunctuateMenu()
        choices.show_settings(Settings())
        qtbot.addWidget(choices)
        window = BatchWindow(choices, lambda: choices.applied_to(Settings()), pool_for)
        qtbot.addWidget(window)
        made.append(window)
        window.show()
        return window

    yield make
    for window in made:
        window.close_down()


def fill(window: BatchWindow, source: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.model.modelReset):
        window.add([source])


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"
