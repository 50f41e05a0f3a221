"""Make probabilities mean what they say.

Vector and temperature scaling after Guo et al., "On calibration of modern neural networks"
(2017).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.doubt import doubts, signals, unlikely
from subpunct_app.decoding.inference.prediction import Answers, Prediction
from subpunct_app.models.card import ModelCard
from subpunct_app.models.features import (
    Column,
    Features,
    cue_ends,
    cut_with_care,
    knows_breaks,
    knows_marks,
    turns,
)
from subpunct_app.models.punctuator import Probabilities
from subpunct_app.runtime.errors import ModelError

_TINY = 1e-7
_COLDEST, _WARMEST = 0.25, 4.0
# Each leaves six tenths of the range, all of them less than a hundred-millionth.
_STEPS = 40


def calibrated(card: ModelCard, answers: Answers, features: Features | None = None) -> Prediction:
    """Make what a network said of n words mean what it says.

    `features` (n, columns) is what a subtitle file tells of the gaps. Raise ModelError where the
    network, or the numbers of its card, come to nothing that is a number.
    """
    # What comes to no number is refused; numpy would warn of it before.
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        prediction = _rescaled(card, answers, features)
    probabilities = (prediction.marks, prediction.openings, prediction.cases, prediction.doubts)
    if not all(np.isfinite(values).all() for values in (*probabilities, prediction.bias)):
        raise ModelError(
            f"The model {card.id} gives answers that are no numbers.",
            "Install the model again; where it runs on a GPU, try the CPU.",
        )
    if features is None or not card.network.features:
        return prediction
    prediction = replace(prediction, knows_breaks=knows_breaks(features))
    if card.network.features <= Column.TURN:
        return prediction
    reads_marks = card.network.features > Column.MARK
    return replace(
        prediction, turns=turns(features), knows_marks=reads_marks and knows_marks(features)
    )


def _rescaled(card: ModelCard, answers: Answers, features: Features | None) -> Prediction:
    """Return calibrated probabilities, without what the model knew of the gaps."""
    calibration, labels = card.calibration, len(card.labels)
    closing = rescale(answers.closing(labels), calibration.mark_scale, calibration.mark_offset)
    bias = shifts(card, len(closing), features)
    if calibration.doubt:
        doubted = doubts(calibration.doubt, signals(closing, bias, answers.spread, features))
    else:
        doubted = unlikely(closing, bias)
    cases = soften(answers.cases, calibration.case_temperature)
    return Prediction(card.labels, closing, cases, bias, doubted, answers.marks[:, labels:])


def shifts(card: ModelCard, words: int, features: Features | None) -> Probabilities:
    """Return what is added to log probabilities (words, labels) before the largest is taken."""
    calibration = card.calibration
    bias = np.zeros((words, len(card.labels)), dtype=np.float32)
    if calibration.mark_bias:
        bias += np.array(calibration.mark_bias, dtype=np.float32)
    if features is not None and calibration.cue_bias:
        closing = np.array([mark.ends_sentence for mark in card.labels])
        careful = cut_with_care(features)
        for shift, files in zip(calibration.cue_bias, (careful, ~careful), strict=True):
            bias[np.ix_(cue_ends(features) & files, closing)] += shift
    return bias


def rescale(
    probabilities: Probabilities, scale: Sequence[float], offset: Sequence[float]
) -> Probabilities:
    """Scale and shift the log probabilities (words, labels) of each label; rows sum to 1."""
    if not scale:
        return probabilities
    logs = np.log(np.maximum(probabilities, _TINY)) * np.array(scale, dtype=np.float32)
    powers = np.exp(logs + np.array(offset, dtype=np.float32))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def soften(probabilities: Probabilities, temperature: float) -> Probabilities:
    """Return probabilities (words, labels) at another temperature; rows still sum to 1."""
    if temperature == 1.0:
        return probabilities
    powers = np.maximum(probabilities, _TINY) ** (1.0 / temperature)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def fit_temperature(probabilities: Probabilities, truth: NDArray[np.integer]) -> float:
    """Return the temperature with the least negative log likelihood of `truth` (n,).

    `probabilities` are (n, labels), of which `truth` holds the indices.
    """
    rows = np.arange(len(truth))

    def loss(temperature: float) -> float:
        picked = soften(probabilities, temperature)[rows, truth]
        return float(-np.log(np.maximum(picked, _TINY)).mean())

    return best_temperature(loss)


def best_temperature(loss: Callable[[float], float]) -> float:
    """Return the temperature between 0.25 and 4 with the least loss.

    By golden section search over its logarithm: the loss falls up to there and rises from there.
    """
    low, high = np.log(_COLDEST), np.log(_WARMEST)
    golden = (np.sqrt(5.0) - 1.0) / 2.0
    for _ in range(_STEPS):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(float(np.exp(left))) < loss(float(np.exp(right))):
            high = right
        else:
            low = left
    return float(np.exp((low + high) / 2))
