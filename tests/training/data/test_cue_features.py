from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.models.features import COLUMNS, BreakCode, Column, Features, mark_codes
from subpunct_app.training.data.synthetic_cues import choose_features, text_of

WORDS = 120


def told(seed: int, known: Features | None = None, *, plain: float = 0.0) -> Features:
    rng = np.random.default_rng(seed)
    letters, marks = rng.integers(1, 10, WORDS), marks_of(seed)
    text = text_of(letters, marks, rng.random(WORDS) < 0.2)
    return choose_features(text, marks, known, plain=plain, rng=rng)


def marks_of(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    drawn = np.random.default_rng(seed).choice(4, WORDS, p=[0.82, 0.08, 0.07, 0.03])
    return drawn.astype(np.uint8)


def timed() -> Features:
    features = np.ones((WORDS, COLUMNS), dtype=np.int8)
    features[:, Column.MARK] = 0
    features[::7, Column.BREAK] = BreakCode.LINE
    return features


def test_each_column_is_missing_from_half_of_the_windows() -> None:
    windows = [told(seed, plain=0.3) for seed in range(400)]
    there = np.mean([window.any(axis=0) for window in windows], axis=0)
    columns = [column for column in Column if column is not Column.MARK]
    assert (np.abs(there[columns] - 0.52) < 0.1).all()


@given(st.integers(0, 10_000))
def test_what_a_timed_file_tells_is_thinned_but_not_changed(seed: int) -> None:
    known = timed()
    window = told(seed, known)
    for column in Column:
        if column is not Column.MARK:
            assert (
                np.array_equal(window[:, column], known[:, column]) or not window[:, column].any()
            )
    assert np.array_equal(known, timed())


@given(st.integers(0, 10_000))
def test_marks_are_revealed_as_they_are(seed: int) -> None:
    shown = told(seed, plain=1.0)[:, Column.MARK]
    assert np.array_equal(shown[shown > 0], mark_codes(marks_of(seed))[shown > 0])


def test_words_of_untimed_files_are_cut_into_cues() -> None:
    nothing = np.zeros((WORDS, COLUMNS), dtype=np.int8)
    assert any(told(seed, nothing)[:, Column.BREAK].any() for seed in range(5))
