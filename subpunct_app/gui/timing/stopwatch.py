"""Tell what it takes until a window is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QObject

from subpunct_app.benchmarks.measuring import Spent
from subpunct_app.gui.background.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


class Stopwatch(QObject):
    """Wait until a window is drawn with some widget of it in it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._window = window
        self._painted = False
        self._drawn: Spent | None = None
        self._loop = QEventLoop()
        self._patience = timer(self, 0, once=True)
        self._patience.timeout.connect(self._loop.quit)
        window.installEventFilter(self)

    def until_painted(
        self, widget: QWidget, deed: Callable[[], object], *, patience_ms: int | None = None
    ) -> Spent:
        """Do something and return what it took until the widget was drawn anew.

        What may draw nothing is waited for no longer than `patience_ms`, if any are given.
        """
        self._painted, self._drawn = False, None
        widget.installEventFilter(self)
        before = Spent.now()
        deed()
        if self._drawn is None:
            if patience_ms is not None:
                self._patience.start(patience_ms)
            self._loop.exec()
            self._patience.stop()
        after = self._drawn or Spent.now()
        widget.removeEventFilter(self)
        return after - before

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note that the widget is drawn, and when all of the window is: what comes is no part."""
        if event.type() == QEvent.Type.Paint and watched is not self._window:
            self._painted = True
        if event.type() != QEvent.Type.UpdateRequest or watched is not self._window:
            return False
        watched.event(event)
        if self._painted and self._drawn is None:
            self._drawn = Spent.now()
            self._loop.quit()
        return True
