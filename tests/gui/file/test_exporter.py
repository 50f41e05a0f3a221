"""Where an export goes, and in which format."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.review.journal.review_journal import journals_folder
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles import files
from tests.gui.conftest import (
    SRT,
    Reopen,
    choose_file,
    open_and_wait,
    press,
    review_file,
    session_of,
    text_of,
)
from tests.gui.keeping import journal_with


def export_as(window: MainWindow, target: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    choose_file(target, monkeypatch)
    return window.exporter.export_as()


def test_the_name_says_in_which_format(
    reviewing: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    target = tmp_path / "talk.vtt"
    assert export_as(reviewing, target, monkeypatch)
    assert target.read_text(encoding="utf-8").startswith(
        "WEBVTT\n\n00:00:00.500 --> 00:00:05.219\nGood morning everyone before we start\n"
    )
    assert reviewing.export()
    assert target.read_text(encoding="utf-8").startswith("WEBVTT\n")


def test_a_file_named_from_here_is_exported_beside_it_from_anywhere(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    there, elsewhere = tmp_path / "there", tmp_path / "elsewhere"
    there.mkdir()
    elsewhere.mkdir()
    (there / "talk.txt").write_text("good morning everyone")
    monkeypatch.chdir(there)
    review_file(window, Path("talk.txt"), qtbot)
    monkeypatch.chdir(elsewhere)
    press(window, Qt.Key.Key_Return)
    assert window.export()
    assert (there / "talk.punct.txt").exists()


def test_who_names_no_file_gets_none(
    reviewing: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    press(reviewing, Qt.Key.Key_Return)
    before, told = set(tmp_path.iterdir()), reviewing.message.text
    choose_file("", monkeypatch)
    assert not reviewing.exporter.export_as()
    assert (set(tmp_path.iterdir()), reviewing.message.text) == (before, told)
    assert reviewing.isWindowModified()


def test_what_finds_no_place_in_another_format_is_told(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "talk.vtt"
    path.write_text("WEBVTT\n\nNOTE by Anna\n\n00:01.000 --> 00:02.000\nhello\n")
    open_and_wait(window, path, qtbot)
    assert export_as(window, tmp_path / "talk.srt", monkeypatch)
    assert "Line 3: " in window.message.text


def test_a_text_without_times_becomes_no_subtitles(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("good morning everyone\n")
    open_and_wait(window, path, qtbot)
    assert not export_as(window, tmp_path / "talk.srt", monkeypatch)
    assert "cannot become subtitles" in window.message.text
    assert not (tmp_path / "talk.srt").exists()


def test_a_name_without_an_ending_gets_that_of_the_source(
    reviewing: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert export_as(reviewing, tmp_path / "result", monkeypatch)
    written = (tmp_path / "result.srt").read_bytes()
    assert not export_as(reviewing, tmp_path / "result", monkeypatch)
    assert reviewing.message.text.endswith("exists already. Choose another name.")
    assert (tmp_path / "result.srt").read_bytes() == written


def test_a_review_goes_on_after_an_export_over_its_source(
    reviewing: MainWindow,
    reopen: Reopen,
    talk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert export_as(reviewing, talk, monkeypatch)
    assert talk.read_bytes().count(b"Good morning everyone before") == 1
    press(reviewing, Qt.Key.Key_Return)
    decided = session_of(reviewing).edits()
    wanted = reviewing.file and reviewing.file.result(reviewing.page.review).to_bytes()
    reviewing.page.stack.setClean()
    assert reviewing.close()
    reopened = reopen(talk)
    assert session_of(reopened).edits() == decided
    assert reopened.page.table.edited_count == 0
    assert "3 of 7 decided" in reopened.message.text
    assert reopened.export()
    assert talk.read_bytes() == wanted
    assert list(talk.parent.glob("*.srt")) == [talk]


def test_a_kill_during_an_export_over_the_source_loses_no_decision(
    reviewing: MainWindow, reopen: Reopen, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    decided = session_of(reviewing).verdicts()
    write, left = files.write, dict[Path, bytes]()

    def write_and_look(content: bytes, path: Path, *, overwrite: bool = False) -> None:
        write(content, path, overwrite=overwrite)
        left.update((kept, kept.read_bytes()) for kept in journals_folder().glob("*.journal"))

    monkeypatch.setattr(files, "write", write_and_look)
    assert export_as(reviewing, talk, monkeypatch)
    assert reviewing.close()
    for kept in journals_folder().glob("*.journal"):
        kept.unlink()
    for kept, content in left.items():
        kept.write_bytes(content)
    reopened = reopen(talk)
    assert session_of(reopened).verdicts() == decided
    assert not reopened.isWindowModified()
    wanted = talk.read_bytes()
    assert reopened.export()
    assert talk.read_bytes() == wanted


def test_an_export_over_the_source_that_fails_leaves_no_other_journal(
    reviewing: MainWindow, talk: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)

    def refuse(content: bytes, path: Path, *, overwrite: bool = False) -> None:
        raise FileError("The disk is full.")

    monkeypatch.setattr(files, "write", refuse)
    assert not export_as(reviewing, talk, monkeypatch)
    press(reviewing, Qt.Key.Key_Return)
    assert len(list(journals_folder().glob("*.journal"))) == 1
    journal_with(b"decided", qtbot)


def test_what_was_undone_after_an_export_over_the_source_comes_back_undone(
    reviewing: MainWindow,
    reopen: Reopen,
    talk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    assert export_as(reviewing, talk, monkeypatch)
    for _ in range(2):
        reviewing.commands["undo"].trigger()
    reviewing.page.stack.setClean()
    assert reviewing.close()
    reopened = reopen(talk)
    assert session_of(reopened).edits() == {}
    assert reopened.export()
    assert talk.read_bytes() == SRT


@pytest.mark.parametrize("exported", [False, True])
def test_a_mark_that_was_typed_stays_where_a_decision_is_taken_back_another_day(
    reviewing: MainWindow,
    reopen: Reopen,
    talk: Path,
    exported: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    everyone = 3
    press(reviewing, Qt.Key.Key_Return)
    assert not exported or export_as(reviewing, talk, monkeypatch)
    reviewing.writing.rewriter.edit([CueEdit(0, "Good morning everyone, before")], "Edit")
    reviewing.page.select_gap(everyone)
    press(reviewing, Qt.Key.Key_Period)
    assert text_of(reviewing, 0) == "Good morning everyone. Before"
    reviewing.page.stack.setClean()
    assert reviewing.close()
    again = reopen(talk)
    again.page.select_gap(everyone)
    press(again, Qt.Key.Key_Backspace)
    assert text_of(again, 0) == "Good morning everyone, before"
