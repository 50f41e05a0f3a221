"""Let the undo stack of the window do and undo changes of a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand, QUndoStack

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.core.verdicts import Change
    from subpunct_app.gui.review.opened import Review


class ChangeCommand(QUndoCommand):
    """One change of a review; `shown` is called after each doing and undoing.

    Only what the editor said is done and undone: what is open is as the model has it by now.
    """

    def __init__(self, review: Review, change: Change, shown: Callable[[Change], None]) -> None:
        super().__init__(change.label)
        self._review = review
        self._change = change
        self._shown = shown

    def redo(self) -> None:
        """Make the change; the stack calls this when the command is pushed, too."""
        self._make(self._change)

    def undo(self) -> None:
        """Take the change back."""
        self._make(self._change.inverse())

    def _make(self, change: Change) -> None:
        self._shown(self._review.apply(change))


class RenewCommand(QUndoCommand):
    """Other suggestions for the same text, or none; `show` puts a review on screen."""

    def __init__(
        self,
        label: str,
        before: Review | None,
        after: Review | None,
        show: Callable[[Review | None], None],
    ) -> None:
        super().__init__(label)
        self._before = before
        self._after = after
        self._show = show

    def redo(self) -> None:
        """Show the new suggestions."""
        self._show(self._after)

    def undo(self) -> None:
        """Show the old ones with the decisions about them."""
        self._show(self._before)


def push(
    stack: QUndoStack, review: Review, change: Change, shown: Callable[[Change], None]
) -> None:
    """Make a change in a way that can be undone; nothing happens where nothing changes."""
    if change:
        stack.push(ChangeCommand(review, change, shown))
