"""Put the window as it was left the last time, and keep how it is left now."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

from subpunct_app.gui.texts.notes import damaged_settings_note
from subpunct_app.review import settings
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from subpunct_app.gui.actions.punctuate_menu import PunctuateMenu
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.parts.message_bar import MessageBar
    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.review.settings import Settings

log = logging.getLogger(__name__)


class Memory:
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
        message.show_lasting(damaged_settings_note(kept))
