"""Do what takes long in slices between two events."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
