"""Read from the lines of a text without times where its sentences end.

A recogniser writes a sentence or a breath a line, an editor wraps lines where they are full. How
often a line or a paragraph ends where the model is sure of no mark, of one within a sentence and of
a sentence's end tells which it is. A line's end then is worth its likelihood ratio (Good,
"Probability and the weighing of evidence", 1950). What that makes of all gaps tells how the text is
written once more: one step of expectation maximisation (Dempster, Laird and Rubin 1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.likelihood import log_odds_of_difference, shares
from subpunct_app.decoding.inference.prediction import Prediction, posterior
from subpunct_app.decoding.suggestions.adaptation import MARK_KINDS, kinds_of
from subpunct_app.text.words import Break, Gap

# For each kind of mark (see `kinds_of`) what is added to its log odds where nothing, a line and a
# paragraph ends.
LineOdds: TypeAlias = tuple[tuple[float, ...], ...]
_Numbers: TypeAlias = NDArray[np.float64]

# From which probability on the model is sure of a mark, and a kind of mark is the likeliest.
_SURE = 0.8
_LIKELY = 0.5
# So many gaps of the whole text are counted among those of each kind.
_ANYWHERE = 4.0
# No kind of mark surely has a break or none.
_LEAST_SHARE = 0.003
# Lines are believed to tell nothing, unless they are so much likelier to do: log odds.
_DISBELIEF = 5.0


def line_odds(gaps: Sequence[Gap], prediction: Prediction) -> LineOdds | None:
    """Return what the lines of a text tell of its marks, None where that is nothing.

    `gaps` holds one more than there are words (see Gap). In subtitles a line ends where it is
    full, and what else the end of a cue says, a model has to learn.
    """
    if prediction.knows_breaks or any(gap.pause_ms is not None for gap in gaps):
        return None
    breaks = _breaks(gaps)
    between = np.array([not (gap.turn or gap.fixed) for gap in gaps[1:-1]], dtype=np.bool_)
    if not breaks[:-1][between].any():
        return None
    kinds = np.eye(MARK_KINDS)[kinds_of(prediction.labels)]
    likely = (prediction.marks[:-1] @ kinds)[between]
    ends = np.eye(len(Break))[breaks[:-1][between]]
    sure = _odds(np.where(likely > _SURE, 1.0, 0.0).T @ ends)
    if sure is None:
        return None
    scores = likely * np.exp(ends @ sure.T)
    again = scores / scores.sum(axis=1, keepdims=True)
    odds = _odds(np.where(again > _LIKELY, again, 0.0).T @ ends)
    return None if odds is None else tuple(map(tuple, odds.tolist()))


def weigh_lines(gaps: Sequence[Gap], prediction: Prediction, odds: LineOdds) -> Prediction:
    """Return a prediction updated by where the lines of a text end."""
    breaks = _breaks(gaps)
    kinds = kinds_of(prediction.labels)
    told = np.array(odds)[kinds][:, breaks].T
    # A text ends with a line whatever is said.
    told[-1:] = 0.0
    return posterior(prediction, told)


def _breaks(gaps: Sequence[Gap]) -> NDArray[np.int64]:
    """Return which break stands after each word."""
    return np.array([gap.break_.rank for gap in gaps[1:]], dtype=np.int64)


def _odds(counts: _Numbers) -> _Numbers | None:
    """Return the log odds of each kind of mark by what its gaps hold: counts (kinds, breaks).

    They are None where the kinds are no likelier to differ than to be alike.
    """
    if log_odds_of_difference(counts, _DISBELIEF) < 0.0:
        return None
    usual = counts.sum(axis=0) / counts.sum()
    logs = np.log(np.maximum(shares(counts, usual, _ANYWHERE), _LEAST_SHARE))
    return np.asarray(logs - logs[0])
