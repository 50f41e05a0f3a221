from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.cues.cue_model import TEXT
from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.context_view import beside
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.cue_runs import Look, plain_text
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.reading.passes import read_words
from tests.gui.conftest import press, review_file, text_of
from tests.subtitles.reading.test_document_language import ENGLISH_LINES, GERMAN_LINES, above

WORDS = "we all went out to see how the kitchen had been built by people who like bread"
LONG = (
    "the kitchen had been built by people who like bread",
    "so we went there on foot to see how it is",
)


@pytest.mark.parametrize(
    ("payloads", "expected"),
    [
        (WORDS.split(), ["we all went out to see", "the kitchen had been built by people who"]),
        ([*LONG, "no", *LONG], [LONG[1], LONG[0]]),
    ],
)
def test_beside_a_cue_stands_enough_to_read_on(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, payloads: list[str], expected: list[str]
) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("\n\n".join(payloads))
    review_file(window, path, qtbot)
    review = window.page.review
    assert review is not None
    middle = 6 if len(payloads) > 6 else 2
    shown = [plain_text(beside(review, middle, step)) for step in (-1, 1)]
    assert [letters(text) for text in shown] == [letters(text) for text in expected]
    assert beside(review, 0, -1) == []


def test_lines_in_another_language_are_grey_and_no_part_of_what_is_read_on() -> None:
    document = above(ENGLISH_LINES, GERMAN_LINES)
    review = Review(read_words(document), ReviewSession(()))
    assert [run.text for run in review.runs(3) if run.look is Look.UNREAD] == [
        f"\n{GERMAN_LINES[3]}"
    ]
    assert plain_text(beside(review, 3, 1)) == f"{ENGLISH_LINES[4]} {ENGLISH_LINES[5]}"


def letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.lower()))


LINES = ("thank you", "we talked about bridges", "and today", "about the kitchen", "why", "bye now")
BRIDGES = 6


def rolling() -> str:
    """Show each line alone, and then above the next one."""
    payloads = [LINES[0]]
    for old, new in pairwise(LINES):
        payloads += [f"{old}\n{new}", new]
    cues = (
        f"00:{second:02}.000 --> 00:{second + 1:02}.000\n{payload}\n"
        for second, payload in enumerate(payloads)
    )
    return "WEBVTT\n\n" + "\n".join(cues)


@pytest.fixture
def captions(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    path = tmp_path / "talk.vtt"
    path.write_text(rolling())
    review_file(window, path, qtbot)
    return window


def test_an_accepted_mark_shows_in_every_cue_that_repeats_the_line(captions: MainWindow) -> None:
    captions.page.select_gap(BRIDGES)
    shown: set[int] = set()
    captions.page.table.model().dataChanged.connect(
        lambda first, last: shown.update(range(first.row(), last.row() + 1))
    )
    press(captions, Qt.Key.Key_Exclam)
    assert [text_of(captions, cue).count("bridges!") for cue in range(6)] == [0, 1, 1, 1, 0, 0]
    assert shown >= {1, 2, 3, 4}
    captions.commands["undo"].trigger()
    assert [text_of(captions, cue).count("bridges.") for cue in range(6)] == [0, 1, 1, 1, 0, 0]


def test_below_a_cue_each_line_stands_once_and_above_it_one_cue(captions: MainWindow) -> None:
    review = captions.page.review
    assert review is not None
    below = plain_text(beside(review, 1, 1)).lower()
    assert re.findall("[a-z ]+", below) == ["and today about the kitchen", " why", " bye now"]
    above = plain_text(beside(review, 5, -1)).lower()
    assert re.findall("[a-z ]+", above) == ["we talked about bridges", " and today"]


def test_a_click_on_a_mark_in_a_copy_stays_there(captions: MainWindow) -> None:
    table = captions.page.table
    cell = table.visualRect(table.model().index(3, TEXT))
    places = (QPoint(x, cell.center().y() - dy) for x in range(cell.width()) for dy in (0, 10))
    place = next(p for p in places if table.gap_under(QPointF(p)) == BRIDGES)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
    )
    assert captions.page.current == BRIDGES
    assert table.currentIndex().row() == 3


def test_export_writes_a_mark_into_every_copy(captions: MainWindow, tmp_path: Path) -> None:
    captions.page.select_gap(BRIDGES)
    press(captions, Qt.Key.Key_Return)
    assert captions.export()
    exported = (tmp_path / "talk.punct.vtt").read_text()
    assert exported == rolling().replace("bridges", "bridges.").replace("and today", "And today")
