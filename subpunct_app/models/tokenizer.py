"""Turn words into sub-word pieces, each distinct word once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.file_io import encodable
from subpunct_app.text.words import with_one_i

Ids = NDArray[np.int64]

# Words that are encoded at once, and how many are remembered before all are forgotten.
_SLICE = 10_000
_MOST_KNOWN = 200_000


def normalise(word: str) -> str:
    """Return a word as the models read it: lower case, plain apostrophes, no dots in "U.S.".

    Accents that stand loose behind their letters, as some write them on a Mac, are joined to them.
    All of I, İ, i and ı are one letter: which capital a small one has depends on the language, and
    no word may tell by its letters that it was written with a capital.
    """
    whole = word if word.isascii() else with_one_i(normalize("NFC", word))
    plain = whole.lower().replace("\u2019", "'")
    if "." not in plain:
        return plain
    if any(c.isdigit() for c in plain):
        return plain.rstrip(".")
    return plain.replace(".", "") or plain


def read_tokenizer(path: Path) -> Tokenizer:
    """Read a tokenizer.json; raise ModelError where it cannot be read."""
    try:
        return Tokenizer.from_buffer(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The tokenizer {path.name} cannot be read.", "Install the model again."
        ) from error


class Tokens:
    """Pieces of words by a tokenizer.json, remembered word by word until they are very many.

    `hiding` stands for a piece that is to be guessed: where a tokenizer has no sign for that, the
    one for what it cannot read, which is a word, too.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._known: dict[str, Ids] = {}
        self.opening = self.special("[CLS]", "<s>")
        self.closing = self.special("[SEP]", "</s>")
        self.padding = self.special("[PAD]", "<pad>")
        self.unknown = self.special("[UNK]", "<unk>")
        self.hiding = self.special("[MASK]", "<mask>", "[UNK]", "<unk>")

    @classmethod
    def load(cls, path: Path) -> Tokens:
        """Read a tokenizer.json; raise ModelError where it cannot be read."""
        return cls(read_tokenizer(path))

    def of(self, words: Sequence[str]) -> list[Ids]:
        """Return the piece ids of each word, at least one a word.

        Raise ModelError where the tokenizer cannot divide one.
        """
        normal = [normalise(word) for word in words]
        self._learn(normal)
        return [self._known[word] for word in normal]

    def id_of(self, piece: str) -> int | None:
        """Return the id of a piece, None where there is no such piece."""
        found: int | None = self._tokenizer.token_to_id(piece)
        return found

    def special(self, *names: str) -> int:
        """Return the id of the first of some tokens that there is; raise ModelError without any."""
        known = map(self.id_of, names)
        found = next((token for token in known if token is not None), None)
        if found is None:
            raise ModelError(f"The tokenizer has no token {names[0]}.", "It fits no known encoder.")
        return found

    def table(self, vocabulary: Sequence[str]) -> tuple[Ids, Ids]:
        """Return all pieces of a vocabulary in one array, and the offset where each word starts."""
        pieces = self.of(vocabulary)
        offsets = np.zeros(len(pieces) + 1, dtype=np.int64)
        np.cumsum([len(p) for p in pieces], out=offsets[1:])
        return np.concatenate(pieces), offsets

    def _learn(self, words: Iterable[str]) -> None:
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        new = [word for word in dict.fromkeys(words) if word not in self._known]
        # An encoding is a hundred times as large as the pieces it is asked for.
        for first in range(0, len(new), _SLICE):
            part = new[first : first + _SLICE]
            texts = list(map(encodable, part))
            encodings = self._encoded(texts)
            for word, encoding in zip(part, encodings, strict=True):
                self._known[word] = np.array(encoding.ids or [self.unknown], dtype=np.int64)

    def _encoded(self, texts: list[str]) -> list[Encoding]:
        try:
            return self._tokenizer.encode_batch(texts, add_special_tokens=False)
        # One that lacks its own sign for what it cannot read raises an error of no kind.
        except Exception as error:
            if isinstance(error, MemoryError):
                raise
            raise ModelError(
                "The tokenizer cannot divide a word into pieces.", "Install the model again."
            ) from error
