"""Words as they are spoken, and the time that is theirs where nobody has heard them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word with the time it is heard, in milliseconds from the start of the recording.

    `text` is the word as recognised or given, its marks attached, without spaces around it,
    `confidence` how sure a recogniser is, between 0 and 1, None where nobody was asked. Words of
    one recording follow one another: none starts before the one before, or ends before it starts.
    """

    text: str
    start_ms: int
    end_ms: int
    confidence: float | None = None


def laid_out(lengths: Sequence[int], begin_ms: int, end_ms: int) -> list[tuple[int, int]]:
    """Return start and end of words of some lengths, one behind the other between two times."""
    total, room = sum(lengths), end_ms - begin_ms
    ends = [begin_ms + room * reached // total for reached in accumulate(lengths)]
    return list(zip([begin_ms, *ends], ends, strict=False))
