"""What the marks that stand in a text tell of those that it lost."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.evidence.standing_marks import StandingMarks, weigh_bare, weigh_standing
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.text.words import Mark
from tests.decoding.texts import (
    TEXTS,
    bare,
    in_cues,
    proposed,
    read,
    some_marks_lost,
    without_marks,
    wrong_ends,
    wrong_marks,
)

KEPT = (Mode.FILL, Mode.RESTORE, Mode.REVIEW)
LANGUAGES = tuple(TEXTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", KEPT)
def test_a_text_with_its_marks_stays_as_it_is(language: str, mode: Mode) -> None:
    assert proposed(TEXTS[language], language, mode) == TEXTS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_of_the_marks_that_were_lost_come_back(language: str) -> None:
    right = TEXTS[language]
    lost = [some_marks_lost(right, seed) for seed in range(4)]
    found = [proposed(text, language) for text in lost]
    wrong_before, wrong_after = (
        sum(wrong_marks(text, right) for text in texts) for texts in (lost, found)
    )
    assert wrong_after < 0.6 * wrong_before


@pytest.mark.parametrize("language", ["en", "es"])
def test_marks_that_stand_help_where_the_model_alone_errs(language: str) -> None:
    right = TEXTS[language]
    lost = [some_marks_lost(right, seed).lower() for seed in range(4)]
    with_evidence, without = (
        sum(wrong_marks(proposed(text, language, mode), right) for text in lost)
        for mode in (Mode.RESTORE, Mode.ANEW)
    )
    assert with_evidence < 0.9 * without


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_lost_its_commas_gets_commas_and_no_further_ends(language: str) -> None:
    right = TEXTS[language]
    found = proposed(right.replace(",", ""), language)
    assert wrong_ends(found, right) == 0
    assert found.count(",") == pytest.approx(right.count(","), abs=0.3 * right.count(","))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [Mode.FILL, Mode.RESTORE])
def test_a_bare_stretch_is_restored_and_the_rest_left(language: str, mode: Mode) -> None:
    sentences = re.findall(r".*?[.?]\s?", TEXTS[language])
    before, stretch, after = ("".join(sentences[at : at + 5]) for at in (0, 5, 10))
    found = proposed(f"{before}{bare(stretch)} {after}", language, mode)
    assert wrong_marks(found, before + stretch + after) < 0.7 * wrong_marks(bare(stretch), stretch)
    assert found.startswith(before.rstrip())
    assert found.endswith(after.partition(" ")[2])


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_full_stops_at_the_ends_of_all_cues_are_not_believed(language: str) -> None:
    right, machine = in_cues(TEXTS[language]), in_cues(bare(TEXTS[language]), end=".")
    found = proposed(machine, language)
    alone = proposed(in_cues(bare(TEXTS[language])), language)
    assert wrong_marks(found, right) <= wrong_marks(alone, right) + 2
    assert found.count(".\n") <= right.count(".\n") + 3 < machine.count(".\n") / 2


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_right_marks_within_cues_are_believed_all_the_same(language: str) -> None:
    right = in_cues(TEXTS[language])
    machine = re.sub(r"(?m)(?<=[^\W\d_])$", ".", right)
    assert wrong_marks(proposed(machine, language), right) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_at_every_third_word_tell_nothing(language: str) -> None:
    words = bare(TEXTS[language]).split()
    text = " ".join(word + "." * (at % 3 == 2) for at, word in enumerate(words))
    restored, anew = (proposed(text, language, mode) for mode in (Mode.RESTORE, Mode.ANEW))
    assert wrong_marks(restored, anew) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_marks_at_every_end_become_full_stops(language: str) -> None:
    right, space = TEXTS[language], " " * (language == "fr")
    found = proposed(right.replace(".", f"{space}?"), language)
    assert wrong_marks(found, right) <= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_full_stop_at_the_end_of_a_bare_text_changes_no_other_mark(language: str) -> None:
    text = bare(TEXTS[language])
    assert proposed(f"{text}.", language) == proposed(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 3])
def test_a_few_sentences_with_marks_do_no_harm_to_a_bare_text(language: str, count: int) -> None:
    right = TEXTS[language]
    kept = "".join(re.findall(r".*?[.?]\s", right)[:count])
    text = kept + bare(right.removeprefix(kept))
    restored, anew = (proposed(text, language, mode) for mode in (Mode.RESTORE, Mode.ANEW))
    assert wrong_marks(restored, right) <= wrong_marks(anew, right) + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cues", [False, True])
def test_what_was_restored_stays_as_it_is(language: str, *, cues: bool) -> None:
    for text in (bare(TEXTS[language]), without_marks(TEXTS[language])):
        found = proposed(in_cues(text) if cues else text, language)
        assert proposed(found, language) == found


@given(st.lists(st.sampled_from([*"    ,,.?!", ""]), min_size=40, max_size=40))
def test_a_mark_is_never_evidence_against_itself(signs: list[str]) -> None:
    words, gaps, said = read(" ".join(bare(TEXTS["en"]).split()[:40]))
    stands = [gaps[0]]
    for gap, sign in zip(gaps[1:], signs, strict=True):
        stands.append(replace(gap, current=Mark(sign.strip())))
    standing = StandingMarks.of(words, stands, said)
    if standing is None:
        assert not any(gap.current for gap in stands)
        return
    for odds in (standing.by_sure, standing.by_all):
        assert np.isfinite(odds).all()
        assert (odds <= 0.0).all()
    for found in (weigh_standing(said, standing), weigh_bare(stands, said, standing)):
        assert found.marks.sum(axis=1) == pytest.approx(1.0, abs=1e-4)
        kept = [said.labels.index(gap.current) for gap in stands[1:]]
        own = np.arange(len(words)), kept
        assert (found.marks[own] >= said.marks[own] - 1e-5).all()


def test_what_stands_moves_along_with_the_words_and_says_nothing_of_new_ones() -> None:
    words, gaps, said = read(TEXTS["en"].replace(",", ""))
    habits = Habits.of(words, gaps, said, "en")
    moved = habits.moved({gap: gap + 1 for gap in range(1, len(words) + 1)}, len(words) + 2)
    assert habits.standing is not None
    assert moved.standing is not None
    assert (moved.standing.by_all[1:-1] == habits.standing.by_all).all()
    assert not moved.standing.by_all[[0, -1]].any()
