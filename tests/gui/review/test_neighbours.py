from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from subpunct_app.gui.main_window import MainWindow
from subpunct_app.gui.review.neighbours import beside, on_one_line
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.drawn import Look, Run, plain_text
from subpunct_app.review.views.opened import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.reading import read_words
from tests.gui.conftest import open_and_wait, punctuate_and_wait
from tests.subtitles.reading.test_bilingual import ENGLISH, GERMAN, above

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
    open_and_wait(window, path, qtbot)
    punctuate_and_wait(window, qtbot)
    review = window.page.review
    assert review is not None
    middle = 6 if len(payloads) > 6 else 2
    shown = [plain_text(beside(review, middle, step)) for step in (-1, 1)]
    assert [letters(text) for text in shown] == [letters(text) for text in expected]
    assert beside(review, 0, -1) == []


def test_lines_in_another_language_are_grey_and_no_part_of_what_is_read_on() -> None:
    document = above(ENGLISH, GERMAN)
    review = Review(read_words(document), ReviewSession(()))
    assert [run.text for run in review.runs(3) if run.look is Look.UNREAD] == [f"\n{GERMAN[3]}"]
    assert plain_text(beside(review, 3, 1)) == f"{ENGLISH[4]} {ENGLISH[5]}"


def test_a_cue_that_stands_twice_changes_nothing_beside_others() -> None:
    words = WORDS.split()
    twice = [*enumerate(words), (len(words) - 1, words[-1])]
    text = "".join(f"00:00:{at:02},000 --> 00:00:{at + 1:02},000\n{word}\n\n" for at, word in twice)
    review = Review(read_words(parse(text.encode())), ReviewSession(()))
    assert review.transcript.copies
    assert plain_text(beside(review, 6, -1)) == "we all went out to see"
    assert plain_text(beside(review, 10, 1)) == "built by people who like bread"


def letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.lower()))


def test_line_ends_become_spaces() -> None:
    assert on_one_line([Run("a\r\nb"), Run("\n")]) == [Run("a b"), Run(" ")]
