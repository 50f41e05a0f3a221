"""Judge a model on punctuated text, as published systems are judged."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.task import Task
from subpunct_app.core.text import Mark
from subpunct_app.punctuation.base import Punctuator
from subpunct_app.punctuation.decode import decide
from subpunct_app.punctuation.labels import (
    CASES,
    MARKS,
    NAMES,
    fold_mark,
    fold_probabilities,
    scheme_marks,
)
from subpunct_app.punctuation.windows import Prediction, predict
from subpunct_app.training.corpus import UNKNOWN_CASE, Corpus, read_corpus
from subpunct_app.training.metrics import (
    Score,
    block_interval,
    brier,
    classwise_calibration_error,
    confusion,
    expected_calibration_error,
    macro_f1,
    micro_score,
    review_curve,
    score_label,
    slot_error_rate,
)

REVIEW_SHARES = (0.02, 0.05, 0.10, 0.20)


@dataclass(frozen=True, slots=True)
class Report:
    """All scores of one model on some test files, every score as a fraction.

    `review` gives, for a share of gaps looked at, the share of errors caught and the yield;
    `interval` is the 95 % interval of the micro F1.
    """

    model: str
    words: int
    labels: dict[str, Score]
    micro_f1: float
    macro_f1: float
    ser: float
    ece: float
    classwise_ece: float
    brier: float
    review: dict[float, tuple[float, float]]
    case: dict[str, float]
    interval: tuple[float, float]
    words_per_second: float

    def as_json(self) -> dict[str, Any]:
        """Return the report as `evaluate --json` writes it."""
        return {
            "model": self.model,
            "words": self.words,
            "labels": {name: asdict(score) for name, score in self.labels.items()},
            "micro_f1": self.micro_f1,
            "macro_f1": self.macro_f1,
            "ser": self.ser,
            "ece": self.ece,
            "classwise_ece": self.classwise_ece,
            "brier": self.brier,
            "review": {
                f"{share:.2f}": {"caught": caught, "yield": found}
                for share, (caught, found) in self.review.items()
            },
            "case": self.case,
            "interval": {"micro_f1": list(self.interval)},
            "words_per_second": self.words_per_second,
        }


def evaluate(punctuator: Punctuator, tests: Sequence[Path], scheme: int, task: Task) -> Report:
    """Score a model on all words of the test files together.

    Raise FileError where a file cannot be read, SettingsError where there is no such scheme.
    """
    scheme_marks(scheme)
    corpus = read_corpus(tests)
    started = time.perf_counter()
    prediction = predict_corpus(punctuator, corpus, task)
    seconds = time.perf_counter() - started
    return _report(punctuator.card.id, corpus, prediction, scheme, len(corpus) / seconds)


def predict_corpus(punctuator: Punctuator, corpus: Corpus, task: Task) -> Prediction:
    """Predict each document of a corpus by itself; the rows follow the corpus."""
    spoken = corpus.spoken()
    edges = corpus.documents
    parts = []
    for first, end in itertools.pairwise(edges):
        task.step(int(first), len(corpus), "Evaluating")
        parts.append(predict(punctuator, spoken[first:end], Task()))
    marks = np.concatenate([part.marks for part in parts])
    cases = np.concatenate([part.cases for part in parts])
    return Prediction(parts[0].labels, marks, cases, parts[0].bias)


def folded_bias(
    bias: NDArray[np.float32], labels: Sequence[Mark], scheme: int
) -> NDArray[np.float32]:
    """Return the shift of each label of a scheme: that of its namesake."""
    return np.array([bias[labels.index(mark)] for mark in scheme_marks(scheme)], dtype=np.float32)


def truth_of(corpus: Corpus, scheme: int) -> NDArray[np.int64]:
    """Return the label (words,) of what stands in a corpus, in a scheme."""
    targets = scheme_marks(scheme)
    table = np.array([targets.index(fold_mark(mark, scheme)) for mark in MARKS])
    return np.asarray(table[corpus.marks], dtype=np.int64)


def _report(
    model: str, corpus: Corpus, prediction: Prediction, scheme: int, speed: float
) -> Report:
    marks = scheme_marks(scheme)
    truth = truth_of(corpus, scheme)
    folded = fold_probabilities(prediction.marks, prediction.labels, scheme)
    guess = decide(folded, folded_bias(prediction.bias, prediction.labels, scheme))
    counts = confusion(truth, guess, len(marks))
    wrong = guess != truth
    sure = folded.max(axis=1)
    return Report(
        model=model,
        words=len(corpus),
        labels={NAMES[m]: score_label(counts, i) for i, m in enumerate(marks) if i},
        micro_f1=micro_score(counts).f1,
        macro_f1=macro_f1(counts),
        ser=slot_error_rate(counts),
        ece=expected_calibration_error(sure, folded.argmax(axis=1) == truth),
        classwise_ece=classwise_calibration_error(folded, truth),
        brier=brier(folded, truth),
        review=review_curve(1 - sure, wrong, REVIEW_SHARES),
        case=case_scores(corpus, prediction),
        interval=block_interval(truth, guess, len(marks)),
        words_per_second=speed,
    )


def case_scores(corpus: Corpus, prediction: Prediction) -> dict[str, float]:
    """Return precision, recall and F1 of capitalised words; empty where a text has no case."""
    known = corpus.cases != UNKNOWN_CASE
    if not known.any():
        return {}
    capitals = {i for i, case in enumerate(CASES) if case in {"capitalised", "upper"}}
    guess = np.isin(prediction.cases[known].argmax(axis=1), list(capitals))
    truth = np.isin(corpus.cases[known], list(capitals))
    score = score_label(confusion(truth.astype(int), guess.astype(int), 2), 1)
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}
