"""The sides of a text: as it is under review, as it was, and as it will be exported."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """What the table shows of every cue."""

    REVIEW = "review"
    ORIGINAL = "original"
    CORRECTED = "corrected"

    @property
    def following(self) -> Side:
        """Return the side that the same key shows next."""
        order = list(Side)
        return order[(order.index(self) + 1) % len(order)]


SIDE_HEADINGS = {
    Side.REVIEW: "Text",
    Side.ORIGINAL: "Original text",
    Side.CORRECTED: "Corrected text",
}
SIDE_NOTES = {
    Side.REVIEW: "",
    Side.ORIGINAL: "Original: the text as it was in the file",
    Side.CORRECTED: "Corrected: the text as it will be exported, without what is undecided",
}
