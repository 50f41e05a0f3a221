"""Play a review during which a model learns how its text is punctuated (see punctuation.taste)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.text import Mark
from subpunct_app.punctuation.features import cue_ends
from subpunct_app.punctuation.taste import Choice, choose_by, learn_taste
from subpunct_app.training.data.corpus import Corpus

Labels = NDArray[np.integer]
Flags = NDArray[np.bool_]

# A model learns anew after so many verdicts, and in long reviews after this share of all so far.
_OFTEN = 5
_AGAIN = 0.05


def taught_curve(
    labels: Sequence[Mark], choice: Choice, truth: Labels, corpus: Corpus, shares: Sequence[float]
) -> dict[float, float]:
    """Return, for shares of gaps looked at in each document, the share of errors that is gone.

    `choice` is about the n gaps of a corpus, `truth` (n,) holds their labels. The gap that is most
    doubtful at the moment comes next; the others stay as the model has them in the end.
    """
    ends = np.zeros(len(truth), dtype=np.bool_)
    if corpus.features is not None:
        ends = cue_ends(corpus.features)
    left = dict.fromkeys(shares, 0)
    for first, end in pairwise(corpus.documents.tolist()):
        at = slice(first, end)
        here = Choice(choice.odds[at], choice.chosen[at], choice.sure[at])
        for share, wrong in _left(labels, here, truth[at], ends[at], shares):
            left[share] += wrong
    wrong = max(1, int((choice.chosen != truth).sum()))
    return {share: 1 - count / wrong for share, count in left.items()}


def _left(
    labels: Sequence[Mark], choice: Choice, truth: Labels, ends: Flags, shares: Sequence[float]
) -> Iterator[tuple[float, int]]:
    """Yield how many gaps of one text are wrong after each share was looked at."""
    unseen = np.ones(len(truth), dtype=np.bool_)
    now = choice
    for share in sorted(shares):
        count = max(1, round(share * len(truth)))
        while (seen := len(truth) - int(unseen.sum())) < count:
            portion = min(count - seen, max(_OFTEN, int(_AGAIN * seen)))
            order = np.argsort(np.where(unseen, now.sure, 2.0), kind="stable")
            unseen[order[:portion]] = False
            known = ~unseen
            taste = learn_taste(choice.odds[known], labels, truth[known], ends[known])
            now = choose_by(taste, labels, choice, ends)
        yield share, int(((now.chosen != truth) & unseen).sum())
