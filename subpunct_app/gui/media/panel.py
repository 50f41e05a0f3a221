"""Picture, waveform and controls, above one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from subpunct_app.gui.media.screen import Screen
from subpunct_app.gui.media.transport import Transport
from subpunct_app.gui.media.waveform import Waveform
from subpunct_app.gui.review.page_layout import TopPart
from subpunct_app.gui.widgets.focus import COMMANDING, ENTER

if TYPE_CHECKING:
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.media.player import Player
    from subpunct_app.speech.media.probe import MediaInfo

_MOVING = frozenset(
    {
        *(Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
        *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
        *(Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0),
    }
)


class MediaPanel(TopPart):
    """Show one file; sound alone has a large waveform instead of a picture."""

    def __init__(self, player: Player, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = Screen(self)
        self.waveform = Waveform(self)
        self.transport = Transport(player, actions, self)
        self._has_picture = False
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.view)
        self._splitter.addWidget(self.waveform)
        self._splitter.setStretchFactor(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.transport)
        self.setAccessibleName("Video and sound")
        self.hide()

    def event(self, event: QEvent) -> bool:
        """Leave to a control the keys that it takes itself, and others to the review."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = _MOVING if self.waveform.hasFocus() else _MOVING | ENTER
            if event.key() in own and not event.modifiers() & COMMANDING:
                event.accept()
                return True
        return super().event(event)

    def fit(self, info: MediaInfo) -> None:
        """Make room for what a file holds."""
        self._has_picture = info.has_video
        self.waveform.set_large(large=not info.has_video)
        self._make_room()

    @property
    def ease(self) -> int:
        """Return how high it has to be for a picture, too."""
        if not self._has_picture:
            return self._least_height()
        picture = self.view.minimumSizeHint().height() + self._splitter.handleWidth()
        return self._least_height() + picture

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the waveform and the controls; a picture shows where there is more."""
        least = self.view.minimumSizeHint() if self._has_picture else QSize()
        return QSize(max(super().minimumSizeHint().width(), least.width()), self._least_height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show a picture where there is room for it."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        fits = self.height() >= self.ease or not self.isVisible()
        self.view.setVisible(self._has_picture and fits)

    def _least_height(self) -> int:
        parts = (self.waveform, self.transport)
        return sum(part.minimumSizeHint().height() for part in parts)
