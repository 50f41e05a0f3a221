"""Do what takes long in slices between two events."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SLICE_SECONDS = 0.004
_FRAME_MS = 16


class Slices(QObject):
    """Run one piece of work on the thread of the window, a few steps at a time; then `done` comes.

    What a key has changed is drawn before the first of them, and the next key press is handled
    between two. A worker thread would be slower for this: it would compete with the window for
    Python's lock, which drawing takes a hundred times.
    """

    done = Signal()

    def __init__(self, parent: QObject, *, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self._clock = clock
        self._steps: Iterator[None] = iter(())
        self._drawn = False
        self._timer = timer(self, 0)
        self._timer.timeout.connect(self._go_on)

    @property
    def under_way(self) -> bool:
        """Tell whether there are steps left."""
        return self._timer.isActive()

    def begin(self, steps: Iterator[None]) -> None:
        """Run these steps, and drop what is left of earlier ones."""
        self._steps, self._drawn = steps, False
        self._timer.start(0)

    def stop(self) -> None:
        """Drop the steps that are left."""
        self._timer.stop()

    def _go_on(self) -> None:
        if not self._drawn:
            # Whatever began this has returned only now.
            self._drawn = True
            self._timer.start(_FRAME_MS)
            return
        self._timer.setInterval(0)
        begun = before = self._clock()
        for _ in self._steps:
            now = self._clock()
            # The next step takes about as long as the last one, and is not to end too late.
            if now + (now - before) > begun + _SLICE_SECONDS:
                return
            before = now
        self._timer.stop()
        self.done.emit()
