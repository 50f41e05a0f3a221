"""Find an action by typing a part of its name, and run it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.fields import HintedField
from subpunct_app.gui.widgets.icons import scale_row_icons
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import resize_to_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QAction, QKeyEvent

    from subpunct_app.gui.actions.menus import ChoiceMenu

# In letters and lines.
_SIZE = (100, 27)
_TO_LIST = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette: what the action is called, and its keys or its state."""

    title: str
    note: str
    action: QAction

    def matches(self, words: Sequence[str]) -> bool:
        """Tell whether every word stands somewhere in the line, with its hyphens or without."""
        line = f"{self.title} {self.note}".casefold()
        joined = line.replace("-", "")
        return all(word in line or word in joined for word in words)


def choices_of(menu: ChoiceMenu) -> Iterator[Entry]:
    """Yield a line for each value and action of a menu, and of those inside it, as it is now."""
    if menu.isEnabled():
        menu.refresh()
        yield from _lines_of(menu, plain_name(menu.title()))


def plain_name(text: str) -> str:
    """Return the text of an action or a menu as a sentence would call it."""
    return " ".join(text.replace("&", "").split())


def state_of(action: QAction) -> str:
    """Return whether an action is on or off, nothing where it cannot be ticked."""
    if not action.isCheckable():
        return ""
    return tr("on") if action.isChecked() else tr("off")


def _lines_of(menu: QMenu, heading: str) -> Iterator[Entry]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _lines_of(inner, heading)
        elif not action.isSeparator():
            yield Entry(f"{heading}: {plain_name(action.text())}", state_of(action), action)


class CommandPalette(QDialog):
    """List all actions, fewer with every letter typed; Enter runs the chosen one."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Find an action"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._told = ""
        self._list = _List(self)
        self._lines = [(entry, self._list.add(entry)) for entry in entries]
        self._field = _Field(tr("Type part of its name"), self)
        self._field.setAccessibleName(tr("Find an action"))
        column = QVBoxLayout(self)
        column.addWidget(self._field)
        column.addWidget(self._list)
        self._connect()
        resize_to_text(self, *_SIZE)
        self._filter("")
        self._field.setFocus()

    def _connect(self) -> None:
        self._field.textChanged.connect(self._filter)
        self._field.returnPressed.connect(self._run)
        self._field.moved.connect(self._list.keyPressEvent)
        self._list.itemClicked.connect(self._run)
        self._list.itemActivated.connect(self._run)
        self._list.itemSelectionChanged.connect(self._tell_chosen)

    def _filter(self, text: str) -> None:
        words, first = text.casefold().split(), None
        for entry, item in self._lines:
            item.setHidden(not entry.matches(words))
            if first is None and not item.isHidden() and entry.action.isEnabled():
                first = item
        # What was chosen before is not told once more.
        with QSignalBlocker(self._list):
            self._list.clearSelection()
            if first:
                self._list.setCurrentItem(first)
        self._tell_chosen()

    def _chosen(self) -> Entry | None:
        shown = (pair for pair in self._lines if not pair[1].isHidden())
        return next((entry for entry, item in shown if item.isSelected()), None)

    def _tell_chosen(self) -> None:
        """Say aloud what Enter would run, or why it runs nothing: the focus stays in the field."""
        shown = [entry for entry, item in self._lines if not item.isHidden()]
        if entry := self._chosen():
            told = f"{entry.title} {entry.note}".rstrip()
        elif shown:
            told = tr("{title}: not possible now", title=shown[0].title)
        else:
            told = tr("No action matches")
        if told != self._told:
            self._told = told
            announce(self._field, told)

    def _run(self) -> None:
        entry = self._chosen()
        if entry is not None and entry.action.isEnabled():
            self.accept()
            entry.action.trigger()


class _Field(HintedField):
    """Take text, and hand the keys that move through a list on."""

    moved = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() in _TO_LIST:
            self.moved.emit(event)
            return
        super().keyPressEvent(event)


class _List(QTreeWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Actions"))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setColumnCount(2)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        scale_row_icons(self)
        # It only takes the room of an icon, so that all names start in one column.
        picture = QPixmap(self.iconSize())
        picture.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(picture)

    def add(self, entry: Entry) -> QTreeWidgetItem:
        """Add a line at the end."""
        item = QTreeWidgetItem(self, [entry.title, entry.note])
        item.setIcon(0, self._blank if entry.action.icon().isNull() else entry.action.icon())
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setDisabled(not entry.action.isEnabled())
        item.setFirstColumnSpanned(not entry.note)
        return item
