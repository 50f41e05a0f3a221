"""Cut text into cues and lines where clauses end, as people who write captions do."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.training.data.speech import Text

Flags = NDArray[np.bool_]

_WIDTHS = (32, 43)
# How well a place suits the end of a cue: after a sentence, after a mark, before a phrase.
_SUITS = (4.0, 3.0, 1.2)
# How freely captioners depart from that: some hardly ever.
_TASTES = (0.2, 0.9)
# How many keep to one line, the least share of the room that they mean to fill, and how many
# break lines in the middle, whatever stands there.
_ONE_LINE = 0.25
_FILLED = (0.55, 0.95)
_ALIKE = 0.5
# How many captioners end each cue with the sentence, and how often the others do at least.
_ALWAYS_STOP, _STOP_LEAST = 0.6, 0.3
# Between which shares of a cue its first line may end.
_MIDDLE = (0.35, 0.65)
# What share of its room a cue fills at least where no sentence ends, and up to what share one
# that is a sentence takes the next with it.
_LEAST_FILLED = 0.45
_SHORT = 0.25


def by_clauses(text: Text, rng: np.random.Generator) -> tuple[Flags, Flags]:
    """Return where cues and where further lines end, by one captioner's habits."""
    width, most_lines = int(rng.integers(*_WIDTHS)), 1 if rng.random() < _ONE_LINE else 2
    reach = np.cumsum(text.letters + 1).tolist()
    rooms = width * most_lines * rng.uniform(rng.uniform(*_FILLED), 1.0, len(text))
    stopping = 1.0 if rng.random() < _ALWAYS_STOP else rng.uniform(_STOP_LEAST, 1.0)
    stops = np.flatnonzero(text.ends & (rng.random(len(text)) < stopping)).tolist()
    scores = _scores(text, rng)
    # Some break lines where a phrase ends, some wherever both are of one length.
    alike = rng.random() < _ALIKE
    cues, lines = np.zeros((2, len(text)), dtype=np.bool_)
    start = 0
    while start < len(reach):
        end = _cue_end(start, reach, stops, scores, float(rooms[start]))
        if end is None:
            break
        cues[end] = True
        if reach[end] - (reach[start - 1] if start else 0) > width + 1:
            lines[_middle(start, end, reach, None if alike else scores)] = True
        start = end + 1
    return cues, lines & ~cues


def _scores(text: Text, rng: np.random.Generator) -> list[float]:
    sentence, mark, phrase = _SUITS
    suits = sentence * text.ends + mark * text.marked + phrase * text.links
    scores: list[float] = (suits + rng.gumbel(0.0, rng.uniform(*_TASTES), len(text))).tolist()
    return scores


def _cue_end(
    start: int, reach: Sequence[int], stops: Sequence[int], scores: Sequence[float], room: float
) -> int | None:
    """Return the last word of a cue of so many letters, or None where the text ends in it."""
    before = reach[start - 1] if start else 0
    last = max(start, bisect_right(reach, before + room) - 1)
    # "Yes." goes with the next sentence where both fit.
    short = bisect_left(reach, before + _SHORT * room)
    ended = [stop for stop in stops[bisect_left(stops, start) :][:2] if stop <= last]
    if ended:
        return next((stop for stop in ended if stop >= short), ended[-1])
    if last == len(reach) - 1:
        return None
    first = min(last, bisect_left(reach, before + _LEAST_FILLED * room))
    return max(range(first, last + 1), key=scores.__getitem__)


def _middle(start: int, end: int, reach: Sequence[int], scores: Sequence[float] | None) -> int:
    """Return the word that ends the first of two lines of about one length.

    The best by its score in the middle third, or without scores the one nearest to the middle.
    """
    before = reach[start - 1] if start else 0
    length = reach[end] - before
    if scores is None:
        half = before + length / 2
        return min(range(start, end + 1), key=lambda word: abs(reach[word] - half))
    first = bisect_left(reach, before + _MIDDLE[0] * length)
    last = bisect_right(reach, before + _MIDDLE[1] * length) - 1
    if last < first:
        return min(first, end)
    return max(range(first, last + 1), key=scores.__getitem__)
