"""Dialogs: about the program, and the names that are spelled in a way of their own."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from subpunct_app import __doc__ as purpose
from subpunct_app import __version__
from subpunct_app.decoding.names import names_in, read_names
from subpunct_app.gui.panels.message_bar import MessageBar
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.buttons import closing_buttons
from subpunct_app.gui.widgets.fields import AcceptsFileDrops, IgnoresFileDrops
from subpunct_app.gui.widgets.icons import app_icon
from subpunct_app.gui.widgets.label_texts import enlarged
from subpunct_app.gui.widgets.panes import resize_to_text
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.folders import shipped_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


_LICENCE = tr(
    "Free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later), "
    "without any warranty."
)
_CARDS = tr(
    "The texts that the models learned from have licences of their own. Each model lists them in "
    "its card.json, in {folder}."
)
_PRIVACY = tr("Everything runs on this computer. No text and no sound leaves it.")
_ICON = 64
_WIDTH = 64


class AboutDialog(QDialog):
    """Tell of the program; it opens no page and asks nobody anything."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About subpunct"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box = closing_buttons(self)
        copy = box.addButton(tr("&Copy versions"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.setToolTip(tr("Copy the versions for a bug report"))
        copy.clicked.connect(self.copy)
        column = QVBoxLayout()
        title = _text(f"subpunct {__version__}")
        title.setFont(enlarged(title.font(), 1.3, bold=True))
        column.addWidget(title)
        cards = _CARDS.format(folder=shipped_folder("models"))
        for text in (str(purpose), _PRIVACY, _LICENCE, cards, versions()):
            column.addWidget(_text(text))
        column.addStretch(1)
        column.addWidget(box)
        picture = QLabel(self)
        picture.setPixmap(app_icon().pixmap(_ICON))
        row = QHBoxLayout(self)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        width = _WIDTH * self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(width)
        # Of its own accord a dialog takes two thirds of a screen at most, and cuts its text off.
        self.resize(width, self.heightForWidth(width))

    def copy(self) -> None:
        """Put the versions on the clipboard."""
        QGuiApplication.clipboard().setText(versions() + "\n")


def versions() -> str:
    """Return the program and what it runs on, one a line."""
    # Not imported before it is wanted: the window would start a twentieth of a second later.
    from importlib import metadata

    lines = (
        f"subpunct {__version__}",
        f"Python {platform.python_version()}",
        f"Qt {qVersion()} (PySide6 {PySide6.__version__})",
        f"onnxruntime {metadata.version('onnxruntime')}",
        f"{platform.platform()}, {QGuiApplication.platformName()}",
    )
    return "\n".join(lines)


def _text(text: str) -> QLabel:
    label = QLabel(text, wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


_TOLD = tr(
    "&One name per line, spelled as it should always be written: DataCollator, Hugging Face, bell "
    "hooks. Well-known names such as iPhone or McDonald need not be listed. Leave out names that "
    "are ordinary words too, such as Apple."
)
# In letters and lines.
_SIZE = (60, 24)


class _Field(IgnoresFileDrops, QPlainTextEdit):
    """Take names; of a file it would take the address, so the dialog reads what is in it."""


class NamesDialog(AcceptsFileDrops, QDialog):
    """Show the names, and tell of others once they are accepted; those in a file can be added."""

    chosen = Signal(object)

    def __init__(self, names: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Names"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._known = tuple(names)
        self.setAcceptDrops(True)
        self.field = _Field("".join(f"{name}\n" for name in names), self)
        self.field.setAccessibleName(tr("Names"))
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
        resize_to_text(self, *_SIZE)
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
