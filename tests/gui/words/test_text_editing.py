"""After an edit the review goes on where it was, in the order that was chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.text.words import Mark
from tests.gui.conftest import (
    NewWindow,
    press,
    review_file,
    session_of,
)

# How sure the model of the tests is: so 0.55, everyone 0.62, why 0.71, fall 0.88, kitchen 0.93,
# bridges 0.95, you 0.97, freezes 0.99.
FILM = b"""1
00:00:00,000 --> 00:00:04,000
this is teh film that everyone saw

2
00:00:05,000 --> 00:00:09,000
somebody in teh kitchen saw so much

3
00:00:10,000 --> 00:00:14,000
nobody knows why they burn bridges when it freezes
"""


@pytest.fixture
def film(new_window: NewWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "film.srt"
    path.write_bytes(FILM)
    window = new_window()
    review_file(window, path, qtbot)
    return window


def behind(window: MainWindow, word: str) -> int:
    """Return the gap behind a word."""
    assert window.page.review is not None
    return [one.text for one in window.page.review.transcript.words].index(word) + 1


def word_here(window: MainWindow) -> str:
    """Return the word before the gap that the editor looks at."""
    review, gap = window.page.review, window.page.current
    assert review is not None
    assert gap is not None
    return review.transcript.words[gap - 1].text


def on(window: MainWindow) -> None:
    press(window, Qt.Key.Key_N)


def back(window: MainWindow) -> None:
    QTest.keyClick(window.page.table, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)


def exchange(window: MainWindow, old: str, new: str) -> None:
    """Type other words into the cue that the editor looks at."""
    press(window, Qt.Key.Key_F2)
    editor = window.writing.manual.editor
    assert old in editor.typed
    editor.setPlainText(editor.typed.replace(old, new))
    QTest.keyClick(editor, Qt.Key.Key_Return)


def empty(window: MainWindow) -> None:
    press(window, Qt.Key.Key_F2)
    editor = window.writing.manual.editor
    editor.setPlainText("")
    QTest.keyClick(editor, Qt.Key.Key_Return)


def test_the_suggestion_under_review_stays_it(film: MainWindow) -> None:
    film.page.select_gap(behind(film, "so"))
    exchange(film, "teh", "the")
    assert word_here(film) == "so"
    film.page.stack.undo()
    assert word_here(film) == "so"
    film.page.stack.redo()
    press(film, Qt.Key.Key_Return)
    assert word_here(film) == "why"


def test_the_next_one_follows_where_the_words_were_retyped(film: MainWindow) -> None:
    film.page.select_gap(behind(film, "kitchen"))
    exchange(film, "teh kitchen", "the chicken")
    assert word_here(film) == "chicken"
    press(film, Qt.Key.Key_N)
    assert word_here(film) == "so"
    back(film)
    assert word_here(film) == "everyone"


def test_a_mark_that_is_typed_into_a_cue_is_a_decision(film: MainWindow) -> None:
    press(film, Qt.Key.Key_O)
    here, left = film.page.current, session_of(film).open_count
    exchange(film, "kitchen", "kitchen,")
    assert session_of(film).verdict(behind(film, "kitchen")).edit.mark is Mark.COMMA
    assert (film.page.current, session_of(film).open_count) == (here, left - 1)
    assert film.page.table.edited_count == 0
    exchange(film, "so much", "so, much")
    assert film.page.current == here
    press(film, Qt.Key.Key_N)
    assert word_here(film) == "everyone"
    film.page.stack.undo()
    assert session_of(film).is_open(behind(film, "so"))
    assert not session_of(film).is_open(behind(film, "kitchen"))


def test_an_emptied_cue_keeps_the_place(film: MainWindow) -> None:
    film.page.select_gap(behind(film, "kitchen"))
    empty(film)
    assert film.page.cue == 1
    press(film, Qt.Key.Key_N)
    assert word_here(film) == "why"
    film.page.select_cue(1)
    back(film)
    assert word_here(film) == "everyone"
