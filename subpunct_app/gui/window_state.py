"""Put the window and its panels as they were left, and keep how they are left now."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtWidgets import QDockWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.review import settings
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMainWindow

    from subpunct_app.gui.actions.menus import PunctuateMenu
    from subpunct_app.gui.desk import Desk, Workplace
    from subpunct_app.gui.panels.message_bar import MessageBar
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.settings import Settings


log = logging.getLogger(__name__)


class WindowState:
    """Carry places and choices from the settings on the desk to the window, and back.

    Windows may be open side by side: each stores only what it has changed.
    """

    def __init__(
        self, desk: Desk, window: QMainWindow, page: ReviewPage, choices: PunctuateMenu
    ) -> None:
        self._desk = desk
        self._stored = desk.settings
        self._window = window
        self._page = page
        self._choices = choices

    def restore(self) -> None:
        """Put everything where the settings say."""
        remembered = self._desk.settings
        self._page.set_threshold(remembered.threshold)
        self._page.set_order(by_doubt=remembered.by_doubt)
        self._choices.show_settings(remembered)
        if remembered.geometry:
            self._window.restoreGeometry(QByteArray.fromBase64(remembered.geometry.encode()))
        if remembered.splitter:
            self._page.halves.restore(remembered.splitter)
        self._page.table.widths.choose(remembered.columns)

    def wanted(self) -> Settings:
        """Return the settings with what the editor lets a model propose now."""
        return self._choices.applied_to(self._desk.settings)

    def store(self) -> None:
        """Write the settings of this moment; the window closes all the same where it fails."""
        present = replace(
            self.wanted(),
            threshold=min(1.0, self._page.threshold),
            by_doubt=self._page.by_doubt,
            geometry=self._window.saveGeometry().toBase64().toStdString(),
            splitter=self._page.halves.state,
            columns=self._page.table.widths.chosen,
        )
        try:
            settings.store_changes(self._stored, present)
            self._stored = present
        except SubpunctError as error:
            log.warning("The settings are not kept: %s", error)


def keep_damaged(message: MessageBar) -> None:
    """Keep a settings file that is damaged before this window writes one, and tell of it."""
    try:
        kept = settings.put_damaged_aside()
    except SubpunctError as error:
        log.warning("The damaged settings cannot be kept: %s", error)
        return
    if kept is not None:
        message.show_lasting(
            tr(
                "Your settings file is damaged, so the default settings are used. The old file was "
                "kept as {kept}.",
                kept=kept,
            )
        )


class OpenPanels:
    """Open what was open the last time, with the first file: before, panels have nothing to show.

    None is larger than half of the window. One that would make the window larger than its screen
    stays closed, and open in the settings, for a larger screen.
    """

    def __init__(self, place: Workplace, panels: Sequence[QDockWidget]) -> None:
        self._window = place.window
        self._desk = place.desk
        self._panels = panels
        self._restored = False
        self._waiting: set[str] = set()
        place.desk.opened.connect(self._restore_soon)

    def remember(self) -> None:
        """Put what is open now among the settings; what had no room stays there."""
        if not self._restored:
            return
        before = self._desk.settings.panels
        sizes = {name: size for name, size in before.items() if name in self._waiting}
        for panel in self._panels:
            if not panel.isHidden():
                sizes[panel.objectName()] = panel.width(), panel.height()
        self._desk.remember(replace(self._desk.settings, panels=sizes))

    def _restore_soon(self) -> None:
        """Wait for all that a window shows with its first file, which takes room, too."""
        QTimer.singleShot(0, self._window, self._restore)

    def _restore(self) -> None:
        if self._restored:
            return
        self._restored = True
        sizes = self._desk.settings.panels
        closed = filter(QDockWidget.isHidden, self._panels)
        opened = [panel for panel in closed if panel.objectName() in sizes and self._fits(panel)]
        most = self._window.width() // 2, self._window.height() // 2
        for side, across in enumerate((Qt.Orientation.Horizontal, Qt.Orientation.Vertical)):
            limited = [min(sizes[panel.objectName()][side], most[side]) for panel in opened]
            self._window.resizeDocks(opened, limited, across)

    def _fits(self, panel: QDockWidget) -> bool:
        """Open a panel, unless the window would be larger than its screen with it."""
        room = self._window.screen().availableSize().expandedTo(self._window.size())
        panel.show()
        least = self._window.minimumSizeHint()
        if least.boundedTo(room) != least:
            panel.hide()
            self._waiting.add(panel.objectName())
            panel.visibilityChanged.connect(partial(self._note_visible, panel.objectName()))
        return not panel.isHidden()

    def _note_visible(self, name: str, shown: bool) -> None:
        """Leave a panel to the editor, who has opened it."""
        if shown:
            self._waiting.discard(name)
