"""What a subtitle file tells about the gap after each word, as small whole numbers.

Every column knows the code 0, "unknown", and a text without times is nothing else. Times count by
their differences only. The columns from PAUSES to PACE and SHORT describe the file and are the same
for all of its words: from them a network learns how far the file's cutting can be trusted. New
columns come last, so that a network reads the ones that it learned with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subpunct_app.models.mark_labels import MARKS, WRITTEN, fold_mark
from subpunct_app.text.words import Break, Gap, Mark, Word

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Cue

Features = NDArray[np.int8]

UNKNOWN = 0
# Codes of PAUSE: 1 inside a cue where nobody listened, then one for each bucket of milliseconds.
_INSIDE = 1
_PAUSE_EDGES = (50, 200, 500, 1000, 2000)
LEAST_PAUSE = _PAUSE_EDGES[0]
# Codes of LINGER: 1 inside a cue, then one for each bucket of milliseconds that the cue which ends
# is shown longer than its letters take. Where cues follow each other closely, silences hide there.
_LINGER_EDGES = (-500, -300, -150, 0, 150, 300, 450, 600, 800, 1100)
# Codes of TURN.
_SAME, _OTHER = 1, 2
# Fewer cues say nothing of a file's manner.
_LEAST_CUES = 4
# Nine of ten cues have no line of more letters than are usual, and a cue is full whose longest line
# has nine tenths of them.
_USUAL = 0.9
_FULL = 0.9
# Words of so few letters seldom end a cue that somebody cut with care.
_SHORT_LETTERS = 3
_SELDOM = 0.7
_MARK_CODES = np.array([MARKS.index(fold_mark(mark, 6)) + 1 for mark in WRITTEN], dtype=np.int8)


class Column(IntEnum):
    """What each column of the features tells, in their order."""

    BREAK = 0
    PAUSE = 1
    TURN = 2
    MARK = 3
    PAUSES = 4
    SPREAD = 5
    FILL = 6
    PACE = 7
    LINGER = 8
    SHORT = 9


class BreakCode(IntEnum):
    """Codes of BREAK; in rolling captions every line that is new ends in ROLLED_LINE."""

    NONE = 1
    LINE = 2
    CUE = 3
    ROLLED_LINE = 4


# Where the buckets of a file's statistics begin, after the first.
_EDGES = {
    Column.PAUSES: (0.02, 0.1, 0.25, 0.5, 0.8),
    Column.SPREAD: (0.1, 0.25, 0.35, 0.5, 0.7),
    Column.FILL: (0.15, 0.25, 0.35, 0.5, 0.75),
    Column.PACE: (5.5, 7.0, 9.0, 12.0, 17.0),
    Column.SHORT: (0.25, 0.4, 0.55, 0.7, 0.85, 1.0),
}
_CODES = {
    Column.BREAK: len(BreakCode) + 1,
    Column.PAUSE: len(_PAUSE_EDGES) + 3,
    Column.TURN: 3,
    Column.MARK: len(MARKS) + 1,
    Column.LINGER: len(_LINGER_EDGES) + 3,
} | {column: len(edges) + 2 for column, edges in _EDGES.items()}
# How many codes each column has, 0 among them.
SIZES = tuple(_CODES[column] for column in Column)
COLUMNS = len(SIZES)

_BREAK_CODES = {Break.NONE: BreakCode.NONE, Break.LINE: BreakCode.LINE, Break.CUE: BreakCode.CUE}


@dataclass(frozen=True, slots=True)
class Layout:
    """How n words lie in timed cues, told of the gap after each word and of each cue.

    `breaks` (n,) holds a BreakCode, never ROLLED_LINE; `pauses` (n,) milliseconds at cue ends, and
    elsewhere where the sound tells them, -1 where unknown; `turns` (n,) whether another speaker
    goes on; `letters` (n,) the length of each word; `durations` (cues,) milliseconds. In `rolling`
    captions each new line is a cue here.
    """

    breaks: NDArray[np.int8]
    pauses: NDArray[np.int64]
    turns: NDArray[np.bool_]
    letters: NDArray[np.int64]
    durations: NDArray[np.int64]
    rolling: bool


def features_of(
    words: Sequence[Word],
    gaps: Sequence[Gap],
    cues: Sequence[Cue],
    *,
    rolling: bool = False,
    heard: Mapping[int, int] | None = None,
) -> Features:
    """Return what a file tells about the gaps after n words: (n, COLUMNS), 0 without times.

    `gaps` holds one more than `words` (see Gap). In `rolling` captions words count where they
    stand first. `heard` maps gaps to silences that were listened to, in milliseconds. No mark is
    told; see `settle`.
    """
    spans = [(cues[at].start_ms, cues[at].end_ms) for at in sorted({word.cue for word in words})]
    durations = [end - start for start, end in spans if start is not None and end is not None]
    if not words or len(durations) < len(spans):
        return blank(len(words))
    after = gaps[1:]
    return encode(
        Layout(
            np.array([_BREAK_CODES[gap.break_] for gap in after], dtype=np.int8),
            _pauses(after, heard or {}),
            np.array([gap.turn for gap in after], dtype=np.bool_),
            np.array([len(word.text) for word in words], dtype=np.int64),
            np.array(durations, dtype=np.int64),
            rolling,
        )
    )


def settle(features: Features, known: Mapping[int, Mark]) -> Features:
    """Return features (words, COLUMNS) that tell the settled marks at some gaps, too.

    `known` holds them by gap; gap k stands after word k - 1, of gap 0 nothing can be told.
    """
    told = features.copy()
    for gap, mark in known.items():
        if gap:
            told[gap - 1, Column.MARK] = _MARK_CODES[WRITTEN.index(mark)]
    return told


def blank(words: int) -> Features:
    """Return the features (words, COLUMNS) of a text of which nothing is known."""
    return np.zeros((words, COLUMNS), dtype=np.int8)


def _pauses(after: Sequence[Gap], heard: Mapping[int, int]) -> NDArray[np.int64]:
    shown = [-1 if gap.pause_ms is None else gap.pause_ms for gap in after]
    told = [heard.get(at, pause) for at, pause in enumerate(shown, 1)]
    return np.array(told, dtype=np.int64)


def encode(layout: Layout) -> Features:
    """Return the features (n, COLUMNS) of a layout of n words; no mark is told."""
    features = blank(len(layout.breaks))
    ends = layout.breaks == BreakCode.CUE
    cue_end = BreakCode.ROLLED_LINE if layout.rolling else BreakCode.CUE
    features[:, Column.BREAK] = np.where(ends, cue_end, layout.breaks)
    unheard = np.where(ends, UNKNOWN, _INSIDE)
    features[:, Column.PAUSE] = np.where(layout.pauses < 0, unheard, pause_code(layout.pauses))
    features[:, Column.TURN] = np.where(layout.turns, _OTHER, _SAME)
    if int(ends.sum()) >= _LEAST_CUES:
        for column, share in statistics(layout).items():
            features[:, column] = np.searchsorted(_EDGES[column], share, side="right") + 1
        lingers = linger(layout)
        if lingers is not None:
            features[:, Column.LINGER] = _INSIDE
            buckets = np.searchsorted(_LINGER_EDGES, lingers, side="right")
            features[ends, Column.LINGER] = buckets + _INSIDE + 1
    return features


def pause_code(milliseconds: ArrayLike) -> NDArray[np.int64]:
    """Return the codes of PAUSE for pauses of so many milliseconds."""
    return np.searchsorted(_PAUSE_EDGES, milliseconds, side="right") + _INSIDE + 1


def cue_ends(features: Features) -> NDArray[np.bool_]:
    """Return after which words (words,) a cue ends; in rolling captions, a line that is new."""
    return np.asarray(features[:, Column.BREAK] >= BreakCode.CUE)


def knows_breaks(features: Features) -> bool:
    """Return whether anything is told of where lines and cues end."""
    return bool((features[:, Column.BREAK] != UNKNOWN).any())


def knows_marks(features: Features) -> bool:
    """Return whether any mark is told."""
    return bool((features[:, Column.MARK] != UNKNOWN).any())


def turns(features: Features) -> NDArray[np.bool_]:
    """Return after which words (words,) another speaker goes on."""
    return np.asarray(features[:, Column.TURN] == _OTHER)


def cut_with_care(features: Features) -> NDArray[np.bool_]:
    """Return which words (words,) are of files whose cues seldom end in short words."""
    seldom = np.searchsorted(_EDGES[Column.SHORT], _SELDOM) + 1
    short = features[:, Column.SHORT]
    return np.asarray((short != UNKNOWN) & (short <= seldom))


def within_cues(features: Features) -> Features:
    """Return what words with these features (words, columns) would have inside their cues."""
    inside = features.copy()
    known = inside[:, Column.BREAK] != UNKNOWN
    inside[known, : Column.MARK + 1] = (BreakCode.NONE, _INSIDE, _SAME, UNKNOWN)
    inside[inside[:, Column.LINGER] != UNKNOWN, Column.LINGER] = _INSIDE
    return inside


def mark_codes(marks: NDArray[np.uint8]) -> Features:
    """Return the codes (n,) of the column MARK for marks as indices into WRITTEN."""
    codes: Features = _MARK_CODES[marks]
    return codes


def statistics(layout: Layout) -> dict[Column, float]:
    """Return the statistics of a file with at least one cue end.

    They are the share of cue ends with a pause, the coefficient of variation of the time a cue is
    shown, the share of cues whose longest line is nearly as long as lines usually get, the words a
    cue, and how many words are short at cue ends, as a multiple of their share everywhere: near 1
    where cues are cut wherever it happens, about a half where people or clauses decide.
    """
    ends = layout.breaks == BreakCode.CUE
    pauses = layout.pauses[ends & (layout.pauses >= 0)]
    longest = _longest_lines(layout)
    short = layout.letters <= _SHORT_LETTERS
    mean = float(layout.durations.mean()) if len(layout.durations) else 0.0
    return {
        Column.PAUSES: float((pauses >= LEAST_PAUSE).mean()) if len(pauses) else 0.0,
        Column.SPREAD: float(layout.durations.std()) / mean if mean > 0 else 0.0,
        Column.FILL: float((longest >= _FULL * np.quantile(longest, _USUAL)).mean()),
        Column.PACE: float(np.flatnonzero(ends)[-1] + 1) / int(ends.sum()),
        Column.SHORT: float(short[ends].mean() / short.mean()) if short.any() else 0.0,
    }


def linger(layout: Layout) -> NDArray[np.float64] | None:
    """Return how much longer each cue that ends is shown than its letters take: milliseconds.

    They take what the file's median cue needs for so many. None where cues have no times to speak
    of.
    """
    ends = np.flatnonzero(layout.breaks == BreakCode.CUE)
    shown = layout.durations[: len(ends)]
    letters = np.diff(np.cumsum(layout.letters + 1)[ends], prepend=0)
    if not len(ends) or len(shown) < len(ends):
        return None
    pace = float(np.median(shown / letters))
    return np.asarray(shown - pace * letters) if pace > 0 else None


def _longest_lines(layout: Layout) -> NDArray[np.int64]:
    lines = np.flatnonzero(layout.breaks >= BreakCode.LINE)
    reach = np.cumsum(layout.letters + 1)[lines]
    lengths = np.diff(reach, prepend=0)
    cue_ends = np.flatnonzero(layout.breaks[lines] == BreakCode.CUE)
    firsts = np.concatenate([[0], cue_ends[:-1] + 1])
    longest: NDArray[np.int64] = np.maximum.reduceat(lengths[: cue_ends[-1] + 1], firsts)
    return longest
