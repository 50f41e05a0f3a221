"""Which panels stand open beside the review, and how large, from one day to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QDockWidget

    from subpunct_app.gui.workplace import Workplace


class OpenPanels:
    """Open what was open the last time, with the first file: before, panels have nothing to show.

    None is larger than half of the window, whatever window it comes from.
    """

    def __init__(self, place: Workplace, panels: Sequence[QDockWidget]) -> None:
        self._window = place.window
        self._desk = place.desk
        self._panels = panels
        self._restored = False
        place.desk.opened.connect(self._restore)

    def remember(self) -> None:
        """Put what is open now among the settings."""
        if not self._restored:
            return
        sizes = {
            panel.objectName(): (panel.width(), panel.height())
            for panel in self._panels
            if not panel.isHidden()
        }
        self._desk.remember(replace(self._desk.settings, panels=sizes))

    def _restore(self) -> None:
        if self._restored:
            return
        self._restored = True
        sizes = self._desk.settings.panels
        opened = [panel for panel in self._panels if panel.objectName() in sizes]
        for panel in opened:
            panel.show()
        most = self._window.width() // 2, self._window.height() // 2
        for side, across in enumerate((Qt.Orientation.Horizontal, Qt.Orientation.Vertical)):
            wanted = [min(sizes[panel.objectName()][side], most[side]) for panel in opened]
            self._window.resizeDocks(opened, wanted, across)
