"""Have Ctrl+C, and a session that ends, reach a window that waits for events."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from subpunct_app.runtime.interrupts import ENDINGS

if TYPE_CHECKING:
    from types import FrameType

# As in cli.exit_codes.
_CANCELLED = 130
_REQUESTS = (signal.SIGINT, *ENDINGS)


class Interrupts(QObject):
    """Tell between two events that the program is `asked` to end, by Ctrl+C or with its session.

    Ctrl+C after that ends it at once; a session that ends asks twice. Python looks at signals while
    it runs only, which it does not while Qt waits: what the system writes into a socket wakes it
    up. A signal that is ignored, as Ctrl+C is by jobs in the background, stays so.
    """

    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.came = False
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        woken = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        woken.activated.connect(self._wake)
        self._usual = {one: signal.getsignal(one) for one in _REQUESTS}
        for one, usual in self._usual.items():
            if usual is not signal.SIG_IGN:
                signal.signal(one, self._note)
        self._woken_before = signal.set_wakeup_fd(self._theirs.fileno())

    def close(self) -> None:
        """Have the signals do again what they did before."""
        signal.set_wakeup_fd(self._woken_before)
        for one, usual in self._usual.items():
            signal.signal(one, usual)
        for notifier in self.findChildren(QSocketNotifier):
            notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.came and number == signal.SIGINT:
            for child in multiprocessing.active_children():
                child.kill()
            os._exit(_CANCELLED)
        self.came = True

    def _wake(self) -> None:
        self._ours.recv(1)
        if self.came:
            self.asked.emit()
