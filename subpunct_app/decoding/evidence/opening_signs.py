"""Read from opening signs how their sentences end: ¿Vienes, ¡Ven.

One that lost its closing mark tells which mark ends its sentence, not where: what the model gives
to a sentence's end goes to the mark of the sign, at the first place where it sees an end at all.
Where sign and mark both stand they tell of each other.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from subpunct_app.decoding.inference.prediction import Prediction, decide, posterior
from subpunct_app.decoding.suggestions.options import REVIEW_MARK, Mode
from subpunct_app.models.punctuator import Probabilities
from subpunct_app.text.words import Case, Gap, Mark, Word

# How often a sign stands before a sentence with another mark for one with its own, set by hand.
# Where marks are only filled in, what stands is right.
_WRONG = 0.001
_NEVER = 1e-9
# A sign has nothing to do with the end of a sentence that is so many words further on.
_REACH = 60
# No mark is so unlikely that a sign could not tell of it.
_LEAST = 1e-6


def unclosed_signs(words: Sequence[Word], gaps: Sequence[Gap]) -> list[tuple[Mark, range]]:
    """Return the mark of each sign that none closes, and the gaps where its sentence may end.

    `gaps` holds one more than `words` (see Gap).
    """
    found = list[tuple[Mark, range]]()
    for start in (at for at, gap in enumerate(gaps[:-1]) if gap.sign):
        limit = min(len(words), start + _REACH)
        inner = range(start + 1, limit)
        stop = next((at for at in inner if _stops(words, gaps, at)), limit)
        stretch = range(start + 1, stop if _breaks_off(words, gaps, stop) else stop + 1)
        if stretch and not gaps[stop].current.asks_or_exclaims:
            found.append((gaps[start].sign, stretch))
    return found


def closed_signs(gaps: Sequence[Gap]) -> frozenset[int]:
    """Return the gaps whose mark closes what its own sign opened, as in ¿Vienes?, ¡Ven!."""
    found, opened = set[int](), Mark.NONE
    for at, gap in enumerate(gaps):
        if gap.current.asks_or_exclaims and gap.current is opened:
            found.add(at)
        if gap.current.ends_sentence or gap.turn:
            opened = Mark.NONE
        opened = gap.sign or opened
    return frozenset(found)


def weigh_signs(
    unclosed: Sequence[tuple[Mark, range]],
    gaps: Sequence[Gap],
    said: Prediction,
    bare: Prediction,
    mode: Mode,
) -> Prediction:
    """Return a prediction updated by the opening signs that no mark closes; see `unclosed_signs`.

    Each tells that a mark was lost behind it. So a gap without one speaks against no end there:
    `bare` is the prediction as if nothing stood in the text.
    """
    likely = np.maximum(_likelier_ends(gaps, said, bare), np.float32(_LEAST))
    before = replace(said, marks=np.maximum(said.marks, np.float32(_LEAST)))
    log_odds = np.zeros_like(likely)
    for sign in said.labels:
        own = [stretch for opened, stretch in unclosed if opened is sign]
        if not own:
            continue
        wrong = _NEVER if mode is Mode.FILL else _WRONG
        told = likely * _factors(likely, said.labels, sign, wrong)
        ends = _ends(told, said, gaps, mode)
        for at in (_first_end(stretch, ends) for stretch in own):
            log_odds[at - 1] = np.log(told[at - 1] / before.marks[at - 1])
    return posterior(before, log_odds)


def weigh_closed(closed: Collection[int], gaps: Sequence[Gap], said: Prediction) -> Prediction:
    """Return a prediction updated by the marks that stand with their signs; see `closed_signs`."""
    told = [at for at in closed if gaps[at].current in said.labels]
    if not told:
        return said
    before = replace(said, marks=np.maximum(said.marks, np.float32(_LEAST)))
    log_odds = np.zeros_like(said.marks)
    for at in told:
        log_odds[at - 1] = math.log(_WRONG)
        log_odds[at - 1, said.labels.index(gaps[at].current)] = 0.0
    return posterior(before, log_odds)


def _likelier_ends(gaps: Sequence[Gap], said: Prediction, bare: Prediction) -> Probabilities:
    """Return of two predictions the marks (n, labels) that see an end, but at marks the first."""
    ends = [mark.ends_sentence for mark in said.labels]
    stands = np.array([bool(gap.current) for gap in gaps[1:]])
    first, second = (of.marks[:, ends].sum(axis=1) for of in (said, bare))
    return np.where((stands | (first >= second))[:, None], said.marks, bare.marks)


def _stops(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether a sign from before a gap has nothing to do with what is behind it."""
    gap = gaps[at]
    done = gap.turn or bool(gap.sign) or gap.current.ends_sentence
    return done or _breaks_off(words, gaps, at)


def _breaks_off(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether somebody falls silent in the middle of a sentence: ¿Y si... No."""
    if gaps[at].current not in (Mark.ELLIPSIS, Mark.DASH):
        return False
    return at == len(words) or gaps[at].turn or Case.of(words[at].text) is not Case.LOWER


def _factors(
    likely: Probabilities, labels: Sequence[Mark], sign: Mark, wrong: float
) -> Probabilities:
    """Return how much likelier a sign makes marks (n, labels), and no sentence's end at all."""
    ends = np.array([mark.ends_sentence for mark in labels])
    weights = np.where(ends, wrong, 1.0)
    weights[labels.index(sign)] = 1.0
    before, after = (
        np.sum(of[:, ends], axis=1, keepdims=True) for of in (likely, likely * weights)
    )
    return np.asarray(np.where(ends, weights * before / after, 1.0), dtype=np.float32)


def _ends(likely: Probabilities, said: Prediction, gaps: Sequence[Gap], mode: Mode) -> set[int]:
    """Return the gaps where the end of a sentence may be proposed."""
    ends = np.array([mark.ends_sentence for mark in said.labels])
    wanted = ends[decide(likely, said.bias)]
    if mode is Mode.REVIEW:
        wanted &= likely.max(axis=1) >= REVIEW_MARK
    open_ = np.array([not (gap.fixed or (mode is Mode.FILL and gap.current)) for gap in gaps[1:]])
    return set((np.flatnonzero(wanted & open_) + 1).tolist())


def _first_end(stretch: range, ends: set[int]) -> int:
    """Return the first gap of a stretch where a sentence ends, or its last one."""
    return next((at for at in stretch if at in ends), stretch[-1])
