"""One key accepts a capital and writes the word so in all its places."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import press, review_file, session_of

LINES = [
    "why did frodo go",
    "then frodo and anna went",
    "frodo's ring is anna's",
    "then sam left and sam sat",
]
FRODO, ANNA, SAM = 2, 7, 14


@pytest.fixture
def naming(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "talk.txt"
    path.write_text("\n\n".join(LINES))
    review_file(window, path, qtbot)
    window.page.select_gap(FRODO)
    return window


def everywhere(window: MainWindow) -> None:
    QTest.keyClick(window.page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)


def text_of(window: MainWindow) -> str:
    assert window.file is not None
    return window.file.result(window.page.review).text


def test_a_name_is_written_so_in_one_step(naming: MainWindow) -> None:
    press(naming, Qt.Key.Key_C)
    everywhere(naming)
    assert text_of(naming).count("Frodo") == 3
    label = "Write “Frodo” like this in 2 other places"
    assert naming.page.stack.undoText() == label
    assert label in naming.status.currentMessage()
    assert naming.page.current == FRODO
    naming.commands["undo"].trigger()
    assert text_of(naming).count("Frodo") == 1


def test_a_suggestion_is_accepted_and_the_next_one_comes(naming: MainWindow) -> None:
    naming.page.select_gap(ANNA)
    everywhere(naming)
    assert "Anna went" in text_of(naming)
    assert not session_of(naming).is_open(ANNA)
    assert naming.page.current not in (None, ANNA)


def test_where_it_stands_so_already_that_is_said(naming: MainWindow) -> None:
    before = text_of(naming)
    everywhere(naming)
    assert text_of(naming) == before
    assert "“frodo” is already written like this everywhere" in naming.status.currentMessage()
