"""Decide which words of a text change to the case that they should have."""

from __future__ import annotations

from unicodedata import combining

from subpunct_app.decoding.suggestions.letters import ENGLISH_I
from subpunct_app.decoding.suggestions.marking import Marks
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.spelling.own_case import (
    counts_by_i,
    is_meant_mixed,
    leads_to_name,
    may_be_species,
)
from subpunct_app.decoding.suggestions.spelling.unknown_names import (
    article_case,
    has_elided_article,
)
from subpunct_app.decoding.suggestions.starts import BROKEN_OFF, Starts
from subpunct_app.decoding.suggestions.wanted_case import CASING, NAMED, WantedCase
from subpunct_app.text.words import Break, Case, Mark, base_of, folded

# Least probabilities for what is proposed. No training fits them: they are set by hand, high where
# a wrong suggestion does more harm than one that is missing.
# In REVIEW to call a case wrong that stands there.
_REVIEW_CASE = 0.97
# For a case that takes or adds capitals where some stand, mostly by mistake.
_LOWERING = 0.8
# For a word within a sentence that has no capital in any, where so many other words have one.
_NEVER_LARGE = 0.8
_SHOWN = 5
# For an acronym in small letters where names have their capitals.
_NAMED_SMALL = 0.95


class Capitals:
    """The case of each word of a text, given which marks stand in its gaps."""

    def __init__(self, text: PredictedText, options: Options, marks: Marks) -> None:
        language, habits = text.language, text.habits
        self._words, self._gaps = text.words, text.gaps
        self._options = options
        self._language = language
        self._has_names, self._means_capitals = habits.has_names, habits.means_capitals
        self._named, self._has_ends = habits.named, habits.has_ends
        self._means_at_breaks = habits.means_at_breaks
        self._shouted = habits.shouted
        self._starts = Starts(text, options.mode, marks)
        self._wanted = WantedCase(text, options, marks, self._starts)
        self._english = base_of(language) == "en"
        kept = options.mode in (Mode.FILL, Mode.REVIEW)
        self._counts = self._english and kept and counts_by_i(text.words)

    def case(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return how the word after a gap should be written, KEEP for no change, and how sure."""
        if self._is_closed(at):
            return Case.KEEP, 1.0
        article = self._article(at, mark)
        if article is not Case.KEEP:
            return article, NAMED
        if self._is_left_alone(at):
            return Case.KEEP, 1.0
        case, sure = self._wanted.of(at, mark)
        return (case, sure) if self._may_change(at, mark, case, sure) else (Case.KEEP, 1.0)

    def _is_closed(self, at: int) -> bool:
        """Tell whether nothing may change the word after a gap, if there is one."""
        kept = not self._options.case or at == len(self._words)
        return kept or self._gaps[at + 1].item or self._gaps[at].code

    def _article(self, at: int, mark: Mark) -> Case:
        """Return how an article before a name is written, KEEP for no change: L'UE, but, l'UE."""
        word = self._words[at].text
        if at in self._wanted.names or self._wanted.is_shouted(at):
            return Case.KEEP
        if not has_elided_article(word, self._language):
            return Case.KEEP
        starts, joins = self._starts.has(at, mark), self._starts.joins(at, mark)
        case = article_case(word, self._language, starts=starts)
        tells = joins or (starts and not self._starts.may_go_on(at, mark))
        return case if tells and case.apply(word) != word else Case.KEEP

    def _is_left_alone(self, at: int) -> bool:
        """Tell whether the word after a gap keeps its case, whatever the model says."""
        if self._shouted and self._options.mode is Mode.REVIEW:
            # To write some names small, as a review is sure of few words, would help nobody.
            return True
        word = self._words[at].text
        if self._wanted.is_shouted(at):
            return at not in self._wanted.names and is_meant_mixed(word)
        if self._gaps[at].broken or self._is_hyphened(at) or (self._counts and word == "i"):
            return True
        now = Case.of(word)
        return now is Case.KEEP or (now is Case.UPPER and self._has_own_capitals(at))

    def _is_hyphened(self, at: int) -> bool:
        """Tell whether a dash is glued to a small word but "I", not to the one before: run -g."""
        gap, word = self._gaps[at], self._words[at]
        if gap.current is not Mark.DASH or not gap.fixed or self._wanted.is_pronoun(at):
            return False
        glued = self._words[at - 1].end < gap.start < gap.end == word.start
        return glued and Case.of(word.text) is Case.LOWER

    def _has_own_capitals(self, at: int) -> bool:
        """Tell whether the capitals of a word are those of a name, of U.S. or of IM, I'm."""
        word = self._words[at].text
        if at in self._wanted.names or self._wanted.is_dotted(word):
            return True
        return word.isalpha() and ENGLISH_I.fullmatch(word) is not None

    def _may_change(self, at: int, mark: Mark, case: Case, sure: float) -> bool:
        """Tell whether a word may get another case than it has, being so sure of it."""
        word = self._words[at].text
        now = Case.of(word)
        joined = case is Case.LOWER and self._starts.joins(at, mark)
        least = CASING if joined and now is Case.CAPITALISED else self._least(at, mark, now, case)
        if case.apply(word, self._language) == word or sure < least:
            return False
        if at not in self._wanted.names and self._is_meant(at, mark, now, case):
            return False
        loses = now is Case.UPPER or (case is Case.LOWER and not joined)
        guessed = bool(case.spelling) and not self._wanted.is_shouted(at)
        return at in self._wanted.names or not (loses and (guessed or self._keeps_capitals()))

    def _is_meant(self, at: int, mark: Mark, now: Case, case: Case) -> bool:
        """Tell whether a word is as large as the text means it to be, but for a sentence's start.

        An English acronym is one wherever it stands; in other languages many are written as names
        or words are, and so the same throughout a text: il Cnr, de Uefa, in tv.
        """
        if now is Case.UPPER and case is Case.CAPITALISED and not self._wanted.is_shouted(at):
            return self._means_capitals
        word, starts = self._words[at].text, self._starts.has(at, mark)
        if case is Case.UPPER and not self._english and (now is Case.CAPITALISED or not starts):
            return self._has_names and not self._wanted.is_shouted(at)
        elided = bool(case.spelling) and has_elided_article(word, self._language)
        if starts:
            return self._has_names and elided and now is Case.CAPITALISED
        if now is Case.LOWER:
            return not self._wanted.is_pronoun(at) and self._stays_small(at, case, elided=elided)
        meant = self._means_at_breaks or self._gaps[at].break_ is Break.NONE
        joins = self._starts.joins(at, mark)
        within = self._means_capitals and meant and not joins
        anew = self._begins_anew(at, mark) or self._begins_behind_dot(at)
        return case is Case.LOWER and (within or anew)

    def _stays_small(self, at: int, case: Case, *, elided: bool) -> bool:
        """Tell whether a small word within a sentence is meant to be small.

        Where names have their capitals, small words are none, behind an article or not. Where
        sentences have theirs, others are small, too: the x of f of x, v⃗, the coli of E. coli, the
        van of Jan van Dijk, and what goes on as in «¡ven!», dicen, "well... you know", or
        "north-eastern", and behind a dash at the end of a line.
        """
        gap, word = self._gaps[at], self._words[at].text
        if self._has_names and (case is Case.CAPITALISED or elided):
            return True
        if self._means_capitals and _is_letter(word):
            return True
        if not self._starts.is_meant_small(at):
            return False
        if _is_letter(word) or self._is_species(at):
            return True
        if not self._english and leads_to_name(self._words, self._gaps, at):
            return True
        if gap.goes_on or (gap.current is Mark.DASH and gap.break_ is Break.LINE and not gap.turn):
            return True
        goes_on = gap.current is Mark.ELLIPSIS and gap.break_ is Break.NONE
        return self._has_ends and (goes_on or (bool(case.spelling) and "-" in word))

    def _is_species(self, at: int) -> bool:
        """Tell whether a genus that is shortened to its first letter stands before a word."""
        before = self._words[at - 1].text
        dotted = before.endswith(".") or self._gaps[at].current is Mark.PERIOD
        return at > 0 and dotted and may_be_species(before, self._words[at].text)

    def _is_never_large(self, at: int, mark: Mark) -> bool:
        """Tell whether a text whose capitals show elsewhere has none on a word: branch, but Git."""
        if len(self._named) < _SHOWN or self._wanted.is_pronoun(at) or self._starts.has(at, mark):
            return False
        return folded(self._words[at].text) not in self._named

    def _begins_anew(self, at: int, mark: Mark) -> bool:
        """Tell whether dots or a dash break off what a capital begins anew: I mean… Never mind."""
        stands = mark is self._gaps[at].current and mark in BROKEN_OFF
        return stands and not self._wanted.is_shouted(at)

    def _begins_behind_dot(self, at: int) -> bool:
        """Tell whether a line begins large behind a word with its own dot: op de stoel a.u.b."""
        dotted = at > 0 and self._words[at - 1].text.endswith(".")
        return dotted and self._means_capitals and not self._wanted.is_shouted(at)

    def _keeps_capitals(self) -> bool:
        """Tell whether a capital is only lowered with the mark before it, and a shout never."""
        mode = self._options.mode
        return mode is Mode.REVIEW or (mode is Mode.FILL and not self._shouted)

    def _least(self, at: int, mark: Mark, now: Case, case: Case) -> float:
        """Return how sure a change of case must be: to touch a name's capitals is mostly wrong."""
        if self._options.mode is Mode.REVIEW:
            return _REVIEW_CASE
        if self._wanted.is_shouted(at):
            return 0.0
        if now is Case.LOWER and case is Case.UPPER and self._has_names:
            return _NAMED_SMALL
        if now is Case.LOWER and self._is_never_large(at, mark):
            return _NEVER_LARGE
        gains = now is Case.CAPITALISED and (case is Case.UPPER or bool(case.spelling))
        return _LOWERING if case is Case.LOWER or now is Case.UPPER or gains else CASING


def _is_letter(word: str) -> bool:
    """Tell whether a word is one letter, with an arrow or the like over it or not: x, v⃗."""
    return sum(not combining(letter) for letter in word) == 1
