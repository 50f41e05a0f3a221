"""Gaps that the model would leave alone, without being sure."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.texts.wording import describe
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.review.settings import Settings
from subpunct_app.review.views.cue_runs import Look
from subpunct_app.text.decisions import Decision
from tests.gui.conftest import (
    NewWindow,
    open_and_wait,
    press,
    review_file,
    session_of,
    status_of,
    text_of,
)
from tests.gui.fakes import FakePunctuator

EVERYONE = 3


class HesitantPunctuator(FakePunctuator):
    """Take one comma in four after "everyone" for granted, which is not enough."""

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks, cases = super().predict(pieces, mask, features)
        marks[pieces == self.tokens.of(["everyone"])[0][0]] = [0.7, 0.25, 0.02, 0.01, 0.01, 0.01]
        return marks, cases


def asked_window(new_window: NewWindow, talk: Path, qtbot: QtBot, *, ask: bool) -> MainWindow:
    window = new_window(HesitantPunctuator, Settings(ask=ask))
    review_file(window, talk, qtbot)
    return window


@pytest.fixture
def asking(new_window: NewWindow, talk: Path, qtbot: QtBot) -> MainWindow:
    return asked_window(new_window, talk, qtbot, ask=True)


def test_a_question_is_drawn_apart_and_told_in_words(asking: MainWindow) -> None:
    review = asking.page.review
    assert review is not None
    looks = {run.look: run.text for run in review.runs(0)}
    assert looks[Look.ASKED] == ","
    assert describe(review, EVERYONE) == "Maybe a comma is missing here (0.25)"


def test_accepting_the_cue_answers_no_question(asking: MainWindow) -> None:
    asking.page.select_gap(EVERYONE)
    asking.commands["accept_cue"].trigger()
    session = session_of(asking)
    assert session.verdict(EVERYONE).decision is Decision.OPEN
    assert session.edits()


def test_accepting_everything_leaves_the_mark_out_and_nothing_open(asking: MainWindow) -> None:
    asking.page.set_threshold(0.0)
    asking.commands["accept_above"].trigger()
    session = session_of(asking)
    assert session.open_count == 0
    assert EVERYONE not in session.edits()
    asking.commands["undo"].trigger()
    assert session.verdict(EVERYONE).decision is Decision.OPEN


def test_nobody_is_asked_who_does_not_want_to(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = asked_window(new_window, talk, qtbot, ask=False)
    assert EVERYONE not in session_of(window)


def test_a_question_that_was_rejected_is_drawn_as_if_nothing_was_there(asking: MainWindow) -> None:
    review = asking.page.review
    assert review is not None
    asking.page.select_gap(EVERYONE)
    press(asking, Qt.Key.Key_Backspace)
    assert [run.look for run in review.runs(0) if run.gap == EVERYONE] == [Look.SLOT]
    assert "everyone before" in text_of(asking, 0)


@pytest.fixture
def silent_pipe(tmp_path: Path) -> Path:
    """Return a pipe that nobody writes into."""
    if sys.platform == "win32":
        pytest.skip("there are no pipes in folders")
    os.mkfifo(tmp_path / "pipe.srt")
    return tmp_path / "pipe.srt"


def wait_for(window: MainWindow, pipe: Path, qtbot: QtBot) -> None:
    """Have a window wait for what somebody may write into a pipe."""
    window.open_file(pipe)
    qtbot.waitUntil(lambda: "Waiting for the file" in status_of(window))


def test_another_file_opens_while_a_pipe_keeps_silent(
    window: MainWindow, talk: Path, silent_pipe: Path, qtbot: QtBot
) -> None:
    wait_for(window, silent_pipe, qtbot)
    open_and_wait(window, talk, qtbot)
    assert window.file is not None
    assert window.file.path == talk


def test_a_window_closes_while_a_pipe_keeps_silent(
    new_window: NewWindow, silent_pipe: Path, qtbot: QtBot
) -> None:
    window = new_window()
    wait_for(window, silent_pipe, qtbot)
    assert window.close()


def test_a_pipe_opens_whole_after_it_was_left_silent(
    window: MainWindow, talk: Path, silent_pipe: Path, qtbot: QtBot
) -> None:
    wait_for(window, silent_pipe, qtbot)
    open_and_wait(window, talk, qtbot)
    text = talk.read_bytes() * 500
    Thread(target=silent_pipe.write_bytes, args=(text,)).start()
    open_and_wait(window, silent_pipe, qtbot)
    assert window.file is not None
    assert window.file.path == silent_pipe
    assert window.file.document.to_bytes() == text
