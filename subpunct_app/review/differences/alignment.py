"""Find the words of one text in another one, and cut the other one into the cues of the first.

Stretches of words that both texts hold just once are paired first, as patience diff does, and what
lies between them by minimum edit distance: so the work grows with the length of the texts, and
not with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from subpunct_app.review.differences.lines import Line, Text, halves

_STRETCH = 4
# A cue that only shows again what the one before it showed tells of no more words put in: with a
# line that is shown thousands of times, all of a text may stand for each of them.
_PUT_IN = 20
_NOTHING = Line((), (), ("",))


@dataclass(frozen=True, slots=True)
class Alignment:
    """For each of n old words its `twin` in the new text or -1; for each old gap a new one.

    A gap is the number of the word after it, so there are n + 1.
    """

    twins: Sequence[int]
    gaps: Sequence[int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """An old cue and what the new text says there; `twins` are words of the line or -1."""

    old: Line
    new: Line
    twins: Sequence[int]


def align(old: Text, new: Text) -> Alignment:
    """Return where the words of a text are in another one."""
    count = len(old.keys)
    if old.keys == new.keys:
        return Alignment(range(count), range(count + 1))
    twins = [-1] * count
    for start, at, length in _matches(old.keys, new.keys):
        twins[start : start + length] = range(at, at + length)
    return Alignment(twins, _gaps(twins, old, new))


def pairings(old: Text, new: Text, alignment: Alignment) -> Iterator[Pairing]:
    """Yield each old cue with the new words that stand for it, however those are cut."""
    if not (old.keys and new.keys):
        for cue, line in enumerate(old.lines):
            yield Pairing(line, _NOTHING if cue else _whole(new), [-1] * len(line.words))
        return
    silent = 0
    for line, numbers, copies in zip(old.lines, old.numbers, old.copies, strict=True):
        first, last = numbers.start, numbers.stop
        start, stop = alignment.gaps[first], alignment.gaps[last]
        if not line.words:
            silent += 1
            parts = _fitted(new.gaps[start], old.gaps[first])
            yield Pairing(line, Line((), (), (parts[silent],)), ())
            continue
        if copies < len(line.words):
            silent = 0
        else:
            stop = min(stop, start + len(line.words) + _PUT_IN)
        twins = [
            twin - start if start <= twin < stop else -1 for twin in alignment.twins[first:last]
        ]
        yield Pairing(line, _cut(old, new, numbers, range(start, stop)), twins)


def _cut(old: Text, new: Text, numbers: range, place: range) -> Line:
    """Return the new words of an old cue as one line."""
    if not place:
        return _NOTHING
    opening = _fitted(new.gaps[place.start], old.gaps[numbers.start])[-1]
    closing = _fitted(new.gaps[place.stop], old.gaps[numbers.stop])[0]
    inner = (_joined(new.gaps[gap]) for gap in place[1:])
    words, keys = new.words[place.start : place.stop], new.keys[place.start : place.stop]
    return Line(tuple(words), tuple(keys), (opening, *inner, closing))


def _whole(text: Text) -> Line:
    opening, *inner = map(_joined, text.gaps)
    gaps = [opening.lstrip(), *inner]
    gaps[-1] = gaps[-1].rstrip()
    return Line(tuple(text.words), tuple(text.keys), tuple(gaps))


def _fitted(parts: Sequence[str], others: Sequence[str]) -> Sequence[str]:
    """Return what stands in a gap in as many parts as in the other text, two at least."""
    count = max(2, len(others))
    if len(parts) == count:
        return parts
    if len(others) == count and _signs(parts) == _signs(others):
        return others
    head, tail = halves(_joined(parts))
    return [head, *[""] * (count - 2), tail]


def _signs(parts: Sequence[str]) -> str:
    return "".join("".join(parts).split())


def _joined(parts: Sequence[str]) -> str:
    """Return the parts of a gap as they stand where no cue ends."""
    return parts[0] if len(parts) == 1 else "{}\n{}".format(parts[0], " ".join(parts[1:]).lstrip())


def _gaps(twins: Sequence[int], old: Text, new: Text) -> list[int]:
    """Return the new gap for each old one: words that were put in belong to what is before.

    Where a cue ends in both texts, they belong to the cue that they stand in.
    """
    limits = [*_following(twins, len(new.keys)), len(new.keys)]
    ends, starts = _cue_starts(old), sorted(_cue_starts(new))
    gaps = [0]
    for gap in range(1, len(limits)):
        before, most = twins[gap - 1], limits[gap]
        least = before + 1 if before >= 0 else gaps[-1]
        paired = gap == len(twins) or twins[gap] >= 0
        usual = most if paired else min(max(before, gaps[-1]) + 1, most)
        gaps.append(_nearest(starts, usual, least, most) if gap in ends else usual)
    return gaps


def _cue_starts(text: Text) -> set[int]:
    """Return the words that are the first of their cue, but for that of the text."""
    return {at for at, (one, other) in enumerate(pairwise(text.cues), start=1) if one != other}


def _nearest(starts: Sequence[int], usual: int, least: int, most: int) -> int:
    """Return which of some places is nearest to a usual one, itself where none is possible."""
    at = bisect_left(starts, usual)
    possible = [start for start in starts[max(0, at - 1) : at + 1] if least <= start <= most]
    return min(possible, key=lambda start: abs(start - usual), default=usual)


def _following(twins: Sequence[int], count: int) -> list[int]:
    """Return for each old word the twin of the next one that has any."""
    found = []
    for twin in reversed(twins):
        count = twin if twin >= 0 else count
        found.append(count)
    return found[::-1]


def _matches(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield runs of the same words: where they are in both texts, and how long they are."""
    start = at = 0
    for next_start, next_at in (*_anchors(old, new), (len(old), len(new))):
        for block in Levenshtein.opcodes(old[start:next_start], new[at:next_at]):
            if block.tag == "equal":
                length = block.src_end - block.src_start
                yield start + block.src_start, at + block.dest_start, length
        start, at = next_start, next_at


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return where stretches stand that both texts hold once, as many as keep their order."""
    there = _stretches(new)
    pairs = [(at, there[words]) for words, at in _stretches(old).items() if words in there]
    tops: list[int] = []
    chains: list[int] = []
    before: list[int] = []
    for index, (_, at) in enumerate(pairs):
        rank = bisect_left(tops, at)
        tops[rank : rank + 1] = [at]
        chains[rank : rank + 1] = [index]
        before.append(chains[rank - 1] if rank else -1)
    index = chains[-1] if chains else -1
    found = []
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]


def _stretches(keys: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return the stretches of words that a text holds once, in its order."""
    found: dict[tuple[str, ...], int] = {}
    for at, words in enumerate(zip(*(keys[shift:] for shift in range(_STRETCH)), strict=False)):
        found[words] = -1 if words in found else at
    return {words: at for words, at in found.items() if at >= 0}
