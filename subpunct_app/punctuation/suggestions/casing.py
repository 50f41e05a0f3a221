"""Decide in which case each word of a text is written."""

from __future__ import annotations

import re

from subpunct_app.core.ordinals import may_be_ordinal
from subpunct_app.core.text import Break, Case, Mark, base_of, folded
from subpunct_app.punctuation.suggestions.evidence.shouted import cues_in_capitals
from subpunct_app.punctuation.suggestions.letters import ENGLISH_I
from subpunct_app.punctuation.suggestions.marking import Marks
from subpunct_app.punctuation.suggestions.numbers import (
    compound_case,
    is_nought,
    numbered_case,
    unit_case,
)
from subpunct_app.punctuation.suggestions.options import Mode, Options
from subpunct_app.punctuation.suggestions.predicted_text import PredictedText
from subpunct_app.punctuation.suggestions.spelling.dots import (
    DOTTED,
    abbreviated_case,
    abbreviations,
    dotted_case,
)
from subpunct_app.punctuation.suggestions.spelling.french import french_case
from subpunct_app.punctuation.suggestions.spelling.own_case import (
    counts_by_i,
    hesitates,
    is_day,
    is_doctorate,
    is_function,
    is_index,
    is_large,
    is_meant_mixed,
    is_no_acronym,
    is_room,
    leads_to_name,
    may_be_species,
)
from subpunct_app.punctuation.suggestions.spelling.unknown_names import (
    article_case,
    clipped_name_case,
    has_elided_article,
    large_case,
    mixed_case,
)
from subpunct_app.punctuation.suggestions.starts import BROKEN_OFF, Starts
from subpunct_app.punctuation.suggestions.titles import has_large_titles, is_dotted_title

# Least probabilities for what is proposed. No training fits them: they are set by hand, high where
# a wrong suggestion does more harm than one that is missing.
# In REVIEW to call a case wrong that stands there.
_REVIEW_CASE = 0.97
# For a case that takes or adds capitals where some stand, mostly by mistake; for any other.
_LOWERING = 0.8
_CASING = 0.5
# That a word is a name: within a sentence, and where a sentence might begin all the same (see
# `Starts.may_begin`), so that a capital tells less.
_NAME = 0.5
_NAME_AT_START = 0.85
# For a word within a sentence that has no capital in any, where so many other words have one.
_NEVER_LARGE = 0.8
_SHOWN = 5
# For an acronym in small letters where names have their capitals.
_NAMED_SMALL = 0.95
# How sure to be of a spelling that an editor named, or that everybody knows.
_NAMED = 0.99
# Words of letters, without those that begin small all the same: iPhone, but IDs, IBM's.
_SMALL_I = r"(?!i[a-z]{1,2}s$|i[a-z]{1,3}['’]s$)i[a-z]+(?!-)\b"
_NAME_LIKE = re.compile(rf"(?!{_SMALL_I})[^\W\d_]+(?:['’-][^\W\d_]+)*", re.IGNORECASE)
# Such as U.S.-based.
_DOTTED_HEAD = re.compile(r"(?:[a-z]\.)+(?:-[a-z]+)+", re.IGNORECASE)


class Capitals:
    """The case of each word of a text, given which marks stand in its gaps."""

    def __init__(self, text: PredictedText, options: Options, marks: Marks) -> None:
        words, language, habits = text.words, text.language, text.habits
        self._words, self._gaps = words, text.gaps
        self._options = options
        self._language = language
        self._marks = marks
        self._has_names, self._means_capitals = habits.has_names, habits.means_capitals
        self._named, self._has_ends = habits.named, habits.has_ends
        self._means_at_breaks = habits.means_at_breaks
        self._starts = Starts(text, options.mode, marks)
        self._english, self._french = base_of(language) == "en", base_of(language) == "fr"
        self._cases = text.prediction.cases.tolist()
        spoken = [word.text for word in words] if options.case else []
        self._names = options.names.cases(spoken, language)
        self._abbreviations = {} if self._english else abbreviations(spoken, language)
        self._letters = marks.letters if self._english else frozenset()
        kept = options.mode in (Mode.FILL, Mode.REVIEW)
        self._counts = self._english and kept and counts_by_i(words)
        self._shouted = habits.shouted
        self._large_cues = cues_in_capitals(words) if options.mode.opens_all else frozenset()

    def case(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return how the word after a gap should be written, KEEP for no change, and how sure."""
        if self._is_closed(at):
            return Case.KEEP, 1.0
        article = self._article(at, mark)
        if article is not Case.KEEP:
            return article, _NAMED
        if self._is_left_alone(at):
            return Case.KEEP, 1.0
        case, sure = self._wanted(at, mark)
        return (case, sure) if self._may_change(at, mark, case, sure) else (Case.KEEP, 1.0)

    def _is_closed(self, at: int) -> bool:
        """Tell whether nothing may change the word after a gap, if there is one."""
        kept = not self._options.case or at == len(self._words)
        return kept or self._gaps[at + 1].item or self._gaps[at].code

    def _article(self, at: int, mark: Mark) -> Case:
        """Return how an article before a name is written, KEEP for no change: L'UE, but, l'UE."""
        word = self._words[at].text
        if at in self._names or self._is_shouted(at):
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
        if self._is_shouted(at):
            return at not in self._names and is_meant_mixed(word)
        if self._gaps[at].broken or self._is_hyphened(at) or (self._counts and word == "i"):
            return True
        now = Case.of(word)
        return now is Case.KEEP or (now is Case.UPPER and self._has_own_capitals(at))

    def _is_hyphened(self, at: int) -> bool:
        """Tell whether a dash is glued to a small word but "I", not to the one before: run -g."""
        gap, word = self._gaps[at], self._words[at]
        if gap.current is not Mark.DASH or not gap.fixed or self._is_pronoun(at):
            return False
        glued = self._words[at - 1].end < gap.start < gap.end == word.start
        return glued and Case.of(word.text) is Case.LOWER

    def _has_own_capitals(self, at: int) -> bool:
        """Tell whether the capitals of a word are those of a name, of U.S. or of IM, I'm."""
        word = self._words[at].text
        if at in self._names or self._is_dotted(word):
            return True
        return word.isalpha() and ENGLISH_I.fullmatch(word) is not None

    def _is_pronoun(self, at: int) -> bool:
        """Tell whether a word is the English "I", whatever its case."""
        return self._english and ENGLISH_I.fullmatch(self._words[at].text) is not None

    def _is_dotted(self, word: str) -> bool:
        return self._english and DOTTED.fullmatch(word) is not None

    def _wanted(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return the case that a word should have, and how sure that is."""
        if at in self._names:
            return self._names[at], _NAMED
        word, starts = self._words[at].text, self._starts.has(at, mark)
        case, sure = self._plain(at, mark, starts=starts)
        if self._is_dotted(word):
            return dotted_case(word, case, starts=starts), sure
        if "." not in word or self._english or may_be_ordinal(word[:-1], self._language):
            return case, sure
        known = self._abbreviations.get(at, Case.KEEP)
        shortened = abbreviated_case(
            word, case, known=known, starts=starts, shouted=self._is_shouted(at)
        )
        if known is not Case.KEEP and shortened.apply(word) != case.apply(word):
            sure = 0.0 if self._options.mode is Mode.REVIEW else _NAMED
        return shortened, sure

    def _may_change(self, at: int, mark: Mark, case: Case, sure: float) -> bool:
        """Tell whether a word may get another case than it has, being so sure of it."""
        word = self._words[at].text
        now = Case.of(word)
        joined = case is Case.LOWER and self._starts.joins(at, mark)
        least = _CASING if joined and now is Case.CAPITALISED else self._least(at, mark, now, case)
        if case.apply(word, self._language) == word or sure < least:
            return False
        if at not in self._names and self._is_meant(at, mark, now, case):
            return False
        loses = now is Case.UPPER or (case is Case.LOWER and not joined)
        guessed = bool(case.spelling) and not self._is_shouted(at)
        return at in self._names or not (loses and (guessed or self._keeps_capitals()))

    def _is_meant(self, at: int, mark: Mark, now: Case, case: Case) -> bool:
        """Tell whether a word is as large as the text means it to be, but for a sentence's start.

        An English acronym is one wherever it stands; in other languages many are written as names
        or words are, and so the same throughout a text: il Cnr, de Uefa, in tv.
        """
        if now is Case.UPPER and case is Case.CAPITALISED and not self._is_shouted(at):
            return self._means_capitals
        word, starts = self._words[at].text, self._starts.has(at, mark)
        if case is Case.UPPER and not self._english and (now is Case.CAPITALISED or not starts):
            return self._has_names and not self._is_shouted(at)
        elided = bool(case.spelling) and has_elided_article(word, self._language)
        if starts:
            return self._has_names and elided and now is Case.CAPITALISED
        if now is Case.LOWER:
            return not self._is_pronoun(at) and self._stays_small(at, case, elided=elided)
        meant = self._means_at_breaks or self._gaps[at].break_ is Break.NONE
        joins = self._starts.joins(at, mark)
        within = self._means_capitals and meant and not joins
        return case is Case.LOWER and (within or self._begins_anew(at, mark))

    def _stays_small(self, at: int, case: Case, *, elided: bool) -> bool:
        """Tell whether a small word within a sentence is meant to be small.

        Where names have their capitals, small words are none, behind an article or not. Where
        sentences have theirs, others are small, too: the x of f of x, the coli of E. coli, the van
        of Jan van Dijk, and what goes on as in «¡ven!», dicen, "well... you know", "north-eastern",
        and behind a dash at the end of a line.
        """
        gap, word = self._gaps[at], self._words[at].text
        if self._has_names and (case is Case.CAPITALISED or elided):
            return True
        if self._means_capitals and len(word) == 1:
            return True
        if not self._starts.is_meant_small(at):
            return False
        if len(word) == 1 or self._is_species(at):
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
        if len(self._named) < _SHOWN or self._is_pronoun(at) or self._starts.has(at, mark):
            return False
        return folded(self._words[at].text) not in self._named

    def _begins_anew(self, at: int, mark: Mark) -> bool:
        """Tell whether dots or a dash break off what a capital begins anew: I mean… Never mind."""
        stands = mark is self._gaps[at].current and mark in BROKEN_OFF
        return stands and not self._is_shouted(at)

    def _is_shouted(self, at: int) -> bool:
        """Tell whether the capitals of a word mean nothing, as in a text or a cue all in them."""
        return self._shouted or self._words[at].cue in self._large_cues

    def _keeps_capitals(self) -> bool:
        """Tell whether a capital is only lowered with the mark before it, and a shout never."""
        mode = self._options.mode
        return mode is Mode.REVIEW or (mode is Mode.FILL and not self._shouted)

    def _plain(self, at: int, mark: Mark, *, starts: bool) -> tuple[Case, float]:
        """Return the case of a word as if it had no dots, where a sentence starts or does not."""
        found = self._special(at, starts=starts)
        if found is not None:
            return found
        _, capital, upper, mixed = self._cases[at]
        word, own = self._words[at].text, Case.KEEP
        if self._is_no_acronym(at):
            if upper > 0.5 and is_no_acronym(word) and Case.of(word) is Case.CAPITALISED:
                return Case.CAPITALISED, upper
            upper = 0.0
        if upper > 0.5 and len(word) > 1:
            return large_case(word, self._language), upper
        if mixed > 0.5 and self._is_name_like(word):
            own = mixed_case(word, self._language, starts=starts)
        if starts and not own.spelling:
            any_but_upper = 0.0 if self._starts.may_go_on(at, mark) else 1.0 - upper
            return Case.CAPITALISED, max(any_but_upper, capital)
        if self._is_pronoun(at):
            return self._pronoun(at)
        return (own, mixed) if own is not Case.KEEP else self._within_sentence(at, mark)

    def _is_no_acronym(self, at: int) -> bool:
        """Tell whether an English word is no acronym, whatever a network says of it."""
        now = Case.of(self._words[at].text)
        if self._is_pronoun(at):
            return now is Case.LOWER
        hesitates_here = hesitates(self._words, self._gaps, at)
        spelled = hesitates_here or is_no_acronym(self._words[at].text)
        return self._english and spelled and (now is not Case.UPPER or self._is_shouted(at))

    def _is_name_like(self, word: str) -> bool:
        headed = self._english and _DOTTED_HEAD.fullmatch(word) is not None
        return headed or self._is_dotted(word) or _NAME_LIKE.fullmatch(word) is not None

    def _special(self, at: int, *, starts: bool) -> tuple[Case, float] | None:
        """Return the case of a number, a unit, a clipped word or a letter, None of all others."""
        lower, _, upper, mixed = self._cases[at]
        word = self._words[at].text
        unit = unit_case(self._words[at - 1].text, word) if at else Case.KEEP
        if unit is not Case.KEEP and not starts:
            return unit, _NAMED
        if not word.lstrip("'’")[:1].isalpha():
            shouted, own = self._is_shouted(at), upper + mixed
            compound = compound_case(word, self._language, shouted=shouted)
            if own > 0.5 and compound is not Case.KEEP:
                return compound, own
            return numbered_case(word, lower, own, shouted=shouted)
        if self._starts.is_clipped(at):
            return Case.LOWER, float(self._is_shouted(at))
        clipped = clipped_name_case(word, self._language)
        if clipped is not Case.KEEP:
            return clipped, _NAMED
        if at in self._marks.shortened:
            return (Case.CAPITALISED if starts else self._marks.shortened[at]), _NAMED
        if self._french:
            named = at + 1 < len(self._words) and self._cases[at + 1][0] < 0.5
            own = french_case(self._words, at, named=named)
            if own is not Case.KEEP and not (starts and own is Case.LOWER):
                return own, _NAMED
        if at + 1 in self._marks.titled or (self._english and (is_day(word) or self._is_title(at))):
            large = starts or has_large_titles(self._language)
            return Case.CAPITALISED if large else Case.LOWER, _NAMED
        if self._english and (is_doctorate(self._words, at) or is_room(self._words, at)):
            return Case.CAPITALISED, _NAMED
        if self._english and (is_nought(self._words, at) or is_function(self._words, at)):
            return Case.CAPITALISED if starts else Case.LOWER, _NAMED
        stands = Case.of(word) is Case.CAPITALISED and not self._is_shouted(at)
        if self._english and not stands and is_large(self._words, self._gaps, at):
            return Case.UPPER, _NAMED
        if at in self._letters:
            return Case.CAPITALISED, 1.0 - lower if lower < 0.5 else _CASING
        return None

    def _is_title(self, at: int) -> bool:
        """Tell whether a word is a title with its own dot and no unit: Mr. Hill, 20 ms. later."""
        if at and self._words[at - 1].text[-1].isdigit():
            return False
        goes_on = at + 1 < len(self._words)
        leads = goes_on and not self._marks.wanted[at + 1].ends_sentence
        named = goes_on and self._cases[at + 1][0] < 0.5
        return is_dotted_title(self._words[at].text, leads=leads, named=named)

    def _within_sentence(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return the case of a word where no sentence starts: only a name has a capital.

        The network learned capitals from starts of sentences, too. Only what such a start does
        not explain tells of a name: (capital - ending) / (1 - ending), of how likely a capital is
        and how likely the mark before the word ends a sentence. Half a word tells of no name.
        """
        shouted = self._is_shouted(at)
        if self._gaps[at + 1].broken and not shouted:
            return Case.KEEP, 1.0
        lower, capital, *_ = self._cases[at]
        ending = self._marks.ending[at]
        started = 0.0 if self._starts.may_begin_unmarked(at, shouted=shouted) else ending
        name = max(0.0, capital - started) / max(1e-3, 1.0 - started)
        name = min(1.0, name) if lower < 0.5 else min(name, 1.0 - lower)
        if name > (_NAME_AT_START if self._starts.may_begin(at, mark, shouted=shouted) else _NAME):
            return Case.CAPITALISED, name
        # The capital of a mark that is taken away goes with it.
        begins = 0.0 if self._starts.joins(at, mark) else ending
        return Case.LOWER, (1.0 - name) * (1.0 - begins)

    def _pronoun(self, at: int) -> tuple[Case, float]:
        """Return how "I" is written: small where it is a letter, which nobody repeats or joins."""
        lower = self._cases[at][0]
        following = self._words[at + 1].text if at + 1 < len(self._words) else ""
        if is_index(self._words, at):
            return Case.LOWER, _NAMED
        if len(self._words[at].text) > 1 or ENGLISH_I.fullmatch(following):
            return Case.CAPITALISED, 1.0
        return (Case.LOWER, lower) if lower > 0.5 else (Case.CAPITALISED, 1.0 - lower)

    def _least(self, at: int, mark: Mark, now: Case, case: Case) -> float:
        """Return how sure a change of case must be: to touch a name's capitals is mostly wrong."""
        if self._options.mode is Mode.REVIEW:
            return _REVIEW_CASE
        if self._is_shouted(at):
            return 0.0
        if now is Case.LOWER and case is Case.UPPER and self._has_names:
            return _NAMED_SMALL
        if now is Case.LOWER and self._is_never_large(at, mark):
            return _NEVER_LARGE
        gains = now is Case.CAPITALISED and (case is Case.UPPER or bool(case.spelling))
        return _LOWERING if case is Case.LOWER or now is Case.UPPER or gains else _CASING
