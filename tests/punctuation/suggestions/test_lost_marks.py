from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from subpunct_app.core.text import Gap, Mark, Word
from subpunct_app.punctuation.answers.doubt import unlikely
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.models.labels import MARKS
from subpunct_app.punctuation.suggestions.decode import suggest
from subpunct_app.punctuation.suggestions.habits import Habits
from subpunct_app.punctuation.suggestions.options import Mode, Options
from tests.punctuation.conftest import line_of

# How likely a comma and a full stop are behind a word, by the sign at its end.
SURE = {"~": (0.92, 0.03), "^": (0.03, 0.92)}
LIKELY = {"=": (0.6, 0.05), "+": (0.05, 0.6)}
ELSEWHERE = (0.01, 0.01)
STANDS = {"~": Mark.COMMA, "^": Mark.PERIOD}
SENTENCE = "well~ they came home late^ "


def says(words: Sequence[Word]) -> Prediction:
    likely = SURE | LIKELY
    rows = np.array([likely.get(word.text[-1], ELSEWHERE) for word in words], dtype=np.float32)
    marks = np.zeros((len(words), len(MARKS)), dtype=np.float32)
    marks[:, MARKS.index(Mark.COMMA)], marks[:, MARKS.index(Mark.PERIOD)] = rows.T
    marks[:, 0] = 1 - rows.sum(axis=1)
    cases = np.tile(np.array([0.9, 0.1, 0, 0], dtype=np.float32), (len(words), 1))
    bias = np.zeros_like(marks)
    return Prediction(MARKS, marks, cases, bias, unlikely(marks, bias))


def written(text: str, kept: Sequence[Mark]) -> tuple[list[Word], list[Gap]]:
    """Make a text of words with signs; those it is sure of have their mark if that is kept."""
    stands = [STANDS.get(word[-1], Mark.NONE) for word in text.split()]
    return line_of(text, [mark if mark in kept else Mark.NONE for mark in stands])


def filled(words: Sequence[Word], gaps: Sequence[Gap], mode: Mode = Mode.FILL) -> dict[str, Mark]:
    """Return the mark that is proposed behind each word that stands once."""
    said = says(words)
    return {
        words[one.gap - 1].text: one.mark
        for one in suggest(words, gaps, said, Options(mode, case=False))
        if one.mark is not gaps[one.gap].current
    }


def test_a_text_that_has_all_its_marks_gets_no_more() -> None:
    text = f"{SENTENCE * 12} maybe= we go+ home now^"
    assert filled(*written(text, [Mark.COMMA, Mark.PERIOD])) == {}
    bare = filled(*written(text, []))
    assert (bare["maybe="], bare["go+"]) == (Mark.COMMA, Mark.PERIOD)


def test_a_text_that_lost_its_commas_gets_commas_and_no_further_full_stops() -> None:
    words, gaps = written(f"{SENTENCE * 12} maybe= we go+ home now^", [Mark.PERIOD])
    found = filled(words, gaps)
    assert (found["maybe="], found["well~"]) == (Mark.COMMA, Mark.COMMA)
    assert "go+" not in found


def test_a_stretch_that_lost_its_marks_gets_them_and_the_rest_of_the_text_none() -> None:
    intact, bare = SENTENCE * 40, SENTENCE.replace("~", "").replace("^", "") * 40
    words, gaps = written(f"{intact} here= {intact}", [Mark.COMMA, Mark.PERIOD])
    lost_words, lost_gaps = written(f"{SENTENCE * 40} there= {SENTENCE * 40}", [])
    assert len(bare.split()) == len(intact.split())
    found = filled([*words, *lost_words], [*gaps, *lost_gaps[1:]])
    assert found["there="] is Mark.COMMA
    assert "here=" not in found


def test_a_full_stop_within_a_word_is_none_that_was_lost() -> None:
    words, gaps = written(
        f"{SENTENCE * 12} {'at Smith & Co. ' * 12} we go+ home^", [*STANDS.values()]
    )
    said = says(words)
    own = [at for at, word in enumerate(words) if word.text == "Co."]
    said.marks[own] = said.marks[words.index(words[-1])]
    found = suggest(words, gaps, said, Options(Mode.FILL, case=False))
    assert found == ()


def test_only_filling_in_trusts_what_stands() -> None:
    words, gaps = written(f"{SENTENCE * 12} maybe= we go home now^", [Mark.COMMA, Mark.PERIOD])
    assert filled(words, gaps, Mode.RESTORE) == {"maybe=": Mark.COMMA}


def test_a_part_of_a_text_has_lost_what_the_whole_has() -> None:
    text = f"{SENTENCE * 12} maybe= we go home now^"
    words, gaps = written(text, [Mark.COMMA, Mark.PERIOD])
    habits = Habits.of(words, gaps, says(words), "en")
    last = slice(len(words) - 5, len(words))
    part, beside = words[last], gaps[last.start : last.stop + 1]
    options = Options(Mode.FILL, case=False)
    assert suggest(part, beside, says(part), options, habits=habits.part(last)) == ()
