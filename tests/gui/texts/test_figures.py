"""The figures of a sitting as they are read."""

from __future__ import annotations

import pytest

from subpunct_app.gui.texts.figures import kind_name, remaining_text, share_text, time_text
from subpunct_app.gui.texts.wording import outlook_text
from subpunct_app.review.budget import Outlook, Pace
from subpunct_app.review.statistics import Counts
from subpunct_app.text.words import Mark


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (59.4, "59 s"), (61, "1 min 01 s"), (3720, "1 h 02 min")],
)
def test_time_in_words(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_shares_kinds_and_what_is_left_in_words() -> None:
    assert share_text(Counts()) == "–"
    assert share_text(Counts(accepted=2, rejected=1)) == "67 %"
    assert kind_name(None) == "Capital"
    assert kind_name(Mark.NONE) == "Removed mark"
    assert kind_name(Mark.QUESTION) == "Question mark"


def test_the_time_left_is_what_the_slider_says() -> None:
    pace = Pace()
    said = outlook_text(Outlook(75, 75), pace, 75, 0)
    number, time = remaining_text(75, pace).split(", ")
    assert number == "75"
    assert said.endswith(f"; {time}")
    assert remaining_text(0, pace) == "0"
