"""A step of the editor, which the undo stack of the window does and undoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand

if TYPE_CHECKING:
    from collections.abc import Callable


class Step(QUndoCommand):
    """Call one thing whenever the step is done, also when it is pushed, and another to undo it."""

    def __init__(
        self, label: str, do: Callable[[], object], take_back: Callable[[], object]
    ) -> None:
        super().__init__(label)
        self._do = do
        self._take_back = take_back

    def redo(self) -> None:
        """Do it, for the first time or again."""
        self._do()

    def undo(self) -> None:
        """Take it back."""
        self._take_back()
