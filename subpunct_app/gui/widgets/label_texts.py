"""Texts on labels, in tooltips and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont

if TYPE_CHECKING:
    from PySide6.QtGui import QFontMetrics
    from PySide6.QtWidgets import QWidget


def enlarged(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return a font so many times as large, bold where that is asked for."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * factor)
    if bold:
        made.setBold(True)
    return made


def elide_middle(text: str, metrics: QFontMetrics, letters: int) -> str:
    """Return a text that is no wider than about so many letters, if need be without its middle."""
    room = letters * metrics.averageCharWidth()
    return metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)


def escape_ampersands(text: str) -> str:
    """Return a text as it is given to buttons and menus, where an & marks a key."""
    return text.replace("&", "&&")


def plain_tooltip(text: str) -> str:
    """Return what makes a tooltip show a text as it stands."""
    return QtGui.Qt.convertFromPlainText(text) if QtGui.Qt.mightBeRichText(text) else text


def announce(widget: QWidget, text: str) -> None:
    """Have a text about a widget read out, where anybody listens."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
