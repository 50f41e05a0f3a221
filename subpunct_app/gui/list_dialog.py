"""A dialog that only shows a list, and the one of all keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.gui.actions import ACTIONS, MARK_KEYS, native

if TYPE_CHECKING:
    from collections.abc import Sequence


class ListDialog(QDialog):
    """Show rows under headings; it goes away when it is closed."""

    def __init__(
        self,
        title: str,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._table = _table(title, headings, rows)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._table)
        layout.addWidget(buttons)
        self.resize(640, 560)


def keys_dialog(parent: QWidget) -> ListDialog:
    """Return the list of every action that has a key."""
    rows = [
        (spec.plain_text, native(spec.review_keys), native(spec.keys))
        for spec in ACTIONS
        if spec.keys or spec.review_keys
    ]
    rows.append(("Put this mark, accept it and go on", "  ".join(MARK_KEYS), ""))
    return ListDialog("Keys", ("Action", "While the cues have the focus", "Anywhere"), rows, parent)


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> QTableWidget:
    table = QTableWidget(len(rows), len(headings))
    table.setAccessibleName(title)
    table.setHorizontalHeaderLabels(list(headings))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setStretchLastSection(True)
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            table.setItem(row, column, QTableWidgetItem(text))
    return table
