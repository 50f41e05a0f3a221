"""Long work leaves the window its turn between two steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
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


class _Sheet(QWidget):
    """Note when it is drawn."""

    def __init__(self, told: list[str]) -> None:
        super().__init__()
        self._told = told

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        super().paintEvent(event)
        self._told.append("drawn")


def test_what_a_key_changed_is_drawn_before_the_first_step(qtbot: QtBot) -> None:
    told: list[str] = []

    def steps() -> Iterator[None]:
        told.append("step")
        yield

    sheet = _Sheet(told)
    qtbot.addWidget(sheet)
    sheet.show()
    qtbot.waitUntil(lambda: bool(told))
    told.clear()
    slices = Slices(sheet)
    slices.begin(steps())
    # A layout, too, knows only in the next turn what there is to draw.
    QTimer.singleShot(0, sheet.update)
    qtbot.waitUntil(lambda: not slices.under_way)
    assert told == ["drawn", "step"]
