"""Watch what lies at a path, also while it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.services.paths import is_there

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QFileSystemWatcher


def watch(watcher: QFileSystemWatcher, path: Path) -> None:
    """Watch a path and nothing else, or where it is gone the nearest folder that is there.

    To be called again with each change: what takes the place of a file or folder is not watched.
    """
    unwatch(watcher)
    watched = None
    # What came back before it was watched is watched next.
    while watched != (nearest := _nearest(path)):
        watcher.addPath(str(nearest))
        watched = nearest


def unwatch(watcher: QFileSystemWatcher) -> None:
    """Watch nothing."""
    if watched := [*watcher.files(), *watcher.directories()]:
        watcher.removePaths(watched)


def _nearest(path: Path) -> Path:
    return next(filter(is_there, (path, *path.parents)), path)
