"""What a model thinks of the words of a text, what it decides, and how evidence changes that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.punctuator import Probabilities, logistic, logit
from subpunct_app.text.words import Mark

_Numbers: TypeAlias = NDArray[np.floating]

_TINY = 1e-9
_LEAST_REST = 1e-6


@dataclass(frozen=True, slots=True)
class Answers:
    """What a network said of n words, averaged over the windows that saw them, not calibrated.

    `marks` (n, labels and openings) has one label a word: an opening mark says "none after it".
    `cases` is (n, 4); `spread` (n,) tells how far the windows disagree on the marks: the root of
    the variances' sum.
    """

    marks: Probabilities
    cases: Probabilities
    spread: Probabilities

    def part(self, words: slice) -> Answers:
        """Return what was said of some of the words."""
        return Answers(self.marks[words], self.cases[words], self.spread[words])

    @staticmethod
    def joined(parts: Sequence[Answers]) -> Answers:
        """Return what was said of several texts as of one, in their order."""
        return Answers(
            np.concatenate([part.marks for part in parts]),
            np.concatenate([part.cases for part in parts]),
            np.concatenate([part.spread for part in parts]),
        )

    def closing(self, labels: int) -> Probabilities:
        """Return the probabilities (n, labels) of what follows words, openings among "none"."""
        closing, openings = np.split(self.marks, [labels], axis=1)
        if openings.shape[1]:
            closing = closing.copy()
            closing[:, 0] += openings.sum(axis=1)
        return closing


@dataclass(frozen=True, slots=True)
class Prediction:
    """Calibrated probabilities of the mark after and the case of n words.

    `marks` is (n, labels) in the order of `labels`, `cases` (n, 4) in the order of CASES;
    `bias` (n, labels) shifts decisions in log space. `doubts` (n,) tells how likely the mark that
    is decided on is wrong. `openings` (n, openings of the card) tells how likely each opening
    mark stands before a word, with nothing after it. `turns` (n,) tells after which words the
    model knew that another speaker goes on, and is empty where it knows of no speakers;
    `knows_breaks` tells whether it knew where lines and cues end, `knows_marks` whether it knew
    marks that stand already.
    """

    labels: tuple[Mark, ...]
    marks: Probabilities
    cases: Probabilities
    bias: NDArray[np.float32]
    doubts: Probabilities
    openings: Probabilities = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    turns: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    knows_breaks: bool = False
    knows_marks: bool = False

    def part(self, words: slice) -> Prediction:
        """Return what is known of some of the words."""
        return replace(
            self,
            marks=self.marks[words],
            cases=self.cases[words],
            bias=self.bias[words],
            doubts=self.doubts[words],
            openings=self.openings[words],
            turns=self.turns[words],
        )

    @staticmethod
    def joined(parts: Sequence[Prediction]) -> Prediction:
        """Return what is known of several texts by one model as of one, in their order."""
        return Prediction(
            labels=parts[0].labels,
            marks=np.concatenate([part.marks for part in parts]),
            cases=np.concatenate([part.cases for part in parts]),
            bias=np.concatenate([part.bias for part in parts]),
            doubts=np.concatenate([part.doubts for part in parts]),
            openings=np.concatenate([part.openings for part in parts]),
            turns=np.concatenate([part.turns for part in parts]),
            knows_breaks=all(part.knows_breaks for part in parts),
            knows_marks=all(part.knows_marks for part in parts),
        )


def decide(probabilities: NDArray[np.float32], bias: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the label of each row (rows, labels) with the largest probability after the shift.

    The shift is one of each row or the same (labels,) for all.
    """
    scores = log_likelihoods(probabilities) + bias
    return np.asarray(np.argmax(scores, axis=1), dtype=np.int64)


def log_likelihoods(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the logarithms that decisions go by; that of 0 is finite, too."""
    return np.asarray(np.log(probabilities + np.float32(_TINY)))


def posterior(before: Prediction, log_odds: _Numbers) -> Prediction:
    """Return a prediction after evidence, by Bayes' rule.

    `log_odds` (n, labels) are the logarithms of how likely the evidence is given each label, each
    row up to a constant. The doubt about a decision changes in log odds as much as its probability
    does. Where another label wins, it starts from its share of the doubt about the one before.
    """
    told = np.flatnonzero((log_odds != 0.0).any(axis=1))
    if not len(told):
        return before
    old, bias = before.marks[told], before.bias[told]
    scores = old * np.exp(log_odds[told] - log_odds[told].max(axis=1, keepdims=True))
    new = np.asarray(scores / scores.sum(axis=1, keepdims=True), dtype=np.float32)
    rows, was, now = np.arange(len(told)), decide(old, bias), decide(new, bias)
    likely, doubted = old[rows, now], before.doubts[told]
    rival = doubted * share_of_rest(likely, old[rows, was])
    sure = sure_after(np.where(now == was, 1 - doubted, rival), likely, new[rows, now])
    marks, doubts = before.marks.copy(), before.doubts.copy()
    marks[told], doubts[told] = new, 1 - sure
    return replace(before, marks=marks, doubts=doubts)


def sure_after(sure: _Numbers, before: _Numbers, after: _Numbers) -> _Numbers:
    """Return how likely choices are right after their probabilities went from `before` to `after`.

    Their log odds change by as much as those of the probability.
    """
    return logistic(logit(sure) + logit(after) - logit(before))


def share_of_rest(rival: _Numbers, chosen: _Numbers) -> _Numbers:
    """Return the share of a rival in the probability that the chosen label leaves to others."""
    return np.minimum(rival / np.maximum(1 - chosen, _LEAST_REST), 1.0)
