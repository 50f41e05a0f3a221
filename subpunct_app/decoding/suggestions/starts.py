"""Tell where sentences start, given which marks stand in the gaps of a text."""

from __future__ import annotations

from typing import Final

from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.mark_decisions import Marks
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.languages.abbreviations import (
    MOST_JOINT,
    leads_on,
    may_be_shortened,
)
from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.reporting import tells_who
from subpunct_app.text.words import Break, Case, Mark

BROKEN_OFF: Final = frozenset({Mark.ELLIPSIS, Mark.DASH})
_WITHIN = frozenset({Mark.COMMA, Mark.SEMICOLON})


class Starts:
    """Where the sentences of a text start."""

    def __init__(self, text: PredictedText, mode: Mode, marks: Marks) -> None:
        self._text, self._words, self._gaps = text, text.words, text.gaps
        self._mode, self._language, self._marks = mode, text.language, marks
        self._titles = language_data(text.language).names.titles

    def has(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence begins at a word, given the mark before it.

        None begins in "Why?" asked Tom, and one does behind the number of an item: 1) Go.
        """
        gap = self._gaps[at]
        if at == 0:
            return not gap.fixed
        if self._goes_on(at, mark):
            return False
        if mark.ends_sentence:
            return mark is not Mark.PERIOD or gap.turn or not self._shortens(at)
        if gap.turn and (mark in BROKEN_OFF or self._marks.has_dot(at - 1, self._marks.wanted[at])):
            return True
        if mark is Mark.COLON and self._marks.labels_speaker(at):
            return not self.is_meant_small(at)
        return gap.item and self._is_set_apart(at - 1)

    def _goes_on(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence goes on with a small word, whatever stands before it.

        As in: "Why?" asked Tom; “Why?”, she asked; Yahoo! is small; ... and so.
        """
        gap = self._gaps[at]
        if gap.led_on and self.is_meant_small(at):
            return True
        if not mark.asks_or_exclaims or gap.turn:
            return False
        within = gap.break_ is Break.NONE and not self._marks.wanted[at].ends_sentence
        small = gap.current.asks_or_exclaims and self.is_meant_small(at)
        return gap.goes_on or (small and (gap.quoted or within)) or self._tells_who(at)

    def _tells_who(self, at: int) -> bool:
        """Tell whether who said it follows what was quoted: "Why?" asked Tom.

        A review takes nothing for wrong that may be a quote without its signs.
        """
        gap, words = self._gaps[at], [word.text for word in self._words[at : at + 2]]
        unsigned = self._mode is Mode.REVIEW and gap.current.asks_or_exclaims
        return (gap.quoted or unsigned) and bool(words) and tells_who(words, self._language)

    def _is_led_on(self, at: int) -> bool:
        """Tell whether what is shortened before a word leads on to it: d. h., bijv."""
        before = [word.text for word in self._words[max(0, at - MOST_JOINT) : at]]
        return bool(before) and before[-1].endswith(".") and leads_on(before, self._language)

    def _is_set_apart(self, at: int) -> bool:
        """Tell whether an item's number behind a gap stands at a sentence's start."""
        return at == 0 or self._gaps[at].turn or self._marks.mark(at)[0].ends_sentence

    def _shortens(self, at: int) -> bool:
        """Tell whether a full stop that stands shortens the word before: 2 lbs. of meat, J. Hill.

        It then shortens an initial or a known abbreviation before a small word within a cue.
        Elsewhere the model must see no sentence's end there.
        """
        gap, before = self._gaps[at], self._words[at - 1].text
        if gap.current is not Mark.PERIOD:
            return before.lower() in self._titles
        small = self.is_meant_small(at)
        initial = len(before) == 1 and before.isupper() and before != "I"
        known = initial or may_be_shortened(before, self._language)
        if small and known and gap.break_ is not Break.CUE:
            return True
        return not self._marks.wanted[at].ends_sentence and (small or self._marks.shortens(at))

    def is_meant_small(self, at: int) -> bool:
        """Tell whether a word is small in a text that begins its sentences with capitals."""
        return self._text.habits.begins_large and Case.of(self._words[at].text) is Case.LOWER

    def joins(self, at: int, mark: Mark) -> bool:
        """Tell whether a mark takes the place of one that ended a sentence."""
        return self._gaps[at].current.ends_sentence and not mark.ends_sentence

    def may_begin_unmarked(self, at: int) -> bool:
        """Tell whether a sentence may begin all the same where nothing can be put to end one.

        Behind dots it may, behind a dash only on another line: the rest - an aside - goes on.
        """
        gap = self._gaps[at]
        if self._is_led_on(at):
            return False
        if at and self._marks.has_dot(at - 1, self._marks.wanted[at]):
            return self._text.habits.shouted or not self._text.habits.begins_large
        if not gap.fixed or gap.current in _WITHIN or (gap.led_on and self.is_meant_small(at)):
            return False
        return gap.current is not Mark.DASH or gap.break_ is not Break.NONE
