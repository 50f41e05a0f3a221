"""Words as they are spoken."""

from __future__ import annotations

from dataclasses import dataclass


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
