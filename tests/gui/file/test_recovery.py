"""What an editor decided is there again: after closing, after a crash, and not for other bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Case, Mark
from tests.gui.conftest import (
    NewWindow,
    Reopen,
    answer,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
)
from tests.gui.keeping import EVERYONE, START, WHY, YOU, keep_and_close
from tests.gui.panels.test_history_panel import check_undo
from tests.gui.review.test_budget_bar import Measured


def test_a_review_goes_on_after_closing(reviewing: MainWindow, reopen: Reopen, talk: Path) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Question)
    reviewing.page.set_threshold(0.8)
    reviewing.commands["by_doubt"].trigger()
    reviewing.page.select_gap(WHY)
    keep_and_close(reviewing)
    reopened = reopen(talk)
    session = session_of(reopened)
    assert session.edits() == {
        START: Edit(Mark.NONE, Case.CAPITALISED),
        YOU: Edit(Mark.QUESTION, Case.CAPITALISED),
    }
    assert session.verdict(EVERYONE).decision is Decision.REJECTED
    assert session.open_count == 4
    assert (reopened.page.current, reopened.page.threshold) == (WHY, 0.8)
    assert reopened.page.by_doubt
    assert reopened.commands["by_doubt"].isChecked()
    assert ": 3 of 7 decided" in reopened.message.text
    assert reopened.isWindowModified()


def test_suggestions_that_nobody_decided_are_there_again(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    assert reviewing.close()
    reopened = reopen(talk)
    assert session_of(reopened).open_count == 7
    assert reopened.message.text.startswith("Restored the suggestions from ")
    assert reopened.message.text.endswith(" None is decided yet.")


def test_the_alternatives_and_the_outlook_come_back(
    new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    reviewing = new_window(Measured)
    review_file(reviewing, talk, qtbot)
    before = [session_of(reviewing).suggestion(gap) for gap in session_of(reviewing).gaps]
    outlook = reviewing.page.panel.budget.text
    assert "of the model's errors" in outlook
    assert reviewing.close()
    reopened = reopen(talk)
    assert [session_of(reopened).suggestion(gap) for gap in session_of(reopened).gaps] == before
    assert reopened.page.panel.budget.text == outlook
    assert not reopened.isWindowModified()


def test_an_export_leaves_nothing_unsaved_the_next_time(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert reviewing.export()
    assert reviewing.close()
    reopened = reopen(talk)
    assert list(session_of(reopened).edits()) == [START]
    assert not reopened.isWindowModified()
    assert reopened.close()


def test_the_next_export_goes_where_the_last_one_went(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert reviewing.export()
    assert reviewing.close()
    reopened = reopen(talk)
    press(reopened, Qt.Key.Key_Return)
    assert reopened.export()
    assert [path.name for path in talk.parent.glob("*.punct*")] == ["talk.punct.srt"]
    assert b"everyone," in talk.with_name("talk.punct.srt").read_bytes()


def test_what_something_else_wrote_into_an_export_stays(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert reviewing.export()
    assert reviewing.close()
    exported = talk.with_name("talk.punct.srt")
    exported.write_bytes(b"by another program")
    reopened = reopen(talk)
    press(reopened, Qt.Key.Key_Return)
    assert reopened.export()
    assert exported.read_bytes() == b"by another program"
    assert b"everyone," in talk.with_name("talk.punct-2.srt").read_bytes()
    assert reopened.message.text.startswith("Another program has changed talk.punct.srt")


def test_what_is_undone_is_not_brought_back(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    reviewing.commands["undo"].trigger()
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert list(session_of(reopened).edits()) == [START]


def test_discarded_decisions_are_forgotten(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Discard)
    assert reviewing.close()
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert reopened.message.text == ""


def test_a_review_that_was_put_away_stays_away(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reviewing.commands["start_anew"].trigger()
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert reopened.page.review is None


@pytest.mark.usefixtures("kept")
def test_decisions_that_came_back_are_steps_of_their_own_kind(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window()
    open_and_wait(window, talk, qtbot)
    check_undo(window, window.page.decider.accept_current)
    punctuate_and_wait(window, qtbot)
    assert len(session_of(window).edits()) == 2


def test_decisions_stay_kept_where_the_next_file_cannot_be_opened(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Discard)
    with qtbot.waitSignal(reviewing.failed):
        reviewing.open_file(talk.with_name("missing.srt"))
    reviewing.page.decider.accept_current()
    keep_and_close(reviewing)
    assert list(session_of(reopen(talk)).edits()) == [START, EVERYONE]


def test_what_is_decided_while_a_file_is_opened_again_stays(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(reviewing.opened):
        reviewing.opener.reopen("")
        reviewing.page.decider.accept_current()
    assert list(session_of(reviewing).edits()) == [START]
