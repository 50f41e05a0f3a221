"""Icons that grow with the letters of the system, which Qt leaves as small as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QStyle, QToolBar, QToolButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class IconButton(QToolButton):
    """A button whose icon is at least as high as a line of text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grow_icons(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            grow_icons(self)


def grow_icons(widget: QToolButton | QPushButton | QToolBar) -> None:
    """Make icons at least as high as a line of text, and no lower than the style has them."""
    # Without a size of its own a widget goes by the style.
    widget.setIconSize(QSize())
    side = max(widget.iconSize().height(), widget.fontMetrics().height())
    widget.setIconSize(QSize(side, side))


def grow_row_icons(view: QAbstractItemView) -> None:
    """Make icons at least as high as the text of their row, and no lower than the style does."""
    usual = view.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, view)
    side = max(usual, view.fontMetrics().height())
    view.setIconSize(QSize(side, side))
