"""The waveform of the open recording, to seek and choose gaps in with mouse and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QToolTip, QWidget

from subpunct_app.gui.media.wave_picture import (
    GapTick,
    Span,
    VisibleRange,
    WaveContents,
    WavePicture,
    bold_from,
    brief_clock,
    rows_of,
    ruler_font,
)
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.focus import FocusFrame

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent

    from subpunct_app.speech.media.peaks import Peaks


_FIRST_MS = 30_000
_SHORTEST_MS = 1_000
# Where the playhead stands after the view has turned a page.
_LEAD = 0.1
_STRIP = QSize(480, 116)
_LARGE = QSize(480, 300)
_LEAST = QSize(160, 64)
_HEAD_PX = 5
_ZOOM = 2
_STEP_MS = 1_000
_FINE_MS = 100
_REACH_PX = 5
_NOTCH = 120.0


class Waveform(QWidget):
    """Show a recording over time; a click seeks or chooses the gap of a tick, keys and wheel zoom.

    All times are milliseconds; the scroll bar holds which are in view. What is shown stays until it
    is replaced or `clear` is called, in any order of calls. The view turns its pages with the
    playhead while it `follows`: until the editor scrolls away, and again after seeking in the wave;
    `followed` tells of both.
    """

    seek_wanted = Signal(int)
    gap_chosen = Signal(int)
    toggle_wanted = Signal()
    followed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = WaveContents()
        self._whole = 0
        # How much was zoomed to, of which a short recording fills less.
        self._zoomed = _FIRST_MS
        self._picture: QPixmap | None = None
        self._playhead = 0
        self._hint = _STRIP
        self.follows = True
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._set_up()
        self._bar.valueChanged.connect(self.redraw)
        self._bar.actionTriggered.connect(lambda: self._look_away(self._bar.sliderPosition()))
        self.set_large(large=False)
        self._show_range(0, _FIRST_MS)

    @property
    def stretch(self) -> VisibleRange:
        """Return the stretch that is in view."""
        return VisibleRange(self._bar.value(), self._bar.pageStep(), self._whole)

    @property
    def message(self) -> str:
        """Return what is said in place of the wave, empty where the wave is there."""
        return self._shown.message

    def show_peaks(self, peaks: Peaks) -> None:
        """Draw the wave of a recording, which may be shorter or longer than what was announced."""
        self._shown.peaks, self._shown.message = peaks, ""
        self._set_length(max(round(peaks.duration_ms), self._whole))

    def show_message(self, text: str, duration_ms: int) -> None:
        """Say why there is no wave (still read, no sound); the rest works all the same."""
        self._shown.peaks, self._shown.message = None, text
        self._set_length(duration_ms)

    def show_cues(self, spans: Sequence[Span]) -> None:
        """Draw a block for every cue, given as start and end."""
        self._shown.cues = rows_of(spans)
        self.redraw()

    def show_gaps(self, ticks: Sequence[GapTick], is_open: Callable[[int], bool]) -> None:
        """Draw a tick for every gap that is open, the most doubtful ones boldest."""
        self._shown.ticks, self._shown.is_open = ticks, is_open
        self._shown.bold_from = bold_from(ticks)
        self.redraw()

    def redraw(self) -> None:
        """Draw all anew, as after a decision."""
        self._picture = None
        self.update()

    def set_current_gap(self, gap: int | None) -> None:
        """Emphasise the gap that is being judged."""
        if gap != self._shown.current:
            self._shown.current = gap
            self.redraw()

    def show_silences(self, spans: Sequence[Span]) -> None:
        """Shade the stretches in which nobody speaks."""
        self._shown.silences = rows_of(spans)
        self.redraw()

    def set_playhead(self, ms: int) -> None:
        """Move the playhead, cheaply, and turn the page when it leaves the view."""
        self.update(self._playhead_rect())
        self._playhead = ms
        self.update(self._playhead_rect())
        if self.follows:
            self._turn_page()

    def set_large(self, *, large: bool) -> None:
        """Take much room where there is no picture, or that of a strip below one."""
        self._hint = _LARGE if large else _STRIP
        vertical = QSizePolicy.Policy.Expanding if large else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.updateGeometry()

    def clear(self) -> None:
        """Show nothing, as without a recording; the zoom stays."""
        self._playhead = 0
        self._shown = WaveContents()
        self._whole = 0
        self._show_range(0, self._zoomed)
        self.set_follows(True)

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
        self.redraw()
        height = self._bar.sizeHint().height()
        self._bar.setGeometry(0, self.height() - height, self.width(), height)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Draw anew in other colours or another font."""
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if event.type() in kinds:
            self.redraw()
        super().changeEvent(event)

    def _set_length(self, whole: int) -> None:
        self._whole = whole
        self._show_range(self._bar.value(), self._bar.pageStep())

    def _show_range(self, start: float, length: float) -> None:
        """Show so much from a time on, as near to that as the recording allows."""
        length = self._fitting(length)
        self._bar.setRange(0, max(0, self._whole - length))
        self._bar.setPageStep(length)
        self._bar.setSingleStep(max(1, length // 20))
        self._bar.setValue(round(start))
        self._bar.setVisible(length < self._whole)
        self.redraw()

    def _fitting(self, length: float) -> int:
        longest = max(self._whole or length, _SHORTEST_MS)
        return round(min(max(length, _SHORTEST_MS), longest))

    def _turn_page(self) -> None:
        """Have the playhead in view, shortly after the start of another stretch if need be."""
        if not self._in_view(self._playhead):
            self._bar.setValue(round(self._playhead - _LEAD * self.stretch.length))

    def _ms_at(self, x: float) -> float:
        stretch = self.stretch
        return stretch.start + x * stretch.length / max(1, self.width())

    def _x_of(self, ms: float) -> float:
        stretch = self.stretch
        return (ms - stretch.start) * self.width() / stretch.length

    def _playhead_rect(self) -> QRect:
        x = round(self._x_of(self._playhead))
        return QRect(x - _HEAD_PX - 1, 0, 2 * _HEAD_PX + 3, self.height())

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        colours = tones(self.palette())
        picture.fill(self.palette().base().color())
        if self._whole:
            painter = QPainter(picture)
            painter.setFont(ruler_font(self.font()))
            below = 0 if self._bar.isHidden() else self._bar.height()
            area = self.rect().adjusted(0, 0, 0, -below)
            WavePicture(painter, self._shown, self.stretch, area, colours).draw()
            painter.end()
        return picture

    def _draw_playhead(self, painter: QPainter) -> None:
        if not self._whole:
            return
        x, colour = round(self._x_of(self._playhead)), tones(self.palette()).text
        painter.fillRect(x - 1, 0, 2, self.height(), colour)
        painter.fillRect(x - _HEAD_PX, 0, 2 * _HEAD_PX, 4, colour)

    def zoom_in(self) -> None:
        """Show half as long a stretch, about the playhead if it is in view."""
        self._zoom(1 / _ZOOM, self._anchor())

    def zoom_out(self) -> None:
        """Show twice as long a stretch, about the playhead if it is in view."""
        self._zoom(_ZOOM, self._anchor())

    def show_all(self) -> None:
        """Show the whole recording."""
        self._show_range(0, self._whole)

    def follow(self) -> None:
        """Go to the playhead, and go along with it again."""
        self.set_follows(True)
        self._turn_page()

    def set_follows(self, follows: bool) -> None:
        """Go along with the playhead from now on, or stay."""
        if follows != self.follows:
            self.follows = follows
            self.followed.emit(follows)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the gap whose tick is clicked, or seek to the time."""
        if event.button() is not Qt.MouseButton.LeftButton or not self._whole:
            event.ignore()
            return
        self.set_follows(True)
        gap = self._gap_at(event.position().x())
        if gap is not None:
            self.gap_chosen.emit(gap)
        else:
            self._seek(self._ms_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show that a tick can be clicked, and which time is under the pointer."""
        if not self._whole:
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
        doings: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Space: self.toggle_wanted.emit,
            Qt.Key.Key_Left: lambda: self._seek(self._playhead - step),
            Qt.Key.Key_Right: lambda: self._seek(self._playhead + step),
            Qt.Key.Key_Home: lambda: self._seek(0),
            Qt.Key.Key_End: lambda: self._seek(self._whole),
            Qt.Key.Key_PageUp: lambda: self._scroll_to(self.stretch.start - page),
            Qt.Key.Key_PageDown: lambda: self._scroll_to(self.stretch.start + page),
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_0: self.show_all,
        }
        doing = doings.get(event.key())
        if doing is None:
            super().keyPressEvent(event)
        else:
            doing()

    def _set_up(self) -> None:
        # Every pixel is painted here, so Qt need not clear them 60 times a second.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("waveform")
        self.setAccessibleName(tr("Waveform"))
        self.setAccessibleDescription(
            tr(
                "Space plays and pauses, Left and Right go back and on by a second, plus and minus "
                "zoom, Page Up and Page Down scroll."
            )
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setAccessibleName(tr("Part of the recording that is in view"))
        self._bar.hide()
        FocusFrame(self)

    def _scroll_to(self, start: float) -> None:
        self._bar.setValue(round(start))
        self._look_away(self._bar.value())

    def _look_away(self, start: int) -> None:
        """Stop following the playhead where it is out of view by now, else follow it."""
        self.set_follows(start <= self._playhead < start + self._bar.pageStep())

    def _zoom(self, factor: float, about: float) -> None:
        """Show a stretch so many times as long, in which a time stays where it was."""
        if self._whole:
            stretch = self.stretch
            share = (about - stretch.start) / stretch.length
            self._zoomed = self._fitting(factor * stretch.length)
            self._show_range(about - share * self._zoomed, self._zoomed)
            self.set_follows(self.follows and self._in_view(self._playhead))

    def _anchor(self) -> float:
        stretch = self.stretch
        middle = stretch.start + stretch.length / 2
        return self._playhead if self._in_view(self._playhead) else middle

    def _in_view(self, ms: float) -> bool:
        return self.stretch.is_all or self.stretch.start <= ms < self.stretch.end

    def _seek(self, ms: float) -> None:
        if self._whole:
            self.set_follows(True)
            self.seek_wanted.emit(round(min(max(0.0, ms), self._whole)))

    def _gap_at(self, x: float) -> int | None:
        reach = _REACH_PX * self.stretch.length / max(1, self.width())
        return self._shown.nearest(self._ms_at(x), reach)
