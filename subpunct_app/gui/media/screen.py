"""The picture of a video with the captions over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QWidget,
)

from subpunct_app.gui.media.caption_item import CaptionItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QImage, QMouseEvent, QResizeEvent
    from PySide6.QtMultimediaWidgets import QGraphicsVideoItem

    from subpunct_app.gui.media.caption import Caption

_HINT = QSize(480, 270)
_LEAST = QSize(224, 126)


class Screen(QGraphicsView):
    """Show what a player plays; a click asks to play or pause."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self._picture: QGraphicsVideoItem | None = None
        self._captions = CaptionItem()
        self._captions.setZValue(1)
        self.scene().addItem(self._captions)
        self._still = QGraphicsPixmapItem()
        self._still.setZValue(0.5)
        self._still.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.scene().addItem(self._still)
        self._dress()

    @property
    def picture(self) -> QGraphicsVideoItem:
        """Return what a player draws into, made when it is first wanted."""
        if self._picture is None:
            from PySide6.QtMultimediaWidgets import QGraphicsVideoItem

            self._picture = QGraphicsVideoItem()
            self._picture.nativeSizeChanged.connect(self._fit)
            self.scene().addItem(self._picture)
            self._fit()
        return self._picture

    def show_captions(self, captions: Sequence[Caption]) -> None:
        """Show other captions."""
        self._captions.set_captions(captions)
        self.setAccessibleDescription(self._captions.text)

    def show_still(self, still: QImage | None) -> None:
        """Show a picture over what a player draws, or that again."""
        self._still.setPixmap(QPixmap() if still is None else QPixmap.fromImage(still))
        self._fit()

    @property
    def still(self) -> QPixmap:
        """Return the picture that is shown over what a player draws, null without one."""
        return self._still.pixmap()

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
        self.setAccessibleName("Picture")
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
        shown = room
        if self._picture is not None:
            self._picture.setSize(room.size())
            shown = _within(room, self._picture.nativeSize())
        still = QSizeF(self._still.pixmap().size())
        if not still.isEmpty():
            shown = _within(room, still)
            self._still.setScale(shown.width() / still.width())
            self._still.setPos(shown.topLeft())
        self._captions.set_area(shown)


def _within(room: QRectF, size: QSizeF) -> QRectF:
    """Return what a picture of some size fills of the room, all of it where that is not known."""
    if size.isEmpty():
        return room
    shown = QRectF(room.topLeft(), size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio))
    shown.moveCenter(room.center())
    return shown
