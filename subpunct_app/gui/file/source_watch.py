"""Tell when something else has changed the open file on the disk, or moved or deleted it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject

from subpunct_app.gui.background.timers import timer, unwatch, watch
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.paths import is_file

if TYPE_CHECKING:
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.opening import OpenedFile

# A file is often changed in several steps.
_DELAY_MS = 300


class SourceWatch(QObject):
    """Offer to open the file again; an export over it by this window changes nothing."""

    def __init__(self, place: Workplace) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._opener = place.opener
        self._message = place.message
        self._source: FileState | None = None
        self._gone: FileError | None = None
        self._watcher = QFileSystemWatcher(self)
        self._timer = timer(self, _DELAY_MS, once=True)
        self._connect()

    def _connect(self) -> None:
        self._watcher.fileChanged.connect(self._timer.start)
        self._watcher.directoryChanged.connect(self._look_soon)
        self._timer.timeout.connect(self._look)
        self._opener.leaving.connect(self._forget)
        self._opener.opened.connect(self._begin)

    def _begin(self, opened: OpenedFile) -> None:
        if not is_file(opened.source.path):
            # Of a pipe nobody can tell whether it holds the same.
            return
        self._source = opened.source
        watch(self._watcher, opened.source.path)

    def _forget(self) -> None:
        self._timer.stop()
        self._source = self._gone = None
        unwatch(self._watcher)

    def _look_soon(self) -> None:
        """Look for what is gone, also while something else writes in its folder all the time."""
        if not self._timer.isActive():
            self._timer.start()

    def _look(self) -> None:
        file, source = self._desk.file, self._source
        if file is None or source is None:
            return
        source = self._source = file.source or source
        watch(self._watcher, source.path)
        if not is_file(source.path):
            self._tell_gone(source.path.name)
            return
        gone, self._gone = self._gone, None
        changed = tr(
            "Another program has changed {name}. You see it as it was before.", name=file.path.name
        )
        if source.changed:
            self._message.show_note(changed, Offer(tr("Open again"), self._opener.open_again))
            return
        self._message.take_back(changed)
        if gone is not None and self._message.error is gone:
            self._message.show_note(tr("{name} is back.", name=file.path.name))

    def _tell_gone(self, name: str) -> None:
        """Say once that the file went."""
        if self._gone is None:
            self._gone = FileError(
                tr("{name} was moved or deleted.", name=name),
                tr("Put it back, open it where it is now, or export what you have here."),
            )
            self._message.show_error(self._gone, Offer(tr("Open…"), self._opener.ask))
