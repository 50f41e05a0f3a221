"""What the product would write, after decoding."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.models.mark_labels import CASES, WRITTEN
from subpunct_app.text.words import Mark
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.scoring import case_scores, output_errors, write_corpus

LOWER, CAPITALISED = CASES.index("lower"), CASES.index("capitalised")
MARKS = (Mark.NONE, Mark.COMMA, Mark.PERIOD)
VOCABULARY = ("we", "saw", "anna", "today")
GERMAN = "wir haben anna im garten gesehen und auf das schöne wetter gewartet"


def corpus(words: list[int], *ends: int, vocabulary: tuple[str, ...] = VOCABULARY) -> Corpus:
    nothing = np.zeros(len(words), dtype=np.uint8)
    cases = np.full(len(words), LOWER, dtype=np.uint8)
    return Corpus(
        vocabulary=vocabulary,
        words=np.array(words, dtype=np.int32),
        marks=nothing,
        cases=cases,
        openings=nothing,
        documents=np.array([0, *ends, len(words)], dtype=np.int64),
    )


def said(words: list[int], periods: list[int]) -> Prediction:
    """Put full stops after some words, and think that only "anna" has a capital."""
    marks = np.tile(np.array([0.9, 0.06, 0.04], dtype=np.float32), (len(words), 1))
    marks[periods] = [0.02, 0.03, 0.95]
    cases = np.full((len(words), len(CASES)), 0.01, dtype=np.float32)
    cases[:, LOWER] = 0.97
    named = np.array(words) == VOCABULARY.index("anna")
    cases[named, LOWER], cases[named, CAPITALISED] = 0.01, 0.97
    shift = np.zeros_like(marks)
    return Prediction(MARKS, marks, cases, shift, 1 - marks.max(axis=1))


def test_errors_are_counted_in_a_thousand_words() -> None:
    words = [0, 1, 2, 0, 1, 3]
    text = corpus(words)
    text.cases[[0, 3]] = CAPITALISED
    marks = text.marks.copy()
    # The decoder ends each text.
    marks[[2, 5]] = WRITTEN.index(Mark.COMMA), WRITTEN.index(Mark.PERIOD)
    text = replace(text, marks=marks)
    errors = output_errors(text, write_corpus(text, said(words, [2])), 4)
    # A full stop for the comma, and "Anna" in the place of "anna".
    assert (errors.marks, errors.capitals) == pytest.approx((1000 / 6, 1000 / 6))


def test_sentences_begin_with_a_capital_and_names_have_one() -> None:
    words = [0, 1, 2, 0, 1, 3]
    found = write_corpus(corpus(words), said(words, [2])).capitals
    assert np.flatnonzero(found).tolist() == [0, 2, 3]


def test_a_text_is_written_as_in_its_language() -> None:
    german = tuple(GERMAN.split())
    words = list(range(len(german)))
    found = write_corpus(corpus(words, vocabulary=german), said(words, [])).capitals
    assert np.flatnonzero(found).tolist() == [0, 2]


def test_capitals_are_scored_by_the_likeliest_case_of_each_word() -> None:
    words = [0, 1, 2, 0, 1, 3]
    text = corpus(words)
    text.cases[[0, 2, 3]] = CAPITALISED
    scores = case_scores(text, said(words, [2]))
    assert scores["f1"] == pytest.approx(2 * 1 / (3 + 1))


def test_capitals_in_excess_cost_precision_and_words_of_unknown_case_nothing() -> None:
    words = [2, 2, 2, 0]
    text = corpus(words)
    text.cases[0] = CAPITALISED
    text.cases[2] = UNKNOWN_CASE
    scores = case_scores(text, said(words, []))
    assert (scores["precision"], scores["recall"]) == (0.5, 1)
