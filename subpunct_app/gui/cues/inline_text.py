"""Lay out and draw the text of a cue with its suggestions in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

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

from subpunct_app.gui.cues.letter_places import Letters, letter_of, places_of, units
from subpunct_app.gui.widgets.colours import Tones
from subpunct_app.review.editing.finding import Hit
from subpunct_app.review.views.cue_runs import Look, Run, plain_text
from subpunct_app.runtime.file_io import encodable
from subpunct_app.subtitles.formats.cue_look import is_from_right, is_mostly_from_right
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.writing.fair_copy import hidden, without_hidden

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator


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


def held_in_place(mark: str) -> str:
    """Return a mark so that it turns no figure beside it round, as an Arabic one would."""
    return f"{_HOLD}{mark}{_HOLD}" if any(map(is_from_right, mark)) else mark


_AIR = "\u202f"  # narrow and unbreakable: room for the box around a small mark
# Without any width, and no place to break a line at.
_UNSEEN = "\u2061"
# The letters behind it take two units of UTF-16.
_LAST_OF_ONE = "\uffff"
_BAR = 2.0
_CUT, _CUT_SPACE = "…", 3.0
_TOUCHING = 0.5
_BOLD, _BLACK = QFont.Weight.Bold, QFont.Weight.Black
_PEN, _LINE = Qt.PenStyle, QTextCharFormat.UnderlineStyle


@dataclass(frozen=True, slots=True)
class _Style:
    """How a run with a look is drawn; colours are fields of `Tones`.

    A box has the colour of its edge, where a pen draws one, and is filled with the tint of it. What
    is `airy` has room around it. What is not `written` is not in the text as it is.
    """

    ink: str = "text"
    box: str = ""
    pen: Qt.PenStyle = _PEN.NoPen
    weight: QFont.Weight = QFont.Weight.Normal
    underline: QTextCharFormat.UnderlineStyle = _LINE.NoUnderline
    airy: bool = False
    struck: bool = False
    written: bool = True


_PLAIN = _Style()
_PROPOSED = _Style(airy=True, written=False)
_GIVEN_UP = _Style("quiet", airy=True, struck=True)
_STYLES = {
    Look.TAG: _Style("quiet"),
    Look.UNREAD: _Style("quiet"),
    Look.INSERTED: replace(_PROPOSED, ink="inserted", box="inserted", weight=_BLACK),
    Look.REMOVED: replace(_GIVEN_UP, ink="removed", box="removed", pen=_PEN.DotLine),
    Look.REPLACED: replace(_GIVEN_UP, box="replaced", pen=_PEN.SolidLine),
    Look.REPLACING: replace(
        _PROPOSED, ink="replaced", box="replaced", pen=_PEN.SolidLine, weight=_BLACK
    ),
    Look.RECASED: _Style("recased", "recased", weight=_BOLD, underline=_LINE.DashUnderline),
    Look.SETTLED: _Style(underline=_LINE.DotLine),
    Look.DROPPED: replace(_GIVEN_UP, written=False),
    Look.ASKED: replace(_PROPOSED, ink="inserted", box="quiet", pen=_PEN.DashLine),
}


@dataclass(frozen=True, slots=True)
class TextSpec:
    """All that decides how a text looks.

    It is broken at `width` pixels, and of its lines so many are kept: those with the `current` gap,
    or the last ones where it is seen `from_end`. `hits` are places in the text as it would be
    written now, the editor looks at one of them; `heard` is the word that is heard now.
    """

    runs: Sequence[Run]
    font: QFont
    tones: Tones
    width: float
    lines: int
    current: int | None = None
    hits: Sequence[Hit] = ()
    hit: Hit | None = None
    heard: Letters | None = None
    from_end: bool = False


# From where to where, in UTF-16 units as Qt counts them.
_Stretch: TypeAlias = tuple[int, int]


class _Span(NamedTuple):
    """Where a run lies in the laid-out text, in UTF-16 units."""

    start: int
    end: int
    run: Run
    style: _Style


class _Box(NamedTuple):
    """What is drawn around a run: in each line, in the layout's own coordinates."""

    style: _Style
    current: bool
    rects: Sequence[QRectF]


class InlineText:
    """One cue, laid out to be drawn, and asked what lies under the mouse.

    Times of single words are not seen, as in a `FairCopy`, but keep their places.
    """

    def __init__(self, spec: TextSpec) -> None:
        self.spec = spec
        self._tones = spec.tones
        self._spans: list[_Span] = []
        self._text = self._join(spec.runs)
        seen = without_hidden(self._text, lambda markup: _UNSEEN * units(markup))
        self._layout = QTextLayout(seen, spec.font)
        self._from_right = is_mostly_from_right(plain_text(spec.runs))
        self._layout.setTextOption(option_for(from_right=self._from_right))
        self._hits = self._placed_hits() if spec.hits else []
        self._heard = places_of(self._text, spec.heard) if spec.heard else None
        self._layout.setFormats([*self._formats()])
        self._visible: list[QTextLine] = []
        self._cut_before = self._cut_after = False
        self._fit()
        self._boxes = [*self._boxed()]

    @property
    def height(self) -> float:
        """Return the height of the lines that are drawn."""
        return sum(line.height() for line in self._visible)

    def draw(self, painter: QPainter, origin: QPointF) -> None:
        """Draw the kept lines with the upper left corner at a point."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._shifted(origin))
        painter.setPen(_PEN.NoPen)
        for box in self._boxes:
            painter.setBrush(_colour(self._tones, f"{box.style.box}_fill"))
            _draw_rounded(painter, box.rects)
        for place, hit in zip(self._hits, self.spec.hits, strict=False):
            self._draw_hit(painter, place, current=hit == self.spec.hit)
        # What was found in a box lies between its ground and its edge.
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in self._boxes:
            painter.setPen(self._edge(box))
            _draw_rounded(painter, box.rects)
        for rect in self._rects(self._heard, air=1.0) if self._heard else ():
            painter.fillRect(rect, self._tones.chosen_fill)
            self._draw_bar(painter, rect)
        painter.setPen(self._tones.text)
        for line in self._visible:
            line.draw(painter, QPointF())
        for span in self._spans:
            if span.style.struck:
                self._draw_strike(painter, span)
        self._draw_cuts(painter)
        painter.restore()

    def gap_at(self, point: QPointF, origin: QPointF) -> int | None:
        """Return the suggestion drawn at a point, None where there is none."""
        place = point - self._shifted(origin)
        for span in self._spans:
            if span.run.gap is not None:
                rects = self._rects((span.start, span.end), air=4.0)
                if any(rect.contains(place) for rect in rects):
                    return span.run.gap
        return None

    def letter_at(self, point: QPointF, origin: QPointF) -> int | None:
        """Return how many letters stand before the one at a point, None beside the text."""
        place = point - self._shifted(origin)
        for line in self._visible:
            if line.naturalTextRect().adjusted(-_BAR, 0, _BAR, 0).contains(place):
                return letter_of(self._text, self._layout.text(), _cursor(line, place.x()))
        return None

    def _join(self, runs: Iterable[Run]) -> str:
        shown, length = [], 0
        for run in runs:
            look = run.look
            if look is Look.SLOT:
                if run.gap != self.spec.current:
                    continue
                look = Look.ASKED
            style = _STYLES.get(look, _PLAIN)
            text = encodable(LINE_END.sub("\u2028", run.text))
            shown.append(f"{_AIR}{text}{_AIR}" if style.airy else text)
            end = length + units(shown[-1])
            self._spans.append(_Span(length, end, run, style))
            length = end
        return "".join(shown)

    def _formats(self) -> Iterator[QTextLayout.FormatRange]:
        for span in self._spans:
            if span.run.repeated or span.style is not _PLAIN:
                yield placed(self._format_of(span), span.start, span.end)
        # No other colour of text can be read on what is drawn behind it.
        on_fill = QTextCharFormat()
        on_fill.setForeground(self._tones.text)
        for place in (*self._hits, *((self._heard,) if self._heard else ())):
            yield placed(on_fill, *place)

    def _format_of(self, span: _Span) -> QTextCharFormat:
        style, written = span.style, QTextCharFormat()
        written.setForeground(self._ink(span))
        if style.weight is not QFont.Weight.Normal:
            written.setFontWeight(style.weight)
        if style.underline is not _LINE.NoUnderline:
            written.setUnderlineStyle(style.underline)
        if style.underline is _LINE.DotLine:
            written.setUnderlineColor(self._tones.quiet)
        return written

    def _ink(self, span: _Span) -> QColor:
        quiet = span.run.repeated and span.style.ink == _PLAIN.ink
        return self._tones.quiet if quiet else _colour(self._tones, span.style.ink)

    def _placed_hits(self) -> list[_Stretch]:
        """Return where hits lie; one ends before any mark that is only proposed behind it."""
        letters = [*self._written_letters()]
        letters.append((letters[-1][1],) * 2 if letters else (0, 0))
        return [
            (letters[start][0], letters[end - 1][1] if start < end else letters[start][0])
            for _, start, end in self.spec.hits
            if end < len(letters)
        ]

    def _written_letters(self) -> Iterator[_Stretch]:
        """Yield where each letter lies that would be written now; a line end counts as one."""
        whole = "".join(span.run.text for span in self._spans)
        unseen = {at for stretch in hidden(whole) for at in range(*stretch)}
        number = 0
        for span in self._spans:
            at, before = span.start + len(_AIR) * span.style.airy, ""
            for letter in span.run.text:
                length = 0 if before + letter == "\r\n" else 1 + (letter > _LAST_OF_ONE)
                if length and span.style.written and number not in unseen:
                    yield at, at + length
                at, before, number = at + length, letter, number + 1

    def _fit(self) -> None:
        """Break the text into lines, and keep so many of them that the current mark is there."""
        spec, room = self.spec, self._cut_width()
        every = broken(self._layout, spec.width - room, left=room if self._from_right else 0.0)
        first = self._first_line(every)
        if _hold_text(every[:first]):
            every = broken(self._layout, spec.width - 2 * room, left=room)
            first = self._first_line(every)
        self._visible = every[first : first + spec.lines]
        self._cut_before = _hold_text(every[:first])
        self._cut_after = _hold_text(every[first + spec.lines :])

    def _first_line(self, every: Sequence[QTextLine]) -> int:
        if self.spec.from_end:
            return max(0, len(every) - self.spec.lines)
        # The air around a mark may be all of it that a line has.
        middles = [(span.start + span.end) // 2 for span in self._spans if self._is_current(span)]
        if not middles:
            return 0
        ends = (line.textStart() + line.textLength() for line in every)
        holder = next((at for at, end in enumerate(ends) if end > middles[0]), 0)
        return max(0, holder - self.spec.lines + 1)

    def _is_current(self, span: _Span) -> bool:
        return span.run.gap is not None and span.run.gap == self.spec.current

    def _shifted(self, origin: QPointF) -> QPointF:
        top = self._visible[0].position().y() if self._visible else 0.0
        return origin - QPointF(0.0, top)

    def _boxed(self) -> Iterator[_Box]:
        """Yield the boxes; a mark and the one that replaces it share theirs."""
        start: int | None = None
        for span, after in zip_longest(self._spans, self._spans[1:]):
            if span.run.look is Look.REPLACED and after and after.run.look is Look.REPLACING:
                start = span.start
                continue
            current = self._is_current(span)
            if span.style.box or current:
                stretch = (span.start if start is None else start, span.end)
                yield _Box(span.style, current, self._rects(stretch, air=float(current)))
            start = None

    def _edge(self, box: _Box) -> QPen:
        if box.current:
            return QPen(self._tones.accent, 2.0)
        return QPen(_colour(self._tones, box.style.box), 1.0, box.style.pen)

    def _draw_hit(self, painter: QPainter, place: _Stretch, *, current: bool) -> None:
        start, end = place
        painter.setBrush(self._tones.chosen_fill)
        painter.setPen(QPen(self._tones.text, 1.0) if current else _PEN.NoPen)
        for rect in self._rects((start, max(end, start + 1)), air=0.0):
            if start == end:
                rect.setWidth(_BAR)
            painter.drawRect(rect)
            self._draw_bar(painter, rect)

    def _draw_bar(self, painter: QPainter, rect: QRectF) -> None:
        bar = QRectF(rect.left(), rect.bottom() - _BAR, rect.width(), _BAR)
        painter.fillRect(bar, self._tones.accent)

    def _draw_strike(self, painter: QPainter, span: _Span) -> None:
        # The line of struck-out text is as thick as a full stop, and hides it.
        painter.setPen(QPen(self._ink(span), 1.0))
        metrics = QFontMetricsF(self._layout.font())
        height = metrics.ascent() - 0.55 * metrics.xHeight()
        for rect in self._rects((span.start, span.end), air=0.0):
            y = rect.top() + height
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))

    def _rects(self, place: _Stretch, *, air: float) -> list[QRectF]:
        """Return where a stretch is drawn in the kept lines, with so much air at its sides."""
        rects = []
        for line in self._visible:
            start = max(place[0], line.textStart())
            end = min(place[1], line.textStart() + line.textLength())
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


def _colour(tones: Tones, name: str) -> QColor:
    colour: QColor = getattr(tones, name, QColor(Qt.GlobalColor.transparent))
    return colour


def placed(style: QTextCharFormat, start: int, end: int) -> QTextLayout.FormatRange:
    """Return a format for a part of a text, given in UTF-16 units."""
    part = QTextLayout.FormatRange()
    part.start = start
    part.length = end - start
    part.format = style
    return part


def _hold_text(lines: Iterable[QTextLine]) -> bool:
    """Tell whether lines hold more than the blanks with which captions roll."""
    return any(line.naturalTextWidth() > 0 for line in lines)


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


# More cues than a window shows, and than it may show next.
_MOST_KNOWN = 400


class TextCache:
    """Lay out texts, those that look as they did last time not again."""

    def __init__(self) -> None:
        self._known: dict[Hashable, InlineText] = {}

    def of(self, key: Hashable, spec: TextSpec) -> InlineText:
        """Return a text, broken into lines; the key tells it from others."""
        text = self._known.get(key)
        if text is None or text.spec != spec:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            text = self._known[key] = InlineText(spec)
        return text
