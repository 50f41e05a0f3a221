"""Find, replace and go to: in bars that take nothing away, each change one step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.words.editing_bars import FindBar
from subpunct_app.review.editing import finding
from subpunct_app.review.editing.finding import locate
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.formats.parse import parse
from tests.gui.conftest import SRT, press
from tests.gui.words.test_cue_editor import check_undo, result, retype

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def look_for(window: MainWindow, text: str, qtbot: QtBot, *toggles: str) -> FindBar:
    """Type into the bar, wait for what is found, and return the bar."""
    bar = window.writing.find_bar
    if bar.isHidden():
        QTest.keyClick(window.page.table, Qt.Key.Key_H, CTRL)
    for name in toggles:
        button = bar.findChild(QToolButton, name)
        assert button is not None
        button.click()
    bar.field.clear()
    QTest.keyClicks(bar.field, text)
    settle(window, qtbot)
    return bar


def focused_in(window: MainWindow) -> QWidget:
    widget = window.focusWidget()
    assert widget is not None
    return widget


def settle(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.writing.search.busy)


def place_of(window: MainWindow) -> tuple[int, ...]:
    hit = window.writing.search.hit
    assert hit is not None
    assert window.page.cue == hit.cue
    return tuple(hit)


def picture(window: MainWindow, row: int) -> QImage:
    table = window.page.table
    return table.viewport().grab(table.visualRect(table.model().index(row, TEXT))).toImage()


def test_hits_are_counted_shown_and_gone_through(reviewing: MainWindow, qtbot: QtBot) -> None:
    plain = picture(reviewing, 1)
    bar = look_for(reviewing, "ice", qtbot)
    assert bar.status == "1 of 2"
    assert place_of(reviewing) == (1, 9, 12)
    assert picture(reviewing, 1) != plain
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert place_of(reviewing) == (1, 27, 30)
    QTest.keyClick(bar.field, Qt.Key.Key_F3)
    assert place_of(reviewing) == (1, 9, 12)
    QTest.keyClick(bar.field, Qt.Key.Key_Return, SHIFT)
    assert place_of(reviewing) == (1, 27, 30)
    QTest.keyClick(bar.field, Qt.Key.Key_F3, SHIFT)
    assert bar.status == "1 of 2"
    assert bar.field.hasFocus()


def test_the_search_goes_on_from_the_cue_that_was_chosen(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    look_for(reviewing, "g", qtbot)
    reviewing.page.show_cue(2)
    reviewing.commands["find_next"].trigger()
    assert place_of(reviewing)[0] == 2
    reviewing.commands["find_previous"].trigger()
    assert place_of(reviewing)[0] == 1


def test_escape_leaves_no_trace_and_goes_back_to_the_cues(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    bar = look_for(reviewing, "ice", qtbot)
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    settle(reviewing, qtbot)
    assert bar.isHidden()
    assert not reviewing.writing.search.hits
    assert reviewing.page.table.hasFocus()
    press(reviewing, Qt.Key.Key_F3)
    settle(reviewing, qtbot)
    assert bar.field.hasFocus()
    assert bar.status.endswith("of 2")


def test_case_and_expressions_are_choices(reviewing: MainWindow, qtbot: QtBot) -> None:
    assert look_for(reviewing, "THE", qtbot).status.endswith("of 3")
    assert look_for(reviewing, "THE", qtbot, "format-letter-case").status == "Nothing found"
    assert look_for(reviewing, "^the", qtbot, "format-letter-case", "regex").status.endswith("of 2")


def test_an_expression_that_goes_astray_stops_and_the_window_goes_on(
    reviewing: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_LIMIT_SECONDS", 0.5)
    bar = look_for(reviewing, r"(\w+\s?)+;$", qtbot, "regex")
    assert "takes too long" in bar.status


def test_accepted_marks_are_found_and_others_are_not(reviewing: MainWindow, qtbot: QtBot) -> None:
    bar = look_for(reviewing, ",", qtbot)
    assert bar.status == "Nothing found"
    reviewing.page.select_gap(3)
    reviewing.page.decider.accept_current()
    qtbot.waitUntil(lambda: bar.status == "1 hit")


def replace_one(window: MainWindow) -> None:
    window.commands["replace_one"].trigger()


def replace_all(window: MainWindow) -> None:
    window.commands["replace_all"].trigger()


@pytest.mark.parametrize(
    ("step", "label", "count"),
    [(replace_one, "Replace “ice” in cue 2", 1), (replace_all, "Replace 2 × “ice”", 2)],
)
def test_a_replacement_is_one_step(
    reviewing: MainWindow,
    step: Callable[[MainWindow], None],
    label: str,
    count: int,
    qtbot: QtBot,
) -> None:
    look_for(reviewing, "ice", qtbot).replacement.setText("snow")

    def replace() -> None:
        step(reviewing)
        qtbot.waitUntil(lambda: reviewing.page.stack.count() == 1)

    check_undo(reviewing, replace)
    assert reviewing.page.stack.undoText() == label
    assert result(reviewing) == SRT.replace(b"ice", b"snow", count)


def test_how_many_were_replaced_is_told(opened: MainWindow, qtbot: QtBot) -> None:
    look_for(opened, "ice", qtbot).replacement.setText("snow")
    replace_all(opened)
    settle(opened, qtbot)
    assert opened.status.currentMessage() == "Replace 2 × “ice”: one step to undo"


def test_where_nothing_is_found_there_is_nowhere_to_go(opened: MainWindow, qtbot: QtBot) -> None:
    steps = [opened.commands[f"find_{way}"] for way in ("next", "previous")]
    replacing = [opened.commands[f"replace_{count}"] for count in ("one", "all")]

    def can() -> tuple[set[bool], set[bool]]:
        return {step.isEnabled() for step in steps}, {one.isEnabled() for one in replacing}

    assert can() == ({True}, {False})
    opened.commands["find_next"].trigger()
    assert can() == ({False}, {False})
    bar = look_for(opened, "iceberg", qtbot)
    assert (bar.status, can()) == ("Nothing found", ({False}, {False}))
    look_for(opened, "ice", qtbot)
    assert can() == ({True}, {True})
    bar.field.clear()
    settle(opened, qtbot)
    assert can() == ({False}, {False})
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert can() == ({True}, {False})


def test_enter_replaces_on_and_decides_nothing(reviewing: MainWindow, qtbot: QtBot) -> None:
    bar = look_for(reviewing, "ice", qtbot)
    bar.replacement.setFocus()
    QTest.keyClicks(bar.replacement, "snow")
    for _ in range(2):
        QTest.keyClick(focused_in(reviewing), Qt.Key.Key_Return)
        settle(reviewing, qtbot)
    assert result(reviewing) == SRT.replace(b"ice", b"snow")
    assert reviewing.page.stack.count() == 2


def test_a_replacement_without_its_group_is_told(opened: MainWindow, qtbot: QtBot) -> None:
    bar = look_for(opened, "ice", qtbot, "regex")
    bar.replacement.setText(r"\3")
    replace_all(opened)
    qtbot.waitUntil(lambda: "cannot be put in" in bar.status)
    assert result(opened) == SRT


def test_hits_follow_an_edit(opened: MainWindow, qtbot: QtBot) -> None:
    bar = look_for(opened, "ice", qtbot)
    retype(opened, "ice and ice and ice", 0)
    qtbot.waitUntil(lambda: bar.status.endswith("5 hits") or bar.status.endswith("of 5"))


def go_to(window: MainWindow, text: str) -> None:
    QTest.keyClick(window.page.table, Qt.Key.Key_G, CTRL)
    field = window.writing.go_to_bar.field
    assert field.hasFocus()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize(("text", "cue"), [("3", 2), ("0:00:05,9", 1), ("5.5", 1), ("0:09,6", 2)])
def test_a_number_or_a_time_leads_to_a_cue(opened: MainWindow, text: str, cue: int) -> None:
    go_to(opened, text)
    assert opened.page.cue == cue
    assert opened.writing.go_to_bar.isHidden()
    assert opened.page.table.hasFocus()


@pytest.mark.parametrize(
    ("text", "problem"), [("4", "the last one is 3"), ("1:00", "No cue"), ("soon", "no time")]
)
def test_what_leads_nowhere_is_told_beside_the_field(
    opened: MainWindow, text: str, problem: str
) -> None:
    go_to(opened, text)
    bar = opened.writing.go_to_bar
    assert problem in bar.problem
    QTest.keyClick(bar.field, Qt.Key.Key_1)
    assert not bar.problem
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert opened.page.cue == 0


@pytest.mark.parametrize("text", ["9" * 5000, "0:" + "9" * 5000])
def test_endless_digits_are_no_cue_and_no_time(text: str) -> None:
    with pytest.raises(SettingsError):
        locate(parse(b"1\n00:00:01,000 --> 00:00:02,000\na\n"), text)


@pytest.mark.slow
def test_twenty_thousand_cues_are_searched_while_the_window_lives(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    cue = "{0}\n{1:02}:{2:02}:{3:02},000 --> {1:02}:{2:02}:{3:02},900\nline {0}\n\n"
    path = tmp_path / "long.srt"
    cues = (cue.format(n + 1, n // 3600, n // 60 % 60, n % 60) for n in range(20_000))
    path.write_text("".join(cues))
    with qtbot.waitSignal(window.opened):
        window.open_file(path)
    bar = look_for(window, "1999", qtbot)
    assert bar.status == "1 of 12"
    bar = look_for(window, r"\b1999\d", qtbot, "regex")
    assert bar.status == "1 of 10"
    assert window.page.cue == 19_989


def test_replacing_words_by_themselves_tells_of_no_step(opened: MainWindow, qtbot: QtBot) -> None:
    look_for(opened, "ice", qtbot).replacement.setText("ice")
    replace_all(opened)
    settle(opened, qtbot)
    assert opened.page.stack.count() == 0
    assert not opened.status.currentMessage()
