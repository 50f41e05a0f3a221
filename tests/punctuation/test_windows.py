from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.core.errors import Cancelled
from subpunct_app.core.task import Task
from subpunct_app.punctuation.windows import cut, predict
from tests.punctuation.conftest import LetterPunctuator

lengths = st.lists(st.integers(1, 6), min_size=1, max_size=200)


@given(lengths, st.integers(6, 40), st.sampled_from([0.0, 0.25, 0.5]))
def test_windows_cover_every_word_in_order_and_fit(
    pieces: list[int], room: int, overlap: float
) -> None:
    windows = cut(pieces, room, overlap)
    assert windows[0].start == 0
    assert windows[-1].end == len(pieces)
    for before, after in itertools.pairwise(windows):
        assert before.start < after.start <= before.end < after.end
    assert all(sum(pieces[w.start : w.end]) <= room for w in windows)


@given(lengths)
def test_windows_without_overlap_share_no_word(pieces: list[int]) -> None:
    windows = cut(pieces, 12, 0.0)
    assert all(a.end == b.start for a, b in itertools.pairwise(windows))


def test_a_word_longer_than_the_window_stands_alone() -> None:
    assert [(w.start, w.end) for w in cut([2, 50, 2], 10)] == [(0, 1), (1, 2), (2, 3)]


def test_no_words_need_no_windows(letters: LetterPunctuator) -> None:
    assert predict(letters, [], Task()).marks.shape == (0, 6)
    assert letters.seen == []


@given(st.lists(st.text("abyz", min_size=1, max_size=9), min_size=1, max_size=60))
def test_averaging_windows_changes_no_certain_answer(words: list[str]) -> None:
    prediction = predict(LetterPunctuator(), words, Task())
    assert np.allclose(prediction.marks.sum(axis=1), 1, atol=1e-5)
    assert np.allclose(prediction.cases.sum(axis=1), 1, atol=1e-5)
    ends = prediction.marks[:, 2] > 0.5
    assert ends.tolist() == [word.endswith("z") for word in words]


def test_a_word_of_a_thousand_letters_is_read_by_its_beginning(letters: LetterPunctuator) -> None:
    assert predict(letters, ["z" * 1000, "a"], Task()).marks.shape == (2, 6)
    assert max(letters.seen) <= letters.card.window


def test_cancel_stops_between_batches(letters: LetterPunctuator) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        predict(letters, ["a"] * 100, task)


def test_progress_reaches_the_end(letters: LetterPunctuator) -> None:
    task = Task()
    predict(letters, ["a"] * 100, task)
    assert task.progress.fraction == 1.0
