from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.decoding.inference.windows import (
    Spoken,
    Sums,
    cut,
    cut_evenly,
    predict,
    predict_together,
)
from subpunct_app.decoding.inference.words_as_read import Number
from subpunct_app.models.card import NetworkShape
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.runtime.errors import Cancelled, SettingsError
from subpunct_app.runtime.task import Task
from tests.decoding.conftest import LetterPunctuator
from tests.growth import check_linear

words_of_letters = st.lists(st.text("abyz", min_size=1, max_size=9), min_size=1, max_size=60)
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
    assert [(w.start, w.end) for w in cut([2, 50, 2], 10, 0.25)] == [(0, 1), (1, 2), (2, 3)]


@given(lengths, st.integers(6, 40), st.integers(1, 64))
def test_just_so_many_even_windows_hold_each_word_and_fit(
    pieces: list[int], room: int, predictions: int
) -> None:
    windows = cut_evenly(pieces, room, predictions)
    held = [0] * len(pieces)
    for window in windows:
        assert sum(pieces[window.start : window.end]) <= room
        for word in range(window.start, window.end):
            held[word] += 1
    assert held == [predictions] * len(pieces)


@given(lengths, st.integers(6, 40))
def test_one_prediction_a_word_is_no_overlap(pieces: list[int], room: int) -> None:
    assert cut_evenly(pieces, room, 1) == cut(pieces, room, 0.0)


@given(st.integers(1, 200), st.sampled_from([(12, 4), (16, 8), (64, 64), (10, 2)]))
def test_words_of_one_piece_are_cut_at_every_step(words: int, shape: tuple[int, int]) -> None:
    room, predictions = shape
    starts = {window.start for window in cut_evenly([1] * words, room, predictions)}
    assert starts == set(range(0, words, room // predictions))


def test_no_words_need_no_windows(letters: LetterPunctuator) -> None:
    assert predict(letters, [], Task()).marks.shape == (0, 6)
    assert letters.seen == []


class PlacePunctuator(LetterPunctuator):
    """A Punctuator whose answer depends on the place in the window and the length of it."""

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks, cases = super().predict(pieces, mask, features)
        place = np.arange(pieces.shape[1], dtype=np.float32) / mask.sum(axis=1, keepdims=True)
        marks[..., 1] += place
        return marks / marks.sum(axis=-1, keepdims=True), cases


@given(words_of_letters, st.sampled_from([1, 2, 4, 7]))
def test_many_predictions_are_averaged_evenly_in_any_batches(
    words: list[str], predictions: int
) -> None:
    punctuator = PlacePunctuator()
    expected = np.zeros((len(words), 6))
    for window in cut_evenly([len(word) for word in words], 14, predictions):
        alone = predict(punctuator, words[window.start : window.end], Task(), predictions=1)
        expected[window.start : window.end] += alone.marks / predictions
    found = predict(punctuator, words, Task(), predictions=predictions)
    assert np.allclose(found.marks, expected, atol=1e-5)


@pytest.mark.parametrize(("window", "shared"), [(16, 2), (256, 42)])
def test_words_near_a_cut_count_less_until_32_words_from_it(window: int, shared: int) -> None:
    punctuator, room = PlacePunctuator(window), window - 2
    words = ["a"] * (2 * room - shared)
    first = second = predict(punctuator, words[:room], Task(), predictions=1).marks
    fading = np.minimum(np.arange(shared, 0, -1), 32)[:, None]
    mean = fading * first[-shared:] + fading[::-1] * second[:shared]
    found = predict(punctuator, words, Task(), predictions=1.2).marks
    expected = [first[:-shared], mean / (fading + fading[::-1]), second[shared:]]
    np.testing.assert_allclose(found, np.concatenate(expected), atol=1e-5)


def test_the_card_says_how_many_predictions_a_word_gets(letters: LetterPunctuator) -> None:
    words = ["a"] * 28
    predict(letters, words, Task(), predictions=1)
    few = len(letters.seen)
    letters.card = replace(letters.card, predictions=14)
    predict(letters, words, Task())
    assert (few, len(letters.seen)) == (1, 1 + 6)


@pytest.mark.parametrize("predictions", [0.5, math.inf, math.nan])
def test_a_word_needs_some_predictions(letters: LetterPunctuator, predictions: float) -> None:
    with pytest.raises(SettingsError, match="predictions"):
        predict(letters, ["a"], Task(), predictions=predictions)


@given(words_of_letters)
def test_averaging_windows_changes_no_certain_answer(words: list[str]) -> None:
    prediction = predict(LetterPunctuator(), words, Task())
    assert np.allclose(prediction.marks.sum(axis=1), 1, atol=1e-5)
    assert np.allclose(prediction.cases.sum(axis=1), 1, atol=1e-5)
    ends = prediction.marks[:, 2] > 0.5
    assert ends.tolist() == [word.endswith("z") for word in words]


class OpeningPunctuator(LetterPunctuator):
    """Capitalises words that begin with `b`, which only their first piece tells."""

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks, cases = super().predict(pieces, mask, features)
        cases[pieces == self.tokens.of(["b"])[0][0]] = [0.04, 0.88, 0.04, 0.04]
        return marks, cases


@given(words_of_letters)
def test_the_case_of_a_word_is_read_where_it_begins(words: list[str]) -> None:
    found = predict(OpeningPunctuator(), words, Task())
    capitals = [word.startswith("b") for word in words]
    assert (found.cases.argmax(axis=1) == 1).tolist() == capitals


def test_a_word_longer_than_a_window_is_read_by_its_beginning(letters: LetterPunctuator) -> None:
    found = predict(letters, ["a" * 13 + "z" + "a" * 46, "a"], Task())
    assert (found.marks[:, 2] > 0.5).tolist() == [True, False]
    assert max(letters.seen) == letters.card.window


def test_cancel_stops_between_batches(letters: LetterPunctuator) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        predict(letters, ["a"] * 100, task)


def test_progress_reaches_the_end(letters: LetterPunctuator) -> None:
    task = Task()
    predict(letters, ["a"] * 100, task)
    assert task.progress.fraction == 1.0


class CuePunctuator(LetterPunctuator):
    """End a sentence where a cue ends, as the features say at the last piece of a word."""

    def __init__(self) -> None:
        super().__init__()
        self.card = replace(self.card, network=NetworkShape(features=2))
        self.told = 0

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        marks, cases = super().predict(pieces, mask)
        assert features is not None
        assert features.shape == (*pieces.shape, 2)
        self.told = max(self.told, int((features.any(axis=-1) > mask).sum()))
        ends = features[..., 0] == 3
        marks[:] = np.where(ends[..., None], [0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0])
        return marks, cases


@given(words_of_letters, st.integers(0, 99), st.sampled_from([1.0, 1.33, 4.0]))
def test_every_window_is_told_of_its_own_words(
    words: list[str], seed: int, predictions: float
) -> None:
    features = np.random.default_rng(seed).integers(0, 4, (len(words), 5)).astype(np.int8)
    punctuator = CuePunctuator()
    found = predict(punctuator, words, Task(), predictions=predictions, features=features)
    assert ((found.marks[:, 2] > 0.5) == (features[:, 0] == 3)).all()
    assert punctuator.told == 0


def test_a_model_that_knows_no_features_gets_none() -> None:
    seen: list[Ids | None] = []

    class Watching(LetterPunctuator):
        def predict(
            self, pieces: Ids, mask: Ids, features: Ids | None = None
        ) -> tuple[Probabilities, Probabilities]:
            seen.append(features)
            return super().predict(pieces, mask)

    predict(Watching(), ["a", "z"], Task(), features=np.ones((2, 5), dtype=np.int8))
    assert seen == [None]


@settings(max_examples=30)
@given(st.lists(words_of_letters, max_size=4))
def test_texts_that_share_batches_get_the_answers_they_get_alone(texts: list[list[str]]) -> None:
    letters = LetterPunctuator()
    together = predict_together(letters, [Spoken(words) for words in texts], Task())
    assert len(together) == len(texts)
    for words, found in zip(texts, together, strict=True):
        alone = predict(letters, words, Task())
        np.testing.assert_allclose(found.marks, alone.marks, atol=1e-6)
        np.testing.assert_allclose(found.cases, alone.cases, atol=1e-6)


def test_texts_that_share_batches_leave_fewer_windows_alone() -> None:
    letters = LetterPunctuator()
    predict_together(letters, [Spoken(["abz"]), Spoken(["ab"] * 30), Spoken(["b"])], Task())
    alone = LetterPunctuator()
    for words in (["abz"], ["ab"] * 30, ["b"]):
        predict(alone, words, Task())
    assert len(letters.seen) < len(alone.seen)


@pytest.mark.parametrize("figures", ["z", "bz", "a"])
def test_a_number_is_asked_in_figures_and_answered_in_words(
    letters: LetterPunctuator, figures: str
) -> None:
    numbers = [Number(1, 4, figures)]
    found = predict_together(letters, [Spoken(["z", "z", "a", "z", "b"], None, numbers)], Task())[0]
    read = predict(letters, ["z", figures, "b"], Task())
    np.testing.assert_array_equal(found.marks[[0, 3, 4]], read.marks)
    np.testing.assert_array_equal(found.marks[1:3, 0], 1.0)
    # Figures have no case, and the words of a number are small.
    assert (found.cases[1:4, 0] > 0.5).all()


def test_what_is_told_of_a_number_is_told_of_its_last_word() -> None:
    told = np.arange(5, dtype=np.int8)[:, None]
    text = Spoken([*"abcde"], told, [Number(1, 3, "7"), Number(3, 5, "8")]).in_figures()
    assert text.words == ["a", "7", "8"]
    assert text.features is not None
    assert text.features[:, 0].tolist() == [0, 2, 4]


def test_many_numbers_are_read_in_linear_time() -> None:
    def make(count: int) -> Spoken:
        numbers = [Number(at, at + 2, "25") for at in range(0, 3 * count, 3)]
        return Spoken(["twenty", "five", "and"] * count, None, numbers)

    check_linear(make, Spoken.in_figures, 80_000)


@pytest.mark.parametrize(
    ("part", "numbers"),
    [
        (slice(0, 5), [Number(1, 3, "7")]),
        (slice(1, 3), [Number(0, 2, "7")]),
        (slice(2, 5), []),
        (slice(0, 2), []),
    ],
)
def test_a_part_of_a_text_has_the_numbers_that_are_whole_in_it(
    part: slice, numbers: list[Number]
) -> None:
    assert Spoken([*"abcde"], None, [Number(1, 3, "7")]).part(part).numbers == numbers


def test_windows_count_by_their_weight_in_mean_and_spread() -> None:
    sums, every = Sums(1, 2), slice(0, 1)
    for weight, mark, case in ((3.0, 0.9, 1.0), (1.0, 0.5, 0.0)):
        marks = np.array([[mark, 1 - mark]], dtype=np.float32)
        cases = np.array([[case, 1 - case, 0.0, 0.0]], dtype=np.float32)
        sums.add(every, marks, cases, np.array([[weight]], dtype=np.float32))
    found = sums.means()
    np.testing.assert_allclose(found.marks, [[0.8, 0.2]], atol=1e-6)
    np.testing.assert_allclose(found.cases, [[0.75, 0.25, 0.0, 0.0]], atol=1e-6)
    np.testing.assert_allclose(found.spread, [(2 * 0.03) ** 0.5], atol=1e-4)
