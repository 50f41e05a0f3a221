"""Tell which words, spaces and signs of a text stay when it is typed anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_TOKEN = re.compile(r"\w+|\W", re.DOTALL)


class Block(NamedTuple):
    """A stretch of the shown text and the one that took its place, each from `start` to `end`."""

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
    matcher = SequenceMatcher(
        None, before[head : len(before) - tail], after[head : len(after) - tail], autojunk=False
    )
    ops = [("equal", 0, head, 0, head)] if head else []
    ops += [
        (tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in matcher.get_opcodes()
    ]
    if tail:
        ops.append(("equal", len(before) - tail, len(before), len(after) - tail, len(after)))
    starts, new_starts = _offsets(before), _offsets(after)
    found = (
        Block(starts[a], starts[b], new_starts[c], new_starts[d], tag == "equal")
        for tag, a, b, c, d in ops
    )
    return _merged(found)


def untouched(blocks: Sequence[Block], new: str, start: int, end: int) -> bool:
    """Tell whether a stretch of the old text stays as it is, and no letter joins it in the new.

    A start of -1 asks for the very beginning, an end past the text for its very end.
    """
    return any(
        block.same
        and block.start <= max(start, 0)
        and end <= block.end + (block is blocks[-1])
        and (block.start < start or _parts(new, block.new_start - 1, at_all=start >= 0))
        and (end < block.end or _parts(new, block.new_end, at_all=block.end >= end))
        for block in blocks
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


def _offsets(tokens: Sequence[str]) -> list[int]:
    offsets = [0]
    for token in tokens:
        offsets.append(offsets[-1] + len(token))
    return offsets


def _merged(found: Iterator[Block]) -> list[Block]:
    blocks: list[Block] = []
    for block in found:
        if blocks and blocks[-1].same == block.same:
            last = blocks.pop()
            block = Block(last.start, block.end, last.new_start, block.new_end, block.same)
        blocks.append(block)
    return blocks
