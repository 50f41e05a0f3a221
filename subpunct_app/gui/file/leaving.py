"""Ask what becomes of decisions that are not exported before their file is left."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from subpunct_app.gui.widgets.shortened import shortened

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.file.open_file import OpenFile

# Of the name of a file in a question.
_MOST_LETTERS = 40
_KEPT = "Kept for later, they come back when you open the file again."
_CHANGED = (
    "Something else has changed the file: kept for later, they come back only if its words and "
    "marks are still the same. Export them to be sure."
)


class Leaving(StrEnum):
    """What becomes of decisions that are not exported when their file is left."""

    EXPORT = "export"
    KEEP = "keep"
    DISCARD = "discard"
    STAY = "stay"


def ask_leaving(file: OpenFile, parent: QWidget) -> Leaving:
    """Ask what to do about decisions that are not exported; where they are kept they may wait."""
    kinds = QMessageBox.StandardButton
    name = shortened(file.path.name, parent.fontMetrics(), _MOST_LETTERS)
    box = QMessageBox(
        QMessageBox.Icon.Question,
        "Decisions not exported",
        f"Your decisions about {name} are not exported yet.",
        kinds.Save | kinds.Discard | kinds.Cancel,
        parent,
    )
    # The name of a file may look like rich text.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setDefaultButton(kinds.Save)
    box.button(kinds.Save).setText("&Export")
    answers = {box.button(kinds.Save): Leaving.EXPORT, box.button(kinds.Discard): Leaving.DISCARD}
    if file.kept:
        box.setInformativeText(_CHANGED if file.changed else _KEPT)
        answers[box.addButton("&Keep for later", QMessageBox.ButtonRole.AcceptRole)] = Leaving.KEEP
    box.exec()
    return answers.get(box.clickedButton(), Leaving.STAY)
