from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from subpunct_app.models.card import ModelCard
from subpunct_app.models.mark_labels import CASES, MARKS
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.text.words import Gap, Mark, Word


def letter_tokenizer() -> Tokenizer:
    """Make a word-piece tokenizer whose pieces are single letters."""
    letters = "abcdefghijklmnopqrstuvwxyz0123456789'-."
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{c}" for c in letters)]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return tokenizer


class LetterPunctuator:
    """A real Punctuator without a network: a word that ends in `z` ends a sentence.

    It looks at one piece only, so that its answer cannot depend on windows.
    """

    runs_on = "a rule"

    def __init__(self, window: int = 16) -> None:
        self.card = ModelCard("letters", "Letters", ("en",), MARKS, window)
        self.tokens = Tokens(letter_tokenizer())
        self.seen: list[int] = []

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        self.seen.append(pieces.shape[1])
        z = [self.tokens.of(["z"])[0][0], self.tokens.of(["az"])[0][1]]
        ends = np.isin(pieces, z)
        marks = np.full((*pieces.shape, len(MARKS)), 0.02, dtype=np.float32)
        marks[..., 0] = np.where(ends, 0.02, 0.9)
        marks[..., 2] = np.where(ends, 0.9, 0.02)
        cases = np.full((*pieces.shape, len(CASES)), 0.04, dtype=np.float32)
        cases[..., 0] = 0.88
        return marks, cases


@pytest.fixture
def letters() -> LetterPunctuator:
    return LetterPunctuator()


def line_of(text: str, current: Sequence[Mark] | None = None) -> tuple[list[Word], list[Gap]]:
    """Make words and gaps of a text of bare words; `current` are the marks after each."""
    words = [Word(word, 0, 0, 0) for word in text.split()]
    marks = [Mark.NONE, *(current or [Mark.NONE] * len(words))]
    return words, [Gap(0, 0, 0, mark) for mark in marks]
