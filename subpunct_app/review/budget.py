"""How much to look at: what a review of the most doubtful suggestions promises, and its time."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median
from typing import Any

from subpunct_app.review.doubt_ranking import Ranking

SECONDS_A_DECISION = 4.0
# Brysbaert, "How many words do we read per minute?" (2019): silent reading of English.
WORDS_A_MINUTE = 238
# A longer pause is not work.
BREAK_SECONDS = 60.0
_ENOUGH_DECISIONS = 10
_LATEST = 50


@dataclass(frozen=True, slots=True)
class ReviewCurve:
    """What looking at the most doubtful gaps caught in the texts a model was tested on.

    `points` pairs shares of the gaps with shares of the errors, both rising from 0 to 1;
    `error_rate` is the share of the gaps that were wrong.
    """

    points: tuple[tuple[float, float], ...]
    error_rate: float

    def caught(self, share: float) -> float:
        """Return the share of the errors among the most doubtful share of the gaps."""
        for (left, low), (right, high) in pairwise(self.points):
            if share < right:
                return low + (high - low) * (share - left) / (right - left)
        return 1.0


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one place of the line promises.

    `caught` is the share of the model's errors among the suggestions looked at, None where
    nobody measured the model.
    """

    looked: int
    total: int
    caught: float | None = None


class Budget:
    """The suggestions of one text in the order of doubt, and the line between look and trust.

    A line is a confidence: what is below it is looked at. The errors among suggestions are
    counted from their confidences, which are calibrated; those of the whole text from the error
    rate of the curve, because a mark that is missing has no suggestion to look at. The share is
    never above what the curve says for as many gaps.
    """

    def __init__(
        self,
        suggestions: Iterable[tuple[float, bool]],
        gaps: int,
        curve: ReviewCurve | None = None,
    ) -> None:
        """Take the confidence of each suggestion, and whether a mark is at stake in it."""
        self._ranks = Ranking(map(_doubt, suggestions))
        self._gaps = gaps
        self._curve = curve
        self._errors: list[float] = []

    def spliced(
        self, gone: Iterable[tuple[float, bool]], come: Iterable[tuple[float, bool]], gaps: int
    ) -> Budget:
        """Return what a text promises in which some suggestions gave way to others."""
        budget = Budget((), gaps, self._curve)
        budget._ranks = self._ranks.copied()
        for suggestion in gone:
            budget._ranks.remove(*_doubt(suggestion))
        for suggestion in come:
            budget._ranks.add(*_doubt(suggestion))
        return budget

    @property
    def total(self) -> int:
        """Return how many suggestions there are."""
        return len(self._ranks)

    @property
    def reading_seconds(self) -> float:
        """Return how long it takes to read the text once."""
        return 60 * max(0, self._gaps - 1) / WORDS_A_MINUTE

    def looked_at(self, line: float) -> int:
        """Return how many suggestions are below a line."""
        return bisect_left(self._ranks.sure, line)

    def line_after(self, looked: int) -> float:
        """Return the line that leaves so many suggestions below it, fewer where some are equal."""
        if looked <= 0:
            return 0.0
        return self._ranks.sure[looked] if looked < self.total else 1.0 + 1e-9

    def outlook(self, line: float) -> Outlook:
        """Return what it promises to look at everything below a line."""
        looked = self.looked_at(line)
        if self._curve is None or not self._gaps:
            return Outlook(looked, self.total)
        errors = self._errors_below()
        every = max(self._curve.error_rate * self._gaps, errors[-1])
        share = errors[looked] / every if every else 0.0
        return Outlook(looked, self.total, min(share, self._curve.caught(looked / self._gaps)))

    def _errors_below(self) -> Sequence[float]:
        if not self._errors:
            self._errors = list(accumulate(self._ranks.ranked, initial=0.0))
        return self._errors


class Pace:
    """How long one decision takes, by those made since the window was opened."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: float | None = None
        self._spent: deque[float] = deque(maxlen=_LATEST)

    @property
    def measured(self) -> bool:
        """Tell whether there were enough decisions to know."""
        return len(self._spent) >= _ENOUGH_DECISIONS

    @property
    def seconds(self) -> float:
        """Return the seconds that a decision takes."""
        return median(self._spent) if self.measured else SECONDS_A_DECISION

    def note_decision(self) -> None:
        """Count a decision made just now; a pause of over a minute is not work."""
        now = self._clock()
        if self._last is not None and now - self._last <= BREAK_SECONDS:
            self._spent.append(now - self._last)
        self._last = now


def _doubt(suggestion: tuple[float, bool]) -> tuple[float, float]:
    """Return how sure a suggestion is, and how likely its mark is wrong, if one is at stake."""
    confidence, marked = suggestion
    return confidence, 1 - confidence if marked else 0.0


def curve_of(about: Mapping[str, Any]) -> ReviewCurve | None:
    """Return the review curve that a model card promises, None where it has no sound one.

    Of several texts the least share caught counts at each point, and the highest error rate.
    """
    for name in ("test_scores", "dev_scores"):
        try:
            reviews = [_points(scores["review"]) for scores in about[name].values()]
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            continue
        if reviews and all(reviews):
            return _least(reviews)
    return None


def _points(review: Mapping[str, Mapping[str, float]]) -> dict[float, tuple[float, float]]:
    """Return the share caught and the error rate for each share looked at.

    Raise ValueError where one of them is no share: no journal with such a curve could be read.
    """
    points = {}
    for share, found in review.items():
        looked, caught = float(share), float(found["caught"])
        if not (0 < looked < 1 and 0 < caught <= 1):
            raise ValueError(share)
        rate = float(found["yield"]) * looked / caught
        if not 0 <= rate <= 1:
            raise ValueError(share)
        points[looked] = (caught, rate)
    return points


def _least(reviews: list[dict[float, tuple[float, float]]]) -> ReviewCurve:
    shares = sorted(set.intersection(*map(set, reviews)))
    caught = accumulate((min(review[share][0] for review in reviews) for share in shares), max)
    rate = max(rate for review in reviews for _, rate in review.values())
    return ReviewCurve(((0.0, 0.0), *zip(shares, caught, strict=True), (1.0, 1.0)), rate)
