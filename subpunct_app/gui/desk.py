"""What the parts of the window share: the open file and what is remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.services.settings import Settings


class Desk(QObject):
    """Hold the one open file and the settings; `changed` says that either is another now.

    `opened` comes once a file is shown with the review of it that was left, `proposed` once
    suggestions are, `failed` where neither came about.
    """

    changed = Signal()
    opened = Signal()
    proposed = Signal()
    failed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._file: OpenFile | None = None

    @property
    def file(self) -> OpenFile | None:
        """Return what is open."""
        return self._file

    @property
    def settings(self) -> Settings:
        """Return what is remembered."""
        return self._settings

    def put(self, file: OpenFile) -> None:
        """Take another file, or another state of the same one."""
        self._file = file
        self.changed.emit()

    def remember(self, settings: Settings) -> None:
        """Take other settings."""
        self._settings = settings
        self.changed.emit()

    def treat_as(self, language: str) -> None:
        """Treat the file as text in a language, or in the one it tells where empty."""
        if self._file is not None:
            self.put(replace(self._file, chosen=language))
