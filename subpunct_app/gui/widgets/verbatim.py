"""Text of others in a tooltip, which Qt takes for markup where it looks like that."""

from __future__ import annotations

from PySide6.QtGui import Qt


def verbatim(text: str) -> str:
    """Return what makes a tooltip show a text as it stands."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
