"""The label sets that models and tests are written in, and how one folds into another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.text.words import Case, Mark

MARKS = (Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION, Mark.COLON)
# Every mark that text can hold; the first of them are MARKS.
WRITTEN = tuple(Mark)
# Which of them end a sentence.
ENDINGS = np.array([mark.ends_sentence for mark in WRITTEN])
OPENINGS = ("\u00bf", "\u00a1")
CASES = (Case.LOWER, Case.CAPITALISED, Case.UPPER, Case.KEEP)

NAMES = {mark: mark.name for mark in Mark} | {Mark.NONE: "O"}
OPENING_NAMES = {"\u00bf": "INVERTED_QUESTION", "\u00a1": "INVERTED_EXCLAMATION"}

# Guerreiro et al. 2021, section 5.1, and Alam et al. 2020, section 3.1: colon and dash count as
# commas, `!` and `;` as periods. Of the papers with these labels Nagy et al. 2021 also make commas
# of quotation marks, and Li and Lin 2020 of semicolons; both are as in the first two here.
_FOUR = {
    Mark.COLON: Mark.COMMA,
    Mark.DASH: Mark.COMMA,
    Mark.EXCLAMATION: Mark.PERIOD,
    Mark.SEMICOLON: Mark.PERIOD,
    Mark.ELLIPSIS: Mark.PERIOD,
}
_THREE = _FOUR | {Mark.QUESTION: Mark.PERIOD}
_SIX = {Mark.DASH: Mark.COMMA, Mark.SEMICOLON: Mark.PERIOD, Mark.ELLIPSIS: Mark.PERIOD}
# Alam et al. 2020, table 5: any mark or none.
_TWO: dict[Mark, Mark] = {mark: Mark.PERIOD for mark in WRITTEN if mark is not Mark.NONE}
# Perez-Enriquez et al. 2024, section 3; two more labels are the opening marks.
_NINE = {Mark.DASH: Mark.COMMA, Mark.ELLIPSIS: Mark.PERIOD}
# Marks that a model leaves as they stand, and what it may want in their place all the same.
_TASTES = {
    Mark.EXCLAMATION: {Mark.PERIOD},
    Mark.COLON: {Mark.COMMA, Mark.PERIOD},
    Mark.SEMICOLON: {Mark.COMMA, Mark.PERIOD},
}


@dataclass(frozen=True, slots=True)
class _Scheme:
    """The marks that a label set tells apart, and which of them stand for others."""

    marks: tuple[Mark, ...]
    folds: Mapping[Mark, Mark]


SCHEMES: Mapping[int, _Scheme] = {
    2: _Scheme((Mark.NONE, Mark.PERIOD), _TWO),
    3: _Scheme(MARKS[:3], _THREE),
    4: _Scheme(MARKS[:4], _FOUR),
    6: _Scheme(MARKS, _SIX),
    9: _Scheme((*MARKS, Mark.SEMICOLON), _NINE),
}


def scheme_marks(scheme: int) -> tuple[Mark, ...]:
    """Return the marks after a word that a scheme of 2, 3, 4, 6 or 9 labels tells apart.

    The first is "no mark". In the scheme of 2 a full stop stands for any mark.
    """
    return _scheme(scheme).marks


def scheme_openings(scheme: int) -> tuple[str, ...]:
    """Return the marks before a word that a scheme has labels for, after those of its marks."""
    return OPENINGS if len(scheme_marks(scheme)) < scheme else ()


def scheme_labels(scheme: int) -> tuple[str, ...]:
    """Return all labels of a scheme as columns of a network: its marks, then its openings."""
    return (*scheme_marks(scheme), *scheme_openings(scheme))


def fold_mark(mark: Mark, scheme: int) -> Mark:
    """Return the mark that stands for `mark` in a scheme."""
    return _scheme(scheme).folds.get(mark, mark)


def agrees(wanted: Mark, current: Mark) -> bool:
    """Return whether a mark that a model wants leaves the one that stands there right.

    Some are too rare, and too much a matter of taste, for it to take them for a commoner one.
    """
    return wanted is fold_mark(current, 6) or wanted in _TASTES.get(current, ())


def fold_probabilities(
    probabilities: NDArray[np.float32], marks: Sequence[Mark], scheme: int
) -> NDArray[np.float32]:
    """Add up the columns (words, marks) that a scheme does not tell apart."""
    targets = scheme_marks(scheme)
    folded = np.zeros((len(probabilities), len(targets)), dtype=np.float32)
    for column, mark in enumerate(marks):
        folded[:, targets.index(fold_mark(mark, scheme))] += probabilities[:, column]
    return folded


def fold_marks(marks: NDArray[np.uint8], scheme: int) -> NDArray[np.int64]:
    """Return the label (words,) in a scheme of the mark after each word, an index into WRITTEN."""
    targets = scheme_marks(scheme)
    table = np.array([targets.index(fold_mark(mark, scheme)) for mark in WRITTEN], dtype=np.int64)
    return table[marks]


def fold_written(
    marks: NDArray[np.uint8], openings: NDArray[np.uint8], scheme: int
) -> NDArray[np.int64]:
    """Return the one label (words,) that each word has in a scheme.

    `marks` are indices into WRITTEN, `openings` count from 1 in OPENINGS, both (words,). Where a
    word has a mark after it and one before, the one after it wins.
    """
    labels = fold_marks(marks, scheme)
    if scheme_openings(scheme):
        opened = (labels == 0) & (openings > 0)
        labels[opened] = len(scheme_marks(scheme)) - 1 + openings[opened]
    return labels


def _scheme(scheme: int) -> _Scheme:
    if scheme not in SCHEMES:
        known = ", ".join(map(str, SCHEMES))
        raise SettingsError(f"There is no scheme of {scheme} labels.", f"Choose one of {known}.")
    return SCHEMES[scheme]
