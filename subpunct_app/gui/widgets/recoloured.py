"""Have widgets with colours or icons of their own follow the colours of the system."""

from __future__ import annotations

from PySide6.QtCore import QEvent


class Recoloured:
    """Mix in before a widget class, whose `_recolour` is called after each change of colours."""

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the colours of the system."""
        super().changeEvent(event)  # type: ignore[misc]  # what it stands before has it
        if event.type() == QEvent.Type.PaletteChange:
            self._recolour()

    def _recolour(self) -> None:
        raise NotImplementedError
