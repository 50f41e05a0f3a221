"""Collect garbage while the editor rests, so that no key press waits for it."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from subpunct_app.gui.background.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QGuiApplication, QWindow

_REST_MS = 2_000
# Fewer new objects are not worth a look; so many, some hundred megabytes, cannot wait for a rest.
_SOME = 20_000
_MANY = 2_000_000
# Of keys that are shortcuts a window only hears that they are let go.
_DOINGS = {
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.InputMethod,
}


class Sweeper(QObject):
    """Collect garbage when the editor has done nothing for a while, in place of Python itself.

    A collection looks at all objects that are not frozen, which takes a fifth of a second for a
    long film. Objects that survive one are frozen until another file is opened.
    """

    def __init__(
        self,
        application: QGuiApplication,
        *,
        rest_ms: int = _REST_MS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._application = application
        self._rest_seconds = rest_ms / 1000
        self._clock = clock
        self._last = clock()
        self._timer = timer(self, rest_ms // 2)
        self._timer.timeout.connect(self._look)
        application.focusWindowChanged.connect(self._watch)
        gc.disable()
        self._timer.start()

    def thaw(self) -> None:
        """Have the next collection look at all objects: many may have become garbage."""
        gc.unfreeze()

    def close(self) -> None:
        """Leave collections to Python again."""
        self._timer.stop()
        self._application.focusWindowChanged.disconnect(self._watch)
        for window in self._application.allWindows():
            window.removeEventFilter(self)
        gc.unfreeze()
        gc.enable()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note when the editor does something."""
        if event.type() in _DOINGS:
            self._last = self._clock()
        return False

    def _watch(self, window: QWindow | None) -> None:
        """Watch the window that gets what the editor does from now on."""
        if window is not None:
            window.installEventFilter(self)

    def _look(self) -> None:
        new = gc.get_count()[0]
        rests = self._clock() - self._last >= self._rest_seconds
        if new >= (_SOME if rests else _MANY):
            gc.collect()
            gc.freeze()
