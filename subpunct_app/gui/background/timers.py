"""Timers, work in slices between two events, and watched paths."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from subpunct_app.runtime.paths import path_exists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtCore import QFileSystemWatcher


def timer(parent: QObject, interval_ms: int, *, once: bool = False) -> QTimer:
    """Return a timer that is yet to be started.

    PySide turns `interval=` into `setInterval` by the letters of the system; in Turkish i has no I.
    """
    made = QTimer(parent)
    made.setInterval(interval_ms)
    made.setSingleShot(once)
    return made


_SLICE_SECONDS = 0.004


class Slices(QObject):
    """Run one piece of work on the thread of the window, a few steps at a time; then `done` comes.

    A key press is handled between two steps. A worker thread would be slower for this: it would
    compete with the window for Python's lock, which drawing takes a hundred times.
    """

    done = Signal()

    def __init__(self, parent: QObject, *, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self._clock = clock
        self._steps: Iterator[None] = iter(())
        self._timer = timer(self, 0)
        self._timer.timeout.connect(self._go_on)

    @property
    def under_way(self) -> bool:
        """Tell whether there are steps left."""
        return self._timer.isActive()

    def begin(self, steps: Iterator[None]) -> None:
        """Run these steps, and drop what is left of earlier ones."""
        self._steps = steps
        self._timer.start()

    def stop(self) -> None:
        """Drop the steps that are left."""
        self._timer.stop()

    def _go_on(self) -> None:
        begun = before = self._clock()
        for _ in self._steps:
            now = self._clock()
            # The next step takes about as long as the last one, and is not to end too late.
            if now + (now - before) > begun + _SLICE_SECONDS:
                return
            before = now
        self._timer.stop()
        self.done.emit()


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
