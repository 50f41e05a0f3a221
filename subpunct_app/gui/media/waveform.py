"""The waveform of the open recording, to seek and choose gaps in with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QToolTip, QWidget

from subpunct_app.gui.media.wave_picture import (
    GapTick,
    Span,
    Spans,
    Ticks,
    VisibleRange,
    WaveContents,
    WavePicture,
    brief_clock,
    ruler_font,
)
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.focus import FocusFrame

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent

    from subpunct_app.speech.media.peaks import Peaks


_FIRST_MS = 30_000.0
_STRIP = QSize(480, 116)
_LARGE = QSize(480, 300)
_LEAST = QSize(160, 64)
_HEAD_PX = 5
# A header that is right says so within a hundredth.
_LONGER = 1.01
_ZOOM = 2.0
_STEP_MS = 1_000
_FINE_MS = 100
_REACH_PX = 5
_NOTCH = 120.0


class Waveform(QWidget):
    """Show a recording over time; a click seeks or chooses the gap of a tick, keys and wheel zoom.

    All times are milliseconds. What is shown stays until it is replaced or `clear` is called, in
    any order of calls. The view turns its pages with the playhead until the editor scrolls away;
    `follow` and seeking in the wave take that back, and `followed` tells of both.
    """

    seek_wanted = Signal(int)
    gap_chosen = Signal(int)
    toggle_wanted = Signal()
    followed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = WaveContents(VisibleRange(0.0, _FIRST_MS, 0.0))
        # How much was zoomed to, of which a short recording fills less.
        self._wanted = _FIRST_MS
        self._picture: QPixmap | None = None
        self._playhead = 0
        self._hint = _STRIP
        # Below that nothing is drawn.
        self._margin = 0
        self._follows = True
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._set_up()
        self._bar.valueChanged.connect(self._scroll_to)
        self.set_large(large=False)

    @property
    def stretch(self) -> VisibleRange:
        """Return the stretch that is in view."""
        return self._shown.stretch

    @property
    def message(self) -> str:
        """Return what is said in place of the wave, empty where the wave is there."""
        return self._shown.message

    def show_peaks(self, peaks: Peaks) -> None:
        """Draw the wave of a recording, which may be shorter than what was announced."""
        self._shown.peaks, self._shown.message = peaks, ""
        announced = self.stretch.whole
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
        """Move the playhead, cheaply, and turn the page when it leaves the view."""
        self.update(self._playhead_rect())
        self._playhead = ms
        self.update(self._playhead_rect())
        if self._follows:
            self._set_stretch(self.stretch.showing(ms))

    def set_large(self, *, large: bool) -> None:
        """Take much room where there is no picture, or that of a strip below one."""
        self._hint = _LARGE if large else _STRIP
        vertical = QSizePolicy.Policy.Expanding if large else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.updateGeometry()

    def clear(self) -> None:
        """Show nothing, as without a recording; the zoom stays."""
        self._playhead = 0
        self._shown = WaveContents(VisibleRange(0.0, self._wanted, 0.0))
        self._redraw()
        self._place_bar()
        self._set_follows(follows=True)

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
        """Draw anew for another size, with the scroll bar at the lower edge."""
        self._redraw()
        height = self._bar.sizeHint().height()
        self._bar.setGeometry(0, self.height() - height, self.width(), height)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Draw anew in other colours or another font."""
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if event.type() in kinds:
            self._redraw()
        super().changeEvent(event)

    def _set_length(self, whole: float) -> None:
        self._set_stretch(self.stretch.of(whole))
        self._redraw()

    def _set_stretch(self, stretch: VisibleRange) -> None:
        if stretch != self.stretch:
            self._shown.stretch = stretch
            self._redraw()
        self._place_bar()

    def _ms_at(self, x: float) -> float:
        stretch = self.stretch
        return stretch.start + x * stretch.length / max(1, self.width())

    def _x_of(self, ms: float) -> float:
        stretch = self.stretch
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
        if self.stretch.whole:
            painter = QPainter(picture)
            painter.setFont(ruler_font(self.font()))
            area = self.rect().adjusted(0, 0, 0, -self._margin)
            WavePicture(painter, self._shown, area, colours).draw()
            painter.end()
        return picture

    def _draw_playhead(self, painter: QPainter) -> None:
        if not self.stretch.whole:
            return
        x, colour = round(self._x_of(self._playhead)), tones(self.palette()).text
        painter.fillRect(x - 1, 0, 2, self.height(), colour)
        painter.fillRect(x - _HEAD_PX, 0, 2 * _HEAD_PX, 4, colour)

    @property
    def follows(self) -> bool:
        """Tell whether the view goes along with the playhead."""
        return self._follows

    def zoom_in(self) -> None:
        """Show half as long a stretch, about the playhead if it is in view."""
        self._zoom(1 / _ZOOM, self._anchor())

    def zoom_out(self) -> None:
        """Show twice as long a stretch, about the playhead if it is in view."""
        self._zoom(_ZOOM, self._anchor())

    def show_all(self) -> None:
        """Show the whole recording."""
        self._set_stretch(self.stretch.placed(0.0, self.stretch.whole))

    def follow(self) -> None:
        """Go to the playhead, and go along with it again."""
        self._set_follows(follows=True)
        self._set_stretch(self.stretch.showing(self._playhead))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the gap whose tick is clicked, or seek to the time."""
        if event.button() is not Qt.MouseButton.LeftButton or not self.stretch.whole:
            event.ignore()
            return
        self._set_follows(follows=True)
        gap = self._gap_at(event.position().x())
        if gap is not None:
            self.gap_chosen.emit(gap)
        else:
            self._seek(self._ms_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show that a tick can be clicked, and which time is under the pointer."""
        if not self.stretch.whole:
            return
        x = event.position().x()
        over = self._gap_at(x) is not None
        pointing, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(pointing if over else arrow)
        text = brief_clock(round(self._ms_at(x)), tenths=True)
        QToolTip.showText(event.globalPosition().toPoint() + QPoint(12, 16), text, self)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Scroll, or zoom about the pointer with Ctrl."""
        turned = event.angleDelta()
        amount = (turned.y() or turned.x()) / _NOTCH
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom(_ZOOM**-amount, self._ms_at(event.position().x()))
        else:
            stretch = self.stretch
            self._scroll_to(stretch.start - amount * stretch.length / 8)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Play or pause; seek by a second, or a tenth with Shift; scroll by pages; zoom."""
        step = _FINE_MS if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _STEP_MS
        page = 0.8 * self.stretch.length
        match event.key():
            case Qt.Key.Key_Space:
                self.toggle_wanted.emit()
            case Qt.Key.Key_Left:
                self._seek(self._playhead - step)
            case Qt.Key.Key_Right:
                self._seek(self._playhead + step)
            case Qt.Key.Key_Home:
                self._seek(0)
            case Qt.Key.Key_End:
                self._seek(self.stretch.whole)
            case Qt.Key.Key_PageUp:
                self._scroll_to(self.stretch.start - page)
            case Qt.Key.Key_PageDown:
                self._scroll_to(self.stretch.start + page)
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom_in()
            case Qt.Key.Key_Minus:
                self.zoom_out()
            case Qt.Key.Key_0:
                self.show_all()
            case _:
                super().keyPressEvent(event)

    def _set_up(self) -> None:
        # Every pixel is painted here, so Qt need not clear them 60 times a second.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("waveform")
        self.setAccessibleName("Waveform")
        self.setAccessibleDescription(
            "Space plays and pauses, Left and Right go back and on by a second, plus and minus "
            "zoom, Page Up and Page Down scroll."
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setAccessibleName("VisibleRange of the recording that is in view")
        self._bar.hide()
        FocusFrame(self)

    def _place_bar(self) -> None:
        stretch = self.stretch
        with QSignalBlocker(self._bar):
            self._bar.setRange(0, max(0, round(stretch.whole - stretch.length)))
            self._bar.setPageStep(round(stretch.length))
            self._bar.setSingleStep(max(1, round(stretch.length / 20)))
            self._bar.setValue(round(stretch.start))
        self._bar.setVisible(not stretch.is_all)
        self._margin = 0 if stretch.is_all else self._bar.sizeHint().height()

    def _scroll_to(self, start: float) -> None:
        """Show another stretch; out of sight of the playhead the view stops following it."""
        self._set_stretch(self.stretch.moved_to(start))
        self._set_follows(follows=self._in_view(self._playhead))

    def _zoom(self, factor: float, about: float) -> None:
        if self.stretch.whole:
            self._set_stretch(self.stretch.zoomed(factor, about))
            self._wanted = self.stretch.length
            self._set_follows(follows=self._follows and self._in_view(self._playhead))

    def _anchor(self) -> float:
        stretch = self.stretch
        return (
            self._playhead if self._in_view(self._playhead) else stretch.start + stretch.length / 2
        )

    def _in_view(self, ms: float) -> bool:
        return self.stretch.showing(ms) == self.stretch

    def _set_follows(self, *, follows: bool) -> None:
        if follows != self._follows:
            self._follows = follows
            self.followed.emit()

    def _seek(self, ms: float) -> None:
        whole = self.stretch.whole
        if whole:
            self._set_follows(follows=True)
            self.seek_wanted.emit(round(min(max(0.0, ms), whole)))

    def _gap_at(self, x: float) -> int | None:
        reach = _REACH_PX * self.stretch.length / max(1, self.width())
        return self._shown.ticks.nearest(self._ms_at(x), reach)
