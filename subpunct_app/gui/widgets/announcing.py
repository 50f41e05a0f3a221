"""Tell a screen reader what has changed without anything having got the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have a text about a widget read out, where anybody listens."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
