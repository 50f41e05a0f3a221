"""One decision for all suggestions between the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.text.words import Mark
from tests.gui.conftest import press, review_file, session_of

LINES = ["it is so and it ends", "He said so And you left", "so and so and on", "so but nothing"]


@pytest.fixture
def repeating(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "talk.txt"
    path.write_text("\n\n".join(LINES))
    review_file(window, path, qtbot)
    window.page.select_gap(3)
    return window


def text_of(window: MainWindow) -> str:
    assert window.file is not None
    return window.file.result(window.page.review).text


def test_how_many_are_alike_is_said_before(repeating: MainWindow) -> None:
    texts = [label.text() for label in repeating.page.panel.findChildren(QLabel)]
    assert any(text.endswith("2 more like this") for text in texts)


def test_all_alike_are_accepted_in_one_step(repeating: MainWindow) -> None:
    press(repeating, Qt.Key.Key_L)
    assert text_of(repeating).count("so, and") == 3
    assert repeating.page.stack.undoText() == "Accept 3 like “so, and”"
    assert "Accept 3 like “so, and”" in repeating.status.currentMessage()
    repeating.commands["undo"].trigger()
    assert "," not in text_of(repeating)


def test_all_alike_are_rejected_in_one_step(repeating: MainWindow) -> None:
    before = session_of(repeating).open_count
    QTest.keyClick(repeating.page.table, Qt.Key.Key_L, Qt.KeyboardModifier.ShiftModifier)
    assert session_of(repeating).open_count == before - 3
    assert repeating.page.stack.undoText() == "Reject 3 like “so, and”"


def test_a_mark_of_ones_own_is_carried_to_those_like_it(repeating: MainWindow) -> None:
    review = repeating.page.review
    assert review is not None
    alike = review.alike(3)
    for gap in alike[:2]:
        repeating.page.select_gap(gap)
        while review.session.verdict(gap).edit.mark is not Mark.PERIOD:
            press(repeating, Qt.Key.Key_Right)
    repeating.page.decider.accept_alike()
    assert text_of(repeating).count("so. And") == 2
