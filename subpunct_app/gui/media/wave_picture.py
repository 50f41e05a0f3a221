"""Draw a stretch of a recording: ruler, wave, silences, cues and pending gaps, but no playhead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF

from subpunct_app.gui.media.columns import covered, extremes_of, full_scale, image_of, wave_pixels
from subpunct_app.gui.media.marks import Spans, Ticks
from subpunct_app.gui.media.stretch import Stretch
from subpunct_app.gui.widgets.colours import Tones, mix
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from subpunct_app.speech.media.peaks import Peaks

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
_BROKEN = "The sound breaks off here: the file is not complete."


@dataclass(slots=True)
class Shown:
    """All that is drawn of one recording."""

    stretch: Stretch
    peaks: Peaks | None = None
    message: str = ""
    cues: Spans = field(default_factory=Spans)
    silences: Spans = field(default_factory=Spans)
    ticks: Ticks = field(default_factory=Ticks)
    current: int | None = None


class WavePicture:
    """Paint one stretch into a rectangle of so many pixels, with the colours of one palette."""

    def __init__(self, painter: QPainter, shown: Shown, area: QRect, tones: Tones) -> None:
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
