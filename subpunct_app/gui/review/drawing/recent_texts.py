"""Texts that were laid out of late, or are about to be drawn."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from subpunct_app.gui.review.drawing.cue_texts import Given, laid_out

if TYPE_CHECKING:
    from subpunct_app.gui.review.drawing.inline import InlineText

# Cues that were drawn of late, each with two beside it, and those that may come next.
_MOST_KNOWN = 30


class RecentTexts:
    """Lay out texts, the last few of them only once."""

    def __init__(self) -> None:
        self._known: deque[tuple[Given, InlineText]] = deque(maxlen=_MOST_KNOWN)

    def of(self, given: Given) -> InlineText:
        """Return a text, broken into lines."""
        found = next((text for known, text in self._known if known == given), None)
        if found is None:
            found = laid_out(given)
            self._known.append((given, found))
        return found
