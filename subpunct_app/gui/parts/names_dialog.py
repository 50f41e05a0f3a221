"""The names that are written in a way of their own, as a text to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout

from subpunct_app.decoding.names import names_in, read_names
from subpunct_app.gui.file.dropped import TakesFiles
from subpunct_app.gui.parts.message_bar import MessageBar
from subpunct_app.gui.widgets.leaves_files import LeavesFiles
from subpunct_app.gui.widgets.room import take_room
from subpunct_app.runtime.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

_TOLD = (
    "&One name a line, spelled as it should be written wherever it stands: DataCollator, Hugging "
    "Face, bell hooks. What everybody knows, like iPhone or McDonald, need not be told, and a name "
    "that is a plain word too, like Apple, does not belong here."
)
# In letters and lines.
_SIZE = (60, 24)


class _Field(LeavesFiles, QPlainTextEdit):
    """Take names; of a file it would take the address, so the dialog reads what is in it."""


class NamesDialog(TakesFiles, QDialog):
    """Show the names, and tell of others once they are accepted; those in a file can be added."""

    chosen = Signal(object)

    def __init__(self, names: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Names")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._known = tuple(names)
        self.setAcceptDrops(True)
        self.field = _Field("".join(f"{name}\n" for name in names), self)
        self.field.setAccessibleName("Names")
        self.field.setTabChangesFocus(True)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self._message = MessageBar(self)
        told = QLabel(_TOLD, self)
        told.setWordWrap(True)
        told.setBuddy(self.field)
        choices = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choices.Ok | choices.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (told, self._message, self.field, buttons):
            column.addWidget(part)
        take_room(self, *_SIZE)
        self.field.setFocus()

    def take_files(self, paths: Sequence[Path]) -> None:
        """Add the names in some files, each once."""
        self._message.hide()
        try:
            found = [name for path in paths for name in read_names(path)]
        except FileError as error:
            self._message.show_error(error)
            return
        text = self.field.toPlainText()
        known = names_in(text)
        come = [name for name in dict.fromkeys(found) if name not in known]
        lines = "" if text.endswith("\n") or not text else "\n"
        lines += "".join(f"{name}\n" for name in come)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.field.insertPlainText(lines)

    def accept(self) -> None:
        """Close, and tell where the names are others now."""
        names = names_in(self.field.toPlainText())
        if names != self._known:
            self.chosen.emit(names)
        super().accept()
