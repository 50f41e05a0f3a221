"""What an editor decided is there again: after closing, after a crash, and not for other bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from codecs import BOM_UTF8
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from subpunct_app.core.review import ReviewSession
from subpunct_app.core.text import Case, Mark
from subpunct_app.core.verdicts import Decision, Edit
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.opened import Review
from subpunct_app.services.editing.sheet import CueEdit
from subpunct_app.services.journal import (
    LOCK,
    FileState,
    Journal,
    find,
    journal_path,
    journals_folder,
    lock_path,
)
from subpunct_app.services.settings import Settings
from subpunct_app.subtitles.words.reading import read_words
from tests.gui.conftest import (
    SRT,
    NewWindow,
    Reopen,
    answer,
    no_model,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    session_of,
    status_of,
    text_of,
)
from tests.gui.review.test_budget_bar import Measured
from tests.gui.review.test_history import check_undo
from tests.gui.review.test_manual_edit import retype

START, EVERYONE, YOU, WHY = 0, 3, 14, 25
ROOT = Path(__file__).parents[2]
EDITOR = """
import sys
from functools import partial
from pathlib import Path
from PySide6.QtCore import QTimer
from subpunct_app.gui.app import make_application
from subpunct_app.gui.main_window import MainWindow
from tests.gui.fakes import FakePunctuator

application = make_application()
window = MainWindow(load_model=lambda _: FakePunctuator())
window.show()
timer = QTimer()
decided = 0

def decide():
    global decided
    window.judge.reject_current() if decided % 3 == 2 else window.judge.accept_current()
    decided += 1
    print(decided, flush=True)

timer.timeout.connect(decide)
window.opened.connect(window.punctuate)
window.proposed.connect(partial(timer.start, 20))
window.open_file(Path(sys.argv[1]))
application.exec()
"""


def keep_and_close(window: MainWindow) -> None:
    """Close a window and press the button that keeps its decisions for later."""
    press_later()
    assert window.close()


def press_later() -> None:
    """Press the button that keeps decisions for later in the question about to be asked."""

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        later = [button for button in box.buttons() if "Keep" in button.text()]
        later[0].click()

    QTimer.singleShot(0, click)


def read_in(window: MainWindow, encoding: str, qtbot: QtBot) -> None:
    """Read the open file in another encoding, and keep for later what is not exported."""
    if window.isWindowModified():
        press_later()
    with qtbot.waitSignal(window.opened):
        window.opener.reopen(encoding)


def journal_with(words: bytes, qtbot: QtBot) -> Path:
    """Return the journal that holds some words, once another thread has written them."""
    found: list[Path] = []

    def written() -> bool:
        paths = journals_folder().glob("*.journal")
        found[:] = [path for path in paths if words in path.read_bytes()]
        return bool(found)

    qtbot.waitUntil(written)
    return found[0]


def press_in(window: MainWindow, key: Qt.Key) -> None:
    """Press a key in the field of a cue."""
    QTest.keyClick(window.writing.manual.editor, key)


@pytest.fixture
def kept(reviewing: MainWindow) -> None:
    """Keep a review with one decision for later."""
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)


def long_talk(path: Path, cues: int) -> Path:
    """Write a text of which every cue gets three suggestions."""
    clocks = [f"00:{at // 60:02}:{at % 60:02},000" for at in range(cues + 1)]
    times = [f"{start} --> {end}" for start, end in pairwise(clocks)]
    payloads = [f"look a{at} at you and then why a{at} freezes a{at}" for at in range(cues)]
    blocks = zip(times, payloads, strict=True)
    path.write_text("\n".join(f"{n}\n{t}\n{text}\n" for n, (t, text) in enumerate(blocks, 1)))
    return path


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
    assert "goes on: 3 of 7 are decided" in reopened.message.text
    assert reopened.isWindowModified()


def test_the_journal_of_a_file_that_is_opened_again_is_read_by_a_worker(
    reviewing: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = []

    def noted(source: FileState) -> list[Journal]:
        readers.append(threading.current_thread())
        return find(source)

    monkeypatch.setattr("subpunct_app.services.journal.find", noted)
    press(reviewing, Qt.Key.Key_Return)
    reviewing.page.stack.setClean()
    with qtbot.waitSignal(reviewing.opened):
        reviewing.opener.reopen("")
    assert list(session_of(reviewing).edits()) == [START]
    assert readers
    assert threading.main_thread() not in readers


def test_suggestions_that_nobody_decided_are_there_again(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    assert reviewing.close()
    reopened = reopen(talk)
    assert session_of(reopened).open_count == 7
    assert reopened.message.text.startswith("The suggestions of ")
    assert reopened.message.text.endswith(" are here again; none is decided.")


@pytest.mark.usefixtures("kept")
def test_a_review_goes_along_with_a_file_that_was_renamed(reopen: Reopen, talk: Path) -> None:
    renamed = talk.rename(talk.with_name("lecture.srt"))
    reopened = reopen(renamed)
    assert list(session_of(reopened).edits()) == [START]
    assert reopened.message.text.startswith("Your work of ")
    assert " on talk.srt goes on: 1 of 7 are decided" in reopened.message.text
    keep_and_close(reopened)
    again = reopen(renamed)
    assert list(session_of(again).edits()) == [START]
    assert "talk.srt" not in again.message.text


@pytest.mark.usefixtures("kept")
def test_a_copy_gets_no_decisions_about_the_file_it_was_made_of(reopen: Reopen, talk: Path) -> None:
    copy = talk.with_name("copy.srt")
    copy.write_bytes(talk.read_bytes())
    assert reopen(copy).page.review is None


def test_the_alternatives_and_the_outlook_come_back(
    new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    reviewing = new_window(Measured)
    open_and_wait(reviewing, talk, qtbot)
    punctuate_and_wait(reviewing, qtbot)
    before = [session_of(reviewing).suggestion(gap) for gap in session_of(reviewing).gaps]
    outlook = reviewing.page.panel.budget.text
    assert "of the model's errors" in outlook
    assert reviewing.close()
    reopened = reopen(talk)
    assert [session_of(reopened).suggestion(gap) for gap in session_of(reopened).gaps] == before
    assert reopened.page.panel.budget.text == outlook
    assert not reopened.isWindowModified()


def test_a_review_that_goes_on_names_its_model(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    assert "fake" in status_of(reopen(talk))


def test_a_review_without_capitals_goes_on_without_them(
    new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    window = new_window(remembered=Settings(case=False))
    open_and_wait(window, talk, qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Backspace)
    keep_and_close(window)
    again = reopen(talk)
    again.page.select_gap(EVERYONE)
    press(again, Qt.Key.Key_Period)
    assert session_of(again).edits() == {EVERYONE: Edit(Mark.PERIOD, Case.KEEP)}


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
    assert reopened.message.text.startswith("talk.punct.srt has been changed by something else")


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


def test_words_changed_by_hand_come_back_with_the_decisions(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    edit = CueEdit(1, "there is snow in it and\nthe ice is floating why")
    assert reviewing.writing.rewriter.edit([edit], "Edit cue 2")
    reviewing.page.select_gap(EVERYONE)
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert reopened.file is not None
    assert reopened.file.document.cue_text(1).startswith("there is snow in it")
    assert list(session_of(reopened).edits()) == [START, EVERYONE]
    assert reopened.message.text.endswith("2 of 7 are decided, 1 cue is edited.")
    assert reopened.isWindowModified()
    assert reopened.export()
    exported = talk.with_name("talk.punct.srt").read_bytes()
    assert exported == SRT.replace(b"good", b"Good").replace(b"one before", b"one, before").replace(
        b"is ice in", b"is snow in"
    )


def test_an_undone_edit_does_not_come_back(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    edit = CueEdit(1, "there is snow in it")
    assert reviewing.writing.rewriter.edit([edit], "Edit cue 2")
    reviewing.commands["undo"].trigger()
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert reopened.file is not None
    assert reopened.file.document.to_bytes() == SRT
    assert list(session_of(reopened).edits()) == [WHY]


def test_marks_that_were_typed_in_a_cue_at_once_and_undone_do_not_come_back(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    edit = CueEdit(1, "there is, ice in: it and\nthe ice is floating why")
    assert reviewing.writing.rewriter.edit([edit], "Edit cue 2")
    assert len(session_of(reviewing).edits()) == 2
    reviewing.commands["undo"].trigger()
    reviewing.page.select_gap(WHY)
    press(reviewing, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    assert list(session_of(reopen(talk)).edits()) == [WHY]


def test_words_changed_before_any_suggestion_come_back(
    opened: MainWindow, reopen: Reopen, talk: Path
) -> None:
    edit = CueEdit(0, "good evening")
    assert opened.writing.rewriter.edit([edit], "Edit cue 1")
    keep_and_close(opened)
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert reopened.file is not None
    assert reopened.file.document.cue_text(0) == "good evening"
    assert reopened.message.text.endswith("1 cue is edited.")
    assert "Not exported" in status_of(reopened)
    assert reopened.commands["export"].isEnabled()
    assert reopened.export()
    assert reopened.close()
    assert reopen(talk).commands["export"].isEnabled()


def test_a_text_for_which_nothing_was_suggested_says_so_again(
    opened: MainWindow, reopen: Reopen, talk: Path
) -> None:
    assert opened.file is not None
    opened.page.show_review(Review(read_words(opened.file.document), ReviewSession(())))
    assert opened.close()
    assert reopen(talk).message.text.endswith("goes on: nothing is suggested.")


def test_a_language_chosen_before_any_suggestion_comes_back(
    opened: MainWindow, reopen: Reopen, talk: Path
) -> None:
    opened.languages.chosen.emit("es")
    assert opened.close()
    reopened = reopen(talk)
    assert reopened.file is not None
    assert reopened.file.chosen == "es"
    assert reopened.message.text == ""
    assert not reopened.isWindowModified()
    reopened.languages.chosen.emit("")
    assert reopened.close()
    assert not list(journals_folder().glob("*.journal"))


def test_a_language_chosen_after_the_suggestions_comes_back_with_them(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reviewing.languages.chosen.emit("es")
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert reopened.file is not None
    assert reopened.file.chosen == "es"
    assert "goes on: 1 of 7 are decided" in reopened.message.text


def test_a_language_stays_with_a_file_that_is_read_again(
    opened: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    opened.languages.chosen.emit("es")
    talk.write_bytes(SRT.replace(b"anna", b"otto"))
    open_and_wait(opened, talk, qtbot)
    assert opened.message.text == ""
    assert opened.close()
    reopened = reopen(talk)
    assert reopened.file is not None
    assert reopened.file.chosen == "es"


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


def test_who_decided_nothing_starts_anew_without_being_asked(reviewing: MainWindow) -> None:
    reviewing.commands["start_anew"].trigger()
    assert not reviewing.isWindowModified()
    reviewing.commands["undo"].trigger()
    assert len(session_of(reviewing)) == 7


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Backspace])
def test_who_starts_anew_after_deciding_is_asked(reviewing: MainWindow, key: Qt.Key) -> None:
    press(reviewing, key)
    reviewing.commands["start_anew"].trigger()
    assert reviewing.isWindowModified()


@pytest.mark.usefixtures("kept")
def test_the_bar_offers_to_start_anew(reopen: Reopen, talk: Path) -> None:
    reopened = reopen(talk)
    button = offered(reopened.message)
    assert button.text() == "Start anew"
    button.click()
    assert reopened.page.review is None
    reopened.commands["undo"].trigger()
    assert list(session_of(reopened).edits()) == [START]


@pytest.mark.usefixtures("kept")
def test_who_starts_anew_by_the_menu_is_not_told_that_work_goes_on(
    reopen: Reopen, talk: Path
) -> None:
    reopened = reopen(talk)
    reopened.commands["start_anew"].trigger()
    assert not reopened.message.text


def closed_while_typing(window: MainWindow, text: str, qtbot: QtBot) -> tuple[Path, bytes]:
    """Type "that is", give it up and close; return the journal, and what it held before."""
    press(window, Qt.Key.Key_F2)
    window.writing.manual.editor.insertPlainText(text)
    journal = journal_with(b"that is", qtbot)
    left = journal.read_bytes()
    press_in(window, Qt.Key.Key_Escape)
    assert window.close()
    return journal, left


def test_what_is_half_typed_is_there_again(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    reviewing.page.show_cue(1)
    journal, left = closed_while_typing(reviewing, ", that is\nwhat", qtbot)
    journal.write_bytes(left)
    reopened = reopen(talk)
    editor = reopened.writing.manual.editor
    assert (editor.isVisible(), editor.cue) == (True, 1)
    assert editor.typed.endswith("floating why, that is\nwhat")
    # Whoever reads waits for the journals that are being written: it is kept again at once.
    reopened.opener.reading.emit()
    kept = journal.read_bytes()
    press_in(reopened, Qt.Key.Key_Return)
    assert b"that is" in kept
    assert "that is" in text_of(reopened, 1)
    keep_and_close(reopened)
    again = reopen(talk)
    assert not again.writing.manual.editor.isVisible()
    assert "that is" in text_of(again, 1)


def test_what_is_half_typed_before_any_suggestion_is_there_again(
    opened: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    journal, left = closed_while_typing(opened, " that is", qtbot)
    assert not list(journals_folder().glob("*.journal"))
    journal.write_bytes(left)
    journal.with_suffix(LOCK).touch()
    window = new_window(no_model)
    qtbot.waitUntil(lambda: "Nothing is lost: cue 1 is half typed." in window.message.text)
    assert window.close()
    for _ in range(2):
        reopened = reopen(talk)
        assert reopened.writing.manual.editor.typed.endswith("front of you that is")
        assert reopened.message.text.endswith("goes on: cue 1 is half typed.")
        left = journal_with(b"that is", qtbot).read_bytes()
        press_in(reopened, Qt.Key.Key_Escape)
        assert reopened.close()
        journal.write_bytes(left)
    given_up_at_once = reopen(talk)
    press_in(given_up_at_once, Qt.Key.Key_Escape)
    assert given_up_at_once.close()
    assert not journal.exists()


def test_what_was_given_up_does_not_come_back(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_F2)
    reviewing.writing.manual.editor.insertPlainText("nonsense")
    journal_with(b"nonsense", qtbot)
    press_in(reviewing, Qt.Key.Key_Escape)
    keep_and_close(reviewing)
    assert not reopen(talk).writing.manual.editor.isVisible()


def test_a_review_that_was_put_away_stays_away(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reviewing.commands["start_anew"].trigger()
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert reopened.page.review is None


@pytest.mark.usefixtures("kept")
def test_the_next_file_has_nothing_that_is_not_exported(
    reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    window = reopen(talk)
    other = talk.with_name("other.srt")
    other.write_bytes(SRT)
    press_later()
    open_and_wait(window, other, qtbot)
    assert not window.isWindowModified()


@pytest.mark.usefixtures("kept")
def test_decisions_that_came_back_are_steps_of_their_own_kind(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window()
    open_and_wait(window, talk, qtbot)
    check_undo(window, window.judge.accept_current)
    punctuate_and_wait(window, qtbot)
    assert len(session_of(window).edits()) == 2


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
    assert again.message.text.startswith("Your work of")
    keep_and_close(again)
    talk.write_bytes(SRT)
    assert list(session_of(reopen(talk)).edits()) == [START]


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


@pytest.mark.usefixtures("kept")
def test_newer_work_comes_along_where_a_file_gets_its_old_times_back(
    reopen: Reopen, talk: Path
) -> None:
    talk.write_bytes(SRT.replace(b"00:00:0", b"00:01:0"))
    reopened = reopen(talk)
    press(reopened, Qt.Key.Key_Return)
    keep_and_close(reopened)
    talk.write_bytes(SRT)
    assert list(session_of(reopen(talk)).edits()) == [START, EVERYONE]


def test_an_export_with_the_old_times_is_none_of_the_review_that_was_carried_over(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert reviewing.export()
    assert reviewing.close()
    talk.write_bytes(SRT.replace(b"00:00:0", b"00:01:0"))
    reopened = reopen(talk)
    assert reopened.isWindowModified()
    keep_and_close(reopened)


def test_a_review_that_another_window_has_stays_its_own(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    before = journal_with(b'{"decided"', qtbot)
    talk.write_bytes(SRT.replace(b"00:00:0", b"00:01:0"))
    keep_and_close(reopen(talk))
    assert before.exists()


def test_a_file_that_changed_gets_no_old_decisions(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_Return)
    keep_and_close(reviewing)
    talk.write_bytes(SRT.replace(b"morning", b"evening"))
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert reopened.message.text.startswith("talk.srt has changed since ")
    assert "2 decisions of then are not applied" in reopened.message.text


def test_a_file_that_changed_says_what_else_is_not_applied(
    new_window: NewWindow, opened: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    retype(opened, "Words of my own", 1)
    keep_and_close(opened)
    talk.write_bytes(SRT.replace(b"morning", b"evening"))
    undecided = new_window()
    open_and_wait(undecided, talk, qtbot)
    assert "1 edited cue of then is not applied" in undecided.message.text
    punctuate_and_wait(undecided, qtbot)
    assert undecided.close()
    talk.write_bytes(SRT.replace(b"morning", b"night"))
    assert "1 edited cue of then is not applied" in reopen(talk).message.text


def test_the_same_encoding_is_taken_again(
    new_window: NewWindow, reopen: Reopen, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "café.srt"
    path.write_bytes("1\n00:00:01,000 --> 00:00:02,000\nthe café and you\n".encode("cp1252"))
    window = new_window()
    open_and_wait(window, path, qtbot)
    with qtbot.waitSignal(window.opened):
        window.opener.reopen("cp1250")
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    keep_and_close(window)
    reopened = reopen(path)
    assert reopened.file is not None
    assert reopened.file.document.encoding.name == "cp1250"
    assert list(session_of(reopened).edits()) == [START]


def test_a_look_at_another_encoding_costs_no_decisions(
    window: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(SRT.replace(b"glass", "café".encode()))
    open_and_wait(window, talk, qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    read_in(window, "cp1252", qtbot)
    assert "2 decisions of then are not applied" in window.message.text
    punctuate_and_wait(window, qtbot)
    read_in(window, "utf-8", qtbot)
    assert list(session_of(window).edits()) == [START, EVERYONE]
    read_in(window, "cp1252", qtbot)
    assert session_of(window).open_count == 7
    window.close()
    assert list(session_of(reopen(talk)).edits()) == [START, EVERYONE]


def test_what_fits_in_either_encoding_is_decided_in_one_place(
    window: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(SRT.removeprefix(BOM_UTF8))
    open_and_wait(window, talk, qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    read_in(window, "cp1252", qtbot)
    window.judge.accept_current()
    read_in(window, "utf-8", qtbot)
    assert list(session_of(window).edits()) == [START, EVERYONE]
    answer(QMessageBox.StandardButton.Discard)
    with qtbot.waitSignal(window.opened):
        window.opener.reopen("cp1252")
    assert window.page.review is None


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
    window.judge.accept_current()
    read_in(window, "cp1252", qtbot)
    assert text_of(window, 1) == "Words of my own"
    assert list(session_of(window).edits()) == [START, EVERYONE]
    read_in(window, "cp1250", qtbot)
    assert list(session_of(window).edits()) == [START]


def test_a_wish_to_guess_the_encoding_looks_at_no_journal(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    read_in(reviewing, "iso8859-5", qtbot)
    press(reviewing, Qt.Key.Key_Return)
    read_in(reviewing, "", qtbot)
    assert reviewing.file is not None
    assert reviewing.file.document.encoding.is_utf8


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 40, b'{"kind":"subpunct review"}\n'])
@pytest.mark.usefixtures("kept")
def test_a_damaged_journal_is_as_none(reopen: Reopen, talk: Path, content: bytes) -> None:
    (journal,) = journals_folder().glob("*.journal")
    journal.write_bytes(content)
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert reopened.message.text == ""


def test_two_windows_never_write_one_journal(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reopened = reopen(talk)
    assert reopened.page.review is None
    assert "open in another window" in reopened.message.text
    assert "kept for later" in status_of(reviewing)
    assert "Not kept: open in another window" in status_of(reopened)


def test_the_window_that_is_left_keeps_what_is_decided_there(
    opened: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    second = new_window()
    open_and_wait(second, talk, qtbot)
    punctuate_and_wait(second, qtbot)
    assert second.message.text == ""
    assert "Not kept: open in another window" in status_of(second)
    opened.close()
    second.judge.accept_current()
    assert "kept for later" in status_of(second)
    keep_and_close(second)
    assert list(session_of(reopen(talk)).edits()) == [START]


def test_the_window_that_is_left_may_keep_what_was_decided_before(
    opened: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    second = new_window()
    open_and_wait(second, talk, qtbot)
    punctuate_and_wait(second, qtbot)
    second.judge.accept_current()
    opened.close()
    keep_and_close(second)
    assert list(session_of(reopen(talk)).edits()) == [START]


def test_the_window_that_is_left_replaces_no_decisions_of_the_other(
    reviewing: MainWindow, new_window: NewWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    second = new_window()
    open_and_wait(second, talk, qtbot)
    reviewing.judge.accept_current()
    keep_and_close(reviewing)
    punctuate_and_wait(second, qtbot)
    second.judge.accept_current()
    assert "was worked on in another window" in second.message.text
    assert "kept for later" not in status_of(second)
    answer(QMessageBox.StandardButton.Discard)
    assert second.close()
    assert list(session_of(reopen(talk)).edits()) == [START]


def test_the_status_line_says_that_decisions_are_kept(reviewing: MainWindow) -> None:
    press(reviewing, Qt.Key.Key_Return)
    assert "Not exported · kept for later" in status_of(reviewing)
    assert reviewing.export()
    assert "kept" not in status_of(reviewing)
    assert "Exported " in status_of(reviewing)


def test_a_disk_that_refuses_is_told_in_the_status_line(
    reviewing: MainWindow, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    # Another thread writes it, and only what was begun is added to.
    press(reviewing, Qt.Key.Key_Return)
    folder = journals_folder()
    qtbot.waitUntil(
        lambda: any(b"decided" in path.read_bytes() for path in folder.glob("*.journal"))
    )
    (journal,) = folder.glob("*.journal")
    journal.unlink()
    journal.mkdir()
    reviewing.commands["start_anew"].trigger()
    reviewing.commands["undo"].trigger()
    press(reviewing, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "kept" not in status_of(reviewing))
    assert "Not exported" in status_of(reviewing)
    # What cannot be added to any more is begun anew, where a folder is in the way.
    qtbot.waitUntil(lambda: "is a folder" in caplog.text)
    caplog.clear()


def killed(path: Path, after: int) -> int:
    """Let an editor decide until a number is reached, kill the program, and return the number."""
    with subprocess.Popen(
        [sys.executable, "-c", EDITOR, str(path)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        text=True,
    ) as editor:
        assert editor.stdout is not None
        made = next(int(line) for line in editor.stdout if int(line) >= after)
        editor.send_signal(signal.SIGKILL)
        # What was said before the signal came was decided, too.
        return max([made, *map(int, editor.stdout.read().split())])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_program_loses_no_decision_of_more_than_a_second_ago(
    tmp_path: Path, new_window: NewWindow, qtbot: QtBot
) -> None:
    path = long_talk(tmp_path / "long.en.srt", 100)
    made = killed(path, after=60)
    window = new_window(no_model)
    qtbot.waitUntil(lambda: "interrupted in long.en.srt" in window.message.text)
    with qtbot.waitSignal(window.opened):
        offered(window.message).click()
    session = session_of(window)
    decided = [gap for gap in session.gaps if session.verdict(gap).decision is not Decision.OPEN]
    assert made - 50 < len(decided) <= made + 1
    assert decided == list(session.gaps[: len(decided)])
    rejected = [gap for gap in decided if session.verdict(gap).decision is Decision.REJECTED]
    assert rejected == decided[2::3]
    assert window.isWindowModified()
    assert "goes on" in window.message.text


@pytest.mark.usefixtures("kept")
def test_of_several_reviews_that_were_interrupted_the_last_one_is_offered(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    other = talk.with_name("other.srt")
    other.write_bytes(SRT)
    window = new_window()
    open_and_wait(window, other, qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    keep_and_close(window)
    kept = [journal_path(FileState.of(path, SRT)) for path in (talk, other)]
    written = kept[1].stat().st_mtime
    os.utime(kept[0], (written - 60, written - 60))
    for journal in kept:
        journal.with_suffix(LOCK).touch()
    window = new_window(no_model)
    qtbot.waitUntil(lambda: "interrupted in other.srt, and 1 more." in window.message.text)
    with qtbot.waitSignal(window.opened):
        offered(window.message).click()
    assert window.file is not None
    assert window.file.path == other


@pytest.mark.usefixtures("kept")
def test_a_file_that_was_killed_on_its_way_over_the_source_counts_once(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    other = FileState.of(talk, SRT + b"\n")
    present, ahead = journal_path(FileState.of(talk, SRT)), journal_path(other)
    heading, rest = present.read_text("utf-8").split("\n", 1)
    record = {**json.loads(heading), "sha256": other.sha256, "texts": [[0, "a"], [1, "b"]]}
    ahead.write_text(f"{json.dumps(record)}\n{rest}", "utf-8")
    for journal in (present, ahead):
        journal.with_suffix(LOCK).touch()
    window = new_window(no_model)
    qtbot.waitUntil(lambda: "interrupted in talk.srt. " in window.message.text)
    assert "edited" not in window.message.text


@pytest.mark.usefixtures("kept")
def test_an_interrupted_review_of_a_file_that_is_gone_is_not_offered(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    lock_path(FileState.of(talk, SRT)).touch()
    talk.unlink()
    window = new_window(no_model)
    with qtbot.waitSignal(window.jobs.idle):
        pass
    assert window.message.text == ""


@pytest.mark.usefixtures("kept")
def test_a_lock_that_goes_while_it_is_looked_at_tells_of_no_crash(
    new_window: NewWindow, talk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    # It is in the folder, and not there any more.
    lock_path(FileState.of(talk, SRT)).symlink_to(tmp_path / "gone")
    window = new_window(no_model)
    with qtbot.assertNotEmitted(window.jobs.started, wait=50):
        pass
    assert window.message.text == ""


@pytest.mark.usefixtures("kept")
def test_a_window_that_was_closed_has_nothing_to_offer(new_window: NewWindow, qtbot: QtBot) -> None:
    window = new_window(no_model)
    with qtbot.assertNotEmitted(window.jobs.started, wait=50):
        pass
    assert window.message.text == ""


def test_decisions_stay_kept_where_the_next_file_cannot_be_opened(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Discard)
    with qtbot.waitSignal(reviewing.failed):
        reviewing.open_file(talk.with_name("missing.srt"))
    reviewing.judge.accept_current()
    keep_and_close(reviewing)
    assert list(session_of(reopen(talk)).edits()) == [START, EVERYONE]


@pytest.mark.usefixtures("kept")
def test_esc_while_the_words_are_read_loses_nothing(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window(no_model)
    window.opener.shown.connect(window.commands["cancel"].trigger)
    window.opener.shown.connect(window.jobs.interrupt)
    open_and_wait(window, talk, qtbot)
    assert list(session_of(window).edits()) == [START]


@pytest.mark.usefixtures("kept")
def test_words_do_not_change_before_all_of_them_were_read(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window(no_model)
    refused: list[bool] = []

    def edit() -> None:
        refused.append(not window.commands["edit"].isEnabled())
        refused.append(not window.writing.rewriter.edit([CueEdit(0, "hello")], "Edit cue 1"))

    window.opener.shown.connect(edit)
    open_and_wait(window, talk, qtbot)
    assert refused == [True, True]
    assert list(session_of(window).edits()) == [START]
    assert window.commands["edit"].isEnabled()


def test_that_nothing_can_be_kept_is_told(window: MainWindow, talk: Path, qtbot: QtBot) -> None:
    journals_folder().parent.mkdir(parents=True, exist_ok=True)
    journals_folder().write_text("no folder")
    open_and_wait(window, talk, qtbot)
    assert window.message.text.startswith("Decisions cannot be kept")


def test_what_is_decided_while_a_file_is_opened_again_stays(
    reviewing: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(reviewing.opened):
        reviewing.opener.reopen("")
        reviewing.judge.accept_current()
    assert list(session_of(reviewing).edits()) == [START]
