"""Put the window and its panels as they were left, and keep how they are left now."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QTimer
from PySide6.QtWidgets import QDockWidget

from subpunct_app.gui.texts.translation import tr
from subpunct_app.review import settings
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from subpunct_app.gui.actions.menus import PunctuateMenu
    from subpunct_app.gui.desk import Desk
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
        self._docks_restored = False
        desk.opened.connect(self._restore_docks_soon)

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
        self._page.table.restore_columns(remembered.columns)

    def _restore_docks_soon(self) -> None:
        """Wait for all that a window shows with its first file, which takes room, too."""
        QTimer.singleShot(0, self._window, self._restore_docks)

    def _restore_docks(self) -> None:
        """Open what was open the last time: before the first file, panels have nothing to show."""
        if not self._docks_restored and (docks := self._desk.settings.docks):
            shown = [one for one in self._window.findChildren(QDockWidget) if not one.isHidden()]
            self._window.restoreState(QByteArray.fromBase64(docks.encode()))
            for dock in shown:
                dock.show()
        self._docks_restored = True

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
            columns=self._page.table.column_state,
        )
        if self._docks_restored:
            present = replace(present, docks=self._window.saveState().toBase64().toStdString())
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
