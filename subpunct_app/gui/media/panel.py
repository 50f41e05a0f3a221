"""Picture, waveform and controls, above one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from subpunct_app.gui.media.screen import Screen
from subpunct_app.gui.media.transport import Transport
from subpunct_app.gui.media.waveform import Waveform
from subpunct_app.gui.widgets.keys import COMMANDING, ENTER

if TYPE_CHECKING:
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.media.player import Player
    from subpunct_app.speech.sound.probe import MediaInfo

_MOVING = frozenset(
    {
        *(Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
        *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
        *(Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0),
    }
)


class MediaPanel(QWidget):
    """Show one file; sound alone has a large waveform instead of a picture."""

    def __init__(self, player: Player, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = Screen(self)
        self.waveform = Waveform(self)
        self.transport = Transport(player, actions, self)
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
        self.view.setVisible(info.has_video)
        self.waveform.set_large(large=not info.has_video)
