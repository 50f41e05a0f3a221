"""Watch what lies at a path, also while it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.runtime.paths import path_exists

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QFileSystemWatcher


def watch(watcher: QFileSystemWatcher, path: Path) -> None:
    """Watch a path and nothing else, or the nearest folder above it while it is gone.

    Call it again after each change: Qt does not watch a file that has replaced the one it watched.
    """
    unwatch(watcher)
    watched = None
    # The path may come back before the folder above it is watched.
    while watched != (nearest := _nearest(path)):
        watcher.addPath(str(nearest))
        watched = nearest


def unwatch(watcher: QFileSystemWatcher) -> None:
    """Watch nothing."""
    if watched := [*watcher.files(), *watcher.directories()]:
        watcher.removePaths(watched)


def _nearest(path: Path) -> Path:
    return next(filter(path_exists, (path, *path.parents)), path)
