"""Draw a waveform: ruler, sound, silences, cues and pending gaps, but no playhead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class VisibleRange:
    """So many milliseconds from a start, within a recording `whole` ms long."""

    start: float
    length: float
    whole: float

    @property
    def end(self) -> float:
        """Return where the range ends."""
        return self.start + self.length

    @property
    def is_all(self) -> bool:
        """Tell whether nothing is out of view."""
        return self.length >= self.whole


Span = tuple[int, int]

_BOLD_SHARE = 0.1
_LEAST_BOLD_DOUBT = 0.15


@dataclass(frozen=True, slots=True)
class GapTick:
    """Where a pending gap is heard, and how likely its suggestion is wrong (0 to 1)."""

    gap: int
    ms: int
    doubt: float


def bold_from(ticks: Sequence[GapTick]) -> float:
    """Return from which doubt on a tick is bold: the most doubtful tenth is."""
    doubts = [tick.doubt for tick in ticks]
    line = float(np.quantile(doubts, 1 - _BOLD_SHARE)) if doubts else 0.0
    return max(line, _LEAST_BOLD_DOUBT)


def rows_of(spans: Sequence[Span]) -> NDArray[np.float64]:
    """Return starts and ends of stretches of time, of shape (spans, 2)."""
    return np.array(spans, np.float64).reshape(-1, 2)


@dataclass(slots=True)
class WaveContents:
    """All that is drawn of one recording; of the ticks, those of the gaps that are open."""

    peaks: Peaks | None = None
    message: str = ""
    cues: NDArray[np.float64] = field(default_factory=lambda: rows_of(()))
    silences: NDArray[np.float64] = field(default_factory=lambda: rows_of(()))
    ticks: Sequence[GapTick] = ()
    is_open: Callable[[int], bool] = bool
    bold_from: float = 1.0
    current: int | None = None

    def pending(self, start: float, end: float) -> list[GapTick]:
        """Return the ticks between two times whose gaps are open."""
        return [tick for tick in self.ticks if start <= tick.ms < end and self.is_open(tick.gap)]

    def nearest(self, ms: float, reach: float) -> int | None:
        """Return the pending gap nearest to a time, a bold one first, None if all are too far."""
        ticks = self.pending(ms - reach, ms + reach)
        ticks.sort(key=lambda tick: (tick.doubt < self.bold_from, abs(tick.ms - ms)))
        return ticks[0].gap if ticks else None


# How much of the height the loudest sound takes.
_HEADROOM = 0.94
_QUIETEST = 0.02


def extremes_of(peaks: Peaks, stretch: VisibleRange, columns: int) -> NDArray[np.float64]:
    """Return the extremes in each pixel column of a stretch, of shape (columns, 2).

    They are NaN where the sound has ended. The loudest sound comes close to -1 or 1, so that quiet
    recordings are seen as well.
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
    return extremes * _HEADROOM / (max(peaks.loudest, _QUIETEST) * 32767)


def _level(peaks: Peaks, ms_per_column: float) -> tuple[Level, float]:
    """Return the coarsest level with a slice or more a column, and its slices a millisecond."""
    level, per_ms = peaks.levels[0], PER_SECOND / 1000
    for coarser in peaks.levels[1:]:
        if per_ms / STEP * ms_per_column < 1:
            break
        level, per_ms = coarser, per_ms / STEP
    return level, per_ms


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


_CUE_BAND = 13

_STEPS_MS = (
    100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000,
    60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000,
)  # fmt: skip
_LABEL_GAP = 26
_HEAD = 6.4
_TICK_SHARE = 0.3
_LEAST_BLOCK = 3.0


class WavePicture:
    """Paint one stretch into a rectangle of so many pixels, with the colours of one palette."""

    def __init__(
        self,
        painter: QPainter,
        shown: WaveContents,
        stretch: VisibleRange,
        area: QRect,
        tones: Tones,
    ) -> None:
        self._painter = painter
        self._shown = shown
        self._stretch = stretch
        self._tones = tones
        self._width = area.width()
        self._scale = area.width() / stretch.length
        self._ratio = painter.device().devicePixelRatio()
        ruler_height = painter.fontMetrics().height() + 4
        self._ruler = QRect(0, 0, area.width(), ruler_height)
        self._band = QRect(0, area.height() - _CUE_BAND, area.width(), _CUE_BAND)
        wave_height = max(1, self._band.top() - ruler_height)
        self._wave = QRect(0, ruler_height, area.width(), wave_height)

    def draw(self) -> None:
        """Draw all layers from the back to the front."""
        silence = mix(self._tones.side_fill, self._tones.border, 0.45)
        self._fill(self._edges(self._shown.silences), self._wave, silence)
        self._draw_cues()
        self._draw_ruler()
        if self._shown.peaks is None:
            self._painter.setPen(self._tones.quiet)
            self._painter.drawText(self._wave, Qt.AlignmentFlag.AlignCenter, self._shown.message)
        else:
            self._draw_wave(self._shown.peaks)
        self._draw_ticks()

    def _x(self, ms: float) -> float:
        return (ms - self._stretch.start) * self._scale

    def _edges(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the left and right edges of what is in view, in pixels within the picture."""
        rows = rows[(rows[:, 1] > self._stretch.start) & (rows[:, 0] < self._stretch.end)]
        return ((rows - self._stretch.start) * self._scale).clip(-2.0, self._width + 2.0)

    def _fill(self, edges: NDArray[np.float64], rect: QRect, colour: QColor) -> None:
        """Fill a band of the picture between edges; takes as long for thousands as for one."""
        row = covered(edges * self._ratio, round(self._width * self._ratio))
        self._draw_pixels(row[None], rect, colour)

    def _draw_pixels(self, pixels: NDArray[np.bool_], rect: QRect, colour: QColor) -> None:
        coloured = np.where(pixels, np.uint32(colour.rgba()), np.uint32(0))
        rows, columns = pixels.shape
        kind = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(coloured.tobytes(), columns, rows, 4 * columns, kind)
        self._painter.drawImage(QRectF(rect), image)

    def _draw_cues(self) -> None:
        self._painter.fillRect(self._band, self._tones.side_fill)
        edges = self._edges(self._shown.cues)
        inner = self._band.adjusted(0, 2, 0, -2)
        self._fill(edges, inner, self._tones.chosen_fill)
        # Narrower ones, on average, run into one another.
        if len(edges) * _LEAST_BLOCK < self._width:
            starts = edges[:, :1]
            self._fill(np.hstack((starts, starts + 1.5)), inner, self._tones.accent)

    def _draw_ruler(self) -> None:
        self._painter.setPen(self._tones.border)
        self._painter.drawLine(self._ruler.bottomLeft(), self._ruler.bottomRight())
        step = _step_ms(self._scale, self._painter.fontMetrics())
        for time in range(int(self._stretch.start // step) * step, int(self._stretch.end), step):
            left, bottom = self._x(time), self._ruler.bottom()
            self._painter.setPen(self._tones.border)
            self._painter.drawLine(QLineF(left, bottom - 5, left, bottom))
            label = QRectF(left + 4, 0, 200, bottom)
            self._painter.setPen(self._tones.quiet)
            text = brief_clock(time, tenths=step < 1_000)
            self._painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, text)

    def _draw_wave(self, peaks: Peaks) -> None:
        columns, rows = (round(side * self._ratio) for side in (self._width, self._wave.height()))
        pixels = wave_pixels(extremes_of(peaks, self._stretch, columns), rows)
        self._draw_pixels(pixels, self._wave, self._tones.accent)

    def _draw_ticks(self) -> None:
        """Draw bold ticks from above and others from below; the wave stays in view in between."""
        shown, wave, tones = self._shown, self._wave, self._tones
        share = round(_TICK_SHARE * wave.height())
        above = QRect(0, wave.top(), self._width, share)
        below = QRect(0, wave.bottom() - share, self._width, share)
        ticks = shown.pending(self._stretch.start, self._stretch.end)
        bold = [(tick.ms, tick.ms + 1) for tick in ticks if tick.doubt >= shown.bold_from]
        faint = [(tick.ms, tick.ms + 1) for tick in ticks if tick.doubt < shown.bold_from]
        self._fill(self._edges(rows_of(faint)), below, tones.replaced)
        self._fill(self._edges(rows_of(bold)), above, tones.removed)
        current = next((tick.ms for tick in shown.ticks if tick.gap == shown.current), -1)
        if not self._stretch.start <= current < self._stretch.end:
            return
        left, top = self._x(current), wave.top()
        self._painter.setPen(QPen(tones.inserted, 2.5))
        self._painter.drawLine(QLineF(left, top, left, self._band.bottom()))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(tones.inserted)
        corners = ((left - _HEAD, top), (left + _HEAD, top), (left, top + 1.4 * _HEAD))
        self._painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


def ruler_font(font: QFont) -> QFont:
    """Return the font of the times, a little smaller than that of the rest."""
    smaller = QFont(font)
    smaller.setPointSizeF(max(7.0, 0.85 * font.pointSizeF()))
    return smaller


def brief_clock(ms: int, *, tenths: bool) -> str:
    """Return a time as 1:02:03 or 2:03, with tenths of a second if asked for."""
    return clock_text(ms, int(tenths)).removeprefix("0:").removeprefix("0")


def _step_ms(scale: float, metrics: QFontMetrics) -> int:
    """Return the closest steps whose labels still have room."""
    least = (metrics.horizontalAdvance("0:00:00.0") + _LABEL_GAP) / scale
    return next((step for step in _STEPS_MS if step >= least), _STEPS_MS[-1])
