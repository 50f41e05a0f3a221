"""Choose what of a window's features a network is told, so that it learns to do without.

Also cut whole texts into cues, to judge by what a network learned from.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.languages.language_data import language_data
from subpunct_app.models.features import COLUMNS, Column, Features, blank, encode, mark_codes
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.synthetic_cues import MANNERS, Text, draw_cues, text_of

# Of the windows that are told anything half are told all, half a random half of the columns.
_ALL = 0.5
_KEPT = 0.5
# In how many windows marks are revealed, and in how many of these only marks, no bare gaps.
_REVEALED = 0.25
_ONLY_MARKS = 0.5


def choose_features(
    text: Text,
    marks: NDArray[np.uint8],
    known: Features | None,
    *,
    plain: float,
    rng: np.random.Generator,
) -> Features:
    """Return the features (n, COLUMNS) that go with a text of n words, one window.

    `known` are those of a timed file; other words are cut into cues, and the columns that
    describe a file then describe the window. A share `plain` of the windows is told nothing of
    cues. Independently some marks are revealed in some windows: those must not be learned.
    """
    if not len(marks) or rng.random() < plain:
        told = blank(len(marks))
    else:
        if known is None or not known.any():
            known = encode(draw_cues(text, rng))
        share = 1.0 if rng.random() < _ALL else _KEPT
        told = np.where(rng.random(COLUMNS) < share, known, 0).astype(np.int8)
    told[:, Column.MARK] = _revealed(marks, rng)
    return told


def word_looks(corpus: Corpus) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the letters of each word of a vocabulary (words,), and whether it begins a phrase.

    People rather end a line before such words than after them.
    """
    linking = language_data(corpus.language() or "en").line_breaks.before
    letters = np.array([len(word) for word in corpus.vocabulary], dtype=np.int64)
    return letters, np.array([word in linking for word in corpus.vocabulary], dtype=np.bool_)


def cut_anew(corpus: Corpus, manner: str, seed: int) -> Corpus:
    """Return a corpus with its documents cut into cues in one manner (see MANNERS).

    Times and cues of its own are forgotten.
    """
    rng = np.random.default_rng(seed)
    letters, linking = word_looks(corpus)
    parts = []
    for at in corpus.spans():
        words = corpus.words[at]
        text = text_of(letters[words], corpus.marks[at], linking[words])
        parts.append(encode(MANNERS[manner](text, rng)))
    return replace(corpus, features=np.concatenate(parts))


def _revealed(marks: NDArray[np.uint8], rng: np.random.Generator) -> Features:
    """Return codes of MARK: in some windows a share of the marks, or of the gaps with or without.

    Where an editor has put some marks, a gap without one is as open as before.
    """
    codes = mark_codes(marks)
    if rng.random() >= _REVEALED:
        return np.zeros_like(codes)
    shown = rng.random(len(codes)) < rng.random()
    if rng.random() < _ONLY_MARKS:
        shown &= marks > 0
    return np.where(shown, codes, 0).astype(np.int8)
