"""Icons of the Material Design font, in the colours of the palette."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon, QPalette

from subpunct_app.core.places import shipped

if TYPE_CHECKING:
    from PySide6.QtGui import QColor


def icon(name: str, palette: QPalette) -> QIcon:
    """Return a glyph like `folder-open` in the palette's text colours."""
    normal = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.ButtonText)
    faint = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
    return _drawn(name, normal, faint)


def app_icon() -> QIcon:
    """Return the icon of the program."""
    return QIcon(str(shipped("resources") / "icons" / "subpunct.svg"))


def _drawn(name: str, colour: QColor, disabled: QColor) -> QIcon:
    # The icon library would pick another binding of Qt where several are installed.
    os.environ["QT_API"] = "pyside6"
    import qtawesome

    drawn: QIcon = qtawesome.icon(f"mdi6.{name}", color=colour, color_disabled=disabled)
    return drawn
