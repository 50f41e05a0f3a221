"""Tell what has happened to somebody who looks at another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from subpunct_app.gui.widgets.icons import app_icon

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SHOWN_MS = 10_000


class Notifier(QObject):
    """Show a message of the desktop where it can, and mark the window in the list of windows.

    `wanted` says that the message was clicked.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._icon: QSystemTrayIcon | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.applicationStateChanged.connect(self._hide)

    def tell(self, text: str) -> None:
        """Tell something, unless a window of the program is in front."""
        if QApplication.activeWindow() is not None:
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._shown().showMessage("subpunct", text, app_icon(), _SHOWN_MS)

    def _shown(self) -> QSystemTrayIcon:
        # Messages come from an icon; it goes away when the editor comes back.
        if self._icon is None:
            self._icon = QSystemTrayIcon(app_icon(), self)
            self._icon.setToolTip("subpunct")
            self._icon.messageClicked.connect(self.wanted)
            self._icon.activated.connect(self.wanted)
        self._icon.show()
        return self._icon

    def _hide(self, state: Qt.ApplicationState) -> None:
        if self._icon is not None and state == Qt.ApplicationState.ApplicationActive:
            self._icon.hide()
