"""The list of all keys, where the editor chooses others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.gui.actions.action_list import MARK_KEYS, Act
from subpunct_app.gui.actions.window_actions import native, spelled
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import closing_buttons, offer_clearing
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.fields import hint_palette
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import resize_to_text
from subpunct_app.gui.widgets.row_tables import HeadedRows, WholeRows

if TYPE_CHECKING:
    from subpunct_app.gui.actions.window_actions import Shortcuts
    from subpunct_app.gui.widgets.row_tables import Index

_ACTS = tuple(Act)
_KEYS = 1
# In letters and lines.
_SIZE = (84, 34)


class KeyDialog(QDialog):
    """Show every action with its keys; tell of each change at once, and refuse a key in use."""

    chosen = Signal(object)

    def __init__(self, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shortcuts = shortcuts
        self._model = _KeyModel(shortcuts, self)
        self.table = _KeyTable(self._model, self)
        self.field = _KeyField(self)
        self.answer = QLabel(self)
        self._set_up()
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._show_row)
        self.table.selectRow(0)

    def _set_up(self) -> None:
        self.answer.setWordWrap(True)
        resize_to_text(self, *_SIZE)

    def _lay_out(self) -> None:
        marks = "  ".join(MARK_KEYS)
        fixed = QLabel(tr("In the list of cues, each of  {marks}  types that mark.", marks=marks))
        fixed.setWordWrap(True)
        self.field.setMinimumWidth(20 * self.fontMetrics().averageCharWidth())
        row = QHBoxLayout()
        row.addWidget(QLabel(tr("New key:")))
        row.addWidget(self.field, 1)
        for text, about, act in (
            (tr("C&hange"), tr("Use only this key for the action"), self._change_keys),
            (tr("&Add"), tr("Use this key for the action as well"), self._add_key),
            (tr("C&lear"), tr("Remove all keys of the action"), self._clear_keys),
            (tr("&Reset"), tr("Restore the default keys of the action"), self._reset_keys),
        ):
            button = QPushButton(text, self, autoDefault=False)
            button.setToolTip(about)
            button.clicked.connect(act)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self.table)
        column.addWidget(fixed)
        column.addLayout(row)
        column.addWidget(self.answer)
        column.addWidget(closing_buttons(self))

    def _change_keys(self) -> None:
        self._give(())

    def _add_key(self) -> None:
        self._give(self._shortcuts.keys_of(self.table.action))

    def _clear_keys(self) -> None:
        self._take(self._shortcuts.with_keys(self.table.action, ()))

    def _reset_keys(self) -> None:
        act = self.table.action
        for key in act.keys:
            if refusal := self._shortcuts.refusal(act, key):
                self._tell(refusal)
                return
        self._take(self._shortcuts.with_keys(act, act.keys))

    def _give(self, kept: tuple[str, ...]) -> None:
        act, key = self.table.action, spelled(self.field.keySequence().toString())
        if refusal := self._shortcuts.refusal(act, key):
            self._tell(refusal)
            return
        self._take(self._shortcuts.with_keys(act, tuple(dict.fromkeys((*kept, key)))))

    def _take(self, shortcuts: Shortcuts) -> None:
        self._shortcuts = shortcuts
        self.field.clear()
        self._model.show_keys(shortcuts)
        act = self.table.action
        keys = shortcuts.listed(act) or tr("no key")
        self._tell(tr("“{title}”: {keys}.", title=act.plain_text, keys=keys))
        self.chosen.emit(shortcuts)

    def _show_row(self) -> None:
        self.field.clear()
        act = self.table.action
        first = ", ".join(map(native, act.keys)) or tr("no key")
        self._say(tr("Default for “{title}”: {keys}.", title=act.plain_text, keys=first))

    def _tell(self, text: str) -> None:
        """Say what became of the keys, aloud too: the focus is on a button."""
        self._say(text)
        announce(self, text)

    def _say(self, text: str) -> None:
        self.answer.setText(text)
        self.answer.setAccessibleName(text)


class _KeyField(FollowsPalette, QKeySequenceEdit):
    """Take one key; the hint of the line that Qt builds into it can be read on any ground."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMaximumSequenceLength(1)
        offer_clearing(self)
        self.setAccessibleName(tr("New key"))
        for line in self.findChildren(QLineEdit):
            line.setAccessibleName(tr("New key"))
        self._recolour()

    def _recolour(self) -> None:
        for line in self.findChildren(QLineEdit):
            line.setPalette(hint_palette())


class _KeyModel(HeadedRows):
    headings = (tr("Action"), tr("Keys"))

    def __init__(self, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__(parent)
        self._shortcuts = shortcuts

    def show_keys(self, shortcuts: Shortcuts) -> None:
        """Show the keys of every action, those that were chosen in bold."""
        self._shortcuts = shortcuts
        self.dataChanged.emit(self.index(0, _KEYS), self.index(self.count() - 1, _KEYS))

    def count(self) -> int:
        return len(_ACTS)

    def cell(self, row: int, column: int) -> str:
        act = _ACTS[row]
        return self._shortcuts.listed(act) if column == _KEYS else act.plain_text

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        chosen = index.column() == _KEYS and _ACTS[index.row()] in self._shortcuts.chosen
        if role == Qt.ItemDataRole.FontRole and chosen:
            font = QFont()
            font.setBold(True)
            return font
        return super().data(index, role)


class _KeyTable(WholeRows):
    def __init__(self, model: _KeyModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(tr("Keys"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setDefaultSectionSize(round(1.6 * self.fontMetrics().height()))
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        columns.setStretchLastSection(True)

    @property
    def action(self) -> Act:
        """Return the selected action."""
        return _ACTS[self.currentIndex().row()]
