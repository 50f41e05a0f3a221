"""Decide which words of a text change to the case that they should have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.written_case import is_always_large
from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.mark_decisions import Marks
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.decoding.suggestions.spelling import mixed_case
from subpunct_app.decoding.suggestions.starts import BROKEN_OFF, Starts
from subpunct_app.text.words import Break, Case, Mark

# How sure to be of a spelling that an editor named.
_NAMED = 0.99
# How sure any case must be to be proposed.
_LIKELY = 0.5
# In REVIEW to call a case wrong that stands there.
_REVIEW_CASE = 0.97
# For a case that takes capitals away, or adds some where words are small or large on purpose.
_AGAINST_TEXT = 0.8
_NAMED_SMALL = 0.95
# Letters, also such as U.S.-based, but no names of files or addresses: gitlab.com.
_NAME_LIKE = re.compile(r"(?:(?:[^\W\d_]\.)+-)?[^\W\d_]+(?:['’-][^\W\d_]+)*\.?", re.IGNORECASE)
_ADDRESS = re.compile(r".*[^\W\d_]{2}\.[^\W\d_]{2}.*|[^\W\d_]{2,}\.\w+")
_UNCHANGED = (Case.KEEP, 1.0)


@dataclass(frozen=True, slots=True)
class Cases:
    """How likely each case of n words is (n, cases), and how some of them are spelled."""

    likely: NDArray[np.floating]
    spelled: Mapping[int, Case]


@dataclass(frozen=True, slots=True)
class _Place:
    """A word behind a gap, how it is written `now`, and what its mark makes of it.

    A sentence `starts` there, or no more does, as its mark `joins` two.
    """

    at: int
    word: str
    mark: Mark
    now: Case
    starts: bool
    joins: bool


class Capitals:
    """The case of each word of a text, given which marks stand in its gaps."""

    def __init__(self, text: PredictedText, cases: Cases, options: Options, marks: Marks) -> None:
        self._words, self._gaps = text.words, text.gaps
        self._mode, self._changes = options.mode, options.case
        self._language, self._habits = text.language, text.habits
        self._cases: list[list[float]] = cases.likely.tolist()
        self._spelled = cases.spelled
        self._ending = marks.ending
        self._starts = Starts(text, options.mode, marks)
        self._names = options.names.cases([word.text for word in text.words])

    def case(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return how the word after a gap should be written, KEEP for no change, and how sure."""
        if not self._changes or at == len(self._words):
            return _UNCHANGED
        if self._gaps[at + 1].item or self._gaps[at].code:
            return _UNCHANGED
        word = self._words[at].text
        if at in self._names:
            named = self._names[at]
            return (named, _NAMED) if named.apply(word, self._language) != word else _UNCHANGED
        if self._is_left_alone(at):
            return _UNCHANGED
        starts, joins = self._starts.has(at, mark), self._starts.joins(at, mark)
        place = _Place(at, word, mark, Case.of(word), starts, joins)
        case, sure = self._wanted(place)
        return (case, sure) if self._may_change(place, case, sure) else _UNCHANGED

    def _is_left_alone(self, at: int) -> bool:
        """Tell whether the word after a gap keeps its case, whatever the model says."""
        if self._habits.shouted:
            # To write some names small, as a review is sure of few words, would help nobody.
            return self._mode is Mode.REVIEW
        return Case.of(self._words[at].text) is Case.KEEP or self._is_hyphened(at)

    def _is_hyphened(self, at: int) -> bool:
        """Tell whether a dash is glued to a small word, not to the one before: run -g."""
        gap, word = self._gaps[at], self._words[at]
        if (
            gap.current is not Mark.DASH
            or not gap.fixed
            or is_always_large(word.text, self._language)
        ):
            return False
        glued = self._words[at - 1].end < gap.start < gap.end == word.start
        return glued and Case.of(word.text) is Case.LOWER

    def _wanted(self, place: _Place) -> tuple[Case, float]:
        """Return the case that a word should have, whatever it has, and how sure that is."""
        _, capital, upper, mixed = self._cases[place.at]
        word, own = place.word, Case.KEEP
        if mixed > _LIKELY and place.at in self._spelled:
            return self._spelled[place.at], mixed
        if not word.lstrip("'’")[:1].isalpha():
            small = self._cases[place.at][0]
            numbered = self._habits.shouted and word[0].isdigit() and small > _LIKELY
            return (Case.LOWER, small) if numbered else _UNCHANGED
        if upper > _LIKELY and len(word) > 1 and not _ADDRESS.fullmatch(word):
            return Case.UPPER, upper
        if mixed > _LIKELY and _NAME_LIKE.fullmatch(word):
            own = mixed_case(word, self._language, starts=place.starts)
            if own.spelling:
                return own, mixed
        if place.starts:
            return Case.CAPITALISED, max(1.0 - upper, capital)
        if is_always_large(word, self._language):
            return Case.CAPITALISED, 1.0
        return (own, mixed) if own is not Case.KEEP else self._within_sentence(place)

    def _within_sentence(self, place: _Place) -> tuple[Case, float]:
        """Return the case of a word where no sentence starts: only a name has a capital.

        The network learned capitals from starts of sentences, too. Only what such a start does
        not explain tells of a name: (capital - ending) / (1 - ending), of how likely a capital is
        and how likely the mark before the word ends a sentence.
        """
        at = place.at
        lower, capital, *_ = self._cases[at]
        ending = self._ending[at]
        started = 0.0 if self._starts.may_begin_unmarked(at) else ending
        name = max(0.0, capital - started) / max(1e-3, 1.0 - started)
        name = min(1.0, name) if lower < _LIKELY else min(name, 1.0 - lower)
        if name > _LIKELY:
            return Case.CAPITALISED, name
        # The capital of a mark that is taken away goes with it.
        return Case.LOWER, (1.0 - name) * (1.0 if place.joins else 1.0 - ending)

    def _may_change(self, place: _Place, case: Case, sure: float) -> bool:
        """Tell whether a word may get another case than it has, being so sure of it."""
        if case.apply(place.word, self._language) == place.word:
            return False
        if sure < self._least(place, case) or self._is_meant(place, case):
            return False
        joined = case is Case.LOWER and place.joins
        loses = place.now is Case.UPPER or (case is Case.LOWER and not joined)
        # A review lowers a capital only with the mark before it, and filling in but a shout.
        kept = self._mode is Mode.FILL and not self._habits.shouted
        return not (loses and (kept or self._mode is Mode.REVIEW))

    def _least(self, place: _Place, case: Case) -> float:
        """Return how sure a change of case must be: to touch a name's capitals is mostly wrong."""
        now = place.now
        if place.joins and case is Case.LOWER and now is Case.CAPITALISED:
            return _LIKELY
        if self._mode is Mode.REVIEW:
            return _REVIEW_CASE
        if self._habits.shouted:
            return 0.0
        if now is Case.LOWER and case is Case.UPPER and self._habits.has_names:
            return _NAMED_SMALL
        if now is Case.LOWER:
            small = self._habits.means_small and not place.starts
            return _AGAINST_TEXT if small else _LIKELY
        loses = case is Case.LOWER or now is Case.UPPER
        return _AGAINST_TEXT if loses or case is Case.UPPER or case.spelling else _LIKELY

    def _is_meant(self, place: _Place, case: Case) -> bool:
        """Tell whether a word is as large as the text means it to be."""
        if self._habits.shouted:
            return False
        if place.now is Case.UPPER:
            return self._habits.means_capitals
        if place.starts:
            return False
        if place.now is Case.LOWER:
            return self._stays_small(place, case)
        gap = self._gaps[place.at]
        inside = gap.break_ is Break.NONE and not place.joins
        within = self._habits.means_capitals and inside
        # Dots or a dash break off what a capital begins anew: I mean… Never mind.
        anew = place.mark is gap.current and place.mark in BROKEN_OFF
        return case is Case.LOWER and (within or anew)

    def _stays_small(self, place: _Place, case: Case) -> bool:
        """Tell whether a small word within a sentence is meant to be small."""
        if is_always_large(place.word, self._language):
            return False
        gap, guessed = self._gaps[place.at], bool(case.spelling) and place.at not in self._spelled
        if self._habits.has_names and case is Case.CAPITALISED:
            return True
        if self._habits.means_small and (guessed or len(place.word) == 1):
            return True
        goes_on = gap.goes_on or gap.current in BROKEN_OFF
        return goes_on and self._starts.is_meant_small(place.at)
