"""A slider that goes to the place that is clicked, as in players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QStyle

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class ClickSlider(QSlider):
    """Go where the left button is pressed, and along with it from there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take the left button for the middle one where a style goes all the way for that alone."""
        left = Qt.MouseButton.LeftButton
        going = self.style().styleHint(QStyle.StyleHint.SH_Slider_AbsoluteSetButtons, None, self)
        if event.button() is left and not going & left.value:
            event = QMouseEvent(
                event.type(),
                event.position(),
                event.globalPosition(),
                Qt.MouseButton.MiddleButton,
                Qt.MouseButton.MiddleButton,
                event.modifiers(),
            )
        super().mousePressEvent(event)
