"""The languages that a text can be treated in, as a menu: those that are punctuated, and others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from subpunct_app.core.text import base_of
from subpunct_app.subtitles.languages.codes import language_name
from subpunct_app.subtitles.languages.typography import listed_languages

if TYPE_CHECKING:
    from subpunct_app.gui.desk import Desk

_GROUP = 16


class LanguageMenu(QMenu):
    """Offer the languages, the present one ticked; an empty choice means: as guessed.

    Those that a model at hand knows come first, the others in groups by initials. What is at hand
    is looked up when the menu first opens.
    """

    chosen = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Text lan&guage", parent)
        self._desk = desk
        self._actions: dict[str, QAction] = {}
        # Of such a group one is ticked at most, and drawn as one of several.
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self.aboutToShow.connect(self._list)

    def _list(self) -> None:
        if not self._actions:
            self._fill()
        language = self._desk.file.language if self._desk.file else None
        code = language.code if language else ""
        listed = code if code in self._actions else base_of(code)
        for name, action in self._actions.items():
            action.setChecked(name == listed)

    def _fill(self) -> None:
        from subpunct_app.punctuation.models.registry import languages_of, readable_cards

        self.addAction("&Guess", partial(self.chosen.emit, ""))
        self.addSeparator()
        found = languages_of(readable_cards())
        known = [*found[:1], *sorted(found[1:], key=title_of)]
        for code in known:
            self._add(code, self)
        self.addSeparator()
        codes = sorted(set(listed_languages()) - set(known), key=title_of)
        for start in range(0, len(codes), _GROUP):
            group = codes[start : start + _GROUP]
            menu = self.addMenu(f"{language_name(group[0])} - {language_name(group[-1])}")
            for code in group:
                self._add(code, menu)

    def _add(self, code: str, menu: QMenu) -> None:
        action = menu.addAction(title_of(code), partial(self.chosen.emit, code))
        action.setCheckable(True)
        self._group.addAction(action)
        self._actions[code] = action


def title_of(code: str) -> str:
    """Return the name of a language with its region, as in `French (CA)`."""
    region = code.partition("-")[2]
    return f"{language_name(code)} ({region})" if region else language_name(code)
