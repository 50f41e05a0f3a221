"""What a model would put in each gap of a text, whatever stands there, as rules mend it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.prediction import Prediction, decide
from subpunct_app.text.words import Mark


class Wanted:
    """The mark that a model would put in each gap, one of `labels`, and how likely that is right.

    There is one gap more than words (see Gap), and nothing is wanted before the first word. A
    sentence ends at the gaps that are `closing`, and nothing is wanted at those that are `broken`
    off.
    """

    def __init__(
        self, prediction: Prediction, closing: Sequence[int], broken: Sequence[int]
    ) -> None:
        self.labels = prediction.labels
        self._likely = _of_gaps(prediction, closing)
        self._likely[broken] = _nothing(prediction.labels)
        # Nothing is decided before the first word.
        bias = np.pad(prediction.bias, ((1, 0), (0, 0)))
        self._best: list[int] = decide(self._likely, bias).tolist()
        self._sure: list[float] = [1.0, *(1 - prediction.doubts).tolist()]
        self._closing = set(closing)

    def __getitem__(self, at: int) -> Mark:
        return self.labels[self._best[at]]

    def __setitem__(self, at: int, mark: Mark) -> None:
        self._best[at] = self.labels.index(mark)

    def leave_bare(self, gaps: Iterable[int]) -> None:
        """Want no mark at some gaps."""
        for at in gaps:
            self[at] = Mark.NONE

    def pass_over(self, at: int, marks: Collection[Mark]) -> None:
        """Want the likeliest mark but for some."""
        others = [label for label, mark in enumerate(self.labels) if mark not in marks]
        self._best[at] = others[int(self._likely[at, others].argmax())]

    def put(self, at: int, mark: Mark, sure: float) -> None:
        """Want a mark that is so likely right, whatever a model says."""
        self[at] = mark
        self._sure[at] = sure
        self._closing.discard(at)

    def likely(self, at: int) -> float:
        """Return how likely the mark is by what the model says of it."""
        return float(self._likely[at, self._best[at]])

    def sure(self, at: int) -> float:
        """Return how likely the mark is right, by all that is known of the doubt of the model."""
        return self.likely(at) if at in self._closing else self._sure[at]

    def ranked(self, at: int) -> tuple[tuple[Mark, float], ...]:
        """Return every mark with its probability, best first."""
        pairs = zip(self.labels, self._likely[at].tolist(), strict=True)
        return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def ending(prediction: Prediction, closing: Sequence[int]) -> list[float]:
    """Return how likely a sentence ends at each gap."""
    likely: list[float] = (
        _of_gaps(prediction, closing)[:, _ends(prediction.labels)].sum(axis=1).tolist()
    )
    return likely


def _of_gaps(prediction: Prediction, closing: Sequence[int]) -> NDArray[np.float32]:
    """Return the probabilities (gaps, labels); a text and a turn end with a sentence."""
    likely = np.concatenate([_nothing(prediction.labels), prediction.marks])
    ends = np.where(_ends(prediction.labels), likely[closing] + np.float32(1e-6), 0)
    likely[closing] = ends / ends.sum(axis=1, keepdims=True)
    return np.asarray(likely, dtype=np.float32)


def _ends(labels: Sequence[Mark]) -> NDArray[np.bool_]:
    return np.array([mark.ends_sentence for mark in labels])


def _nothing(labels: Sequence[Mark]) -> NDArray[np.float32]:
    """Return the probabilities (1, labels) of a gap where no mark can be."""
    none = np.zeros((1, len(labels)), dtype=np.float32)
    none[0, labels.index(Mark.NONE)] = 1.0
    return none
