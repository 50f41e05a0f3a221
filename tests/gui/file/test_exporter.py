"""Where an export goes, and in which format."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
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
    punctuate_and_wait,
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


@pytest.mark.parametrize("damaged", [b"", b"{\n"])
def test_a_journal_that_is_damaged_keeps_no_export_back(
    reviewing: MainWindow,
    talk: Path,
    damaged: bytes,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    journal_with(b"decided", qtbot).write_bytes(damaged)
    assert export_as(reviewing, talk, monkeypatch)
    assert talk.read_bytes() == SRT.replace(b"good", b"Good")


def test_a_text_in_one_line_is_listed_in_parts_that_keep_their_decisions(
    window: MainWindow,
    tmp_path: Path,
    reopen: Reopen,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("good morning everyone so it freezes why anna " * 40)
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    assert window.page.table.model().rowCount() == 6
    press(window, *[Qt.Key.Key_Return] * 90)
    assert export_as(window, path, monkeypatch)
    for _ in range(30):
        window.page.stack.undo()
    assert_comes_back(window, path, reopen)


def test_an_export_leaves_alone_a_folder_that_took_its_name(
    reviewing: MainWindow, tmp_path: Path
) -> None:
    assert reviewing.export()
    before = tmp_path / "talk.punct.srt"
    before.unlink()
    before.mkdir()
    press(reviewing, Qt.Key.Key_Return)
    assert reviewing.export()
    assert (tmp_path / "talk.punct-2.srt").is_file()
    assert reviewing.message.text.startswith("Another program has changed talk.punct.srt")


def test_an_export_over_the_source_holds_everything_where_its_times_are_moved(
    reviewing: MainWindow, reopen: Reopen, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(reviewing, *[Qt.Key.Key_Return] * 7)
    assert export_as(reviewing, talk, monkeypatch)
    assert reviewing.close()
    talk.write_bytes(talk.read_bytes().replace(b"00:00:0", b"00:01:0"))
    again = reopen(talk)
    assert session_of(again).open_count == 0
    assert not again.isWindowModified()


def test_the_longest_name_is_exported(
    window: MainWindow, talk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path = talk.rename(tmp_path / f"{'ж' * 124}.srt")
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    assert window.export()
    assert len(list(tmp_path.glob("*.punct.srt"))) == 1


def test_who_leaves_is_asked_about_an_export_by_that_name(reviewing: MainWindow) -> None:
    names: list[str] = []

    def read_and_stay() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        names.append(box.button(QMessageBox.StandardButton.Save).text())
        box.reject()

    press(reviewing, Qt.Key.Key_Return)
    QTimer.singleShot(0, read_and_stay)
    assert not reviewing.close()
    assert names == ["&Export"]


def assert_comes_back(window: MainWindow, path: Path, reopen: Reopen) -> None:
    """Close a window, and see that what it would export now is what a new one would."""
    assert window.file is not None
    text = window.file.result(window.page.review).text
    window.page.stack.setClean()
    window.close()
    again = reopen(path)
    assert again.file is not None
    assert again.file.result(again.page.review).text == text
