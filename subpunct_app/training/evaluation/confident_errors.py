"""Find the wrong decisions that a model was surest of, in their context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from subpunct_app.models.base import Probabilities
from subpunct_app.models.labels import OPENINGS, WRITTEN
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.evaluation.metrics import Labels

# As many words on either side, and as many errors, as somebody reads.
_CONTEXT = 8
_MOST = 50


@dataclass(frozen=True, slots=True)
class ConfidentError:
    """A wrong decision: the words around it with their true marks, and how sure it was.

    `truth` and `guess` are labels of the last word of `before`.
    """

    before: str
    after: str
    truth: str
    guess: str
    confidence: float


def surest_errors(
    corpus: Corpus,
    truth: Labels,
    guess: Labels,
    probabilities: Probabilities,
    names: Sequence[str],
) -> list[ConfidentError]:
    """Return the fifty wrong decisions with the largest probability, surest first.

    `truth` and `guess` are (words,) into `names`, `probabilities` (words, names).
    """
    wrong = np.flatnonzero(truth != guess)
    sure = probabilities[wrong, guess[wrong]]
    chosen = wrong[np.argsort(-sure, kind="stable")[:_MOST]].tolist()
    return [
        ConfidentError(
            *_context(corpus, at),
            names[truth[at]],
            names[guess[at]],
            float(probabilities[at, guess[at]]),
        )
        for at in chosen
    ]


def _context(corpus: Corpus, at: int) -> tuple[str, str]:
    """Return the words up to one and those after it, within its document."""
    document = int(np.searchsorted(corpus.documents, at, side="right"))
    first, end = corpus.documents[document - 1 : document + 1].tolist()
    before = [_written(corpus, index) for index in range(max(first, at - _CONTEXT + 1), at)]
    after = [_written(corpus, index) for index in range(at + 1, min(end, at + 1 + _CONTEXT))]
    return " ".join([*before, _opened(corpus, at)]), " ".join(after)


def _written(corpus: Corpus, at: int) -> str:
    return _opened(corpus, at) + WRITTEN[int(corpus.marks[at])].value


def _opened(corpus: Corpus, at: int) -> str:
    word = corpus.vocabulary[int(corpus.words[at])]
    opening = int(corpus.openings[at])
    return OPENINGS[opening - 1] + word if opening else word
