from __future__ import annotations

import pytest

from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.evidence.habits import Habits
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.text.words import Case, Mark
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import Said, says

NOTHING: Said = (Mark.NONE, 0.98, Case.LOWER, 0.95)
END: Said = (Mark.PERIOD, 0.98, Case.CAPITALISED, 0.9)


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("The rain fell. Then the rain. has stopped. We saw rain again.", True),
        ("The rain fell. Then the ret. general stopped. We saw rain again.", False),
        ("The rain fell. Then no. five has stopped. We had no rain again.", False),
        ("The rain fell. Then the rain. 5 have stopped. We saw rain again.", False),
    ],
)
def test_a_review_finds_a_full_stop_behind_a_word_that_has_none_elsewhere(
    text: str, stray: bool
) -> None:
    shown = text.split()
    marks = [Mark.PERIOD if word.endswith(".") else Mark.NONE for word in shown]
    words, gaps = line_of(text.replace(".", ""), marks)
    at = 6
    said = says(
        *(END if gap and n not in (at, len(marks)) else NOTHING for n, gap in enumerate(marks, 1))
    )
    whole = suggest(words, gaps, said, Options(mode=Mode.REVIEW))
    assert any(one.gap == at and one.mark is Mark.NONE for one in whole) is stray


def test_a_part_of_a_text_knows_the_words_of_the_whole() -> None:
    text = "The rain fell. Then the rain. has stopped. We saw rain again."
    marks = [Mark.PERIOD if word.endswith(".") else Mark.NONE for word in text.split()]
    words, gaps = line_of(text.replace(".", ""), marks)
    said = says(*[END if gap and n != 6 else NOTHING for n, gap in enumerate(marks, 1)])
    habits = Habits.of(words, gaps, said, "en")
    part = (words[3:8], gaps[3:9], said.part(slice(3, 8)), Options(mode=Mode.REVIEW))
    assert not any(one.gap == 3 for one in suggest(*part))
    assert any(one.gap == 3 and one.mark is Mark.NONE for one in suggest(*part, habits=habits))
