"""Fit on held-out text what turns a network's answers into honest probabilities and decisions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.punctuation.base import Probabilities
from subpunct_app.punctuation.calibrate import fit_temperature, soften
from subpunct_app.punctuation.card import Calibration
from subpunct_app.punctuation.decode import decide
from subpunct_app.punctuation.labels import fold_marks, fold_probabilities, scheme_marks
from subpunct_app.punctuation.windows import Prediction
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.judging.metrics import confusion, micro_score

_BIASES = np.arange(-0.8, 0.81, 0.05)


def calibrate(
    corpora: Sequence[Corpus], predictions: Sequence[Prediction], scheme: int
) -> Calibration:
    """Return the temperatures and shifts that fit raw predictions of held-out texts best.

    The first text tunes the marks, in a scheme; all that know their case, the case.
    """
    labels = predictions[0].labels
    folded = fold_probabilities(predictions[0].marks, labels, scheme)
    truth = fold_marks(corpora[0].marks, scheme)
    temperature = fit_temperature(folded, truth)
    shift = fit_bias(soften(folded, temperature), truth)
    targets = scheme_marks(scheme)
    return Calibration(
        mark_temperature=temperature,
        case_temperature=_case_temperature(corpora, predictions),
        mark_bias=tuple(float(shift[targets.index(m)]) if m in targets else 0.0 for m in labels),
    )


def fit_bias(probabilities: Probabilities, truth: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the shift (labels,) of decisions with the best micro F1; 0 for "no mark".

    One label at a time, twice round.
    """
    labels = probabilities.shape[1]
    bias = np.zeros(labels, dtype=np.float32)
    for label in list(range(1, labels)) * 2:
        trials = []
        for value in _BIASES:
            trial = bias.copy()
            trial[label] = value
            guess = decide(probabilities, trial)
            trials.append(micro_score(confusion(truth, guess, labels)).f1)
        bias[label] = _BIASES[int(np.argmax(trials))]
    return bias


def _case_temperature(corpora: Sequence[Corpus], predictions: Sequence[Prediction]) -> float:
    truth = np.concatenate([corpus.cases for corpus in corpora])
    known = truth != UNKNOWN_CASE
    if not known.any():
        return 1.0
    cases = np.concatenate([prediction.cases for prediction in predictions])
    return fit_temperature(cases[known], truth[known])
