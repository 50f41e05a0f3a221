"""Texts that were laid out of late, or are about to be drawn."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.gui.review.drawing.inline import InlineText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont

    from subpunct_app.gui.review.drawing.letters import Letters
    from subpunct_app.gui.widgets.colours import Tones
    from subpunct_app.services.review.drawn import Run

# Cues that were drawn of late, each with two beside it, and those that may come next.
_MOST_KNOWN = 30


class Wanted(NamedTuple):
    """All that decides how a text looks; `width` in pixels, the rest as `InlineText` takes it."""

    runs: Sequence[Run]
    font: QFont
    shades: Tones
    width: float
    lines: int
    current: int | None = None
    heard: Letters | None = None
    from_end: bool = False


class RecentTexts:
    """Lay out texts, the last few of them only once."""

    def __init__(self) -> None:
        self._known: deque[tuple[Wanted, InlineText]] = deque(maxlen=_MOST_KNOWN)

    def of(self, wanted: Wanted) -> InlineText:
        """Return a text, broken into lines."""
        found = next((text for known, text in self._known if known == wanted), None)
        return found or self._lay_out(wanted)

    def _lay_out(self, wanted: Wanted) -> InlineText:
        runs, font, shades = wanted.runs, wanted.font, wanted.shades
        text = InlineText(runs, font, shades, current=wanted.current, heard=wanted.heard)
        text.fit(wanted.width, lines=wanted.lines, from_end=wanted.from_end)
        self._known.append((wanted, text))
        return text
