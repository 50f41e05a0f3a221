"""The list of all keys, where the editor chooses others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
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
from subpunct_app.gui.widgets.row_tables import WholeRows

if TYPE_CHECKING:
    from subpunct_app.gui.actions.window_actions import Shortcuts

_ACTS = tuple(Act)
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
        self._model = QStandardItemModel(len(_ACTS), 2, self)
        self.table = self._make_table()
        self.field = _KeyField(self)
        self.answer = QLabel(self, wordWrap=True)
        self._lay_out()
        resize_to_text(self, *_SIZE)
        self._show_keys()
        self.table.selectionModel().currentRowChanged.connect(self._show_row)
        self.table.selectRow(0)

    @property
    def _act(self) -> Act:
        return _ACTS[self.table.currentIndex().row()]

    def _make_table(self) -> WholeRows:
        self._model.setHorizontalHeaderLabels([tr("Action"), tr("Keys")])
        table = WholeRows(self)
        table.setModel(self._model)
        table.setAccessibleName(tr("Keys"))
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.verticalHeader().setDefaultSectionSize(round(1.6 * self.fontMetrics().height()))
        columns = table.horizontalHeader()
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        columns.setStretchLastSection(True)
        return table

    def _show_keys(self) -> None:
        """Show the keys of every action, those that were chosen in bold."""
        for row, act in enumerate(_ACTS):
            keys, font = QStandardItem(self._shortcuts.listed(act)), self.font()
            font.setBold(act in self._shortcuts.chosen)
            keys.setFont(font)
            self._model.setItem(row, 0, QStandardItem(act.plain_text))
            self._model.setItem(row, 1, keys)

    def _lay_out(self) -> None:
        marks = "  ".join(MARK_KEYS)
        typed = tr("In the list of cues, each of  {marks}  types that mark.", marks=marks)
        self.field.setMinimumWidth(20 * self.fontMetrics().averageCharWidth())
        row = QHBoxLayout()
        row.addWidget(QLabel(tr("New key:")))
        row.addWidget(self.field, 1)
        for text, about, act in (
            (tr("C&hange"), tr("Use only this key for the action"), lambda: self._give(())),
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
        column.addWidget(QLabel(typed, wordWrap=True))
        column.addLayout(row)
        column.addWidget(self.answer)
        column.addWidget(closing_buttons(self))

    def _add_key(self) -> None:
        self._give(self._shortcuts.keys_of(self._act))

    def _clear_keys(self) -> None:
        self._take(self._shortcuts.with_keys(self._act, ()))

    def _reset_keys(self) -> None:
        act = self._act
        for key in act.keys:
            if refusal := self._shortcuts.refusal(act, key):
                self._tell(refusal)
                return
        self._take(self._shortcuts.with_keys(act, act.keys))

    def _give(self, kept: tuple[str, ...]) -> None:
        act, key = self._act, spelled(self.field.keySequence().toString())
        if refusal := self._shortcuts.refusal(act, key):
            self._tell(refusal)
            return
        self._take(self._shortcuts.with_keys(act, tuple(dict.fromkeys((*kept, key)))))

    def _take(self, shortcuts: Shortcuts) -> None:
        self._shortcuts = shortcuts
        self.field.clear()
        self._show_keys()
        act = self._act
        keys = shortcuts.listed(act) or tr("no key")
        self._tell(tr("“{title}”: {keys}.", title=act.plain_text, keys=keys))
        self.chosen.emit(shortcuts)

    def _show_row(self) -> None:
        self.field.clear()
        act = self._act
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
