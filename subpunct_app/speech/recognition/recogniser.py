"""What turns sound into words, and those words with their times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.speech.media.audio import Samples


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


class Recogniser(Protocol):
    """A recogniser of speech, given mono samples at 16 kHz."""

    @property
    def name(self) -> str:
        """Return the name by which a user knows it."""

    def language_of(self, sound: Samples) -> str | None:
        """Return the code of the language that is spoken, None where nobody speaks."""

    def segments(self, sound: Samples, language: str) -> Iterator[tuple[SpokenWord, ...]]:
        """Yield the words heard, some at a time, as soon as they are known.

        Times count from the start of this sound and none lies behind its end. No segment is
        empty.
        """
