"""The label sets that models and tests are written in, and how one folds into another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.errors import SettingsError
from subpunct_app.core.text import Case, Mark

MARKS = (Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION, Mark.COLON)
CASES = (Case.LOWER, Case.CAPITALISED, Case.UPPER, Case.KEEP)

NAMES = {
    Mark.NONE: "O",
    Mark.COMMA: "COMMA",
    Mark.PERIOD: "PERIOD",
    Mark.QUESTION: "QUESTION",
    Mark.EXCLAMATION: "EXCLAMATION",
    Mark.COLON: "COLON",
    Mark.SEMICOLON: "SEMICOLON",
}

# Guerreiro et al. 2021, section 3.1: colon and dash count as commas, `!` and `;` as periods.
_FOUR = {
    Mark.COLON: Mark.COMMA,
    Mark.DASH: Mark.COMMA,
    Mark.EXCLAMATION: Mark.PERIOD,
    Mark.SEMICOLON: Mark.PERIOD,
    Mark.ELLIPSIS: Mark.PERIOD,
}
_THREE = _FOUR | {Mark.QUESTION: Mark.PERIOD}
_SIX = {Mark.DASH: Mark.COMMA, Mark.SEMICOLON: Mark.PERIOD, Mark.ELLIPSIS: Mark.PERIOD}

SCHEMES: dict[int, tuple[tuple[Mark, ...], dict[Mark, Mark]]] = {
    3: (MARKS[:3], _THREE),
    4: (MARKS[:4], _FOUR),
    6: (MARKS, _SIX),
}


def scheme_marks(scheme: int) -> tuple[Mark, ...]:
    """Return the marks that a scheme of 3, 4 or 6 labels tells apart."""
    return _scheme(scheme)[0]


def fold_mark(mark: Mark, scheme: int) -> Mark:
    """Return the mark that stands for `mark` in a scheme."""
    return _scheme(scheme)[1].get(mark, mark)


def fold_probabilities(
    probabilities: NDArray[np.float32], marks: Sequence[Mark], scheme: int
) -> NDArray[np.float32]:
    """Add up the columns (words, marks) that a scheme does not tell apart."""
    targets = scheme_marks(scheme)
    folded = np.zeros((len(probabilities), len(targets)), dtype=np.float32)
    for column, mark in enumerate(marks):
        folded[:, targets.index(fold_mark(mark, scheme))] += probabilities[:, column]
    return folded


def _scheme(scheme: int) -> tuple[tuple[Mark, ...], dict[Mark, Mark]]:
    if scheme not in SCHEMES:
        known = ", ".join(map(str, SCHEMES))
        raise SettingsError(f"There is no scheme of {scheme} labels.", f"Choose one of {known}.")
    return SCHEMES[scheme]
