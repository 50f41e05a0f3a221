"""A recording drawn over time: what is shown of it, painted once and kept until it changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from subpunct_app.gui.media.marks import GapTick, Span, Spans, Ticks
from subpunct_app.gui.media.stretch import Stretch
from subpunct_app.gui.media.wave_picture import Shown, WavePicture, ruler_font
from subpunct_app.gui.widgets.colours import tones

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from subpunct_app.speech.media.peaks import Peaks

_FIRST_MS = 30_000.0
_STRIP = QSize(480, 116)
_LARGE = QSize(480, 300)
_LEAST = QSize(160, 64)
_HEAD_PX = 5
# A header that is right says so within a hundredth.
_LONGER = 1.01


class WaveCanvas(QWidget):
    """Show peaks, cues, pending gaps and silences of a recording, and the playhead over them.

    All times are milliseconds of the recording. Everything shown stays until it is replaced or
    `clear` is called, in any order of calls: cues can be shown before peaks are there. Spans need
    not be sorted.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Shown(Stretch(0.0, _FIRST_MS, 0.0))
        # How much was zoomed to, of which a short recording fills less.
        self._wanted = _FIRST_MS
        self._picture: QPixmap | None = None
        self._playhead = 0
        self._hint = _STRIP
        # Below that nothing is drawn.
        self._margin = 0
        # Every pixel is painted here, so Qt need not clear them 60 times a second.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.set_large(large=False)

    @property
    def stretch(self) -> Stretch:
        """Return the stretch that is in view."""
        return self._shown.stretch

    @property
    def message(self) -> str:
        """Return what is said in place of the wave, empty where the wave is there."""
        return self._shown.message

    def show_peaks(self, peaks: Peaks) -> None:
        """Draw the wave of a recording, which may be shorter than what was announced."""
        self._shown.peaks, self._shown.message = peaks, ""
        announced = self._shown.stretch.whole
        much_longer = peaks.duration_ms > _LONGER * announced
        self._set_length(peaks.duration_ms if much_longer else announced)

    def show_message(self, text: str, duration_ms: int) -> None:
        """Say why there is no wave (still read, no sound); the rest works all the same."""
        self._shown.peaks, self._shown.message = None, text
        self._set_length(duration_ms)

    def show_cues(self, spans: Sequence[Span]) -> None:
        """Draw a block for every cue, given as start and end."""
        self._shown.cues = Spans(spans)
        self._redraw()

    def show_gaps(self, ticks: Sequence[GapTick]) -> None:
        """Draw a tick for every pending gap, the most doubtful ones boldest."""
        self._shown.ticks = Ticks(ticks)
        self._redraw()

    def set_pending(self, gaps: Iterable[int], *, pending: bool) -> None:
        """Hide or show again the ticks of some gaps, as they are decided or taken back.

        Costs nothing for the others, so it suits every keystroke.
        """
        self._shown.ticks.set_pending(gaps, pending=pending)
        self._redraw()

    def set_current_gap(self, gap: int | None) -> None:
        """Emphasise the gap that is being judged."""
        if gap != self._shown.current:
            self._shown.current = gap
            self._redraw()

    def show_silences(self, spans: Sequence[Span]) -> None:
        """Shade the stretches in which nobody speaks."""
        self._shown.silences = Spans(spans)
        self._redraw()

    def set_playhead(self, ms: int) -> None:
        """Move the playhead; cheap enough for 60 calls a second."""
        self.update(self._playhead_rect())
        self._playhead = ms
        self.update(self._playhead_rect())

    def set_large(self, *, large: bool) -> None:
        """Take much room where there is no picture, or that of a strip below one."""
        self._hint = _LARGE if large else _STRIP
        vertical = QSizePolicy.Policy.Expanding if large else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.updateGeometry()

    def clear(self) -> None:
        """Show nothing, as without a recording; the zoom stays."""
        self._playhead = 0
        self._shown = Shown(Stretch(0.0, self._wanted, 0.0))
        self._redraw()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a strip's size, or a large one."""
        return self._hint

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the least size in which ruler, wave and cues can be told apart."""
        return _LEAST

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Copy the picture that was drawn once, and draw the playhead over it."""
        picture = self._picture
        # Another screen may be sharper.
        if picture is None or picture.devicePixelRatio() != self.devicePixelRatioF():
            picture = self._picture = self._drawn()
        painter = QPainter(self)
        # Qt clips to what is to be painted: while playing, two narrow columns.
        painter.drawPixmap(0, 0, picture)
        self._draw_playhead(painter)

    def resizeEvent(self, _event: QResizeEvent) -> None:  # noqa: N802
        """Draw anew for another size."""
        self._redraw()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Draw anew in other colours or another font."""
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if event.type() in kinds:
            self._redraw()
        super().changeEvent(event)

    def _set_length(self, whole: float) -> None:
        self._set_stretch(self._shown.stretch.of(whole))
        self._redraw()

    def _set_stretch(self, stretch: Stretch) -> None:
        if stretch != self._shown.stretch:
            self._shown.stretch = stretch
            self._redraw()

    def _ms_at(self, x: float) -> float:
        stretch = self._shown.stretch
        return stretch.start + x * stretch.length / max(1, self.width())

    def _x_of(self, ms: float) -> float:
        stretch = self._shown.stretch
        return (ms - stretch.start) * self.width() / stretch.length

    def _playhead_rect(self) -> QRect:
        x = round(self._x_of(self._playhead))
        return QRect(x - _HEAD_PX - 1, 0, 2 * _HEAD_PX + 3, self.height())

    def _redraw(self) -> None:
        self._picture = None
        self.update()

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        colours = tones(self.palette())
        picture.fill(self.palette().base().color())
        if self._shown.stretch.whole:
            painter = QPainter(picture)
            painter.setFont(ruler_font(self.font()))
            area = self.rect().adjusted(0, 0, 0, -self._margin)
            WavePicture(painter, self._shown, area, colours).draw()
            painter.end()
        return picture

    def _draw_playhead(self, painter: QPainter) -> None:
        if not self._shown.stretch.whole:
            return
        x, colour = round(self._x_of(self._playhead)), tones(self.palette()).text
        painter.fillRect(x - 1, 0, 2, self.height(), colour)
        painter.fillRect(x - _HEAD_PX, 0, 2 * _HEAD_PX, 4, colour)
