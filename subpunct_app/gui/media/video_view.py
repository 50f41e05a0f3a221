"""The picture of a video, with the captions over it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtMultimediaWidgets import QGraphicsVideoItem
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QWidget,
)

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.media.captions import CaptionItem
from subpunct_app.gui.texts.translation import tr
from subpunct_app.speech.media.pictures import picture_at

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtGui import QMouseEvent, QResizeEvent

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.media.captions import ShownCaption
    from subpunct_app.gui.media.player import Player
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.pictures import Pixels


_HINT = QSize(480, 270)
_LEAST = QSize(224, 126)


class VideoView(QGraphicsView):
    """Show what a player plays; a click asks to play or pause."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        # What a player draws into.
        self.picture = QGraphicsVideoItem()
        self.picture.nativeSizeChanged.connect(self._fit)
        self.scene().addItem(self.picture)
        self._captions = CaptionItem()
        self._captions.setZValue(1)
        self.scene().addItem(self._captions)
        # What is shown over that, null where nothing is.
        self.still = QGraphicsPixmapItem()
        self.still.setZValue(0.5)
        self.still.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.scene().addItem(self.still)
        self._dress()

    def show_captions(self, captions: Sequence[ShownCaption]) -> None:
        """Show other captions."""
        self._captions.set_captions(captions)
        self.setAccessibleDescription(self._captions.text)

    def show_still(self, still: QImage | None) -> None:
        """Show a picture over what a player draws, or that again."""
        self.still.setPixmap(QPixmap() if still is None else QPixmap.fromImage(still))
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for a picture in which a face can be told."""
        return _HINT

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for a very small picture."""
        return _LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fill the new room."""
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Ask to play or pause."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def _dress(self) -> None:
        self.setAccessibleName(tr("Picture"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(Qt.GlobalColor.black)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # Keys go on to act on the cues, and files that are dropped reach the window.
        for widget in (self, self.viewport()):
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAcceptDrops(False)

    def _fit(self) -> None:
        room = QRectF(self.viewport().rect())
        self.setSceneRect(room)
        self.picture.setSize(room.size())
        shown = _within(room, self.picture.nativeSize())
        still = QSizeF(self.still.pixmap().size())
        if not still.isEmpty():
            shown = _within(room, still)
            self.still.setScale(shown.width() / still.width())
            self.still.setPos(shown.topLeft())
        self._captions.set_area(shown)


def _within(room: QRectF, size: QSizeF) -> QRectF:
    """Return what a picture of some size fills of the room, all of it where that is not known."""
    if size.isEmpty():
        return room
    shown = QRectF(room.topLeft(), size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio))
    shown.moveCenter(room.center())
    return shown


_LOOK_MS = 100
# Qt has shown its picture of most places after so many looks.
_LOOKS = 5
# While none of Qt's comes and time goes on, the next is decoded so many looks after one.
_PAUSE = 10


class StillPicture(QObject):
    """Look after each place that is sought whether its picture comes.

    Qt shows that of a broadcast only from the next whole picture on, and none of what stands
    longest in a film of slides.
    """

    def __init__(self, player: Player, screen: VideoView, jobs: Jobs) -> None:
        super().__init__(player)
        self._player = player
        self._screen = screen
        self._jobs = jobs
        self._left = _LOOKS
        self._decoded: int | None = None
        self._sought: tuple[Path | None, int] = (None, 0)
        self._task: Task | None = None
        self._timer = timer(self, _LOOK_MS)
        self._timer.timeout.connect(self._look)
        player.sought.connect(self._begin)

    def stop(self) -> None:
        """Look for nothing more, and show nothing of one's own."""
        self._timer.stop()
        self._give_up()
        self._screen.show_still(None)

    def _begin(self, place: int) -> None:
        path, info = self._player.path, self._player.info
        if info is None or not info.has_video:
            self.stop()
            return
        # A stretch that is played over and over may be shorter than Qt is given.
        if self._timer.isActive() and (path, place) == self._sought:
            return
        if path != self._sought[0] or self._player.shows_place:
            self._screen.show_still(None)
        self._sought = path, place
        self._give_up()
        self._left, self._decoded = _LOOKS, None
        if not self._timer.isActive():
            self._timer.start()

    def _give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def _look(self) -> None:
        self._left -= 1
        path, position = self._player.path, self._player.position
        if path is None or self._player.shows_place:
            self.stop()
        elif self._left <= 0 and self._task is None and position != self._decoded:
            self._decoded = position
            self._task = self._jobs.submit(
                Lane.PICTURE,
                partial(picture_at, path, position),
                done=self._show,
                failed=lambda _error: self._show(None),
                quiet=True,
            )

    def _show(self, pixels: Pixels | None) -> None:
        self._task, self._left = None, _PAUSE
        self._screen.show_still(None if pixels is None else _image(pixels))


def _image(pixels: Pixels) -> QImage:
    height, width, _ = pixels.shape
    # Its own copy: the pixels go with the array.
    return QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
