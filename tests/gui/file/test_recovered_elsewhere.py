from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from tests.gui.conftest import (
    SRT,
    Reopen,
    answer,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
    text_of,
)
from tests.gui.keeping import EVERYONE, START, keep_and_close, press_later, read_in
from tests.gui.words.test_cue_editor import retype


@pytest.mark.usefixtures("kept")
def test_a_review_goes_along_with_a_file_that_was_renamed(reopen: Reopen, talk: Path) -> None:
    renamed = talk.rename(talk.with_name("lecture.srt"))
    reopened = reopen(renamed)
    assert list(session_of(reopened).edits()) == [START]
    assert reopened.message.text.startswith("Restored your work from ")
    assert " on talk.srt: 1 of 7 decided" in reopened.message.text
    keep_and_close(reopened)
    again = reopen(renamed)
    assert list(session_of(again).edits()) == [START]
    assert "talk.srt" not in again.message.text


def test_a_review_goes_along_with_a_file_that_was_renamed_while_it_was_open(
    reviewing: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    renamed = talk.rename(talk.with_name("lecture.srt"))
    press_later()
    open_and_wait(reviewing, renamed, qtbot)
    assert list(session_of(reviewing).edits()) == [START]
    assert " on talk.srt: 1 of 7 decided" in reviewing.message.text


@pytest.mark.usefixtures("kept")
def test_a_copy_gets_no_decisions_about_the_file_it_was_made_of(reopen: Reopen, talk: Path) -> None:
    copy = talk.with_name("copy.srt")
    copy.write_bytes(talk.read_bytes())
    assert reopen(copy).page.review is None


@pytest.mark.usefixtures("kept")
def test_decisions_stay_where_another_program_has_moved_the_times(
    reopen: Reopen, talk: Path
) -> None:
    talk.write_bytes(SRT.replace(b"00:00:0", b"00:01:0").replace(b"\r\n", b"\n"))
    reopened = reopen(talk)
    assert list(session_of(reopened).edits()) == [START]
    assert reopened.message.text.startswith("talk.srt has changed since, but not its words")
    keep_and_close(reopened)
    again = reopen(talk)
    assert again.message.text.startswith("Restored your work from ")
    keep_and_close(again)
    talk.write_bytes(SRT)
    assert list(session_of(reopen(talk)).edits()) == [START]


def test_a_file_that_changed_gets_no_old_decisions(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    talk.write_bytes(SRT.replace(b"morning", b"evening"))
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert reopened.message.text.startswith("talk.srt has changed since ")
    assert "so 2 decisions could not be restored" in reopened.message.text


def test_a_look_at_another_encoding_costs_no_decisions(
    window: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(SRT.replace(b"glass", "café".encode()))
    review_file(window, talk, qtbot)
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    read_in(window, "cp1252", qtbot)
    assert "so 2 decisions could not be restored" in window.message.text
    punctuate_and_wait(window, qtbot)
    read_in(window, "utf-8", qtbot)
    assert list(session_of(window).edits()) == [START, EVERYONE]
    read_in(window, "cp1252", qtbot)
    assert session_of(window).open_count == 7
    window.close()
    assert list(session_of(reopen(talk)).edits()) == [START, EVERYONE]


@pytest.mark.usefixtures("kept")
def test_a_review_that_was_carried_over_can_be_discarded(reopen: Reopen, talk: Path) -> None:
    talk.write_bytes(SRT.replace(b"00:00:0", b"00:01:0"))
    reopened = reopen(talk)
    press(reopened, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Discard)
    assert reopened.close()
    again = reopen(talk)
    assert again.page.review is None
    assert again.message.text == ""


def test_what_is_decided_in_another_encoding_replaces_nothing(
    window: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(SRT.removeprefix(BOM_UTF8).replace(b"glass", b"caf\xe9"))
    open_and_wait(window, talk, qtbot)
    read_in(window, "cp1252", qtbot)
    retype(window, "Words of my own", 1)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    read_in(window, "cp1250", qtbot)
    assert text_of(window, 1) != "Words of my own"
    punctuate_and_wait(window, qtbot)
    window.page.decider.accept_current()
    read_in(window, "cp1252", qtbot)
    assert text_of(window, 1) == "Words of my own"
    assert list(session_of(window).edits()) == [START, EVERYONE]
    read_in(window, "cp1250", qtbot)
    assert list(session_of(window).edits()) == [START]


def test_what_is_discarded_does_not_go_along_with_a_renamed_file(
    reviewing: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    renamed = talk.rename(talk.with_name("lecture.srt"))
    answer(QMessageBox.StandardButton.Discard)
    open_and_wait(reviewing, renamed, qtbot)
    assert reviewing.page.review is None
