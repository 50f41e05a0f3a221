"""A review during which the model learns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.decoding.suggestions.adaptation import Choice
from subpunct_app.models.features import COLUMNS, BreakCode, Column
from subpunct_app.models.labels import scheme_marks
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.taught import taught_curve

LABELS = scheme_marks(4)
SHARES = (0.05, 0.2)
WORDS = 400


def text(documents: int = 1) -> Corpus:
    nothing = np.zeros(WORDS, dtype=np.uint8)
    return Corpus(
        vocabulary=("so",),
        words=np.zeros(WORDS, dtype=np.int32),
        marks=nothing,
        cases=np.full(WORDS, UNKNOWN_CASE, dtype=np.uint8),
        openings=nothing,
        documents=np.linspace(0, WORDS, documents + 1).astype(np.int64),
    )


def commas(seed: int = 1) -> Choice:
    """Put a comma at every other gap, rather sure of it."""
    likely = np.random.default_rng(seed).uniform(0.55, 0.8, WORDS)
    likely[::2] = 0.02
    odds = np.stack([1 - likely, likely, 0 * likely, 0 * likely], axis=1)
    return Choice(odds, odds.argmax(axis=1), odds.max(axis=1))


def gone(truth: np.ndarray, corpus: Corpus) -> list[float]:
    return [
        learned for _, learned in taught_curve(LABELS, commas(), truth, corpus, SHARES).values()
    ]


def test_who_never_puts_a_comma_does_not_have_to_take_out_all() -> None:
    nothing = np.zeros(WORDS, dtype=np.int64)
    (few_made, few), (more_made, more) = taught_curve(
        LABELS, commas(), nothing, text(), SHARES
    ).values()
    assert (few_made, more_made) == pytest.approx((0.1, 0.4))
    assert few > 0.9
    assert more == 1


def test_who_agrees_keeps_what_there_is() -> None:
    corpus, choice = text(), commas()
    curve = taught_curve(LABELS, choice, choice.chosen, corpus, SHARES)
    assert list(curve.values()) == [(0, 0), (0, 0)]


def test_each_text_teaches_for_itself() -> None:
    truth = commas().chosen.copy()
    truth[: WORDS // 2] = 0
    assert gone(truth, text(2))[1] > gone(truth, text(1))[1]


def test_cue_ends_are_told_from_other_gaps() -> None:
    features = np.zeros((WORDS, COLUMNS), dtype=np.int8)
    features[:, Column.BREAK] = BreakCode.NONE
    ends = np.arange(WORDS) % 8 == 1
    features[ends, Column.BREAK] = BreakCode.CUE
    truth = np.where(ends, 0, commas().chosen)
    told = gone(truth, replace(text(), features=features))
    assert told[1] > gone(truth, text())[1]


def test_a_text_of_one_word_can_be_reviewed() -> None:
    one = replace(text(), documents=np.array([0, 1]))
    choice = Choice(np.array([[0.6, 0.4, 0.0, 0.0]]), np.array([0]), np.array([0.6]))
    curve = taught_curve(LABELS, choice, np.array([1]), one, SHARES)
    assert list(curve.values()) == [(1, 1), (1, 1)]
