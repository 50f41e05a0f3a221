"""Opening a file in another encoding, and saving where its own lacks a mark."""

from __future__ import annotations

import codecs
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox, QToolButton
from pytestqt.qtbot import QtBot

from subpunct_app.gui.actions.menus import NAMES, REGIONS, encoding_name
from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.subtitles.formats.encoding import Encoding
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Case, Mark
from tests.gui.conftest import (
    Reopen,
    answer,
    offered,
    open_and_wait,
    press,
    punctuate_and_wait,
    review_file,
    session_of,
    status_of,
    text_of,
)

RUSSIAN = "1\n00:00:01,000 --> 00:00:02,000\nкак дела\n"
EVERYONE = 3


@pytest.fixture
def russian(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "russian.srt"
    path.write_bytes(RUSSIAN.encode("cp1251"))
    open_and_wait(window, path, qtbot)
    return window


def entry(menu: QMenu, name: str) -> QAction:
    """Open the menu and return what has this name in it, in submenus too."""
    menu.aboutToShow.emit()
    return next(action for action in menu.findChildren(QAction) if action.text() == name)


def reopen(window: MainWindow, name: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opened):
        entry(window.encodings, name).trigger()


def encoding_of(window: MainWindow) -> Encoding:
    assert window.file is not None
    return window.file.document.encoding


def test_every_encoding_is_known_by_its_own_name() -> None:
    assert [codec for codec in NAMES if codecs.lookup(codec).name != codec] == []
    assert len(NAMES) == sum(map(len, REGIONS.values()))


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        (Encoding("utf-8", codecs.BOM_UTF8), "UTF-8 BOM"),
        (Encoding("koi8-r"), "KOI8-R"),
        (Encoding("cp1257"), "Windows-1257"),
        (Encoding("mac-roman"), "Mac Roman"),
        (Encoding("mac-greek"), "MAC-GREEK"),
    ],
)
def test_an_encoding_is_named_for_a_reader(encoding: Encoding, name: str) -> None:
    assert encoding_name(encoding) == name


def test_the_status_bar_opens_the_menu(opened: MainWindow) -> None:
    buttons = opened.status.findChildren(QToolButton)
    button = next(b for b in buttons if b.menu() is opened.encodings)
    assert button.isVisible()
    assert button.text() == "UTF-8 BOM · CRLF"
    assert entry(opened.encodings, "UTF-8").isChecked()


def test_a_file_is_read_again_in_another_encoding(russian: MainWindow, qtbot: QtBot) -> None:
    reopen(russian, "KOI8-R (Russian)", qtbot)
    assert encoding_of(russian).name == "koi8-r"
    assert entry(russian.encodings, "KOI8-R (Russian)").isChecked()
    reopen(russian, "Windows-1251", qtbot)
    assert encoding_of(russian).name == "cp1251"
    assert russian.page.table.model().index(0, TEXT).data() == "как дела"
    assert "Windows-1251" in status_of(russian)
    assert not entry(russian.encodings, "KOI8-R (Russian)").isChecked()


def test_the_encoding_can_be_guessed_again(russian: MainWindow, qtbot: QtBot) -> None:
    reopen(russian, "ISO 8859-5", qtbot)
    reopen(russian, "&Guess", qtbot)
    assert encoding_of(russian).name != "iso8859-5"


def test_a_file_that_is_not_in_that_encoding_stays_open_as_it_is(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    # Windows-950 reads the last two letters as a line that it writes otherwise.
    path = tmp_path / "russian.srt"
    path.write_bytes(f"{RUSSIAN}щл".encode("cp1251"))
    open_and_wait(window, path, qtbot)
    before = window.file
    with qtbot.waitSignal(window.failed):
        entry(window.encodings, "Windows-950").trigger()
    assert window.file is before
    assert "cp950" in window.message.text
    assert not entry(window.encodings, "Windows-950").isChecked()


def test_reopening_asks_about_unsaved_decisions(reviewing: MainWindow, qtbot: QtBot) -> None:
    press(reviewing, Qt.Key.Key_Return)
    answer(QMessageBox.StandardButton.Cancel)
    entry(reviewing.encodings, "Windows-1252").trigger()
    assert len(session_of(reviewing).edits()) == 1
    assert not reviewing.jobs.busy
    assert not entry(reviewing.encodings, "Windows-1252").isChecked()
    answer(QMessageBox.StandardButton.Discard)
    reopen(reviewing, "UTF-8", qtbot)
    assert reviewing.page.review is None


@pytest.fixture
def latin(window: MainWindow, talk: Path, qtbot: QtBot) -> MainWindow:
    """A window where a mark was accepted that the encoding of the file lacks."""
    talk.write_bytes(talk.read_bytes().removeprefix(codecs.BOM_UTF8))
    review_file(window, talk, qtbot)
    assert window.file is not None
    assert window.page.review is not None
    document = replace(window.file.document, encoding=Encoding("iso8859-1"))
    window.page.review.transcript = replace(window.page.review.transcript, document=document)
    ellipsis = Edit(Mark.ELLIPSIS, Case.KEEP)
    session = session_of(window)
    session.apply(session.choose(EVERYONE, ellipsis, Decision.ACCEPTED, "Put an ellipsis"))
    return window


def test_a_mark_that_the_encoding_lacks_is_offered_in_utf8(latin: MainWindow, talk: Path) -> None:
    assert not latin.export()
    assert "iso8859-1" in latin.message.text
    assert latin.message.error is not None
    button = offered(latin.message)
    assert (button.isVisible(), button.text()) == (True, "Export as UTF-8")
    button.click()
    assert "everyone…".encode() in talk.with_name("talk.punct.srt").read_bytes()
    assert "as UTF-8 with 1 accepted change" in latin.message.text
    assert not button.isVisible()


def test_an_old_encoding_can_be_left_behind(russian: MainWindow, tmp_path: Path) -> None:
    entry(russian.encodings, "&Export as UTF-8").trigger()
    assert "Windows-1251 → UTF-8 · LF" in status_of(russian)
    assert russian.export()
    assert (tmp_path / "russian.punct.srt").read_bytes() == RUSSIAN.encode()
    entry(russian.encodings, "&Export as UTF-8").trigger()
    assert "Windows-1251 · LF" in status_of(russian)
    assert russian.export()
    assert (tmp_path / "russian.punct.srt").read_bytes() == RUSSIAN.encode("cp1251")


def test_letters_that_were_encoded_twice_are_read_and_mended(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path, export = tmp_path / "twice.srt", window.commands["export"]
    path.write_bytes(RUSSIAN.encode("utf-8-twice"))
    open_and_wait(window, path, qtbot)
    assert text_of(window, 0) == "как дела"
    assert "UTF-8 twice" in status_of(window)
    assert not export.isEnabled()
    entry(window.encodings, "&Export as UTF-8").trigger()
    assert export.isEnabled()
    export.trigger()
    assert (tmp_path / "twice.punct.srt").read_bytes() == RUSSIAN.encode()


def test_the_wish_for_utf8_is_kept_with_a_review(
    window: MainWindow, talk: Path, reopen: Reopen, qtbot: QtBot
) -> None:
    text = talk.read_text(encoding="utf-8-sig").replace("glass", "café")
    talk.write_bytes(text.encode("cp1252"))
    review_file(window, talk, qtbot)
    entry(window.encodings, "&Export as UTF-8").trigger()
    press(window, Qt.Key.Key_Return)
    assert window.export()
    assert window.close()
    later = reopen(talk)
    assert "→ UTF-8" in status_of(later)
    press(later, Qt.Key.Key_Return)
    assert later.export()
    assert "café".encode() in talk.with_name("talk.punct.srt").read_bytes()


@pytest.mark.parametrize(("written", "encoding"), [("koi8-u", "koi8-u"), ("utf-8", "utf-8")])
def test_a_file_that_changed_is_read_as_it_was_told_to_be(
    russian: MainWindow, qtbot: QtBot, written: str, encoding: str
) -> None:
    reopen(russian, "KOI8-U (Ukrainian)", qtbot)
    assert russian.file is not None
    russian.file.path.write_bytes(RUSSIAN.replace("дела", "они").encode(written))
    qtbot.waitUntil(lambda: "has changed" in russian.message.text)
    with qtbot.waitSignal(russian.opened):
        offered(russian.message).click()
    assert encoding_of(russian).name == encoding
    assert russian.page.table.model().index(0, TEXT).data() == "как они"


def test_decisions_outlast_letters_that_were_read_wrong(
    window: MainWindow, talk: Path, qtbot: QtBot
) -> None:
    talk.write_bytes(talk.read_bytes()[3:].replace(b"glass", b"caf\xe9"))
    open_and_wait(window, talk, qtbot)
    reopen(window, "Windows-1251", qtbot)
    punctuate_and_wait(window, qtbot)
    press(window, Qt.Key.Key_Return)
    window.page.stack.setClean()
    reopen(window, "Windows-1252", qtbot)
    assert len(session_of(window).edits()) == 1
