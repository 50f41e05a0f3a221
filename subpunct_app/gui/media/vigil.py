"""Notice that the recording which is open goes or changes, and that it is as it was again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from subpunct_app.gui.background.watches import unwatch, watch
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.paths import path_exists

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import SignalInstance

    from subpunct_app.speech.media.media_files import Identity


class Vigil(QObject):
    """Look after one recording: `gone` and `changed` tell once of what has become of it.

    `mended` takes back what was told last.
    """

    gone = Signal(object)
    changed = Signal(object)
    mended = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._identity: Identity | None = None
        self._told: MediaError | None = None
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
        self._take_back()
        unwatch(self._watcher)

    @property
    def identity(self) -> Identity | None:
        """Return what the file was when it was opened, None without one."""
        return self._identity

    def find_loss(self) -> MediaError | None:
        """Return what is to be told of the file if it is gone, None while it is there.

        It is taken back once the file is there again.
        """
        loss = self._loss()
        self._told = loss or self._told
        return loss

    def _loss(self) -> MediaError | None:
        path = self._path
        return None if path is None or path_exists(path) else _loss_of(path)

    def _look(self) -> None:
        path, identity = self._path, self._identity
        if path is None or identity is None:
            return
        watch(self._watcher, path)
        if loss := self._loss():
            self._tell(self.gone, loss)
        elif identity.fits(path):
            self._take_back()
        else:
            self._tell(self.changed, _change_of(path))

    def _tell(self, signal: SignalInstance, error: MediaError) -> None:
        """Say what is true now, unless that was said last."""
        if self._told is None or self._told.message != error.message:
            self._take_back()
            self._told = error
            signal.emit(error)

    def _take_back(self) -> None:
        told, self._told = self._told, None
        if told is not None:
            self.mended.emit(told)


def _loss_of(path: Path) -> MediaError:
    return MediaError(
        f"{path.name} was moved or deleted.",
        "Put it back, or open it where it is now; the text is not affected.",
    )


def _change_of(path: Path) -> MediaError:
    """Return that a file is another one by now, or goes on where it ended, as in a download."""
    return MediaError(
        f"{path.name} has changed since it was opened.",
        "Open it again to see and hear what it holds now.",
    )
