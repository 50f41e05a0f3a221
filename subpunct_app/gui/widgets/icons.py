"""Icons in the colours of the palette, which grow with the font."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QStyle, QToolBar, QToolButton

from subpunct_app.runtime.folders import shipped_folder

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def icon(name: str, palette: QPalette) -> QIcon:
    """Return a glyph like `folder-open` in the colours of the text that it stands beside."""
    # The icon library would pick another binding of Qt where several are installed.
    os.environ["QT_API"] = "pyside6"
    import qtawesome

    groups, role = QPalette.ColorGroup, QPalette.ColorRole.ButtonText
    normal, faint = palette.color(groups.Active, role), palette.color(groups.Disabled, role)
    selected = palette.color(groups.Active, QPalette.ColorRole.HighlightedText)
    drawn: QIcon = qtawesome.icon(
        f"mdi6.{name}", color=normal, color_disabled=faint, color_selected=selected
    )
    return drawn


def app_icon() -> QIcon:
    """Return the icon of the program."""
    return QIcon(str(shipped_folder("resources") / "icons" / "subpunct.svg"))


class IconButton(QToolButton):
    """A button whose icon is at least as high as a line of text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        scale_icons(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the font of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            scale_icons(self)


def scale_icons(widget: QToolButton | QPushButton | QToolBar) -> None:
    """Make icons at least as high as a line of text, and no lower than the style has them."""
    # Without a size of its own a widget goes by the style.
    widget.setIconSize(QSize())
    side = max(widget.iconSize().height(), widget.fontMetrics().height())
    widget.setIconSize(QSize(side, side))


def scale_row_icons(view: QAbstractItemView) -> None:
    """Make icons at least as high as the text of their row, and no lower than the style does."""
    usual = view.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, view)
    side = max(usual, view.fontMetrics().height())
    view.setIconSize(QSize(side, side))
