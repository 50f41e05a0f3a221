from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import (
    Reopen,
    offered,
    press,
    punctuate_and_wait,
    session_of,
)
from tests.gui.keeping import START


def test_starting_anew_is_one_step(reviewing: MainWindow, qtbot: QtBot) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    before = session_of(reviewing)
    stack = reviewing.page.stack
    reviewing.commands["start_anew"].trigger()
    for _ in range(2):
        assert reviewing.page.review is None
        assert not reviewing.page.panel.isVisible()
        stack.undo()
        assert session_of(reviewing) is before
        assert len(before.edits()) == 2
        stack.redo()
    punctuate_and_wait(reviewing, qtbot)
    assert session_of(reviewing).open_count == 7
    stack.undo()
    stack.undo()
    assert session_of(reviewing) is before


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Backspace])
def test_who_starts_anew_after_deciding_is_asked(reviewing: MainWindow, key: Qt.Key) -> None:
    press(reviewing, key)
    reviewing.commands["start_anew"].trigger()
    assert reviewing.isWindowModified()


@pytest.mark.usefixtures("kept")
def test_the_bar_offers_to_start_anew(reopen: Reopen, talk: Path) -> None:
    reopened = reopen(talk)
    button = offered(reopened.message)
    assert button.text() == "Start over"
    button.click()
    assert reopened.page.review is None
    reopened.commands["undo"].trigger()
    assert list(session_of(reopened).edits()) == [START]
