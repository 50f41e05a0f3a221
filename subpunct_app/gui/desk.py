"""What the parts of the window share: the open file, the settings, and who does the work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QMainWindow

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.review.settings import Settings
    from subpunct_app.runtime.task import Task

    pass
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.panels.message_bar import MessageBar
    from subpunct_app.gui.review.review_page import ReviewPage


class Desk(QObject):
    """Hold the one open file, the one to come, and the settings; `changed` says that one differs.

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
        self._coming: tuple[Path, Task] | None = None

    @property
    def file(self) -> OpenFile | None:
        """Return what is open."""
        return self._file

    @property
    def coming(self) -> Path | None:
        """Return the file that is being read to take the place of the open one."""
        if self._coming is None or self._coming[1].cancelled:
            return None
        return self._coming[0]

    @property
    def settings(self) -> Settings:
        """Return what is remembered."""
        return self._settings

    def put(self, file: OpenFile) -> None:
        """Take another file, or another state of the same one."""
        self._file = file
        self.changed.emit()

    def expect(self, path: Path, reading: Task) -> None:
        """Know which file is to come, unless the reading is cancelled."""
        self._coming = path, reading
        self.changed.emit()

    def expect_none(self) -> None:
        """Know that no file is to come: it is here, or cannot be read."""
        self._coming = None

    def remember(self, settings: Settings) -> None:
        """Take other settings."""
        self._settings = settings
        self.changed.emit()

    def treat_as(self, language: str) -> None:
        """Treat the file as text in a language, or in the one it tells where empty."""
        if self._file is not None:
            self.put(replace(self._file, chosen=language))


@dataclass(frozen=True, slots=True)
class Workplace:
    """The window, what lies open in it, and who does the work.

    `finish_typing` puts what is typed into a cue, and tells whether that went well.
    """

    window: QMainWindow
    desk: Desk
    jobs: Jobs
    page: ReviewPage
    message: MessageBar
    opener: Opener
    finish_typing: Callable[[], bool]
