"""Let the editor say which of the waiting files come first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from subpunct_app.gui.widgets.buttons import Buttons

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton, QWidget

    from subpunct_app.batch.execution import Priorities
    from subpunct_app.gui.batch.queue_table import QueueTable


class OrderBar(Buttons):
    """Move the selected file among those that wait; workers take them in this order."""

    def __init__(self, table: QueueTable, priorities: Priorities, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self._priorities = priorities
        self.first = self._add_arrow("Take first", "arrow-collapse-up", "Alt+Home")
        self.up = self._add_arrow("Take earlier", "arrow-up", "Alt+Up")
        self.down = self._add_arrow("Take later", "arrow-down", "Alt+Down")

    def show_state(self) -> None:
        """Offer what can be done with the selected file."""
        for button in (self.first, self.up, self.down):
            can = self._goal(button) is not None
            if not can and button.hasFocus():
                # Qt would lead on to the folder of the results, which Space would type into.
                self._table.setFocus()
            button.setEnabled(can)

    def _add_arrow(self, name: str, picture: str, key: str) -> QPushButton:
        button = self._add("", picture, f"{name} ({key})")
        button.setAccessibleName(name)
        button.clicked.connect(partial(self._move, button))
        shortcut = QShortcut(QKeySequence(key), self._table)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(partial(self._move, button))
        return button

    def _goal(self, button: QPushButton) -> int | None:
        """Return the place that the selected file would get, None where it has to stay."""
        waiting = self._table.queue.waiting()
        chosen = self._table.currentIndex().row() if self._table.chosen() else -1
        if chosen not in waiting:
            return None
        at = waiting.index(chosen)
        goal = {self.first: 0, self.up: at - 1, self.down: at + 1}[button]
        return waiting[goal] if 0 <= goal < len(waiting) and goal != at else None

    def _move(self, button: QPushButton) -> None:
        goal = self._goal(button)
        if goal is None:
            return
        queue = self._table.queue
        queue.move(self._table.currentIndex().row(), goal)
        self._priorities.prefer(queue.rows[at].file for at in queue.waiting())
        self._table.scrollTo(self._table.currentIndex())
        self.show_state()
