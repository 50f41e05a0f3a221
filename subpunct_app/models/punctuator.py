"""What a model must be able to do, whatever runs it."""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.card import ModelCard
from subpunct_app.models.tokenizer import Tokens

Ids = NDArray[np.int64]
Probabilities = NDArray[np.float32]
_Float = TypeVar("_Float", bound=np.floating)

# Log odds beyond these are certainty, and far enough beyond them an exponential overflows.
_SURE = 30.0
# No probability counts as nearer to 0 or to 1.
_LEAST = 1e-6


class Punctuator(Protocol):
    """A network with its tokenizer and card; how it computes is its own affair."""

    @property
    def card(self) -> ModelCard:
        """Return what the model says of itself."""

    @property
    def tokens(self) -> Tokens:
        """Return the tokenizer."""

    @property
    def runs_on(self) -> str:
        """Return what computes, in words for a status line."""

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        """Return probabilities (windows, pieces, marks) and (windows, pieces, cases).

        Rows sum to 1. `pieces` and `mask` are (windows, pieces), the mask 1 up to the end of each
        window and 0 after it, where an answer means nothing. The mark of a word is read at its last
        piece, its case at its first. `features` (windows, pieces, columns) stand at the
        last piece of each word; a model that knows none ignores them, for another None is 0.
        """


def softmax(logits: Probabilities) -> Probabilities:
    """Return probabilities along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    powers = np.exp(shifted)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def logistic(log_odds: NDArray[_Float]) -> NDArray[_Float]:
    """Return the probability of each of some log odds, in their precision."""
    probabilities: NDArray[_Float] = 1 / (1 + np.exp(-np.clip(log_odds, -_SURE, _SURE)))
    return probabilities


def logit(probabilities: NDArray[_Float]) -> NDArray[_Float]:
    """Return the log odds of each of some probabilities, in their precision; 0 and 1 count, too."""
    clear = np.clip(probabilities, _LEAST, 1 - _LEAST)
    odds: NDArray[_Float] = np.log(clear / (1 - clear))
    return odds
