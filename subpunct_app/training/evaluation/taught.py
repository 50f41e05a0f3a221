"""Play a review during which a model adapts to its text (see suggestions.adaptation)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.suggestions.adaptation import Choice, choose_by, fit_adaptation
from subpunct_app.models.features import cue_ends
from subpunct_app.text.words import Mark
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.evaluation.metrics import Labels, review_curve

Flags = NDArray[np.bool_]

# A model learns anew after so many verdicts, and in long reviews after this share of all so far.
_OFTEN = 5
_AGAIN = 0.05


class Gone(NamedTuple):
    """The share of all errors that a review takes away.

    `as_made` is by a model's choices as it made them, `taught` as it learns from those looked at.
    """

    as_made: float
    taught: float


def taught_curve(
    labels: Sequence[Mark], choice: Choice, truth: Labels, corpus: Corpus, shares: Sequence[float]
) -> dict[float, Gone]:
    """Return, for shares of gaps looked at in each document, the share of errors that is gone.

    It is 0 where nothing was wrong. `choice` is about the n gaps of a corpus, `truth` (n,) holds
    their labels. The gap that is most doubtful at the moment comes next; the others stay as the
    model has them in the end.
    """
    ends = np.zeros(len(truth), dtype=np.bool_)
    if corpus.features is not None:
        ends = cue_ends(corpus.features)
    wrong = choice.chosen != truth
    left = np.zeros((len(shares), 2))
    for at in corpus.spans():
        here = Choice(choice.probabilities[at], choice.chosen[at], choice.sure[at])
        made = review_curve(1 - here.sure, wrong[at], shares)
        left[:, 0] += [wrong[at].sum() * (1 - looked.caught) for looked in made.values()]
        left[:, 1] += list(_left(labels, here, truth[at], ends[at], shares))
    total = int(wrong.sum())
    gone = ((total - left) / max(1, total)).tolist()
    return {share: Gone(*each) for share, each in zip(shares, gone, strict=True)}


def _left(
    labels: Sequence[Mark], choice: Choice, truth: Labels, ends: Flags, shares: Sequence[float]
) -> Iterator[int]:
    """Yield how many gaps of one text are wrong after each share, in rising order, was seen."""
    unseen = np.ones(len(truth), dtype=np.bool_)
    now = choice
    for share in shares:
        count = max(1, round(share * len(truth)))
        while (seen := len(truth) - int(unseen.sum())) < count:
            portion = min(count - seen, max(_OFTEN, int(_AGAIN * seen)))
            order = np.argsort(np.where(unseen, now.sure, 2.0), kind="stable")
            unseen[order[:portion]] = False
            known = ~unseen
            adaptation = fit_adaptation(
                choice.probabilities[known], labels, truth[known], ends[known]
            )
            now = choose_by(adaptation, labels, choice, ends)
        yield int(((now.chosen != truth) & unseen).sum())
