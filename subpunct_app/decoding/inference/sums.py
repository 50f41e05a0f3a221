"""Add up what a network says of words that several windows see."""

from __future__ import annotations

import numpy as np

from subpunct_app.decoding.inference.prediction import Answers
from subpunct_app.models.labels import CASES
from subpunct_app.models.punctuator import Probabilities


class Sums:
    """Weighted sums over the windows that see each of n words."""

    def __init__(self, words: int, columns: int) -> None:
        self._marks = np.zeros((words, columns), dtype=np.float32)
        self._squares = np.zeros((words, columns), dtype=np.float32)
        self._cases = np.zeros((words, len(CASES)), dtype=np.float32)
        self._weights = np.zeros((words, 1), dtype=np.float32)

    def add(
        self, span: slice, marks: Probabilities, cases: Probabilities, weight: Probabilities
    ) -> None:
        """Add the probabilities of the words that a window spans."""
        weighted = weight * marks
        self._marks[span] += weighted
        self._squares[span] += weighted * marks
        self._cases[span] += weight * cases
        self._weights[span] += weight

    def means(self) -> Answers:
        """Return the means over windows."""
        total: Probabilities = np.maximum(self._weights, np.float32(1e-9))
        marks = self._marks / total
        variance = np.maximum(self._squares / total - marks * marks, 0).sum(axis=1)
        return Answers(marks, self._cases / total, np.sqrt(variance))
