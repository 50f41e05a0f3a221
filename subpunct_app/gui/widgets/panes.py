"""Windows, panels and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDockWidget, QStackedWidget, QStyle, QWidget

from subpunct_app.gui.widgets.icons import app_icon

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


def resize_to_text(window: QWidget, letters: int, lines: int) -> None:
    """Make a window so many letters wide and lines high, or as large as its screen has room for."""
    metrics = window.fontMetrics()
    wished = QSize(letters * metrics.averageCharWidth(), lines * metrics.height())
    bar = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    room = window.screen().availableSize() - QSize(bar, 2 * bar)
    window.resize(wished.boundedTo(room))


class Pages(QStackedWidget):
    """Need no more room than the page that is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the room that the shown page needs."""
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown else super().minimumSizeHint()


class Panel(QDockWidget):
    """Stay where the window puts it; `name` is what the settings remember it by."""

    def __init__(self, title: str, name: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.hide()

    def toggle(self) -> None:
        """Open the panel with the focus in it, or close it."""
        self.setVisible(self.isHidden())
        if not self.isHidden():
            self.widget().setFocus()


class SideWindow(QWidget):
    """Close by the key of the system, and while nothing is under way by Esc."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(f"{title} - subpunct")
        self.setWindowIcon(app_icon())
        # A choice among several would take the letter of it.
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)

    @property
    def at_work(self) -> bool:
        """Tell whether anything is under way."""
        raise NotImplementedError

    def come(self) -> None:
        """Show the window in front."""
        self.show()
        self.raise_()
        self.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take Esc where no field had a use for it."""
        if event.key() == Qt.Key.Key_Escape and not self.at_work:
            self.close()
        else:
            super().keyPressEvent(event)
