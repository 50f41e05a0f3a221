"""Every step can be taken back, found by its name, and gone back to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QUndoView
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.panels.result_docks import HistoryPanel
from subpunct_app.gui.review.deciding import Decider
from subpunct_app.text.decisions import Edit, untouched
from subpunct_app.text.words import Case, Mark
from tests.gui.conftest import press, punctuate_and_wait, review_file, session_of

EVERYONE, YOU = 3, 14
COMMANDS: dict[str, Callable[[Decider], None]] = {
    "Accept “everyone, before”": lambda judge: judge.accept_current(),
    "Reject “everyone, before”": lambda judge: judge.reject_current(),
    "Put question mark at “everyone? Before”": lambda judge: judge.choose_mark(Mark.QUESTION),
    "Change the mark at “everyone before”": lambda judge: judge.cycle_mark(1),
    "Toggle the capital at “everyone, Before”": lambda judge: judge.toggle_capital(),
    "Accept “everyone, before”  ": lambda judge: judge.write_everywhere(),
    "Accept 3 in cue 1": lambda judge: judge.accept_cue(),
    "Reject 3 in cue 1": lambda judge: judge.reject_cue(),
    "Accept “everyone, before” ": lambda judge: judge.accept_alike(),
    "Reject “everyone, before” ": lambda judge: judge.reject_alike(),
    "Accept 4 confident suggestions, above 0.96": lambda judge: judge.accept_above(),
}


def texts_of(window: MainWindow) -> tuple[str, int]:
    assert window.file is not None
    return window.file.result(window.page.review).text, session_of(window).open_count


def state_of(window: MainWindow) -> tuple[object, ...]:
    session = session_of(window)
    return (*texts_of(window), [session.verdict(gap) for gap in session.gaps])


def check_undo(window: MainWindow, step: Callable[[], object]) -> None:
    """Do, undo, redo, undo and redo a step; each time the state must be as it was."""
    before = state_of(window)
    step()
    after = state_of(window)
    assert after != before
    for _ in range(2):
        window.page.stack.undo()
        assert state_of(window) == before
        window.page.stack.redo()
        assert state_of(window) == after


@pytest.mark.parametrize("label", COMMANDS)
def test_do_undo_redo_undo_redo(reviewing: MainWindow, label: str) -> None:
    page = reviewing.page
    page.set_threshold(0.96)
    page.select_gap(EVERYONE)
    check_undo(reviewing, lambda: COMMANDS[label](reviewing.page.decider))
    assert page.stack.undoText() == label.strip()


@pytest.mark.parametrize("key", ["accept_before", "accept_above", "accept_alike", "accept_cue"])
def test_a_step_over_many_cues_is_undone_and_redone_where_it_was_made(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, key: str
) -> None:
    path = tmp_path / "talk.srt"
    texts = ["look at the bridges and so on", "the kitchen why not"] * 3
    cue = "{0}\n00:00:0{0},000 --> 00:00:0{0},900\n{1}\n\n"
    path.write_text("".join(cue.format(at, text) for at, text in enumerate(texts, 1)))
    review_file(window, path, qtbot)
    page = window.page
    page.show_cue(3)
    place = (page.cue, page.current)
    window.commands[key].trigger()
    assert page.stack.count() == 1
    assert page.cue >= 3
    for step in ("undo", "redo", "undo"):
        page.show_cue(5)
        window.commands[step].trigger()
        assert (page.cue, page.current) == place
        assert page.table.currentIndex().row() == 3


@pytest.fixture
def history(reviewing: MainWindow) -> QUndoView:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Return)
    reviewing.commands["history"].trigger()
    panel = reviewing.findChild(HistoryPanel)
    assert panel is not None
    assert panel.isVisible()
    return panel.view


def names_of(view: QUndoView) -> list[str]:
    model = view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_a_step_that_is_pointed_at_is_gone_back_to(
    reviewing: MainWindow, history: QUndoView
) -> None:
    assert names_of(history) == [
        "As the model proposed it",
        "Accept “Good”",
        "Reject “everyone, before”",
        "Accept “you. There”",
    ]
    history.setCurrentIndex(history.model().index(1, 0))
    assert list(session_of(reviewing).edits()) == [0]
    assert session_of(reviewing).open_count == 6
    history.setCurrentIndex(history.model().index(3, 0))
    assert list(session_of(reviewing).edits()) == [0, YOU]


def test_other_suggestions_are_a_step_too(reviewing: MainWindow, qtbot: QtBot) -> None:
    press(reviewing, Qt.Key.Key_Return)
    next(a for a in reviewing.choices.actions() if a.text().startswith("&Commas")).trigger()
    check_undo(reviewing, lambda: punctuate_and_wait(reviewing, qtbot))
    assert reviewing.page.stack.undoText() == "Punctuate again"


def test_what_the_model_says_meanwhile_is_not_undone(reviewing: MainWindow) -> None:
    page, session = reviewing.page, session_of(reviewing)
    assert page.review is not None
    page.select_gap(EVERYONE)
    press(reviewing, Qt.Key.Key_A)
    page.stack.undo()
    stop = replace(session.suggestion(EVERYONE), mark=Mark.PERIOD, case=Case.CAPITALISED)
    page.renew(page.review, {EVERYONE: stop})
    page.stack.redo()
    assert session.edits() == {EVERYONE: Edit(Mark.COMMA, Case.KEEP)}
    page.stack.undo()
    assert session.state_of([EVERYONE]) == ((stop, untouched(stop)),)
