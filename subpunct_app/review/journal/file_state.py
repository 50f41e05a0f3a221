"""A file, told from all others by its path and its bytes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from subpunct_app.runtime import paths
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles import files


@dataclass(frozen=True, slots=True)
class FileState:
    """A file with the bytes that it had when it was opened or written."""

    path: Path
    sha256: str

    @classmethod
    def of(cls, path: Path, content: bytes) -> FileState:
        """Return what tells these bytes of a file from all others."""
        return cls(path, hashlib.sha256(content).hexdigest())

    def replaces(self, other: FileState) -> bool:
        """Tell whether this is the same file with other bytes."""
        return self.sha256 != other.sha256 and self.path.resolve() == other.path.resolve()

    @property
    def changed(self) -> bool:
        """Tell whether the file has other bytes by now; one that is gone or closed has none."""
        try:
            # A pipe would keep whoever reads it waiting.
            found = paths.is_file(self.path)
            return found and FileState.of(self.path, files.read(self.path)) != self
        except FileError:
            return False
