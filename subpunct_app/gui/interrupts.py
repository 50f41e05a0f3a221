"""Have Ctrl+C in the terminal reach a window that waits for events."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

if TYPE_CHECKING:
    from types import FrameType

# As in cli.console.
_CANCELLED = 130


class Interrupts(QObject):
    """Tell between two events that Ctrl+C was `pressed`; the next one ends the program at once.

    Python looks at signals while it runs only, which it does not while Qt waits: what the system
    writes into a socket wakes it up. Where Ctrl+C is ignored, as by jobs in the background, it
    stays so.
    """

    pressed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.came = False
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        woken = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        woken.activated.connect(self._wake)
        self._usual = signal.getsignal(signal.SIGINT)
        if self._usual is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._note)
        self._woken_before = signal.set_wakeup_fd(self._theirs.fileno())

    def close(self) -> None:
        """Have Ctrl+C do again what it did before."""
        signal.set_wakeup_fd(self._woken_before)
        signal.signal(signal.SIGINT, self._usual)
        for notifier in self.findChildren(QSocketNotifier):
            notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        if self.came:
            for child in multiprocessing.active_children():
                child.kill()
            os._exit(_CANCELLED)
        self.came = True

    def _wake(self) -> None:
        self._ours.recv(1)
        if self.came:
            self.pressed.emit()
