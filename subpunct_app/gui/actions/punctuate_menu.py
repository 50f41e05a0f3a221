"""What the editor lets a model propose: the mode, the marks, and capitals; and which model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.gui.actions.choice_menu import ChoiceMenu
from subpunct_app.gui.widgets.shortened import as_label
from subpunct_app.review.settings import MARKS

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from subpunct_app.review.settings import Settings

_MODE_TEXTS = {
    Mode.RESTORE: "&Restore: add, change and remove marks",
    Mode.ANEW: "&Anew: restore as if no mark stood",
    Mode.FILL: "&Fill: add marks where there are none",
    Mode.REVIEW: "Re&view: change only what is surely wrong",
}
_MARK_TEXTS = {
    ",": "&Commas  ,",
    ".": "Full &stops  .",
    "?": "&Question marks  ?",
    "!": "&Exclamation marks  !",
    ":": "C&olons  :",
}


class PunctuateMenu(QMenu):
    """Show the choices as ticks, and stay open while they are made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What &to propose", parent)
        self._group = QActionGroup(self)
        self._modes = {mode: self._add(text) for mode, text in _MODE_TEXTS.items()}
        for action in self._modes.values():
            self._group.addAction(action)
        self.addSeparator()
        self._marks = {mark: self._add(_MARK_TEXTS[mark]) for mark in MARKS}
        self.addSeparator()
        self._case = self._add("Ca&pitals")
        self._ask = self._add("As&k where a mark may be missing")
        self.addSeparator()
        self.models = ModelMenu(self)
        self.addMenu(self.models)

    def show_settings(self, settings: Settings) -> None:
        """Tick what is remembered."""
        self._modes[Mode(settings.mode)].setChecked(True)
        for mark, action in self._marks.items():
            action.setChecked(mark in settings.marks)
        self._case.setChecked(settings.case)
        self._ask.setChecked(settings.ask)
        self.models.model = settings.model

    def applied_to(self, settings: Settings) -> Settings:
        """Return settings with what is ticked now."""
        return replace(
            settings,
            mode=next(mode for mode, action in self._modes.items() if action.isChecked()),
            marks="".join(mark for mark, action in self._marks.items() if action.isChecked()),
            case=self._case.isChecked(),
            ask=self._ask.isChecked(),
            model=self.models.model,
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tick what was clicked on and stay open."""
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.trigger()
            return
        super().mouseReleaseEvent(event)

    def _add(self, text: str) -> QAction:
        action = self.addAction(text)
        action.setCheckable(True)
        return action


class ModelMenu(ChoiceMenu):
    """Offer the models at hand by their names, the chosen one ticked.

    `model` is the id of a model, empty where the language of each text decides. What is at hand
    is looked up whenever the menu opens.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Mo&del", parent)
        self.model = ""
        self.chosen.connect(self._choose)

    def refresh(self) -> None:
        """List the models at hand and tick the chosen one."""
        from subpunct_app.models.registry import readable_cards

        self.clear()
        self.offer("By the &language of the text", "")
        for card in readable_cards():
            self.offer(as_label(card.name), card.id)
        # Without the one that was chosen the language of each text decides.
        self.tick(self.model if self.model in self.values else "")

    def _choose(self, model: str) -> None:
        self.model = model
