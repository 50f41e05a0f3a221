"""Learn from an editor's verdicts how a text is punctuated, and decide anew by it.

Houses and editors differ: some put a comma before every "and", some none where a line ends. What
was decided about a text tells by how much each kind of mark is likelier in it than a model says, at
the ends of cues and elsewhere. These shifts of log odds are the likeliest given the verdicts and a
normal belief before any: multinomial logistic regression with a ridge, whose offsets are the
model's log probabilities (Hastie, Tibshirani and Friedman, "The elements of statistical learning",
2009, 4.4). A text is reviewed from its most doubtful gaps on, which does no harm: given what the
model said, whether a gap is looked at tells nothing of its mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.prediction import share_of_rest, sure_after
from subpunct_app.text.words import Mark

Numbers: TypeAlias = NDArray[np.floating]
Flags: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.integer]

# Marks are told apart as none, those inside sentences and those that end them.
MARK_KINDS = 3
_SHIFTED = MARK_KINDS - 1
# How far apart editors are believed to be, in log odds, and how far cue ends are from the rest.
_SPREAD = 0.5
# Newton's steps; none is longer than this, or verdicts that a model held for impossible would have
# them leap to and fro.
_STEPS = 12
_LONGEST = 1.0
_TINY = 1e-6
# By how much something else must be likelier than what the model chose to take its place.
_LEAD = 0.1


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What is added to the log odds of a mark over none: inside a sentence, and at its end.

    `at_ends` (of cues) comes on top of what holds `everywhere`.
    """

    everywhere: tuple[float, float] = (0.0, 0.0)
    at_ends: tuple[float, float] = (0.0, 0.0)

    def shifts(self, labels: Sequence[Mark], at_ends: Flags) -> NDArray[np.float64]:
        """Return what is added to the log probabilities (n, labels) of n gaps."""
        kinds = kinds_of(labels)
        everywhere, ends = (np.array([0.0, *shift]) for shift in (self.everywhere, self.at_ends))
        return np.asarray(everywhere[kinds] + np.outer(at_ends, ends[kinds]))


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to stand at n gaps where nobody looks.

    `probabilities` (n, labels) sum to 1 at each gap. `chosen` (n,) is a label, `sure` (n,) how
    likely it is right: not quite its probability where something else tells more of that.
    """

    probabilities: Numbers
    chosen: Indices
    sure: Numbers


def kinds_of(labels: Sequence[Mark]) -> Indices:
    """Return the kind of each label: 0 for no mark, 1 inside a sentence, 2 at its end."""
    kinds = [0 if mark is Mark.NONE else 1 + mark.ends_sentence for mark in labels]
    return np.array(kinds, dtype=np.int64)


def fit_adaptation(
    probabilities: Numbers, labels: Sequence[Mark], found: Indices, at_ends: Flags
) -> Adaptation:
    """Return the likeliest adaptation, given the labels that an editor left at n gaps.

    `probabilities` (n, labels) are those of the model, `found` (n,) says which label was left, and
    `at_ends` (n,) where a cue ends.
    """
    kinds = kinds_of(labels)
    prior = np.maximum(probabilities, _TINY) @ np.eye(MARK_KINDS)[kinds]
    offered, taken = np.eye(MARK_KINDS)[:, 1:], np.eye(MARK_KINDS)[kinds[found]][:, 1:]
    # Which of the four shifts count for each kind of mark at every gap: (n, kinds, shifts).
    everywhere = np.broadcast_to(offered, (len(found), *offered.shape))
    design = np.concatenate([everywhere, everywhere * at_ends[:, None, None]], axis=2)
    observed = np.concatenate([taken, taken * at_ends[:, None]], axis=1)
    ridge = np.eye(2 * _SHIFTED) / _SPREAD**2
    weights = np.zeros(2 * _SHIFTED)
    for _ in range(_STEPS):
        scores = prior * np.exp(design @ weights)
        posterior = scores / scores.sum(axis=1, keepdims=True)
        expected = np.einsum("nk,nkw->nw", posterior, design)
        gradient = (observed - expected).sum(axis=0) - ridge @ weights
        second = np.einsum("nk,nkw,nkv->wv", posterior, design, design)
        # That of the negative log likelihood.
        hessian = second - expected.T @ expected + ridge
        weights += np.clip(np.linalg.solve(hessian, gradient), -_LONGEST, _LONGEST)
    inside, ending, inside_at_ends, ending_at_ends = weights.tolist()
    return Adaptation((inside, ending), (inside_at_ends, ending_at_ends))


def choose_by(
    adaptation: Adaptation,
    labels: Sequence[Mark],
    choice: Choice,
    at_ends: Flags,
    *,
    allowed: Flags | None = None,
) -> Choice:
    """Return what is to stand at n gaps by an adaptation to an editor.

    How likely a choice is right changes in log odds as much as its probability does. Another label,
    where it is `allowed` (n, labels), takes its place once it is likelier by enough. Decisions of a
    model are shifted (see Prediction), so that the other may have been likelier from the start:
    then it is its lead that has to grow by so much.
    """
    if not len(choice.chosen):
        return choice
    rows, chosen, was = np.arange(len(choice.chosen)), choice.chosen, choice.probabilities
    scores = np.maximum(was, _TINY) * np.exp(adaptation.shifts(labels, at_ends))
    now = scores / scores.sum(axis=1, keepdims=True)
    sure = sure_after(choice.sure, was[rows, chosen], now[rows, chosen])
    others = now.copy() if allowed is None else np.where(allowed, now, 0.0)
    others[rows, chosen] = 0.0
    rival = others.argmax(axis=1)
    rival_was = (1 - choice.sure) * share_of_rest(was[rows, rival], was[rows, chosen])
    rival_now = (1 - sure) * share_of_rest(others[rows, rival], now[rows, chosen])
    least_lead = np.maximum(_lead(rival_was, choice.sure), 0.0) + _LEAD
    gives_way = (_lead(rival_now, sure) > least_lead) & (others[rows, rival] > 0)
    return Choice(
        now,
        np.where(gives_way, rival, chosen),
        np.where(gives_way, rival_now, sure),
    )


def _lead(rival: Numbers, chosen: Numbers) -> Numbers:
    """Return how much likelier right a rival is than what was chosen, as a difference of logs."""
    return np.asarray(np.log(np.maximum(rival, _TINY)) - np.log(np.maximum(chosen, _TINY)))
