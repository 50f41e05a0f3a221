"""Lay out and draw the text of a cue with its suggestions in place."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from subpunct_app.gui.cues.letter_places import letter_of, places_of, unit_places, units
from subpunct_app.review.views.cue_runs import Look, Run, plain_text
from subpunct_app.runtime.file_io import encodable
from subpunct_app.subtitles.formats.cue_look import is_from_right, is_mostly_from_right
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.writing.fair_copy import without_hidden

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.gui.cues.letter_places import Found, Letters, RunOffset
    from subpunct_app.gui.widgets.colours import Tones


_HOLD = "\u200e"


def option_for(*, from_right: bool) -> QTextOption:
    """Return how a text is laid out: from the side where reading it begins."""
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    if from_right:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def broken(layout: QTextLayout, width: float, *, left: float = 0.0) -> list[QTextLine]:
    """Break a text into lines of a width, below one another, and return them."""
    lines: list[QTextLine] = []
    top = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        line.setPosition(QPointF(left, top))
        top += line.height()
        lines.append(line)
    layout.endLayout()
    return lines


def placed(style: QTextCharFormat, start: int, end: int) -> QTextLayout.FormatRange:
    """Return a format for a part of a text, given in UTF-16 units."""
    part = QTextLayout.FormatRange()
    part.start = start
    part.length = end - start
    part.format = style
    return part


def held_in_place(mark: str) -> str:
    """Return a mark so that it turns no figure beside it round, as an Arabic one would."""
    return f"{_HOLD}{mark}{_HOLD}" if any(map(is_from_right, mark)) else mark


def format_of(run: Run, tones: Tones) -> QTextCharFormat:
    """Return how a run is written: its colour, how bold it is, and the line below it."""
    style = inked(ink_of(run, tones))
    line = QTextCharFormat.UnderlineStyle
    match run.look:
        case Look.INSERTED | Look.REPLACING:
            style.setFontWeight(QFont.Weight.Black)
        case Look.RECASED:
            style.setUnderlineStyle(line.DashUnderline)
            style.setFontWeight(QFont.Weight.Bold)
        case Look.SETTLED:
            style.setUnderlineStyle(line.DotLine)
            style.setUnderlineColor(tones.quiet)
        case _:
            pass
    return style


def inked(colour: QColor) -> QTextCharFormat:
    """Return how text is written in a colour, and no otherwise than the rest."""
    style = QTextCharFormat()
    style.setForeground(colour)
    return style


def ink_of(run: Run, tones: Tones) -> QColor:
    """Return the colour that a run is written in."""
    bare = tones.quiet if run.repeated else tones.text
    inks = {
        Look.INSERTED: tones.inserted,
        Look.TAG: tones.quiet,
        Look.UNREAD: tones.quiet,
        Look.REMOVED: tones.removed,
        Look.REPLACED: tones.quiet,
        Look.REPLACING: tones.replaced,
        Look.RECASED: tones.recased,
        Look.DROPPED: tones.quiet,
        Look.ASKED: tones.inserted,
    }
    return inks.get(run.look, bare)


def box_of(look: Look, tones: Tones) -> tuple[QPen, QColor]:
    """Return the edge and the fill of the box around what has a look."""
    none = QPen(Qt.PenStyle.NoPen)
    match look:
        case Look.INSERTED:
            return none, tones.inserted_fill
        case Look.ASKED:
            return QPen(tones.quiet, 1.0, Qt.PenStyle.DashLine), QColor(Qt.GlobalColor.transparent)
        case Look.REMOVED:
            return QPen(tones.removed, 1.0, Qt.PenStyle.DotLine), tones.removed_fill
        case Look.REPLACED | Look.REPLACING:
            return QPen(tones.replaced, 1.0), tones.replaced_fill
        case Look.RECASED:
            return none, tones.recased_fill
    return none, QColor(Qt.GlobalColor.transparent)


_AIR = "\u202f"  # narrow and unbreakable: room for the box around a small mark
_AIRY = frozenset(
    {Look.INSERTED, Look.REMOVED, Look.REPLACED, Look.REPLACING, Look.DROPPED, Look.ASKED}
)
# Without any width, and no place to break a line at.
_UNSEEN = "\u2061"
_BAR = 2.0
_CUT, _CUT_SPACE = "…", 3.0
_TOUCHING = 0.5
_STRUCK = frozenset({Look.REMOVED, Look.REPLACED, Look.DROPPED})
_BARE = frozenset({Look.PLAIN, Look.TAG, Look.UNREAD, Look.SETTLED, Look.DROPPED})


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a run lies in the laid-out text, in UTF-16 units as Qt counts them."""

    start: int
    end: int
    run: Run


@dataclass(frozen=True, slots=True)
class _PlacedHit:
    """Where a hit lies in the laid-out text, in UTF-16 units; `current` as in `Found`."""

    start: int
    end: int
    current: bool


@dataclass(frozen=True, slots=True)
class _Box:
    """What is drawn around a run: in each line, in the layout's own coordinates."""

    look: Look
    current: bool
    rects: Sequence[QRectF]


class InlineText:
    """One cue, ready to be measured, drawn and asked what lies under the mouse.

    Times of single words are not seen, as in a `FairCopy`, but keep their places.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        font: QFont,
        tones: Tones,
        *,
        current: int | None = None,
        found: Sequence[Found] = (),
        heard: Letters | None = None,
    ) -> None:
        self._tones = tones
        self._heard = heard
        self._current = current
        self._spans: list[_Span] = []
        self._text = self._join(_seen(run, current) for run in runs)
        self._layout = QTextLayout(without_hidden(self._text, _unseen), font)
        self._from_right = is_mostly_from_right(plain_text(runs))
        self._layout.setTextOption(option_for(from_right=self._from_right))
        formats = [
            placed(format_of(span.run, tones), span.start, span.end) for span in self._dressed()
        ]
        # No other colour of text can be read on what is drawn behind it.
        on_fill = inked(tones.text)
        self._hits = list(self._placed(found))
        formats += [placed(on_fill, hit.start, hit.end) for hit in self._hits]
        if heard:
            formats.append(placed(on_fill, *places_of(self._text, heard)))
        self._layout.setFormats(formats)
        self._visible: list[QTextLine] = []
        self._boxes: list[_Box] = []
        self._cut_before = self._cut_after = False

    @property
    def height(self) -> float:
        """Return the height of the lines that are drawn."""
        return sum(line.height() for line in self._visible)

    def fit(self, width: float, *, lines: int, from_end: bool = False) -> None:
        """Break the text into lines, and keep so many of them that the current mark is there."""
        room = self._cut_width()
        left = room if self._from_right else 0.0
        every = broken(self._layout, width - room, left=left)
        first = self._first_line(every, lines, from_end=from_end)
        if _hold_text(every[:first]):
            every = broken(self._layout, width - 2 * room, left=room)
            first = self._first_line(every, lines, from_end=from_end)
        self._visible = every[first : first + lines]
        self._cut_before = _hold_text(every[:first])
        self._cut_after = _hold_text(every[first + lines :])
        self._boxes = [self._box(span) for span in self._boxed()]

    def moved(self, by: int) -> InlineText:
        """Return the same lines, whose suggestions are so many gaps further on."""
        text = copy(self)
        text._spans = [replace(span, run=span.run.moved(by)) for span in self._spans]
        text._current = None if self._current is None else self._current + by
        return text

    def draw(self, painter: QPainter, origin: QPointF) -> None:
        """Draw the kept lines with the upper left corner at a point."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._shifted(origin))
        for box in self._boxes:
            self._draw_ground(painter, box)
        for hit in self._hits:
            self._draw_hit(painter, hit)
        # What was found in a box lies between its ground and its edge.
        for box in self._boxes:
            self._draw_edge(painter, box)
        if self._heard:
            self._draw_heard(painter, self._heard)
        painter.setPen(self._tones.text)
        for line in self._visible:
            line.draw(painter, QPointF())
        for span in self._spans:
            self._draw_strike(painter, span)
        self._draw_cuts(painter)
        painter.restore()

    def gap_at(self, point: QPointF, origin: QPointF) -> int | None:
        """Return the suggestion drawn at a point, None where there is none."""
        place = point - self._shifted(origin)
        hits = (
            span.run.gap
            for span in self._spans
            if span.run.gap is not None
            and any(rect.contains(place) for rect in self._rects(span, air=4.0))
        )
        return next(hits, None)

    def letter_at(self, point: QPointF, origin: QPointF) -> int | None:
        """Return how many letters stand before the one at a point, None beside the text."""
        place = point - self._shifted(origin)
        for line in self._visible:
            if line.naturalTextRect().adjusted(-_BAR, 0, _BAR, 0).contains(place):
                return letter_of(self._text, self._layout.text(), _cursor(line, place.x()))
        return None

    def _dressed(self) -> Iterator[_Span]:
        plain = Look.PLAIN
        return (span for span in self._spans if span.run.repeated or span.run.look is not plain)

    def _join(self, runs: Iterable[Run]) -> str:
        text = ""
        length = 0
        for run in runs:
            shown = _shown(run)
            end = length + units(shown)
            self._spans.append(_Span(length, end, run))
            text += shown
            length = end
        return text

    def _first_line(self, every: Sequence[QTextLine], lines: int, *, from_end: bool) -> int:
        if from_end:
            return max(0, len(every) - lines)
        # The air around a mark may be all of it that a line has.
        middles = [(span.start + span.end) // 2 for span in self._spans if self._is_current(span)]
        if not middles:
            return 0
        ends = (line.textStart() + line.textLength() for line in every)
        holder = next((at for at, end in enumerate(ends) if end > middles[0]), 0)
        return max(0, holder - lines + 1)

    def _is_current(self, span: _Span) -> bool:
        return span.run.gap is not None and span.run.gap == self._current

    def _shifted(self, origin: QPointF) -> QPointF:
        top = self._visible[0].position().y() if self._visible else 0.0
        return origin - QPointF(0.0, top)

    def _boxed(self) -> Iterator[_Span]:
        """Yield what has a box; a mark and the one that replaces it share theirs."""
        start: int | None = None
        for span, after in zip_longest(self._spans, self._spans[1:]):
            if span.run.look is Look.REPLACED and after and after.run.look is Look.REPLACING:
                start = span.start
                continue
            if span.run.look not in _BARE or self._is_current(span):
                yield span if start is None else replace(span, start=start)
            start = None

    def _draw_hit(self, painter: QPainter, hit: _PlacedHit) -> None:
        span = _Span(hit.start, max(hit.end, hit.start + 1), Run(""))
        painter.setBrush(self._tones.chosen_fill)
        painter.setPen(QPen(self._tones.text, 1.0) if hit.current else Qt.PenStyle.NoPen)
        for rect in self._rects(span, air=0.0):
            if hit.start == hit.end:
                rect.setWidth(_BAR)
            painter.drawRect(rect)
            self._draw_bar(painter, rect)

    def _draw_heard(self, painter: QPainter, heard: Letters) -> None:
        span = _Span(*places_of(self._text, heard), Run(""))
        for rect in self._rects(span, air=1):
            painter.fillRect(rect, self._tones.chosen_fill)
            self._draw_bar(painter, rect)

    def _draw_bar(self, painter: QPainter, rect: QRectF) -> None:
        bar = QRectF(rect.left(), rect.bottom() - _BAR, rect.width(), _BAR)
        painter.fillRect(bar, self._tones.accent)

    def _placed(self, found: Iterable[Found]) -> Iterator[_PlacedHit]:
        """Yield where hits lie in the laid-out text, having counted the letters of a run once."""
        inside = cache(lambda number: unit_places(self._spans[number].run.text))

        def index(place: RunOffset) -> int:
            number, offset = place
            span = self._spans[number]
            air = len(_AIR) if span.run.look in _AIRY else 0
            letters = inside(number)
            # Of a slot that is not seen no letter is left.
            return span.start + air + letters[min(offset, len(letters) - 1)]

        return (_PlacedHit(index(hit.start), index(hit.end), hit.current) for hit in found)

    def _box(self, span: _Span) -> _Box:
        current = self._is_current(span)
        return _Box(span.run.look, current, self._rects(span, air=1.0 if current else 0.0))

    def _draw_ground(self, painter: QPainter, box: _Box) -> None:
        _, fill = box_of(box.look, self._tones)
        painter.setBrush(fill)
        painter.setPen(Qt.PenStyle.NoPen)
        _draw_rounded(painter, box.rects)

    def _draw_edge(self, painter: QPainter, box: _Box) -> None:
        edge, _ = box_of(box.look, self._tones)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._tones.accent, 2.0) if box.current else edge)
        _draw_rounded(painter, box.rects)

    def _draw_strike(self, painter: QPainter, span: _Span) -> None:
        # The line of struck-out text is as thick as a full stop, and hides it.
        if span.run.look not in _STRUCK:
            return
        painter.setPen(QPen(ink_of(span.run, self._tones), 1.0))
        metrics = QFontMetricsF(self._layout.font())
        height = metrics.ascent() - 0.55 * metrics.xHeight()
        for rect in self._rects(span, air=0.0):
            y = rect.top() + height
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))

    def _rects(self, span: _Span, *, air: float) -> list[QRectF]:
        """Return where a span is drawn in the kept lines, with so much air at its sides."""
        rects = []
        for line in self._visible:
            start = max(span.start, line.textStart())
            end = min(span.end, line.textStart() + line.textLength())
            if start < end:
                stretches = _stretches(line, start, end)
                boxes = (QRectF(a, line.y(), b - a, line.height()) for a, b in stretches)
                rects += [box.adjusted(-air, 0, air, 0) for box in boxes]
        return rects

    def _draw_cuts(self, painter: QPainter) -> None:
        painter.setPen(self._tones.quiet)
        painter.setFont(self._layout.font())
        if self._cut_after:
            self._draw_cut(painter, self._visible[-1], at_right=not self._from_right)
        if self._cut_before:
            self._draw_cut(painter, self._visible[0], at_right=self._from_right)

    def _draw_cut(self, painter: QPainter, line: QTextLine, *, at_right: bool) -> None:
        text = line.naturalTextRect()
        x = text.right() + _CUT_SPACE if at_right else text.left() - self._cut_width()
        painter.drawText(QPointF(x, text.top() + line.ascent()), _CUT)

    def _cut_width(self) -> float:
        return QFontMetricsF(self._layout.font()).horizontalAdvance(_CUT) + _CUT_SPACE


def _hold_text(lines: Iterable[QTextLine]) -> bool:
    """Tell whether lines hold more than the blanks with which captions roll."""
    return any(line.naturalTextWidth() > 0 for line in lines)


def _unseen(markup: str) -> str:
    """Return what is not seen, in as many UTF-16 units."""
    return _UNSEEN * units(markup)


def _seen(run: Run, current: int | None) -> Run:
    """Return a run as it looks beside the current gap, or at it."""
    if run.look is not Look.SLOT:
        return run
    return replace(run, look=Look.ASKED) if run.gap == current else Run("")


def _shown(run: Run) -> str:
    text = encodable(LINE_END.sub("\u2028", run.text))
    return f"{_AIR}{text}{_AIR}" if run.look in _AIRY else text


def _cursor(line: QTextLine, x: float) -> int:
    # Its stub says `object` here too.
    place = line.xToCursor(x, QTextLine.CursorPosition.CursorOnCharacter)
    return int(place[0]) if isinstance(place, tuple) else int(place)


def _draw_rounded(painter: QPainter, rects: Iterable[QRectF]) -> None:
    for rect in rects:
        painter.drawRoundedRect(rect, 3.0, 3.0)


def _stretches(line: QTextLine, start: int, end: int) -> list[tuple[float, float]]:
    """Return where a part of a line is drawn: in several places where directions meet in it."""
    drawn = (run.boundingRect() for run in line.glyphRuns(start, end - start))
    joined: list[tuple[float, float]] = []
    for left, right in sorted((rect.left(), rect.right()) for rect in drawn):
        if joined and left - joined[-1][1] < _TOUCHING:
            joined[-1] = joined[-1][0], max(right, joined[-1][1])
        else:
            joined.append((left, right))
    return joined
