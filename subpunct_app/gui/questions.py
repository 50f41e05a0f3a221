"""What the window asks before it goes on."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class Leaving(StrEnum):
    """What becomes of decisions that are not exported when their file is left."""

    SAVE = "save"
    DISCARD = "discard"
    STAY = "stay"


def ask_leaving(name: str, parent: QWidget) -> Leaving:
    """Ask what to do about unsaved decisions."""
    button = QMessageBox.StandardButton
    answer = QMessageBox.warning(
        parent,
        "Unsaved decisions",
        f"Your decisions about {name} are not exported yet.",
        button.Save | button.Discard | button.Cancel,
        button.Save,
    )
    answers = {button.Save: Leaving.SAVE, button.Discard: Leaving.DISCARD}
    return answers.get(answer, Leaving.STAY)
