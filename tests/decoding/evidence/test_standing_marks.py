from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.doubt import unlikely
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.text.words import Break, Gap, Mark, Word
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import suggested

# How likely a comma, a full stop and a question mark are behind a word, by the sign at its end.
SURE = {
    "~": (0.92, 0.03, 0.0),
    "^": (0.03, 0.92, 0.0),
    "?": (0.0, 0.03, 0.92),
    "_": (0.0, 0.9, 0.08),
    "$": (0.0, 0.95, 0.03),
    "%": (0.0, 0.985, 0.006),
}
LIKELY = {
    "=": (0.6, 0.05, 0.0),
    "+": (0.05, 0.6, 0.0),
    "|": (0.4, 0.05, 0.0),
    "/": (0.05, 0.4, 0.0),
    "¿": (0.0, 0.55, 0.4),
}
ELSEWHERE = (0.01, 0.01, 0.0)
STANDS = {"~": Mark.COMMA, "^": Mark.PERIOD, "?": Mark.QUESTION, "_": Mark.QUESTION}
SENTENCE = "well~ they came home late^ "


def says(words: Sequence[Word]) -> Prediction:
    likely = SURE | LIKELY
    rows = np.array([likely.get(word.text[-1], ELSEWHERE) for word in words], dtype=np.float32)
    marks = np.zeros((len(words), len(MARKS)), dtype=np.float32)
    marks[:, [MARKS.index(mark) for mark in (Mark.COMMA, Mark.PERIOD, Mark.QUESTION)]] = rows
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
        for one in suggested(words, gaps, said, Options(mode, case=False))
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
    words, gaps = written(f"{SENTENCE * 40} here= {SENTENCE * 40}", [Mark.COMMA, Mark.PERIOD])
    lost_words, lost_gaps = written(f"{SENTENCE * 40} there= {SENTENCE * 40}", [])
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
    found = suggested(words, gaps, said, Options(Mode.FILL, case=False))
    assert found == ()


def test_right_marks_of_a_text_stay_though_others_were_lost() -> None:
    """The model is not sure of the comma, and takes it out of a text with commas everywhere."""
    sentences = f"{SENTENCE} well they came home late^ " * 12
    words, gaps = written(f"{sentences} we go| home now^", [Mark.COMMA, Mark.PERIOD])
    stands = [
        replace(gap, current=Mark.COMMA) if words[at - 1].text == "go|" else gap
        for at, gap in enumerate(gaps)
    ]
    assert "go|" not in filled(words, stands, Mode.RESTORE)
    assert filled(words, stands, Mode.ANEW)["go|"] is Mark.NONE
    everywhere = [gaps[0], *(replace(gap, current=Mark.COMMA) for gap in gaps[1:])]
    assert filled(words, everywhere, Mode.RESTORE)["go|"] is Mark.NONE


def test_full_stops_at_the_ends_of_all_cues_tell_nothing_there() -> None:
    cues = "well^ we go on here " * 20 + "come^ we go/ on here " + "so^ let/ us go now "
    words, gaps = written(cues, [Mark.PERIOD])
    cut = [
        replace(gap, break_=Break.CUE, current=Mark.PERIOD) if at and at % 5 == 0 else gap
        for at, gap in enumerate(gaps)
    ]
    at_end = [at for at, word in enumerate(words, 1) if word.text == "go/"]
    within = [at for at, word in enumerate(words, 1) if word.text == "let/"]
    moved = cut[: at_end[0] + 1]
    moved[-1] = replace(moved[-1], break_=Break.CUE, current=Mark.PERIOD)
    stands = [*moved, *cut[at_end[0] + 1 :]]
    stands[within[0]] = replace(stands[within[0]], current=Mark.PERIOD)
    restored = filled(words, stands, Mode.RESTORE)
    assert restored["go/"] is Mark.NONE
    assert "let/" not in restored


def test_the_mark_that_a_speaker_ends_with_counts_too() -> None:
    questions = f"{SENTENCE} did they? " * 12
    words, gaps = written(f"{questions} is it¿ {SENTENCE}", [*STANDS.values()])
    asked = [
        replace(gap, current=Mark.QUESTION) if at and words[at - 1].text == "it¿" else gap
        for at, gap in enumerate(gaps)
    ]
    turns = [replace(gap, turn=gap.current.ends_sentence) for gap in asked]
    assert filled(words, turns, Mode.RESTORE) == {}
    assert filled(words, turns, Mode.ANEW) == {"it¿": Mark.PERIOD}


def test_right_marks_of_one_sentence_stay() -> None:
    words, gaps = written("well~ they came home late so we go| home now^", [*STANDS.values()])
    stands = [
        replace(gap, current=Mark.COMMA) if at and words[at - 1].text == "go|" else gap
        for at, gap in enumerate(gaps)
    ]
    assert filled(words, stands, Mode.RESTORE) == {}
    assert filled(words, stands, Mode.ANEW) == {"go|": Mark.NONE}


def test_one_full_stop_at_the_end_of_a_bare_text_speaks_against_no_other_mark() -> None:
    text = f"{SENTENCE}maybe= we go home now^"
    words, bare = written(text, [])
    wanted = filled(words, bare, Mode.RESTORE)
    assert wanted.pop("now^") is Mark.PERIOD
    stopped = [*bare[:-1], replace(bare[-1], current=Mark.PERIOD)]
    assert filled(words, stopped, Mode.RESTORE) == wanted


def test_marks_at_every_third_word_tell_nothing() -> None:
    words, gaps = written(f"{SENTENCE * 12} we go| home now we let/ us go", [])
    stands = [
        replace(gap, current=Mark.PERIOD) if at and at % 3 == 0 else gap
        for at, gap in enumerate(gaps)
    ]
    restored, anew = (
        suggested(words, stands, says(words), Options(mode, case=False))
        for mode in (Mode.RESTORE, Mode.ANEW)
    )
    assert [(one.gap, one.mark) for one in restored] == [(one.gap, one.mark) for one in anew]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["on", *(f"on{sign}" for sign in "~^=+|/")]), min_size=1))
def test_a_text_that_was_restored_stays_as_it_is(said: list[str]) -> None:
    words, gaps = line_of(" ".join(f"{word[:2]}{at}{word[2:]}" for at, word in enumerate(said)))
    put = filled(words, gaps, Mode.RESTORE)
    after = [put.get(word.text, Mark.NONE) for word in words]
    restored = [
        gaps[0],
        *(replace(gap, current=mark) for gap, mark in zip(gaps[1:], after, strict=True)),
    ]
    assert filled(words, restored, Mode.RESTORE) == {}


def test_a_part_of_a_text_has_lost_what_the_whole_has() -> None:
    text = f"{SENTENCE * 12} maybe= we go home now^"
    words, gaps = written(text, [Mark.COMMA, Mark.PERIOD])
    habits = Habits.of(words, gaps, says(words), "en")
    last = slice(len(words) - 5, len(words))
    part, beside = words[last], gaps[last.start : last.stop + 1]
    options = Options(Mode.FILL, case=False)
    assert suggested(part, beside, says(part), options, habits=habits.part(last)) == ()


def test_what_stands_moves_along_with_the_words_and_says_nothing_of_new_ones() -> None:
    text = f"{SENTENCE * 12} maybe= we go home now^"
    words, gaps = written(text, [Mark.COMMA, Mark.PERIOD])
    habits = Habits.of(words, gaps, says(words), "en")
    longer, more = written(f"so {text} or= not^", [Mark.COMMA, Mark.PERIOD])
    moved = habits.moved({gap: gap + 1 for gap in range(1, len(words))}, len(longer))
    found = suggested(longer, more, says(longer), Options(Mode.FILL, case=False), habits=moved)
    assert [longer[one.gap - 1].text for one in found] == ["or="]


def test_question_marks_at_every_end_tell_nothing() -> None:
    words, gaps = written("well~ they came home late_ " * 12, [*STANDS.values()])
    assert filled(words, gaps, Mode.RESTORE) == {"late_": Mark.PERIOD}


def test_a_question_mark_of_which_the_model_knows_better_is_taken_back() -> None:
    words, gaps = written(f"{SENTENCE * 9} we came% ", [*STANDS.values()])
    gaps[-1] = replace(gaps[-1], current=Mark.QUESTION)
    assert filled(words, gaps, Mode.RESTORE) == {"came%": Mark.PERIOD}
