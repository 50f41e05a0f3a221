"""Long work leaves the window its turn between two steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from subpunct_app.gui.background.slices import Slices

_STEPS = 10


@pytest.mark.parametrize(("seconds", "at_once"), [(0.0011, 3), (0.0025, 1), (0.02, 1)])
def test_a_step_that_would_end_too_late_waits_for_the_next_turn(
    seconds: float, at_once: int, qtbot: QtBot
) -> None:
    now = 0.0
    taken: list[int] = []

    def steps() -> Iterator[None]:
        nonlocal now
        for step in range(_STEPS):
            now += seconds
            taken.append(step)
            yield

    slices = Slices(owner := QObject(), clock=lambda: now)
    slices.begin(steps())
    while not taken:
        QCoreApplication.processEvents()
    assert len(taken) == at_once
    qtbot.waitUntil(lambda: not slices.under_way)
    assert taken == list(range(_STEPS))
    owner.deleteLater()
