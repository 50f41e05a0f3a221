"""Tell which words, spaces and signs of a text stay when it is typed anew."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

_TOKEN = re.compile(r"\w+|\W", re.DOTALL)
# No usual cue has so many parts: a SequenceMatcher takes the cube of their number in time.
_LONG = 400


class Block(NamedTuple):
    """A stretch of one sequence and the one that took its place, each from `start` to `end`."""

    start: int
    end: int
    new_start: int
    new_end: int
    same: bool


def compare(old: str, new: str) -> list[Block]:
    """Return which words, spaces and signs of a text stay, and what takes the place of others."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    stop, new_stop = len(before) - tail, len(after) - tail
    found = [
        Block(0, head, 0, head, same=True),
        *(
            Block(a + head, b + head, c + head, d + head, same)
            for a, b, c, d, same in stretches(before[head:stop], after[head:new_stop])
        ),
        Block(stop, len(before), new_stop, len(after), same=True),
    ]
    starts, new_starts = (list(accumulate(map(len, parts), initial=0)) for parts in (before, after))
    return _merged(
        Block(starts[a], starts[b], new_starts[c], new_starts[d], same)
        for a, b, c, d, same in found
        if a < b or c < d
    )


def stretches(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Return which items of a sequence stay, and which take the place of others."""
    if len(old) + len(new) > _LONG:
        from rapidfuzz.distance import Levenshtein

        return [
            Block(one.src_start, one.src_end, one.dest_start, one.dest_end, one.tag == "equal")
            for one in Levenshtein.opcodes(old, new)
        ]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [Block(a, b, c, d, tag == "equal") for tag, a, b, c, d in codes]


def untouched(blocks: Sequence[Block], new: str, start: int, end: int) -> bool:
    """Tell whether a stretch of the old text stays as it is, and no letter joins it in the new.

    A start of -1 asks for the very beginning, an end past the text for its very end.
    """
    if not blocks:
        return False
    at = bisect_right(blocks, max(start, 0), key=attrgetter("start"))
    block = blocks[at - 1]
    return (
        block.same
        and end <= block.end + (at == len(blocks))
        and (block.start < start or _parts(new, block.new_start - 1, at_all=start >= 0))
        and (end < block.end or _parts(new, block.new_end, at_all=block.end >= end))
    )


def _parts(text: str, at: int, *, at_all: bool) -> bool:
    """Tell whether a text ends at a place, or a space stands there where that is enough."""
    return not 0 <= at < len(text) or (at_all and text[at].isspace())


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _merged(found: Iterable[Block]) -> list[Block]:
    blocks: list[Block] = []
    for block in found:
        if blocks and blocks[-1].same == block.same:
            last = blocks.pop()
            block = Block(last.start, block.end, last.new_start, block.new_end, block.same)
        blocks.append(block)
    return blocks
