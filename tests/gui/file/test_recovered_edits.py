from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.review.journal.review_journal import journals_folder
from tests.gui.conftest import (
    SRT,
    NewWindow,
    Reopen,
    no_model,
    open_and_wait,
    press,
    session_of,
    status_of,
    text_of,
)
from tests.gui.keeping import (
    EVERYONE,
    START,
    WHY,
    journal_with,
    keep_and_close,
    press_in,
)


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
    assert reopened.message.text.endswith("2 of 7 decided, 1 cue edited.")
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
    assert reopened.message.text.endswith("1 cue edited.")
    assert "Not exported" in status_of(reopened)
    assert reopened.commands["export"].isEnabled()
    assert reopened.export()
    assert reopened.close()
    assert reopen(talk).commands["export"].isEnabled()


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


@pytest.mark.usefixtures("kept")
def test_esc_while_the_words_are_read_loses_nothing(
    new_window: NewWindow, talk: Path, qtbot: QtBot
) -> None:
    window = new_window(no_model)
    window.opener.shown.connect(window.commands["cancel"].trigger)
    window.opener.shown.connect(window.jobs.interrupt)
    open_and_wait(window, talk, qtbot)
    assert list(session_of(window).edits()) == [START]


def test_what_was_given_up_does_not_come_back(
    reviewing: MainWindow, reopen: Reopen, talk: Path, qtbot: QtBot
) -> None:
    press(reviewing, Qt.Key.Key_Return, Qt.Key.Key_F2)
    reviewing.writing.manual.editor.insertPlainText("nonsense")
    journal_with(b"nonsense", qtbot)
    press_in(reviewing, Qt.Key.Key_Escape)
    keep_and_close(reviewing)
    assert not reopen(talk).writing.manual.editor.isVisible()


def test_a_language_chosen_after_the_suggestions_comes_back_with_them(
    reviewing: MainWindow, reopen: Reopen, talk: Path
) -> None:
    press(reviewing, Qt.Key.Key_Return)
    reviewing.languages.chosen.emit("es")
    keep_and_close(reviewing)
    reopened = reopen(talk)
    assert reopened.file is not None
    assert reopened.file.chosen == "es"
    assert ": 1 of 7 decided" in reopened.message.text
