"""Which cues are listed, how many there are of each, and that the current one always is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.cue_states import Filter
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.gui.conftest import open_and_wait, press, review_file, session_of

CUE = "{0}\n00:{1:02}:{2:02},000 --> 00:{1:02}:{2:02},900\nthe line x{0} is here\nand {3} more\n\n"


@pytest.fixture
def counted(reviewing: MainWindow, qtbot: QtBot) -> MainWindow:
    settle(reviewing, qtbot)
    return reviewing


def settle(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.result.watch.counting)


def listed(window: MainWindow) -> list[int]:
    table = window.page.table
    return [row for row in range(table.model().rowCount()) if not table.isRowHidden(row)]


def counts(window: MainWindow) -> list[str]:
    return [button.text() for button in window.page.listing.findChildren(QToolButton)][:5]


def choose(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.page.table, key, Qt.KeyboardModifier.ControlModifier)


def long_review(window: MainWindow, path: Path, cues: int, qtbot: QtBot) -> None:
    """Open a file where every fourth cue has one suggestion, beside the first word of all."""
    text = (CUE.format(n + 1, n // 60, n % 60, "one" if n % 4 else "why") for n in range(cues))
    path.write_text("".join(text))
    review_file(window, path, qtbot)
    settle(window, qtbot)


def test_alt_and_arrows_go_to_the_cues_that_are_listed_from_anywhere(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    long_review(window, tmp_path / "long.srt", 12, qtbot)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    choose(window, Qt.Key.Key_2)
    assert listed(window) == [0, 4, 8, 11]
    visited = [window.page.cue]
    for key in (*[Qt.Key.Key_Down] * 4, Qt.Key.Key_Up):
        QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
        visited.append(window.page.cue)
    assert visited == [0, 4, 8, 11, 11, 8]
    assert window.page.table.selected_cues() == [8]


def test_counts_follow_every_decision(counted: MainWindow) -> None:
    counted.commands["accept_cue"].trigger()
    assert counts(counted)[1:4] == ["Pending 2", "Low confidence 2", "Changed 2"]
    counted.page.stack.undo()
    assert counts(counted)[1:4] == ["Pending 3", "Low confidence 3", "Changed 0"]
    counted.commands["reject_cue"].trigger()
    assert counts(counted)[1:4] == ["Pending 2", "Low confidence 2", "Changed 0"]


def test_a_decided_cue_leaves_the_pending_ones(counted: MainWindow) -> None:
    choose(counted, Qt.Key.Key_2)
    assert counted.commands["list_pending"].isChecked()
    counted.commands["accept_cue"].trigger()
    assert listed(counted) == [1, 2]
    counted.page.stack.undo()
    assert listed(counted) == [0, 1, 2]


def test_the_current_cue_is_listed_whatever_it_holds(counted: MainWindow) -> None:
    choose(counted, Qt.Key.Key_4)
    assert counted.commands["list_changed"].isChecked()
    assert listed(counted) == [0]
    press(counted, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N)
    assert listed(counted) == [counted.page.cue]
    assert counted.page.table.currentIndex().row() == counted.page.cue
    assert counted.page.cue > 0
    counted.page.show_cue(0)
    assert listed(counted) == [0]


def test_low_confidence_is_what_lies_below_the_line(counted: MainWindow) -> None:
    slider = counted.page.panel.findChild(QSlider, "threshold")
    assert slider is not None
    review = counted.page.review
    assert review is not None
    session = review.session
    doubted = sorted(session.gaps, key=lambda gap: session.suggestion(gap).confidence)[:2]
    choose(counted, Qt.Key.Key_3)
    slider.setValue(2)
    assert listed(counted) == sorted({0, *map(review.cue_of, doubted)})
    slider.setValue(0)
    assert listed(counted) == [0]
    assert counts(counted)[2] == "Low confidence 0"


def test_cues_without_marks_are_those_of_runs(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "half.srt"
    good = "Well, x{0} is so. And here, as you see, is more."
    bare = "and then x{0} went on without any mark for a very long time"
    texts = [good] * 12 + [bare] * 24 + [good] * 12
    path.write_text(
        "".join(
            f"{n}\n00:{n:02}:00,000 --> 00:{n:02}:09,000\n{text.format(n)}\n\n"
            for n, text in enumerate(texts, start=1)
        )
    )
    open_and_wait(window, path, qtbot)
    settle(window, qtbot)
    choose(window, Qt.Key.Key_5)
    assert listed(window) == [0, *range(12, 36)]
    choose(window, Qt.Key.Key_1)
    assert len(listed(window)) == 48


def test_the_current_cue_stays_in_view_as_those_before_it_leave_and_come_back(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    long_review(window, tmp_path / "long.srt", 120, qtbot)
    choose(window, Qt.Key.Key_2)
    page = window.page
    page.select_gap(session_of(window).gaps[20])
    every = listed(window)
    press(window, Qt.Key.Key_B)
    assert len(listed(window)) < 15
    assert page.table.is_in_view(page.cue)
    page.stack.undo()
    assert listed(window) == every
    assert page.table.is_in_view(page.cue)


def test_another_file_lists_everything(counted: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    choose(counted, Qt.Key.Key_4)
    other = tmp_path / "other.srt"
    other.write_text(CUE.format(1, 0, 1, "one") + CUE.format(2, 0, 3, "two"))
    open_and_wait(counted, other, qtbot)
    settle(counted, qtbot)
    assert listed(counted) == [0, 1]
    assert counts(counted)[0] == "All 2"
    assert counted.commands["list_all"].isChecked()


@pytest.mark.slow
def test_a_decision_takes_hardly_longer_among_many_cues(opened: MainWindow, qtbot: QtBot) -> None:
    few, many = (seconds_of_a_decision(opened, cues, qtbot) for cues in (1_000, 20_000))
    assert many < 5 * few


def seconds_of_a_decision(window: MainWindow, cues: int, qtbot: QtBot) -> float:
    """Return the median of forty decisions where every second cue is pending, one that leaves."""
    text = "".join(
        f"{n}\n00:00:00,{n % 999:03} --> 00:00:01,000\nyes{n} why\n\n" for n in range(cues)
    )
    document = parse(text.encode(), name="long.srt")
    suggestions = [Suggestion(gap, Mark.QUESTION, Case.KEEP, 0.7) for gap in range(2, 2 * cues, 4)]
    window.result.watch.begin(document)
    window.page.show_document(document)
    window.page.replacing.show(Review(read_words(document), ReviewSession(suggestions)))
    settle(window, qtbot)
    window.page.listing.list_cues(Filter.PENDING)
    assert len(listed(window)) == cues // 2
    spent = []
    for _ in range(40):
        started = time.thread_time()
        window.page.decider.accept_current()
        spent.append(time.thread_time() - started)
    assert len(listed(window)) == cues // 2 - 40
    return sorted(spent)[20]


@pytest.mark.slow
def test_a_decision_among_twenty_thousand_cues_is_instant(opened: MainWindow, qtbot: QtBot) -> None:
    text = "".join(
        f"{n}\n00:00:00,{n % 999:03} --> 00:00:01,000\nyes{n} why\n\n" for n in range(20_000)
    )
    document = parse(text.encode(), name="long.srt")
    suggestions = [Suggestion(gap, Mark.QUESTION, Case.KEEP, 0.7) for gap in range(2, 40_001, 4)]
    opened.result.watch.begin(document)
    opened.page.show_document(document)
    opened.page.replacing.show(Review(read_words(document), ReviewSession(suggestions)))
    settle(opened, qtbot)
    opened.page.listing.list_cues(Filter.PENDING)
    assert len(listed(opened)) == 10_000
    spent = []
    for _ in range(40):
        started = time.thread_time()
        opened.page.decider.accept_current()
        spent.append(time.thread_time() - started)
    assert len(listed(opened)) == 9_960
    assert sorted(spent)[20] < 0.016


def test_a_filter_can_be_chosen_by_mouse_and_by_tab(counted: MainWindow, qtbot: QtBot) -> None:
    button = counted.page.listing.findChildren(QToolButton)[3]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert counted.commands["list_changed"].isChecked()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    before = counted.focusWidget()
    assert before is counted.page.listing.findChildren(QToolButton)[2]
    QTest.keyClick(before, Qt.Key.Key_Space)
    assert counted.commands["list_doubtful"].isChecked()
