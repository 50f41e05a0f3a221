"""A panel at the edge of the main window, closed until the editor opens it."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QWidget


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
