from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.models.features import (
    COLUMNS,
    SIZES,
    BreakCode,
    Column,
    Features,
    Layout,
    encode,
    mark_codes,
)
from subpunct_app.models.mark_labels import WRITTEN
from subpunct_app.text.words import Mark
from subpunct_app.training.data.synthetic_cues import (
    Text,
    choose_features,
    draw_cues,
    heard,
    human,
    recogniser,
    rolling,
    text_of,
    wrong,
)

Manner = Callable[[Text, np.random.Generator], Layout]

SEEN = (human, recogniser, rolling, wrong)
MANNERS = (*SEEN, heard)
COMMA, PERIOD = WRITTEN.index(Mark.COMMA), WRITTEN.index(Mark.PERIOD)
fewer = settings(max_examples=60)


def text(words: int, seed: int) -> Text:
    """Make sentences of about 15 words with a comma now and then, as speakers have them."""
    rng = np.random.default_rng(seed)
    drawn = rng.random(words)
    marks = np.where(drawn < 0.067, PERIOD, np.where(drawn < 0.15, COMMA, 0)).astype(np.uint8)
    return text_of(rng.integers(1, 10, words), marks, rng.random(words) < 0.25)


def shares(
    manner: Manner, windows: int = 150
) -> Iterator[np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Yield for the words of many windows: cue ends, sentence ends, pauses of 50 ms and more."""
    rng = np.random.default_rng(1)
    texts = [text(200, seed) for seed in range(windows)]
    layouts = [manner(one, rng) for one in texts]
    yield np.concatenate([layout.breaks == BreakCode.CUE for layout in layouts])
    yield np.concatenate([one.ends for one in texts])
    yield np.concatenate([layout.pauses >= 50 for layout in layouts])


@pytest.mark.parametrize("manner", [*MANNERS, draw_cues])
@fewer
@given(words=st.integers(1, 120), seed=st.integers(0, 999))
def test_any_text_can_be_cut_in_any_manner(manner: Manner, words: int, seed: int) -> None:
    layout = manner(text(words, seed), np.random.default_rng(seed))
    assert len(layout.breaks) == len(layout.pauses) == len(layout.turns) == words
    ends = layout.breaks == BreakCode.CUE
    assert (layout.pauses[:-1][ends[:-1]] >= 0).all()
    assert len(layout.durations) == ends.sum()
    assert (layout.durations > 0).all()
    features = encode(layout)
    assert (features >= 0).all()
    assert (features < np.array(SIZES)).all()


@pytest.mark.parametrize("manner", SEEN)
def test_nothing_is_told_of_silences_inside_cues(manner: Manner) -> None:
    layout = manner(text(90, 1), np.random.default_rng(5))
    assert (layout.pauses[layout.breaks != BreakCode.CUE] == -1).all()


def test_heard_silences_tell_of_sentences_that_end_inside_cues() -> None:
    ends, sentences, pauses = shares(heard)
    inside = ~ends
    assert (pauses & inside).any()
    assert sentences[inside & pauses].mean() > 5 * sentences[inside & ~pauses].mean()


@fewer
@given(st.integers(0, 999))
def test_human_lines_fit_the_screen(seed: int) -> None:
    words = text(150, seed)
    layout = human(words, np.random.default_rng(seed))
    ends = np.flatnonzero(layout.breaks >= BreakCode.LINE)
    lengths = np.diff(np.cumsum(words.letters + 1)[ends], prepend=0) - 1
    assert (lengths <= 55).all()
    cues = np.flatnonzero(layout.breaks == BreakCode.CUE)
    assert (np.diff(np.searchsorted(ends, cues)) <= 2).all()


def test_human_cues_end_where_clauses_do() -> None:
    ends, sentences, _ = shares(human)
    assert 0.25 < sentences[ends].mean() < 0.5
    assert sentences[~ends].mean() < 0.02


def test_a_pause_after_a_human_cue_means_most_where_no_habit_makes_it() -> None:
    ends, sentences, pauses = shares(human)
    assert sentences[ends & pauses].mean() > 0.5
    assert 0.1 < sentences[ends & ~pauses].mean() < 0.4


def test_a_cue_is_gone_while_a_pause_is_shown() -> None:
    rng = np.random.default_rng(1)
    long: dict[bool, list[np.ndarray[tuple[int], np.dtype[np.bool_]]]] = {True: [], False: []}
    for one in (text(200, seed) for seed in range(150)):
        layout = human(one, rng)
        lingers = encode(layout)[:, Column.LINGER] >= SIZES[Column.LINGER] - 4
        closing = (layout.breaks == BreakCode.CUE) & one.ends
        for shown, where in long.items():
            where.append(lingers[closing & ((layout.pauses >= 50) == shown)])
    assert 2 * np.concatenate(long[True]).mean() < np.concatenate(long[False]).mean()


@pytest.mark.parametrize("manner", [recogniser, rolling, wrong])
def test_other_cues_say_little(manner: Manner) -> None:
    ends, sentences, _ = shares(manner)
    assert sentences[ends].mean() < 3 * sentences.mean()


def test_pauses_of_wrong_cues_say_little_too() -> None:
    ends, sentences, pauses = shares(wrong)
    assert sentences[ends & pauses].mean() < 1.5 * sentences[ends & ~pauses].mean()


def test_only_rolling_lines_roll() -> None:
    rng = np.random.default_rng(1)
    features = encode(rolling(text(100, 1), rng))
    assert set(features[:, Column.BREAK].tolist()) == {BreakCode.NONE, BreakCode.ROLLED_LINE}
    for manner in (human, recogniser, wrong):
        assert BreakCode.ROLLED_LINE not in encode(manner(text(100, 1), rng))[:, Column.BREAK]


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
