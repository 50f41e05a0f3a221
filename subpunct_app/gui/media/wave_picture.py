"""Draw a waveform: ruler, sound, silences, cues and pending gaps, but no playhead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen, QPolygonF

from subpunct_app.gui.widgets.colours import Tones, mix
from subpunct_app.speech.media.peaks import PER_SECOND, STEP, Peaks
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from subpunct_app.speech.media.peaks import Level


SHORTEST_MS = 1_000.0

# Where the playhead stands after the view has turned a page.
_LEAD = 0.1


@dataclass(frozen=True, slots=True)
class VisibleRange:
    """So many milliseconds from a start, never outside of a recording `whole` ms long."""

    start: float
    length: float
    whole: float

    @property
    def end(self) -> float:
        """Return where the stretch ends."""
        return self.start + self.length

    @property
    def is_all(self) -> bool:
        """Tell whether nothing is out of view."""
        return self.length >= self.whole

    def zoomed(self, factor: float, about: float) -> VisibleRange:
        """Return a stretch so many times as long, in which a time stays where it was."""
        length = self._fitting(self.length * factor)
        share = (about - self.start) / self.length if self.length else 0.0
        return self.placed(about - share * length, length)

    def moved_to(self, start: float) -> VisibleRange:
        """Return as long a stretch from another start, or from as near to it as there is one."""
        return self.placed(start, self.length)

    def showing(self, ms: float) -> VisibleRange:
        """Return this stretch if a time is in it, or else one that begins shortly before it."""
        if self.start <= ms < self.end or self.is_all:
            return self
        return self.moved_to(ms - _LEAD * self.length)

    def of(self, whole: float) -> VisibleRange:
        """Return the same stretch of a recording of another length."""
        other = replace(self, whole=whole)
        return other.placed(self.start, other._fitting(self.length))

    def placed(self, start: float, length: float) -> VisibleRange:
        """Return a stretch of some length, as near to a start as the recording allows."""
        latest = max(0.0, self.whole - length)
        return replace(self, start=min(max(0.0, start), latest), length=length)

    def _fitting(self, length: float) -> float:
        return min(max(length, SHORTEST_MS), max(self.whole, SHORTEST_MS))


Span = tuple[int, int]

_BOLD_SHARE = 0.1
_LEAST_BOLD_DOUBT = 0.15


@dataclass(frozen=True, slots=True)
class GapTick:
    """Where a pending gap is heard, and how likely its suggestion is wrong (0 to 1)."""

    gap: int
    ms: int
    doubt: float


class Spans:
    """Stretches of time by their start, among which those in view are found at once."""

    def __init__(self, spans: Sequence[Span] = ()) -> None:
        rows = np.array(sorted(spans), np.int64).reshape(-1, 2)
        self._starts, self._ends = rows[:, 0], rows[:, 1]
        # Spans may overlap: what ends late may have begun long before.
        self._reach = np.maximum.accumulate(self._ends) if len(rows) else self._ends

    def between(self, start: float, end: float) -> NDArray[np.int64]:
        """Return start and end of the spans in view, and a few more, of shape (spans, 2)."""
        first = int(np.searchsorted(self._reach, start, "right"))
        last = int(np.searchsorted(self._starts, end))
        return np.stack((self._starts[first:last], self._ends[first:last]), axis=1)


class Ticks:
    """Pending gaps by time; the most doubtful tenth is bold."""

    def __init__(self, ticks: Sequence[GapTick] = ()) -> None:
        ordered = sorted(ticks, key=lambda tick: tick.ms)
        self._gaps = [tick.gap for tick in ordered]
        self._places = {gap: place for place, gap in enumerate(self._gaps)}
        self._ms = np.array([tick.ms for tick in ordered], np.int64)
        doubts = np.array([tick.doubt for tick in ordered])
        line = np.quantile(doubts, 1 - _BOLD_SHARE) if len(doubts) else 0.0
        self._bold = doubts >= max(line, _LEAST_BOLD_DOUBT)
        self._pending = np.ones(len(ordered), np.bool_)

    def __len__(self) -> int:
        return len(self._gaps)

    def set_pending(self, gaps: Iterable[int], *, pending: bool) -> None:
        """Take up some gaps among those shown, or take them out; others are not known here."""
        places = [self._places[gap] for gap in gaps if gap in self._places]
        self._pending[places] = pending

    def where(self, gap: int | None) -> int | None:
        """Return when a gap is heard, in ms, None where it has no tick."""
        place = None if gap is None else self._places.get(gap)
        return None if place is None else int(self._ms[place])

    def between(self, start: float, end: float, *, bold: bool) -> NDArray[np.int64]:
        """Return when the pending gaps in view are heard: the bold ones, or the others."""
        part = self._part(start, end)
        wanted: NDArray[np.bool_] = self._pending[part] & (self._bold[part] == bold)
        return self._ms[part].compress(wanted)

    def nearest(self, ms: float, reach: float) -> int | None:
        """Return the pending gap nearest to a time, a bold one first, None if all are too far."""
        part = self._part(ms - reach, ms + reach)
        places = np.flatnonzero(self._pending[part]) + part.start
        if not len(places):
            return None
        bold = places[self._bold[places]]
        chosen = bold if len(bold) else places
        return self._gaps[int(chosen[np.abs(self._ms[chosen] - ms).argmin()])]

    def _part(self, start: float, end: float) -> slice:
        first, last = np.searchsorted(self._ms, (start, end))
        return slice(int(first), int(last))


# How much of the height the loudest sound takes.
_HEADROOM = 0.94
_QUIETEST = 0.02


def extremes_of(peaks: Peaks, stretch: VisibleRange, columns: int) -> NDArray[np.float64]:
    """Return the extremes in each pixel column of a stretch, of shape (columns, 2).

    They are NaN where the sound has ended.
    """
    level, per_ms = _level(peaks, stretch.length / columns)
    places = np.linspace(stretch.start * per_ms, stretch.end * per_ms, columns + 1)
    edges = np.floor(places).astype(np.int64)
    extremes = np.full((columns, 2), np.nan)
    inside = int(np.searchsorted(edges[:-1], len(level)))
    if inside:
        at = edges[:inside]
        part = level[: max(edges[inside], at[-1] + 1)]
        extremes[:inside, 0] = np.minimum.reduceat(part[:, 0], at)
        extremes[:inside, 1] = np.maximum.reduceat(part[:, 1], at)
    return extremes


def full_scale(peaks: Peaks) -> float:
    """Return what is drawn over the full height, so that quiet recordings are seen as well."""
    return max(peaks.loudest, _QUIETEST) * 32767 / _HEADROOM


def wave_pixels(extremes: NDArray[np.float64], rows: int) -> NDArray[np.bool_]:
    """Return which pixels lie between the lowest and the highest, around the middle."""
    middle = rows / 2
    tops = np.floor(middle - extremes[:, 1] * middle)
    bottoms = np.maximum(np.ceil(middle - extremes[:, 0] * middle), tops + 1)
    row = np.arange(rows)[:, None]
    return np.asarray((row >= tops) & (row < bottoms), np.bool_)


def covered(edges: NDArray[np.float64], columns: int) -> NDArray[np.bool_]:
    """Return which of so many columns lie between any two edges; none is too narrow to show."""
    first = np.round(edges[:, 0]).astype(np.int64)
    last = np.maximum(np.round(edges[:, 1]).astype(np.int64), first + 1)
    change = np.zeros(columns + 1, np.int64)
    np.add.at(change, first.clip(0, columns), 1)
    np.add.at(change, last.clip(0, columns), -1)
    return np.cumsum(change[:-1]) > 0


def image_of(pixels: NDArray[np.bool_], colour: QColor) -> QImage:
    """Return rows of pixels that are of one colour, or clear."""
    coloured = np.where(pixels, np.uint32(colour.rgba()), np.uint32(0))
    rows, columns = pixels.shape
    kind = QImage.Format.Format_ARGB32_Premultiplied
    # Copied, as an image made from bytes does not keep them.
    return QImage(coloured.tobytes(), columns, rows, 4 * columns, kind).copy()


def _level(peaks: Peaks, ms_per_column: float) -> tuple[Level, float]:
    """Return the coarsest level with a slice or more a column, and its slices a millisecond."""
    level, per_ms = peaks.levels[0], PER_SECOND / 1000
    for coarser in peaks.levels[1:]:
        if per_ms / STEP * ms_per_column < 1:
            break
        level, per_ms = coarser, per_ms / STEP
    return level, per_ms


_CUE_BAND = 13

_STEPS_MS = (
    100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000,
    60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000,
)  # fmt: skip
_LABEL_GAP = 26
_HEAD = 4.0
# Cues narrower than that, on average, run into one another.
_LEAST_BLOCK = 3.0
_FAINT_TOP = 0.62
_CROWDED = 0.85
_BROKEN = "The sound ends here: the file is incomplete."


@dataclass(slots=True)
class WaveContents:
    """All that is drawn of one recording."""

    stretch: VisibleRange
    peaks: Peaks | None = None
    message: str = ""
    cues: Spans = field(default_factory=Spans)
    silences: Spans = field(default_factory=Spans)
    ticks: Ticks = field(default_factory=Ticks)
    current: int | None = None


class WavePicture:
    """Paint one stretch into a rectangle of so many pixels, with the colours of one palette."""

    def __init__(self, painter: QPainter, shown: WaveContents, area: QRect, tones: Tones) -> None:
        self._painter = painter
        self._shown = shown
        self._tones = tones
        self._stretch = shown.stretch
        self._width = area.width()
        self._scale = area.width() / shown.stretch.length
        self._ratio = painter.device().devicePixelRatio()
        ruler_height = painter.fontMetrics().height() + 4
        self._ruler = QRect(0, 0, area.width(), ruler_height)
        self._band = QRect(0, area.height() - _CUE_BAND, area.width(), _CUE_BAND)
        wave_height = max(1, self._band.top() - ruler_height)
        self._wave = QRect(0, ruler_height, area.width(), wave_height)

    def draw(self) -> None:
        """Draw all layers from the back to the front."""
        self._draw_silences()
        self._draw_cues()
        self._draw_ruler()
        if self._shown.peaks is None:
            self._write_message()
        else:
            self._draw_wave(self._shown.peaks)
            self._write_break(self._shown.peaks)
        self._draw_ticks()

    def _x(self, ms: NDArray[np.int64]) -> NDArray[np.float64]:
        return (ms.astype(float) - self._stretch.start) * self._scale

    def _in_view(self, spans: Spans) -> NDArray[np.float64]:
        """Return the left and right edges of what is in view, in pixels within the picture."""
        rows = self._x(spans.between(self._stretch.start, self._stretch.end))
        return rows.clip(-2.0, self._width + 2.0)

    def _draw_silences(self) -> None:
        fill = mix(self._tones.side_fill, self._tones.border, 0.45)
        self._fill_columns(self._in_view(self._shown.silences), self._wave, fill)

    def _draw_cues(self) -> None:
        self._painter.fillRect(self._band, self._tones.side_fill)
        edges = self._in_view(self._shown.cues)
        inner = self._band.adjusted(0, 2, 0, -2)
        if len(edges) * _LEAST_BLOCK > self._width:
            self._fill_columns(edges, inner, self._tones.chosen_fill)
            return
        for left, right in edges.tolist():
            block = QRectF(left, inner.top(), max(1.0, right - left), inner.height())
            self._painter.fillRect(block, self._tones.chosen_fill)
            block.setWidth(1.5)
            self._painter.fillRect(block, self._tones.accent)

    def _fill_columns(self, edges: NDArray[np.float64], rect: QRect, colour: QColor) -> None:
        """Fill a band of the picture between edges; takes as long for thousands as for one."""
        columns = round(self._width * self._ratio)
        if len(edges):
            row = covered(edges * self._ratio, columns)[None]
            self._painter.drawImage(QRectF(rect), image_of(row, colour))

    def _draw_ruler(self) -> None:
        self._painter.setPen(self._tones.border)
        self._painter.drawLine(self._ruler.bottomLeft(), self._ruler.bottomRight())
        step = _step_ms(self._scale, self._painter.fontMetrics())
        time = int(self._stretch.start // step) * step
        while time < self._stretch.end:
            self._draw_time(time, step)
            time += step

    def _draw_time(self, time: int, step: int) -> None:
        left = (time - self._stretch.start) * self._scale
        bottom = self._ruler.bottom()
        self._painter.setPen(self._tones.border)
        self._painter.drawLine(QLineF(left, bottom - 5, left, bottom))
        label = QRectF(left + 4, 0, 200, bottom)
        self._painter.setPen(self._tones.quiet)
        text = brief_clock(time, tenths=step < 1_000)
        self._painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, text)

    def _write_message(self) -> None:
        self._painter.setPen(self._tones.quiet)
        self._painter.drawText(self._wave, Qt.AlignmentFlag.AlignCenter, self._shown.message)

    def _draw_wave(self, peaks: Peaks) -> None:
        columns, rows = (round(side * self._ratio) for side in (self._width, self._wave.height()))
        extremes = extremes_of(peaks, self._stretch, columns) / full_scale(peaks)
        image = image_of(wave_pixels(extremes, rows), self._tones.accent)
        self._painter.drawImage(QRectF(self._wave), image)

    def _write_break(self, peaks: Peaks) -> None:
        """Say in the empty rest of the wave that the file is not complete."""
        if not peaks.broken:
            return
        left = max(0.0, (peaks.duration_ms - self._stretch.start) * self._scale)
        rest = QRectF(self._wave).adjusted(left + 8, 0, 0, 0)
        self._painter.setPen(self._tones.quiet)
        wrapped = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        self._painter.drawText(rest, wrapped, _BROKEN)

    def _draw_ticks(self) -> None:
        start, end = self._stretch.start, self._stretch.end
        ticks = self._shown.ticks
        for bold in (False, True):
            places = self._x(ticks.between(start, end, bold=bold))
            self._draw_tick_lines(places, bold=bold)
        current = ticks.where(self._shown.current)
        if current is not None and start <= current < end:
            self._draw_current((current - start) * self._scale)

    def _draw_tick_lines(self, places: NDArray[np.float64], *, bold: bool) -> None:
        colour = self._tones.removed if bold else self._tones.replaced
        half = 0.75 if bold else 0.5
        edges = np.stack((places - half, places + half), axis=1)
        crowded = len(places) * 3 * _HEAD > self._width
        self._fill_columns(edges, self._tick_band(bold=bold, crowded=crowded), colour)
        if bold and not crowded:
            for left in places.tolist():
                self._draw_head(left, colour, _HEAD)

    def _tick_band(self, *, bold: bool, crowded: bool) -> QRect:
        """Return from where to where ticks go: where there are many, the wave stays in view."""
        height = self._wave.height()
        if bold:
            return self._wave.adjusted(0, 0, 0, -round(_CROWDED * height) if crowded else 0)
        return self._wave.adjusted(0, round((_CROWDED if crowded else _FAINT_TOP) * height), 0, 0)

    def _draw_current(self, left: float) -> None:
        colour = self._tones.inserted
        self._painter.setPen(QPen(colour, 2.5))
        self._painter.drawLine(QLineF(left, self._wave.top(), left, self._band.bottom()))
        self._draw_head(left, colour, 1.6 * _HEAD)

    def _draw_head(self, left: float, colour: QColor, size: float) -> None:
        top = self._wave.top()
        corners = ((left - size, top), (left + size, top), (left, top + 1.4 * size))
        self._painter.save()
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        self._painter.restore()


def ruler_font(font: QFont) -> QFont:
    """Return the font of the times, a little smaller than that of the rest."""
    smaller = QFont(font)
    smaller.setPointSizeF(max(7.0, 0.85 * font.pointSizeF()))
    return smaller


def brief_clock(ms: int, *, tenths: bool) -> str:
    """Return a time as 1:02:03 or 2:03, with tenths of a second if wanted."""
    return clock_text(ms, int(tenths)).removeprefix("0:").removeprefix("0")


def _step_ms(scale: float, metrics: QFontMetrics) -> int:
    """Return the closest steps whose labels still have room."""
    least = (metrics.horizontalAdvance("0:00:00.0") + _LABEL_GAP) / scale
    return next((step for step in _STEPS_MS if step >= least), _STEPS_MS[-1])
