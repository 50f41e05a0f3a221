"""The texts of cues, laid out to be drawn, each of them kept for as long as it looks the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QFont, QFontMetrics

from subpunct_app.gui.review.drawing.inline import InlineText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSizeF

    from subpunct_app.gui.review.drawing.found import Found
    from subpunct_app.gui.review.drawing.letters import Letters
    from subpunct_app.gui.widgets.colours import Tones
    from subpunct_app.review.views.drawn import Run

MARGIN = 6
# More cues than a window shows, and than it may show next.
_MOST_KNOWN = 400


class Given(NamedTuple):
    """All that decides how a text looks; `width` in pixels, the rest as `InlineText` takes it."""

    runs: Sequence[Run]
    font: QFont
    shades: Tones
    width: float
    lines: int
    current: int | None = None
    found: Sequence[Found] = ()
    heard: Letters | None = None
    from_end: bool = False

    @property
    def first_gap(self) -> int:
        """Return the gap of the first run that belongs to one, 0 where none does."""
        return next((run.gap for run in self.runs if run.gap is not None), 0)

    def moved(self, by: int) -> Given:
        """Return the same with all suggestions so many gaps further on."""
        current = None if self.current is None else self.current + by
        return self._replace(runs=[run.moved(by) for run in self.runs], current=current)


class CueTexts:
    """Lay out the texts of rows, those that look as they did last time not again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Given, InlineText]] = {}

    def of(self, row: int, given: Given) -> InlineText:
        """Return the text of a row, broken into lines."""
        if given.current not in {run.gap for run in given.runs}:
            given = given._replace(current=None)
        known = self._known.get(row)
        if known is None or known[0] != given:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            text = (known and _moved_to(given, *known)) or laid_out(given)
            known = self._known[row] = given, text
        return known[1]


def _moved_to(given: Given, before: Given, text: InlineText) -> InlineText | None:
    """Return a text that looks the same at other gaps, as after an edit of a cue before it."""
    by = given.first_gap - before.first_gap
    return text.moved(by) if by and before.moved(by) == given else None


def room_in(size: QSizeF, font: QFont) -> tuple[float, int]:
    """Return how wide a text may be in a cell, in pixels, and how many lines it has room for."""
    lines = int((size.height() - MARGIN) // QFontMetrics(font).lineSpacing())
    return size.width() - 4 * MARGIN, max(1, lines)


def laid_out(given: Given) -> InlineText:
    """Return a text, broken into lines."""
    text = InlineText(
        given.runs,
        given.font,
        given.shades,
        current=given.current,
        found=given.found,
        heard=given.heard,
    )
    text.fit(given.width, lines=given.lines, from_end=given.from_end)
    return text
