"""Menus of values of which one is chosen: language, model, marks, speaker, precision."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.label_texts import escape_ampersands
from subpunct_app.languages.language_data import language_name, listed_languages
from subpunct_app.review.settings import MARKS, PRECISIONS
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent

    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.proposing.learner import Learner
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.opening import OpenedFile
    from subpunct_app.review.settings import Settings
    from subpunct_app.subtitles.formats.document import Document


class ChoiceMenu(QMenu):
    """Offer values, the present one ticked; `chosen` carries the one that the editor wants."""

    chosen = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        # Of such a group one is ticked at most, and drawn as one of several.
        self._values = QActionGroup(self)
        self._values.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self._values.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Bring values and tick up to date before the menu is shown; a subclass may do so here."""

    def offer(self, title: str, value: object, *, menu: QMenu | None = None) -> None:
        """Add a value at the end of the menu, or of one inside of it."""
        action = (self if menu is None else menu).addAction(title)
        action.setCheckable(True)
        action.setData(value)
        self._values.addAction(action)

    @property
    def values(self) -> list[object]:
        """Return what is offered."""
        return [action.data() for action in self._values.actions()]

    def tick(self, present: object) -> None:
        """Tick one of the values, or none where that is not offered."""
        for action in self._values.actions():
            action.setChecked(action.data() == present)


_GROUP = 16


class LanguageMenu(ChoiceMenu):
    """Offer the languages, the present one ticked; an empty choice means: as guessed.

    Those that a model at hand knows come first, the others in groups by initials. What is at hand
    is looked up when the menu first opens.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("Text lan&guage"), parent)
        self._desk = desk

    def refresh(self) -> None:
        """List the languages and tick that of the open file."""
        if not self.values:
            self._fill()
        language = self._desk.file.language if self._desk.file else None
        code = language.code if language else ""
        self.tick(code if code in self.values else base_of(code))

    def _fill(self) -> None:
        from subpunct_app.models.model_registry import languages_of, readable_cards

        self.addAction(tr("&Guess"), partial(self.chosen.emit, ""))
        self.addSeparator()
        found = languages_of(readable_cards())
        known = [*found[:1], *sorted(found[1:], key=title_of)]
        for code in known:
            self.offer(title_of(code), code)
        self.addSeparator()
        codes = sorted(set(listed_languages()) - set(known), key=title_of)
        for start in range(0, len(codes), _GROUP):
            group = codes[start : start + _GROUP]
            menu = self.addMenu(f"{language_name(group[0])} - {language_name(group[-1])}")
            for code in group:
                self.offer(title_of(code), code, menu=menu)


def title_of(code: str) -> str:
    """Return the name of a language with its region, as in `French (CA)`."""
    region = code.partition("-")[2]
    return f"{language_name(code)} ({region})" if region else language_name(code)


class PrecisionMenu(ChoiceMenu):
    """Tick the share of the sure ones that shall be right, once decisions taught which they are."""

    def __init__(self, learner: Learner, parent: QWidget) -> None:
        super().__init__(tr("Confident &means"), parent)
        self._learner = learner
        for precision in PRECISIONS:
            self.offer(tr("{share:.0f} % right", share=100 * precision), precision)
        self.chosen.connect(learner.set_precision)

    def refresh(self) -> None:
        """Tick the share that counts now."""
        self.tick(self._learner.precision)


_MODE_TEXTS = {
    Mode.RESTORE: tr("&Restore: add, change and remove marks"),
    Mode.ANEW: tr("&Anew: ignore the marks that are there"),
    Mode.FILL: tr("&Fill: only add missing marks"),
    Mode.REVIEW: tr("Re&view: change only clear errors"),
}
_MARK_TEXTS = {
    ",": tr("&Commas  ,"),
    ".": tr("Full &stops  ."),
    "?": tr("&Question marks  ?"),
    "!": tr("&Exclamation marks  !"),
    ":": tr("C&olons  :"),
}


class PunctuateMenu(QMenu):
    """Show the choices as ticks, and stay open while they are made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What &to suggest"), parent)
        self._group = QActionGroup(self)
        self._modes = {mode: self._add(text) for mode, text in _MODE_TEXTS.items()}
        for action in self._modes.values():
            self._group.addAction(action)
        self.addSeparator()
        self._marks = {mark: self._add(_MARK_TEXTS[mark]) for mark in MARKS}
        self.addSeparator()
        self._case = self._add(tr("Ca&pitals"))
        self._ask = self._add(tr("As&k where a mark may be missing"))
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
        super().__init__(tr("Mo&del"), parent)
        self.model = ""
        self.chosen.connect(self._choose)

    def refresh(self) -> None:
        """List the models at hand and tick the chosen one."""
        from subpunct_app.models.model_registry import readable_cards

        self.clear()
        self.offer(tr("By the &language of the text"), "")
        for card in readable_cards():
            self.offer(escape_ampersands(card.name), card.id)
        # Without the one that was chosen the language of each text decides.
        self.tick(self.model if self.model in self.values else "")

    def _choose(self, model: str) -> None:
        self.model = model


_MOST = 40


class SpeakerMenu(QMenu):
    """Offer the speakers of the open file in the order in which they come."""

    def __init__(self, opener: Opener, proposer: Proposer, parent: QWidget) -> None:
        super().__init__(tr("Punctuate onl&y"), parent)
        self._proposer = proposer
        opener.shown.connect(self._clear)
        opener.opened.connect(self._show_opened)
        self.show_names(())

    def show_names(self, names: Sequence[str]) -> None:
        """List other speakers."""
        self.clear()
        for name in names[:_MOST]:
            ask = partial(self._proposer.punctuate_speaker, name)
            self.addAction(escape_ampersands(name), ask)
        if not names:
            self.addAction(tr("The file names no speakers")).setEnabled(False)

    def _clear(self, _document: Document) -> None:
        self.show_names(())

    def _show_opened(self, opened: OpenedFile) -> None:
        self.show_names(opened.speakers)
