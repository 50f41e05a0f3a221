"""Long work leaves the window its turn between two steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

import subpunct_app.gui
from subpunct_app.gui.background.timers import Slices

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


def test_no_property_is_named_that_a_turkish_system_spells_otherwise() -> None:
    folder = Path(subpunct_app.gui.__file__).parent
    named = [
        f"{path.name}:{call.lineno}: {keyword.arg}"
        for path in folder.rglob("*.py")
        for call in calls_of_qt(path)
        for keyword in call.keywords
        if (keyword.arg or "").startswith("i")
    ]
    assert named == []


def calls_of_qt(path: Path) -> list[ast.Call]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.Call) and is_of_qt(node.func)]


def is_of_qt(function: ast.expr) -> bool:
    named = isinstance(function, ast.Name) and function.id.startswith("Q")
    return named or (isinstance(function, ast.Attribute) and function.attr == "__init__")
