"""What is open follows the decisions of the editor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.texts.wording import describe
from subpunct_app.review.settings import Settings
from subpunct_app.text.words import Case, Mark
from tests.gui.conftest import (
    NewWindow,
    open_and_wait,
    press,
    review_file,
    session_of,
)

CUES = 40
REJECTED = 15


@pytest.fixture
def long_talk(tmp_path: Path) -> Path:
    """Write cues with a doubtful comma in each, and a surer full stop in the last one."""
    path = tmp_path / "long.srt"
    cues = (
        f"{at + 1}\n00:{at:02}:00,000 --> 00:{at:02}:03,000\non day {at} it was late so we went\n\n"
        for at in range(CUES)
    )
    path.write_text("".join(cues) + f"{CUES + 1}\n00:59:00,000 --> 00:59:03,000\nacross bridges\n")
    return path


@pytest.fixture
def decided(new_window: NewWindow, long_talk: Path, qtbot: QtBot) -> MainWindow:
    """Reject the first commas, until the others are only asked about."""
    window = new_window()
    review_file(window, long_talk, qtbot)
    assert not session_of(window).suggestion(commas(window)[-1]).asked
    window.page.select_gap(commas(window)[0])
    press(window, *[Qt.Key.Key_R] * REJECTED)
    qtbot.waitUntil(lambda: all_asked(window))
    return window


def commas(window: MainWindow) -> list[int]:
    """Return the gaps after "so"."""
    review = window.page.review
    assert review is not None
    words = [word.text for word in review.transcript.words]
    return [at + 1 for at, word in enumerate(words) if word == "so"]


def open_commas(window: MainWindow) -> list[int]:
    return list(session_of(window).open_among(commas(window)))


def all_asked(window: MainWindow) -> bool:
    session = session_of(window)
    others = [gap for gap in open_commas(window) if gap != window.page.current]
    return all(session.suggestion(gap).asked for gap in others)


def test_commas_that_are_rejected_are_not_proposed_any_more(decided: MainWindow) -> None:
    assert len(open_commas(decided)) == CUES - REJECTED
    decided.page.set_threshold(0.0)
    decided.commands["accept_above"].trigger()
    edits = session_of(decided).edits()
    assert not [gap for gap in open_commas(decided) if gap in edits]


def test_the_window_says_which_suggestions_follow(decided: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "adjusted to your decisions" in decided.status.currentMessage())
    review = decided.page.review
    assert review is not None
    last = open_commas(decided)[-1]
    assert describe(review, last).endswith("adjusted to your other decisions")
    assert "elsewhere" not in describe(review, commas(decided)[0])


def test_what_the_editor_looks_at_does_not_change_under_his_eyes(decided: MainWindow) -> None:
    current = decided.page.current
    assert current in open_commas(decided)
    assert not session_of(decided).suggestion(current).asked


def test_undo_brings_the_proposals_back(decided: MainWindow, qtbot: QtBot) -> None:
    for _ in range(REJECTED):
        decided.commands["undo"].trigger()
    qtbot.waitUntil(
        lambda: not any(session_of(decided).suggestion(gap).asked for gap in commas(decided))
    )


def test_who_does_not_want_it_gets_what_the_model_made(decided: MainWindow, qtbot: QtBot) -> None:
    decided.commands["learn"].trigger()
    qtbot.waitUntil(
        lambda: not any(session_of(decided).suggestion(gap).asked for gap in commas(decided))
    )
    press(decided, *[Qt.Key.Key_R] * 6)
    qtbot.waitUntil(lambda: not decided.jobs.busy)
    assert not any(session_of(decided).suggestion(gap).asked for gap in open_commas(decided))
    decided.commands["learn"].trigger()
    qtbot.waitUntil(lambda: all_asked(decided))


def test_a_review_that_is_taken_up_again_follows_its_decisions(
    decided: MainWindow, new_window: NewWindow, long_talk: Path, qtbot: QtBot
) -> None:
    decided.page.stack.setClean()
    decided.close()
    later = new_window()
    open_and_wait(later, long_talk, qtbot)
    qtbot.waitUntil(lambda: len(open_commas(later)) == CUES - REJECTED)
    qtbot.waitUntil(lambda: all_asked(later))
    made = session_of(later).as_made()
    assert not any(made.suggestion(gap).asked for gap in commas(later))


def test_what_was_taken_back_is_as_the_model_made_it_in_the_journal_too(
    new_window: NewWindow, long_talk: Path, qtbot: QtBot
) -> None:
    window = new_window()
    review_file(window, long_talk, qtbot)
    gap, other = commas(window)[:2]
    stop = replace(session_of(window).suggestion(gap), mark=Mark.PERIOD, case=Case.CAPITALISED)
    session_of(window).suit({gap: stop})
    window.page.select_gap(gap)
    press(window, Qt.Key.Key_R)
    window.commands["undo"].trigger()
    window.page.select_gap(other)
    press(window, Qt.Key.Key_R)
    window.page.stack.setClean()
    window.close()
    later = new_window()
    open_and_wait(later, long_talk, qtbot)
    qtbot.waitUntil(lambda: len(open_commas(later)) == CUES - 1)
    assert session_of(later).suggestion(gap).mark is Mark.COMMA
    assert session_of(later).verdict(gap).edit.mark is Mark.COMMA


@pytest.fixture
def doubting(new_window: NewWindow, long_talk: Path, qtbot: QtBot) -> MainWindow:
    """Go from the most doubtful suggestion to the surest."""
    window = new_window(remembered=Settings(by_doubt=True))
    review_file(window, long_talk, qtbot)
    return window


def test_the_most_doubtful_comes_next_whatever_was_learned(
    doubting: MainWindow, qtbot: QtBot
) -> None:
    for _ in range(2):
        press(doubting, *[Qt.Key.Key_R] * 4)
        with qtbot.waitSignal(doubting.page.suited):
            press(doubting, Qt.Key.Key_R)
    press(doubting, Qt.Key.Key_R)
    assert doubting.page.current == session_of(doubting).most_doubtful()
