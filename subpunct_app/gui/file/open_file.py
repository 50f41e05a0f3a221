"""The file on screen, where its export may go, and which files the dialogs offer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths

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
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.views.open_review import Review

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
