"""A model that knows a few words by heart, so that tests know what it will say."""

from __future__ import annotations

import threading

import numpy as np
from tokenizers import Tokenizer, models

from subpunct_app.models.card import ModelCard
from subpunct_app.models.mark_labels import CASES, MARKS
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.text.words import Mark
from tests.patience import PATIENCE

_SPECIAL = ("[UNK]", "[CLS]", "[SEP]", "[PAD]")
_NAMES = ("anna",)
AFTER = {
    "everyone": (Mark.COMMA, 0.62),
    "bridges": (Mark.PERIOD, 0.95),
    "you": (Mark.PERIOD, 0.97),
    "why": (Mark.QUESTION, 0.71),
    "freezes": (Mark.PERIOD, 0.99),
    "kitchen": (Mark.PERIOD, 0.93),
    "so": (Mark.COMMA, 0.55),
    "fall": (Mark.QUESTION, 0.88),
}


class FakePunctuator:
    """Put a mark after the words of AFTER, and capitals on a name."""

    card = ModelCard("fake", "Fake", ("en",), MARKS)
    runs_on = "CPU"

    def __init__(self) -> None:
        self.tokens = Tokens(Tokenizer(models.WordLevel(self._vocabulary(), unk_token="[UNK]")))

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        known = self._vocabulary()
        marks = np.full((*pieces.shape, len(MARKS)), 0.001, dtype=np.float32)
        marks[..., 0] = 0.995
        for word, (mark, sure) in AFTER.items():
            marks[pieces == known[word]] = _row(mark, sure)
        cases = np.full((*pieces.shape, len(CASES)), 0.01, dtype=np.float32)
        cases[..., 0] = 0.97
        for name in _NAMES:
            cases[pieces == known[name]] = [0.01, 0.97, 0.01, 0.01]
        return marks, cases

    @staticmethod
    def _vocabulary() -> dict[str, int]:
        return {word: at for at, word in enumerate((*_SPECIAL, *_NAMES, *AFTER))}


class HeldPunctuator(FakePunctuator):
    """Wait in the middle of the work until the test lets it go on."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = threading.Event()
        self.released = threading.Event()

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        self.reached.set()
        assert self.released.wait(PATIENCE)
        return super().predict(pieces, mask, features)


def _row(mark: Mark, sure: float) -> list[float]:
    rest = (1 - sure) * 0.8
    spread = (1 - sure - rest) / (len(MARKS) - 2)
    row = [spread] * len(MARKS)
    row[0] = rest
    row[MARKS.index(mark)] = sure
    return row
