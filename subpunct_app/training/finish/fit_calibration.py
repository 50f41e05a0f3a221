"""Fit on held-out text what turns a network's answers into honest probabilities and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from subpunct_app.decoding.inference.calibrate import calibrated, fit_temperature, rescale
from subpunct_app.decoding.inference.doubt import signals
from subpunct_app.decoding.inference.prediction import Answers, decide, log_likelihoods
from subpunct_app.models.card import Calibration, ModelCard
from subpunct_app.models.features import cue_ends, cut_with_care
from subpunct_app.models.mark_labels import (
    NAMES,
    fold_mark,
    fold_marks,
    fold_probabilities,
    scheme_marks,
)
from subpunct_app.models.punctuator import Probabilities, logistic
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.scoring import decided, false_stops

# The smallest first: of shifts that do as well the first is taken.
_SHIFTS = sorted((step / 20 for step in range(-16, 17)), key=abs)
_RESAMPLES = 20
# Words that are drawn together: those of one speaker and one matter resemble each other.
_TOGETHER = 500
_SEED = 1
# Shifts of sentence ends at cue ends, and the fewest cue ends that tell which will do.
_CUE_BIASES = np.arange(0, -1.01, -0.05)
_LEAST_ENDS = 1000
# What share of a count is fewer; a tenth is left for texts that are unlike those measured.
_FEWER = 0.9
_TINY = 1e-7
# How strongly scales are drawn to 1 and offsets to 0: as by so many words, whatever the text has.
_NEAR = 3.0
# How strongly a weight of the error predictor is drawn to nothing: as by one gap with the signal.
_RIDGE = 1.0
_NEWTON_STEPS = 30
_ENOUGH = 1e-6


def fit_bias(probabilities: Probabilities, truth: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the shift (labels,) of decisions with the best micro F1; 0 for "no mark".

    `probabilities` are (n, labels), `truth` (n,) holds labels. F1 has a flat top, where chance
    decides which shift is best on one text. What is returned is the mean over texts drawn anew
    from its parts, after Breiman, "Bagging predictors" (1996).
    """
    labels = probabilities.shape[1]
    farthest = np.append(0, np.full(labels - 1, max(_SHIFTS)))
    # No shift gives the others a mark; they count as missed ones only.
    within_reach = decide(probabilities, farthest) > 0
    logs, true = log_likelihoods(probabilities[within_reach]), truth[within_reach]
    parts = np.arange(len(truth)) // _TOGETHER
    count = int(parts[-1]) + 1
    rng = np.random.default_rng(_SEED)
    found = []
    for _ in range(_RESAMPLES):
        drawn = np.bincount(rng.integers(0, count, count), minlength=count)[parts]
        marks = int(drawn[truth > 0].sum())
        found.append(_best_shift(logs, true, drawn[within_reach], marks))
    return np.asarray(np.mean(found, axis=0), dtype=np.float32)


def _best_shift(
    logs: Probabilities, truth: NDArray[np.int64], times: NDArray[np.int64], marks: int
) -> NDArray[np.float32]:
    """Return the shift (labels,) with the best micro F1: one label at a time, twice round.

    `logs` (n, labels) are log probabilities, `truth` (n,) labels, `times` (n,) how often each
    gap counts; `marks` counts the true marks.
    """
    labels = logs.shape[1]
    bias = np.zeros(labels, dtype=np.float32)
    for label in list(range(1, labels)) * 2:
        shifted = logs + bias
        shifted[:, label] = -np.inf
        rival = shifted.argmax(axis=1)
        lead = logs[:, label] - shifted[np.arange(len(logs)), rival]
        # From the surest gap on, what it does to marks and to hits to take the label there.
        order = np.argsort(-lead, kind="stable")
        taken = np.searchsorted(-lead[order], _SHIFTS, side="right")
        said = _summed(times * (rival == 0), order)[taken] + times[rival > 0].sum()
        gained = times * ((truth == label).astype(np.int64) - ((rival > 0) & (rival == truth)))
        hits = _summed(gained, order)[taken] + times[(rival > 0) & (rival == truth)].sum()
        scores = 2 * hits / np.maximum(1, said + marks)
        bias[label] = _SHIFTS[int(np.argmax(scores))]
    return bias


def _summed(values: NDArray[np.int64], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of the first 0, 1, 2 and more values in an order."""
    return np.concatenate([[0], np.cumsum(values[order])])


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A held-out text and what a network answers about each of its words.

    Of a text that was cut into cues also what it answers about the words `alone`, of that text
    and maybe more of it.
    """

    text: Corpus
    answers: Answers
    alone: Answers | None = None


def calibrate(
    card: ModelCard, texts: Sequence[HeldOut], scheme: int, cut: Sequence[HeldOut] = ()
) -> ModelCard:
    """Return the card with the calibration that fits a network's answers on held-out texts best.

    Scales, offsets and shifts of marks are fitted on the first text, in the labels of a scheme;
    the temperature of cases on all texts that know their case; the shift at cue ends on what was
    `cut` in several manners, if anything was. The error predictor is fitted on the texts as they
    are: one that was fitted on made-up cues ranked errors worse, in real cues too.
    """
    labels, first = card.labels, texts[0]
    closing = first.answers.closing(len(labels))
    targets = [scheme_marks(scheme).index(fold_mark(mark, scheme)) for mark in labels]
    truth = fold_marks(first.text.marks, scheme)
    scale, offset = fit_vector(closing, truth, targets)
    folded = fold_probabilities(rescale(closing, scale, offset), labels, scheme)
    shift = dict(zip(scheme_marks(scheme), fit_bias(folded, truth).tolist(), strict=True))
    honest = Calibration(
        mark_scale=scale,
        mark_offset=offset,
        case_temperature=_case_temperature([*texts, *cut]),
        mark_bias=tuple(shift.get(mark, 0.0) for mark in labels),
    )
    card = replace(card, calibration=honest)
    if cut:
        card = _with_cue_bias(card, cut, scheme)
    weights = _fit_doubt(card, texts, scheme)
    return replace(card, calibration=replace(card.calibration, doubt=weights))


def _with_cue_bias(card: ModelCard, cut: Sequence[HeldOut], scheme: int) -> ModelCard:
    """Return the card with the shifts that keep false full stops away from the ends of cues.

    There is one for files that are cut with care and one for others: the smallest with which, in
    whatever manner a text is cut, fewer stand at cue ends than if the network had the words alone.
    Where none is enough it is the largest.
    """
    shifts = [0.0, 0.0]
    for at, careful in enumerate((True, False)):
        for shift in _CUE_BIASES:
            shifts[at] = float(shift)
            bias = replace(card.calibration, cue_bias=tuple(shifts))
            card = replace(card, calibration=bias)
            if not any(_misled_by_cues(card, asked, scheme, careful=careful) for asked in cut):
                break
    return card


def _misled_by_cues(card: ModelCard, asked: HeldOut, scheme: int, *, careful: bool) -> bool:
    """Return whether cues lead to about as many false full stops at their ends as the words alone.

    Only a tenth less counts as fewer, since other texts differ from this one. With `careful` only
    files that are cut with care are looked at, without it only others. Too few cue ends tell
    nothing: False.
    """
    text, features = asked.text, asked.text.features
    if features is None or asked.alone is None:
        return False
    ends = cue_ends(features) & (cut_with_care(features) == careful)
    if ends.sum() < _LEAST_ENDS:
        return False
    words = asked.alone.part(slice(len(text)))
    truth, names = fold_marks(text.marks, scheme), [NAMES[mark] for mark in scheme_marks(scheme)]
    told, bare = (
        (false_stops(truth, decided(calibrated(card, answer, known), scheme), names) & ends).sum()
        for answer, known in ((asked.answers, features), (words, None))
    )
    return bool(told >= _FEWER * bare)


def _fit_doubt(card: ModelCard, texts: Sequence[HeldOut], scheme: int) -> tuple[float, ...]:
    """Return the weights of the error predictor for decisions that are judged in a scheme."""
    found, wrong = [], []
    for asked in texts:
        text, answers = asked.text, asked.answers
        said = calibrated(card, answers, text.features)
        found.append(signals(said.marks, said.bias, answers.spread, text.features))
        wrong.append(decided(said, scheme) != fold_marks(text.marks, scheme))
    weights = fit_logistic(np.concatenate(found), np.concatenate(wrong))
    return tuple(weights.tolist())


def fit_vector(
    probabilities: Probabilities, truth: NDArray[np.int64], targets: Sequence[int]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return scale and offset (labels,) of log probabilities with the least log loss.

    `targets` says which true label each column counts for; columns of one target share values.
    Vector scaling after Guo et al. 2017.
    """
    logs = torch.from_numpy(np.log(np.maximum(probabilities, _TINY)).astype(np.float64))
    true, of = torch.from_numpy(truth), torch.tensor(targets)
    scale = torch.ones(max(targets) + 1, dtype=torch.float64, requires_grad=True)
    offset = torch.zeros(max(targets) + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([scale, offset], max_iter=100, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        columns = (logs * scale[of] + offset[of]).exp()
        folded = torch.zeros(len(logs), len(scale), dtype=torch.float64).index_add(1, of, columns)
        shares = folded / folded.sum(dim=1, keepdim=True)
        far = ((scale - 1) ** 2).sum() + (offset**2).sum()
        loss = functional.nll_loss((shares + _TINY).log(), true) + _NEAR * far / len(logs)
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimiser.step(closure)  # type: ignore[no-untyped-call]
    return tuple(scale[of].tolist()), tuple(offset[of].tolist())


def fit_logistic(found: Probabilities, true: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the weights (signals,) of a logistic model with a small ridge, by Newton's method.

    `found` is (gaps, signals), `true` (gaps,). There is no intercept: signals bring their own. A
    signal of few gaps, such as a rare mark, gets a small weight, whatever became of these few.
    """
    rows = found.astype(np.float64)
    weights = np.zeros(rows.shape[1])
    for _ in range(_NEWTON_STEPS):
        likely = logistic(rows @ weights)
        gradient = rows.T @ (likely - true) + _RIDGE * weights
        hessian = (rows * (likely * (1 - likely))[:, None]).T @ rows
        step = np.linalg.solve(hessian + _RIDGE * np.eye(len(weights)), gradient)
        weights -= step
        if np.abs(step).max() < _ENOUGH:
            break
    return weights


def _case_temperature(texts: Sequence[HeldOut]) -> float:
    truth = np.concatenate([asked.text.cases for asked in texts])
    known = truth != UNKNOWN_CASE
    if not known.any():
        return 1.0
    cases = np.concatenate([asked.answers.cases for asked in texts])
    return fit_temperature(cases[known], truth[known])
