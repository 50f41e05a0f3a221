"""Texts of cues laid out to be drawn, kept as long as they look the same."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QFont, QFontMetrics

from subpunct_app.gui.cues.inline_text import InlineText
from subpunct_app.subtitles.writing.fair_copy import hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSizeF

    from subpunct_app.gui.cues.letter_places import Found, Letters
    from subpunct_app.gui.widgets.colours import Tones
    from subpunct_app.review.views.cue_runs import Run


MARGIN = 6
# More cues than a window shows, and than it may show next.
_MOST_KNOWN = 400


class TextSpec(NamedTuple):
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

    def moved(self, by: int) -> TextSpec:
        """Return the same with all suggestions so many gaps further on."""
        current = None if self.current is None else self.current + by
        return self._replace(runs=[run.moved(by) for run in self.runs], current=current)


class CueTexts:
    """Lay out the texts of rows, those that look as they did last time not again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[TextSpec, InlineText]] = {}

    def of(self, row: int, given: TextSpec) -> InlineText:
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


def _moved_to(given: TextSpec, before: TextSpec, text: InlineText) -> InlineText | None:
    """Return a text that looks the same at other gaps, as after an edit of a cue before it."""
    by = given.first_gap - before.first_gap
    return text.moved(by) if by and before.moved(by) == given else None


def room_in(size: QSizeF, font: QFont) -> tuple[float, int]:
    """Return how wide a text may be in a cell, in pixels, and how many lines it has room for."""
    lines = int((size.height() - MARGIN) // QFontMetrics(font).lineSpacing())
    return size.width() - 4 * MARGIN, max(1, lines)


def laid_out(given: TextSpec) -> InlineText:
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


# Cues that were drawn of late, each with two beside it, and those that may come next.
_RECENT_TEXTS_MOST_KNOWN = 30


class RecentTexts:
    """Lay out texts, the last few of them only once."""

    def __init__(self) -> None:
        self._known: deque[tuple[TextSpec, InlineText]] = deque(maxlen=_RECENT_TEXTS_MOST_KNOWN)

    def of(self, given: TextSpec) -> InlineText:
        """Return a text, broken into lines."""
        found = next((text for known, text in self._known if known == given), None)
        if found is None:
            found = laid_out(given)
            self._known.append((given, found))
        return found


def clip(runs: Sequence[Run], gap: int, reach: int) -> list[Run]:
    """Return the runs around a gap, with at most so many characters seen before and after it."""
    inside = [at for at, run in enumerate(runs) if run.gap == gap]
    if not inside:
        return list(runs)
    before = _tail(runs[: inside[0]], reach)
    return [*before, *runs[inside[0] : inside[-1] + 1], *_head(runs[inside[-1] + 1 :], reach)]


def _head(runs: Sequence[Run], reach: int) -> list[Run]:
    kept: list[Run] = []
    for run in runs:
        seen = _places_seen(run.text)
        if len(seen) >= reach:
            end = seen[reach - 1] + 1 if reach else 0
            whole = run.text[:end].rpartition(" ")[0] or run.text[:end]
            cut = replace(run, text=f"{whole} …")
            return [*kept, cut if len(seen) > reach else run]
        kept.append(run)
        reach -= len(seen)
    return kept


def _tail(runs: Sequence[Run], reach: int) -> list[Run]:
    kept: list[Run] = []
    for run in reversed(runs):
        seen = _places_seen(run.text)
        if len(seen) >= reach:
            tail = run.text[seen[-reach] :] if reach else ""
            cut = replace(run, text=f"… {tail.partition(' ')[2] or tail}")
            return [cut if len(seen) > reach else run, *kept]
        kept.insert(0, run)
        reach -= len(seen)
    return kept


def _places_seen(text: str) -> list[int]:
    """Return the places of the characters that are seen."""
    unseen = {at for span in hidden(text) for at in range(*span)}
    return [at for at in range(len(text)) if at not in unseen]
