from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.models.features import BreakCode, Column, blank, cue_ends
from subpunct_app.models.mark_labels import ENDINGS
from subpunct_app.training.data.corpus import UNKNOWN_CASE
from subpunct_app.training.data.recognition_errors import (
    IGNORED,
    Confusions,
    Pieces,
    Span,
    corrupt_pieces,
    corrupt_words,
    find_confusions,
)

POOL = np.arange(100, 200, dtype=np.int32)


def span_of(count: int) -> Span:
    rng = np.random.default_rng(count)
    return Span(
        np.arange(count, dtype=np.int32),
        rng.integers(0, 4, count).astype(np.uint8),
        rng.integers(0, 4, count).astype(np.uint8),
        rng.integers(0, 3, count).astype(np.uint8),
    )


def pieces_of(count: int) -> Pieces:
    """Make pieces whose labels tell their number; every third carries none."""
    ids = np.arange(1, count + 1)
    labels = np.where(ids % 3, ids, IGNORED)
    return Pieces(ids, labels, labels.copy())


@given(st.integers(0, 80), st.floats(0, 1), st.integers(0, 99))
def test_words_marks_and_cases_stay_together(count: int, rate: float, seed: int) -> None:
    span = span_of(count)
    noisy = corrupt_words(span, POOL, rate, np.random.default_rng(seed))
    assert len(noisy.words) == len(noisy.marks) == len(noisy.cases) == len(noisy.openings)
    kept = [word for word in noisy.words.tolist() if word < count]
    assert kept == sorted(kept)


def test_the_mark_of_lost_words_in_a_row_moves_to_the_last_one_that_was_heard() -> None:
    span = replace(span_of(3_000), marks=np.tile(np.array([0, 0, 2], dtype=np.uint8), 1_000))
    noisy = corrupt_words(span, POOL + 3_000, 0.4, np.random.default_rng(1))
    heard = list(zip(noisy.words.tolist(), noisy.marks.tolist(), strict=True))
    # The first of three words, with one of the next three right behind it.
    alone = [
        mark
        for (word, mark), (after, _) in pairwise(heard)
        if word % 3 == 0 and word + 3 <= after < 3_000
    ]
    assert set(alone) == {2}


@given(st.integers(2, 80), st.floats(0, 1), st.integers(0, 99))
def test_no_case_is_taught_where_noise_changed_what_it_rests_on(
    count: int, rate: float, seed: int
) -> None:
    span = span_of(count)
    cases = np.concatenate([[0], ENDINGS[span.marks[:-1]]]).astype(np.uint8)
    noisy = corrupt_words(replace(span, cases=cases), POOL, rate, np.random.default_rng(seed))
    known = noisy.cases != UNKNOWN_CASE
    assert not known[noisy.words >= POOL[0]].any()
    begins = ENDINGS[noisy.marks[:-1]]
    assert np.array_equal(noisy.cases[1:][known[1:]], begins[known[1:]])


def test_noise_makes_no_ends_of_cues() -> None:
    features = blank(3_000)
    features[:, Column.BREAK] = np.where(np.arange(3_000) % 3 == 2, BreakCode.CUE, BreakCode.NONE)
    span = replace(span_of(3_000), features=features)
    noisy = corrupt_words(span, POOL, 0.4, np.random.default_rng(1))
    assert noisy.features is not None
    assert 950 < cue_ends(noisy.features).sum() <= 1_000


def test_the_opening_mark_of_a_lost_word_moves_to_the_word_after() -> None:
    nothing = np.zeros(400, dtype=np.uint8)
    openings = np.tile(np.array([1, 0], dtype=np.uint8), 200)
    span = Span(np.arange(400, dtype=np.int32), nothing, nothing, openings)
    noisy = corrupt_words(span, POOL, 0.3, np.random.default_rng(1))
    lost = {w for w in range(0, 400, 2) if w not in set(noisy.words.tolist())}
    opened = {int(w) for w, o in zip(noisy.words, noisy.openings, strict=True) if o}
    assert any(word + 1 in opened for word in lost)


@given(st.integers(0, 80), st.floats(0, 1), st.integers(0, 99))
def test_pieces_keep_their_labels_or_go_with_them(count: int, rate: float, seed: int) -> None:
    noisy = corrupt_pieces(pieces_of(count), 0, rate, np.random.default_rng(seed))
    known = noisy.ids > 0
    expected = np.where(noisy.ids % 3, noisy.ids, IGNORED)
    assert noisy.marks[known].tolist() == expected[known].tolist()
    assert noisy.cases[known].tolist() == expected[known].tolist()
    ids = noisy.ids[known].tolist()
    assert ids == sorted(set(ids))


def test_the_three_errors_come_as_often_as_in_the_paper() -> None:
    count = 100_000
    pieces = pieces_of(count)
    noisy = corrupt_pieces(pieces, 0, 0.15, np.random.default_rng(1))
    inserted = (noisy.ids == 0) & (noisy.marks == 0)
    substituted = (noisy.ids == 0) & (noisy.marks != 0)
    deleted = count - (len(noisy.ids) - inserted.sum())
    assert substituted.sum() / count == pytest.approx(0.15 * 0.4, abs=0.004)
    assert deleted / count == pytest.approx(0.15 * 0.4, abs=0.004)
    assert inserted.sum() / count == pytest.approx(0.15 * 0.2, abs=0.004)
    assert set(noisy.cases[inserted].tolist()) == {IGNORED}


WORDS = ("their", "there", "they're", "house", "mouse", "transaction", "to", "too", "xqzt", "42")


@pytest.fixture(scope="module")
def confusions() -> Confusions:
    return find_confusions(WORDS, np.full(len(WORDS), 100))


def heard(confusions: Confusions, word: str) -> set[str]:
    """Return what 300 hearings of a word make of it; "42" where nothing sounds like it."""
    words = np.full(300, WORDS.index(word), dtype=np.int32)
    random = np.full(300, WORDS.index("42"), dtype=np.int32)
    found = confusions.heard_for(words, random, np.random.default_rng(1))
    return {WORDS[number] for number in found}


def test_words_are_heard_for_others_that_sound_alike(confusions: Confusions) -> None:
    assert heard(confusions, "their") == {"there", "they're"}
    assert heard(confusions, "mouse") == {"house"}
    assert heard(confusions, "too") == {"to"}


def test_words_that_nobody_can_say_become_any_word(confusions: Confusions) -> None:
    assert heard(confusions, "xqzt") == {"42"}
    assert heard(confusions, "transaction") == {"42"}


def test_common_words_are_heard_rather_than_rare_ones() -> None:
    often = find_confusions(WORDS, np.array([100, 10_000, 1, 1, 1, 1, 1, 1, 1, 1]))
    random = np.zeros(300, dtype=np.int32)
    words = np.zeros(300, dtype=np.int32)
    found = often.heard_for(words, random, np.random.default_rng(1))
    assert (found == WORDS.index("there")).mean() > 0.9


def test_long_words_are_misheard_but_never_missed(confusions: Confusions) -> None:
    nothing = np.zeros(2_000, dtype=np.uint8)
    words = np.full(2_000, WORDS.index("transaction"), dtype=np.int32)
    pool = np.array([WORDS.index("42")], dtype=np.int32)
    span = Span(words, nothing, nothing, nothing)
    noisy = corrupt_words(span, pool, 0.4, np.random.default_rng(1), confusions)
    assert len(noisy.words) >= len(words)
    misheard = (noisy.words == pool[0]).sum()
    assert 500 < misheard < 900
