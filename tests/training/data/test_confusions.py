from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.training.data.confusions import Confusions, find_confusions
from subpunct_app.training.data.noise import Span, corrupt_words

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


def test_without_words_that_anybody_knows_all_are_random() -> None:
    nothing = find_confusions(("xqzt", "42"), np.array([5, 5]))
    random = np.ones(3, dtype=np.int32)
    found = nothing.heard_for(np.zeros(3, dtype=np.int32), random, np.random.default_rng(1))
    assert found.tolist() == random.tolist()


def test_long_words_are_misheard_but_never_missed(confusions: Confusions) -> None:
    nothing = np.zeros(2_000, dtype=np.uint8)
    words = np.full(2_000, WORDS.index("transaction"), dtype=np.int32)
    pool = np.array([WORDS.index("42")], dtype=np.int32)
    span = Span(words, nothing, nothing, nothing)
    noisy = corrupt_words(span, pool, 0.4, np.random.default_rng(1), confusions)
    assert len(noisy.words) >= len(words)
    misheard = (noisy.words == pool[0]).sum()
    assert 500 < misheard < 900
