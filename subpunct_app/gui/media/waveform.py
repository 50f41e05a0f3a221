"""The waveform of the open recording, to seek and choose gaps in with mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from subpunct_app.gui.media.wave_canvas import WaveCanvas
from subpunct_app.gui.media.wave_picture import brief_clock
from subpunct_app.gui.widgets.focus import FocusFrame

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent

    from subpunct_app.gui.media.stretch import Stretch

_ZOOM = 2.0
_STEP_MS = 1_000
_FINE_MS = 100
_REACH_PX = 5
_NOTCH = 120.0


class Waveform(WaveCanvas):
    """Seek by a click, choose a gap by a click on its tick; zoom and scroll.

    The view turns its pages with the playhead, unless the editor scrolled away; `follow` takes
    that back, and so does seeking in the wave. `followed` tells of both.
    """

    seek_wanted = Signal(int)
    gap_chosen = Signal(int)
    toggle_wanted = Signal()
    followed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._follows = True
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._set_up()
        self._bar.valueChanged.connect(self._scroll_to)

    @property
    def follows(self) -> bool:
        """Tell whether the view goes along with the playhead."""
        return self._follows

    def set_playhead(self, ms: int) -> None:
        """Move the playhead, and turn the page when it leaves the view."""
        super().set_playhead(ms)
        if self._follows:
            self._set_stretch(self.stretch.showing(ms))

    def clear(self) -> None:
        """Show nothing, as without a recording; the zoom stays."""
        super().clear()
        self._place_bar()
        self._set_follows(follows=True)

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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the scroll bar at the lower edge."""
        super().resizeEvent(event)
        height = self._bar.sizeHint().height()
        self._bar.setGeometry(0, self.height() - height, self.width(), height)

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
        self.setObjectName("waveform")
        self.setAccessibleName("Waveform")
        self.setAccessibleDescription(
            "Space plays and pauses, Left and Right go back and on by a second, plus and minus "
            "zoom, Page Up and Page Down scroll."
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setAccessibleName("Stretch of the recording that is in view")
        self._bar.hide()
        FocusFrame(self)

    def _set_stretch(self, stretch: Stretch) -> None:
        super()._set_stretch(stretch)
        self._place_bar()

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
