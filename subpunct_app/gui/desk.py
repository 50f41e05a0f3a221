"""What the parts of the window share: the open file, the settings, and who does the work."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Signal

from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.paths import export_path, fit_name, free_path, is_folder
from subpunct_app.subtitles.format_choice import MEDIA
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.registry import TEXT_SUFFIXES
from subpunct_app.subtitles.reading.document_language import Language, Source
from subpunct_app.subtitles.writing.render import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMainWindow

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.panels.message_bar import MessageBar
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.settings import Settings
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.task import Task


_TEXTS = " ".join(f"*{suffix}" for suffix in TEXT_SUFFIXES)
OPENABLE = tr("Subtitles and text ({patterns});;All files (*)", patterns=_TEXTS)
_MEDIA = " ".join(f"*{suffix}" for suffix in sorted(MEDIA))
PLAYABLE = tr("Video and sound ({patterns});;All files (*)", patterns=_MEDIA)


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A document, where it came from, what was exported where at last, and the words for when.

    `source` is what lies at its path, as this window has read or written it. `told` is the encoding
    that the editor chose, empty where it was guessed, `as_utf8` says that it is exported as such,
    whatever its encoding is. `chosen` is the code of the language that the editor chose, empty
    where it is the one `detected`. `kept` says that a journal holds the decisions, `busy` that
    none does as long as another window has the file, `read` that all words have been read, before
    which none may change.
    """

    path: Path
    document: Document
    source: FileState | None
    written: FileState | None = None
    exported: str = ""
    told: str = ""
    as_utf8: bool = False
    detected: Language | None = None
    chosen: str = ""
    kept: bool = False
    busy: bool = False
    read: bool = False

    @property
    def language(self) -> Language | None:
        """Return the language that the text is treated in, None where nobody knows."""
        return Language(self.chosen, Source.USER) if self.chosen else self.detected

    @property
    def changed(self) -> bool:
        """Tell whether something else has changed the file on the disk."""
        return self.source is not None and self.source.changed

    @property
    def displaced(self) -> bool:
        """Tell whether something else lies where it was exported to: other bytes, or a folder."""
        return self.written is not None and (self.written.changed or is_folder(self.written.path))

    @property
    def target(self) -> Path | None:
        """Return where it was exported to."""
        return self.written.path if self.written else None

    @property
    def shipped(self) -> bool:
        """Tell whether the file belongs to the program, where nobody looks for an export."""
        return self.path.is_relative_to(shipped_folder("resources"))

    @property
    def is_recoded(self) -> bool:
        """Tell whether an export is written in another encoding than the file."""
        return self.as_utf8 and not self.document.encoding.is_utf8

    def free_target(self) -> Path:
        """Return a name for the export that no file has: beside the source where that fits.

        What went to another folder stays there: a batch would take it for a text of its own.
        """
        if self.target is not None and self.target.parent != self.path.parent:
            return free_path(self.target, self.target.suffix)
        if not self.shipped:
            return export_path(self.path)
        place = QStandardPaths.StandardLocation.DocumentsLocation
        return export_path(Path(QStandardPaths.writableLocation(place)) / self.path.name)

    def proposed_target(self) -> Path:
        """Return the name to begin with where the editor is asked for one."""
        with suppress(FileError):
            return self.target or self.free_target()
        return self.path

    def proposed_with(self, ending: str) -> Path:
        """Return the name to begin with for what is told of the text in a file of its own."""
        target = self.proposed_target()
        return target.with_name(fit_name(target.stem, ending))

    def result(self, review: Review | None) -> Document:
        """Return what to export: the document with everything that was accepted."""
        document = render(review.transcript, review.session.edits()) if review else self.document
        return document.in_utf8() if self.as_utf8 else document


def sample() -> Path:
    """Return the subtitles that come with the program."""
    return shipped_folder("resources") / "samples" / "lecture.srt"


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
        self.settings = settings
        self.file: OpenFile | None = None
        self._coming: tuple[Path, Task] | None = None

    @property
    def coming(self) -> Path | None:
        """Return the file that is being read to take the place of the open one."""
        if self._coming is None or self._coming[1].cancelled:
            return None
        return self._coming[0]

    def put(self, file: OpenFile) -> None:
        """Take another file, or another state of the same one."""
        self.file = file
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
        self.settings = settings
        self.changed.emit()

    def treat_as(self, language: str) -> None:
        """Treat the file as text in a language, or in the one it tells where empty."""
        if self.file is not None:
            self.put(replace(self.file, chosen=language))


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
