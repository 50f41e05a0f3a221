"""Timers, made so that they start on a Turkish system, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


def timer(parent: QObject, interval_ms: int, *, once: bool = False) -> QTimer:
    """Return a timer that is yet to be started.

    PySide turns `interval=` into `setInterval` by the letters of the system; in Turkish i has no I.
    """
    made = QTimer(parent)
    made.setInterval(interval_ms)
    made.setSingleShot(once)
    return made
