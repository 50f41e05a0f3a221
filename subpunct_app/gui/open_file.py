"""The file on screen, and where its export may go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from subpunct_app.core.places import shipped
from subpunct_app.services.files import export_path
from subpunct_app.subtitles.document import Document

MEDIA = frozenset(
    {".avi", ".flac", ".m4a", ".m4v", ".mkv", ".mov", ".mp3", ".mp4", ".mpg", ".ogg", ".opus"}
    | {".wav", ".webm"}
)


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A document, where it came from, where it was exported to, and the words for when."""

    path: Path
    document: Document
    target: Path | None = None
    saved: str = ""

    @property
    def shipped(self) -> bool:
        """Tell whether the file belongs to the program, where nobody looks for an export."""
        return self.path.is_relative_to(shipped("resources"))

    def free_target(self) -> Path:
        """Return a name for the export that no file has: beside the source where that fits."""
        if not self.shipped:
            return export_path(self.path)
        place = QStandardPaths.StandardLocation.DocumentsLocation
        return export_path(Path(QStandardPaths.writableLocation(place)) / self.path.name)


def sample() -> Path:
    """Return the subtitles that come with the program."""
    return shipped("resources") / "samples" / "lecture.srt"
