"""Icons of the Material Design font, in the colours of the palette."""

from __future__ import annotations

import os

from PySide6.QtGui import QIcon, QPalette

from subpunct_app.runtime.places import shipped


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
    return QIcon(str(shipped("resources") / "icons" / "subpunct.svg"))
