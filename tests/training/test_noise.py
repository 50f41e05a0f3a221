from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.training.noise import Span, corrupt

POOL = np.arange(100, 200, dtype=np.int32)


def span_of(count: int) -> Span:
    rng = np.random.default_rng(count)
    return Span(
        np.arange(count, dtype=np.int32),
        rng.integers(0, 4, count).astype(np.uint8),
        rng.integers(0, 4, count).astype(np.uint8),
    )


def test_without_a_rate_nothing_changes() -> None:
    span = span_of(50)
    noisy = corrupt(span, POOL, 0.0, np.random.default_rng(1))
    assert noisy.words.tolist() == span.words.tolist()
    assert noisy.marks.tolist() == span.marks.tolist()


@given(st.integers(0, 80), st.floats(0, 1), st.integers(0, 99))
def test_words_marks_and_cases_stay_together(count: int, rate: float, seed: int) -> None:
    span = span_of(count)
    noisy = corrupt(span, POOL, rate, np.random.default_rng(seed))
    assert len(noisy.words) == len(noisy.marks) == len(noisy.cases)
    kept = [word for word in noisy.words.tolist() if word < count]
    assert kept == sorted(kept)


def test_the_mark_of_a_lost_word_moves_to_the_word_before() -> None:
    span = Span(
        np.arange(400, dtype=np.int32),
        np.tile(np.array([0, 2], dtype=np.uint8), 200),
        np.zeros(400, dtype=np.uint8),
    )
    noisy = corrupt(span, POOL, 0.3, np.random.default_rng(1))
    lost = {w for w in range(1, 400, 2) if w not in set(noisy.words.tolist())}
    survivors = {int(w) for w, m in zip(noisy.words, noisy.marks, strict=True) if m == 2}
    assert any(word - 1 in survivors for word in lost)


def test_about_as_many_words_are_hit_as_asked() -> None:
    span = span_of(20_000)
    noisy = corrupt(span, POOL, 0.2, np.random.default_rng(1))
    untouched = np.intersect1d(noisy.words, span.words).size - (POOL < 20_000).sum()
    assert 0.83 < untouched / 20_000 < 0.89
