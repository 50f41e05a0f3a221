from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from subpunct_app.decoding.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.decoding.inference.doubt import unlikely
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.names import Names
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models.mark_labels import CASES, MARKS
from subpunct_app.text.words import Break, Case, Gap, Mark, Word
from tests.decoding.conftest import line_of
from tests.decoding.suggestions.said import suggested

SURE, UNSURE, HARDLY = 0.96, 0.5, 0.02
SENTENCES = "the rain has stopped we should go now before it starts again"


def says(ending: Sequence[float], names: Sequence[float] = ()) -> Prediction:
    """Make a prediction of how likely a sentence ends behind each word, and of which are names."""
    ends = np.array(ending, dtype=np.float32)
    marks = np.zeros((len(ends), len(MARKS)), dtype=np.float32)
    marks[:, MARKS.index(Mark.PERIOD)], marks[:, 0] = ends, 1 - ends
    begun = np.concatenate([[0.9], ends[:-1]])
    capital = np.maximum(begun, names or [HARDLY] * len(ends))
    cases = np.zeros((len(ends), len(CASES)), dtype=np.float32)
    cases[:, CASES.index(Case.CAPITALISED)], cases[:, CASES.index(Case.LOWER)] = (
        capital,
        1 - capital,
    )
    bias = np.zeros_like(marks)
    return Prediction(MARKS, marks, cases, bias, unlikely(marks, bias))


def text_of(*parts: str, sure: float = SURE) -> tuple[list[Word], list[Gap], Prediction]:
    """Make a text of five sentences that the model is sure of, and parts that it cannot tell.

    Of those, it finds it as likely as not that a sentence ends behind each.
    """
    sentences = [f"{start}{SENTENCES[1:]}" for start in "TTTTT"]
    if not any(part[0].isupper() for part in parts):
        sentences = [sentence.lower() for sentence in sentences]
    ending: list[float] = []
    for part in sentences:
        ending += [HARDLY] * (len(part.split()) - 1) + [sure]
    for part in parts:
        ending += [HARDLY] * (len(part.split()) - 1) + [UNSURE]
    words, gaps = line_of(" ".join([*sentences, *parts]))
    return words, gaps, says(ending)


def weighed(words: Sequence[Word], gaps: Sequence[Gap], said: Prediction) -> Prediction:
    return weigh_capitals(WrittenCase.of(words, gaps, said, "en"), said)


def likely_ends(said: Prediction, words: Sequence[Word], *after: str) -> list[float]:
    ends = said.marks[:, MARKS.index(Mark.PERIOD)]
    places = [[word.text for word in words].index(text) for text in after]
    return [float(ends[place]) for place in places]


def test_a_capital_begins_a_sentence_where_others_do() -> None:
    words, gaps, said = text_of("I went Home", "You stayed", "but slept")
    found = weighed(words, gaps, said)
    first, second = likely_ends(found, words, "Home", "stayed")
    assert first > 0.9
    assert second < 0.2


def test_a_text_all_small_is_judged_by_its_words_alone() -> None:
    words, gaps, said = text_of("and home", "you stayed", "but slept")
    assert weighed(words, gaps, said) is said


def test_capitals_at_random_change_hardly_anything() -> None:
    words, gaps, said = text_of("we went home", "you stayed", "but slept")
    random = np.random.default_rng(3).random(len(words)) < 0.5
    mixed = [
        replace(word, text=word.text.capitalize() if large else word.text)
        for word, large in zip(words, random.tolist(), strict=True)
    ]
    found = weighed(mixed, gaps, said)
    assert np.abs(found.marks - said.marks).max() < 0.15


def test_names_begin_no_sentence() -> None:
    words, gaps, said = text_of("We met", "Tom again", "but Left")
    texts = [word.text for word in words]
    names = [0.99 if text == "Tom" else HARDLY for text in texts]
    ending = said.marks[:, MARKS.index(Mark.PERIOD)].tolist()
    before_name, before_other = (
        likely_ends(weighed(words, gaps, one), words, "met")[0]
        for one in (says(ending, names), said)
    )
    assert before_name < 0.75
    assert before_other > 0.9


def test_the_pronoun_is_large_everywhere() -> None:
    words, gaps, said = text_of("We went home", "I stayed", "but I'm late")
    assert likely_ends(weighed(words, gaps, said), words, "home") == [UNSURE]


def test_capitals_at_the_starts_of_all_cues_tell_nothing_there() -> None:
    words, gaps, said = text_of("We went home", "You stayed late", "But slept", "so long")
    texts = [word.text for word in words]
    starts = {*range(0, len(words), 4), texts.index("You")}
    cued = [
        replace(word, text=word.text.capitalize() if at in starts else word.text)
        for at, word in enumerate(words)
    ]
    cut = [replace(gap, break_=Break.CUE) if at in starts else gap for at, gap in enumerate(gaps)]
    found = weighed(cued, cut, said)
    at_cue, within = likely_ends(found, words, "home", "late")
    assert at_cue == pytest.approx(UNSURE, abs=0.2)
    assert within > 0.8


def test_a_decision_is_as_doubtful_as_the_capitals_leave_it() -> None:
    words, gaps, said = text_of("We went home", "You stayed late", "but slept")
    found = weighed(words, gaps, said)
    places = [[word.text for word in words].index(text) for text in ("home", "late")]
    assert said.doubts[places] == pytest.approx([0.5, 0.5])
    assert (found.doubts[places] < 0.2).all()
    assert (found.doubts[: len(words) // 2] <= said.doubts[: len(words) // 2] + 1e-6).all()


def test_a_review_finds_the_full_stop_that_is_missing_before_a_capital() -> None:
    words, gaps, said = text_of("We went home", "You stayed late", "But slept")
    place = [word.text for word in words].index("home") + 1
    found = suggested(words, gaps, said, Options(mode=Mode.REVIEW))
    assert any(one.gap == place and one.mark is Mark.PERIOD for one in found)


def test_a_review_takes_no_mark_for_wrong_by_a_small_letter() -> None:
    words, gaps, said = text_of("We went home", "you stayed late", "But slept")
    places = [at for at, word in enumerate(words) if word.text == "home"]
    stopped = [
        replace(g, current=Mark.COMMA) if at - 1 in places else g for at, g in enumerate(gaps)
    ]
    for mode, taken in ((Mode.RESTORE, True), (Mode.REVIEW, False)):
        found = suggested(words, stopped, said, Options(mode=mode))
        assert any(one.gap - 1 in places for one in found) is taken


def named_text(
    large: int, small: int, *, other: str = "mill"
) -> tuple[list[Word], list[Gap], Prediction]:
    """Make a text with so many names that have capitals and so many that have none.

    The model takes the word before its end for a name, too.
    """
    names = ["Tom"] * large + ["tom"] * small
    texts = [text for name in names for text in ("we", "met", name, "there")] + ["by", other, "and"]
    words, gaps = line_of(" ".join(texts))
    likely = [0.95 if text in ("Tom", "tom", other) else HARDLY for text in texts]
    return words, gaps, says([HARDLY] * len(texts), likely)


def test_where_names_have_capitals_small_words_are_none() -> None:
    for large, small, changed in ((20, 0, False), (2, 18, True), (5, 0, True)):
        words, gaps, said = named_text(large, small)
        found = suggested(words, gaps, said, Options())
        assert any(one.gap == len(words) - 2 for one in found) is changed


def test_a_few_names_in_a_long_text_without_capitals_tell_nothing_of_others() -> None:
    words, gaps, said = named_text(12, 90)
    names = cycle(["Ann", "Ben", "Cay", "Dan", "Eve", "Tom"])
    words = [replace(word, text=next(names)) if word.text == "Tom" else word for word in words]
    at = len(words) - 2
    said.cases[at] = [0.3, 0.7, 0.0, 0.0]
    found = suggested(words, gaps, said, Options())
    assert any(one.gap == at for one in found)


def test_a_name_that_an_editor_spelled_is_large_all_the_same() -> None:
    words, gaps, said = named_text(20, 0)
    found = suggested(words, gaps, said, Options(names=Names.of(["Mill"])))
    assert any(one.gap == len(words) - 2 for one in found)


def test_the_english_pronoun_is_large_where_names_have_capitals() -> None:
    words, gaps, said = named_text(20, 0, other="i")
    for language, changed in (("en", True), ("it", False)):
        found = suggested(words, gaps, said, Options(), language=language)
        assert any(one.gap == len(words) - 2 for one in found) is changed


@pytest.mark.parametrize(
    ("large", "small", "meant"), [(20, 0, "met"), (12, 18, "met"), (12, 18, "Met")]
)
def test_a_capital_stays_where_those_within_sentences_are_meant(
    large: int, small: int, meant: str
) -> None:
    words, gaps, said = named_text(large, small, other="Mill")
    words = [replace(word, text=meant) if word.text == "met" else word for word in words]
    certain = replace(said, cases=np.eye(len(CASES), dtype=np.float32)[[0] * len(words)])
    mixed = replace(
        said, cases=np.where(np.arange(len(words))[:, None] < 80, said.cases, certain.cases)
    )
    found = suggested(words, gaps, mixed, Options())
    assert all(one.gap != len(words) - 2 for one in found) is (meant == "met")


@pytest.mark.parametrize(("large", "small", "changed"), [(12, 18, False), (0, 20, True)])
def test_a_small_letter_stays_where_capitals_are_meant(
    large: int, small: int, changed: bool
) -> None:
    words, gaps, said = named_text(large, small, other="x")
    found = suggested(words, gaps, said, Options())
    assert any(one.gap == len(words) - 2 for one in found) is changed


def test_a_capital_behind_a_full_stop_is_no_further_evidence_for_it() -> None:
    """Who puts a full stop where none belongs writes the next word large."""
    wrong = "the Rain has Stopped we should Go now before it Starts again"
    words, gaps, said = text_of(*[wrong] * 3, "we went home", "You stayed")
    stands = [
        replace(gap, current=Mark.PERIOD)
        if at and at < len(words) and words[at].text[0].isupper()
        else gap
        for at, gap in enumerate(gaps)
    ]
    (by_capital,) = likely_ends(weighed(words, gaps, said), words, "home")
    (by_both,) = likely_ends(weighed(words, stands, said), words, "home")
    assert by_capital > 0.75
    assert by_both < by_capital - 0.1
