"""Notice that the recording which is open goes or changes, and that it is as it was again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from subpunct_app.core.errors import MediaError
from subpunct_app.gui.background.watches import unwatch, watch
from subpunct_app.services.paths import is_there

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.services.media.identity import Identity


class Vigil(QObject):
    """Look after one recording: `gone` and `changed` tell once of what has become of it.

    `mended` takes one of these back.
    """

    gone = Signal(object)
    changed = Signal(object)
    mended = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._identity: Identity | None = None
        self._gone: MediaError | None = None
        self._changed: MediaError | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._look)
        self._watcher.directoryChanged.connect(self._look)

    def begin(self, path: Path, identity: Identity) -> None:
        """Look after a file that was opened, and after no other."""
        self.end()
        self._path, self._identity = path, identity
        self._look()

    def end(self) -> None:
        """Look after nothing, and take back what was told."""
        self._path = self._identity = None
        self._find_again()
        self._find_unchanged()
        unwatch(self._watcher)

    @property
    def identity(self) -> Identity | None:
        """Return what the file was when it was opened, None without one."""
        return self._identity

    @property
    def loss(self) -> MediaError | None:
        """Return what was told of the file that is gone, None while it is there."""
        path = self._path
        return self._gone if path is not None and not is_there(path) else None

    def _look(self) -> None:
        path, identity = self._path, self._identity
        if path is None or identity is None:
            return
        watch(self._watcher, path)
        if not is_there(path):
            self._lose(path)
            return
        self._find_again()
        if identity.fits(path):
            self._find_unchanged()
        else:
            self._tell_changed(path)

    def _lose(self, path: Path) -> None:
        if self._gone is None:
            self._gone = MediaError(
                f"{path.name} was moved or deleted.",
                "Put it back, or open it where it is now; the text is not affected.",
            )
            self.gone.emit(self._gone)

    def _find_again(self) -> None:
        gone, self._gone = self._gone, None
        if gone is not None:
            self.mended.emit(gone)

    def _tell_changed(self, path: Path) -> None:
        """Say that the file is another one by now, or goes on where it ended, as in a download."""
        if self._changed is None:
            self._changed = MediaError(
                f"{path.name} has changed since it was opened.",
                "Open it again to see and hear what it holds now.",
            )
            self.changed.emit(self._changed)

    def _find_unchanged(self) -> None:
        changed, self._changed = self._changed, None
        if changed is not None:
            self.mended.emit(changed)
