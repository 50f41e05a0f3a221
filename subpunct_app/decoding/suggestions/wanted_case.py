"""The case that each word of a text should have, whatever the text itself makes of it."""

from __future__ import annotations

import re

from subpunct_app.decoding.suggestions.evidence.shouted import cues_in_capitals
from subpunct_app.decoding.suggestions.letters import ENGLISH_I
from subpunct_app.decoding.suggestions.marking import Marks
from subpunct_app.decoding.suggestions.numbers import (
    compound_case,
    is_nought,
    numbered_case,
    unit_case,
)
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.spelling.dots import (
    DOTTED,
    abbreviated_case,
    abbreviations,
    dotted_case,
)
from subpunct_app.decoding.suggestions.spelling.french import french_case, name_behind
from subpunct_app.decoding.suggestions.spelling.own_case import (
    axis_case,
    hesitates,
    is_day,
    is_doctorate,
    is_formula,
    is_function,
    is_index,
    is_large,
    is_no_acronym,
    is_number_abroad,
    is_page,
    is_room,
    is_vi,
    is_zone_name,
)
from subpunct_app.decoding.suggestions.spelling.unknown_names import (
    clipped_name_case,
    large_case,
    mixed_case,
)
from subpunct_app.decoding.suggestions.starts import Starts
from subpunct_app.decoding.suggestions.titles import has_large_titles, is_dotted_title
from subpunct_app.languages.abbreviations import may_be_ordinal
from subpunct_app.text.words import Case, Mark, base_of

# How sure to be of a spelling that an editor named, or that everybody knows.
NAMED = 0.99
# How sure any case must be to be proposed; set by hand.
CASING = 0.5
# That a word is a name: within a sentence, and where a sentence might begin all the same (see
# `Starts.may_begin`), so that a capital tells less.
_NAME = 0.5
_NAME_AT_START = 0.85
# Words of letters, without those that begin small all the same: iPhone, but IDs, IBM's.
_SMALL_I = r"(?!i[a-z]{1,2}s$|i[a-z]{1,3}['’]s$)i[a-z]+(?!-)\b"
_NAME_LIKE = re.compile(rf"(?!{_SMALL_I})[^\W\d_]+(?:['’-][^\W\d_]+)*", re.IGNORECASE)
# Such as U.S.-based.
_DOTTED_HEAD = re.compile(r"(?:[a-z]\.)+(?:-[a-z]+)+", re.IGNORECASE)


class WantedCase:
    """The case that each word should have, given which marks stand in the gaps.

    `names` holds the case of each word that an editor named, or that everybody knows.
    """

    def __init__(self, text: PredictedText, options: Options, marks: Marks, starts: Starts) -> None:
        words, language = text.words, text.language
        self._words, self._gaps = words, text.gaps
        self._mode = options.mode
        self._language = language
        self._marks, self._starts = marks, starts
        self._english, self._french = base_of(language) == "en", base_of(language) == "fr"
        self._cases = text.prediction.cases.tolist()
        spoken = [word.text for word in words] if options.case else []
        self.names = options.names.cases(spoken, language)
        self._abbreviations = {} if self._english else abbreviations(spoken, language)
        self._shouted = text.habits.shouted
        self._large_cues = cues_in_capitals(words) if options.mode.opens_all else frozenset()

    def of(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return the case that a word should have, and how sure that is."""
        if at in self.names:
            return self.names[at], NAMED
        word, starts = self._words[at].text, self._starts.has(at, mark)
        case, sure = self._plain(at, mark, starts=starts)
        if self.is_dotted(word):
            return dotted_case(word, case, starts=starts), sure
        if "." not in word or self._english or may_be_ordinal(word[:-1], self._language):
            return case, sure
        known = self._abbreviations.get(at, Case.KEEP)
        shortened = abbreviated_case(
            word, case, known=known, starts=starts, shouted=self.is_shouted(at)
        )
        if known is not Case.KEEP and shortened.apply(word) != case.apply(word):
            sure = 0.0 if self._mode is Mode.REVIEW else NAMED
        return shortened, sure

    def is_shouted(self, at: int) -> bool:
        """Tell whether the capitals of a word mean nothing, as in a text or a cue all in them."""
        return self._shouted or self._words[at].cue in self._large_cues

    def is_pronoun(self, at: int) -> bool:
        """Tell whether a word is the English "I", whatever its case."""
        return self._english and ENGLISH_I.fullmatch(self._words[at].text) is not None

    def is_dotted(self, word: str) -> bool:
        """Tell whether a word is an English abbreviation with dots, such as U.S."""
        return self._english and DOTTED.fullmatch(word) is not None

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
        if self.is_pronoun(at):
            return self._pronoun(at)
        return (own, mixed) if own is not Case.KEEP else self._within_sentence(at, mark)

    def _is_no_acronym(self, at: int) -> bool:
        """Tell whether an English word is no acronym, whatever a network says of it."""
        now = Case.of(self._words[at].text)
        if self.is_pronoun(at):
            return now is Case.LOWER
        hesitates_here = hesitates(self._words, self._gaps, at)
        spelled = hesitates_here or is_no_acronym(self._words[at].text)
        return self._english and spelled and (now is not Case.UPPER or self.is_shouted(at))

    def _is_name_like(self, word: str) -> bool:
        headed = self._english and _DOTTED_HEAD.fullmatch(word) is not None
        return headed or self.is_dotted(word) or _NAME_LIKE.fullmatch(word) is not None

    def _special(self, at: int, *, starts: bool) -> tuple[Case, float] | None:
        """Return the case of a number, a unit, a clipped word, a title and the like, else None."""
        word = self._words[at].text
        unit = unit_case(self._words[at - 1].text, word) if at else Case.KEEP
        if unit is not Case.KEEP and not starts:
            return unit, NAMED
        if not word.lstrip("'’")[:1].isalpha():
            return self._numbered(at)
        if self._starts.is_clipped(at):
            return Case.LOWER, float(self.is_shouted(at))
        own = self._own_case(at, starts=starts)
        if own is not None:
            return own, NAMED
        if self._english:
            return self._special_in_english(at, starts=starts)
        return self._special_abroad(at, starts=starts)

    def _numbered(self, at: int) -> tuple[Case, float]:
        """Return the case of a word that begins with no letter, such as 3D or 20th."""
        lower, _, upper, mixed = self._cases[at]
        word, shouted, own = self._words[at].text, self.is_shouted(at), upper + mixed
        compound = compound_case(word, self._language, shouted=shouted)
        if own > 0.5 and compound is not Case.KEEP:
            return compound, own
        return numbered_case(word, lower, own, english=self._english, shouted=shouted)

    def _own_case(self, at: int, *, starts: bool) -> Case | None:
        """Return the case of a formula, a clipped name, an abbreviation, a day or a title."""
        word = self._words[at].text
        if is_formula(word):
            return Case.UPPER
        clipped = clipped_name_case(word, self._language)
        if clipped is not Case.KEEP:
            return clipped
        if shortened := self._marks.shortened.get(at):
            return Case.CAPITALISED if starts and shortened is Case.LOWER else shortened
        if self._french:
            name = name_behind(self._words, at)
            named = name is not None and self._cases[name][0] < 0.5
            french = french_case(self._words, at, named=named)
            if french is not Case.KEEP and not (starts and french is Case.LOWER):
                return french
        if at + 1 in self._marks.titled or (self._english and (is_day(word) or self._is_title(at))):
            large = starts or has_large_titles(self._language)
            return Case.CAPITALISED if large else Case.LOWER
        return None

    def _special_in_english(self, at: int, *, starts: bool) -> tuple[Case, float] | None:
        """Return the case of a degree, a room, a page, a zone, an "O" for nought or a letter."""
        words, word = self._words, self._words[at].text
        if is_doctorate(words, at) or is_room(words, at) or is_zone_name(words, self._gaps, at):
            return Case.CAPITALISED, NAMED
        if is_nought(words, at) or is_function(words, at):
            return Case.CAPITALISED if starts else Case.LOWER, NAMED
        stands = Case.of(word) is Case.CAPITALISED and not self.is_shouted(at)
        if not stands and is_large(words, self._gaps, at):
            return Case.UPPER, NAMED
        if not (stands or starts) and is_page(words, at):
            return Case.LOWER, NAMED
        if at in self._marks.letters:
            lower = self._cases[at][0]
            return Case.CAPITALISED, 1.0 - lower if lower < 0.5 else CASING
        return None

    def _special_abroad(self, at: int, *, starts: bool) -> tuple[Case, float] | None:
        """Return the case of a Roman number abroad, of what looks like one, or of an axis."""
        word, told = self._words[at].text, not self.is_shouted(at)
        now = Case.of(word)
        if told and now is Case.CAPITALISED:
            return None
        if told and now is Case.UPPER and is_vi(word, self._language):
            return Case.UPPER, NAMED
        of_axis = axis_case(word, self._language)
        if of_axis is not Case.KEEP and not starts:
            return of_axis, NAMED
        within = not starts and at > 0 and self._gaps[at].current is Mark.NONE
        named = within and max(self._cases[at - 1][0], self._cases[at][0]) < 0.5
        behind = self._words[at - 1].text if named else ""
        if is_number_abroad(word, self._language, behind=behind):
            return Case.UPPER, NAMED
        return (Case.LOWER, NAMED) if named and is_vi(word, self._language) else None

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
        shouted = self.is_shouted(at)
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
            return Case.LOWER, NAMED
        if len(self._words[at].text) > 1 or ENGLISH_I.fullmatch(following):
            return Case.CAPITALISED, 1.0
        return (Case.LOWER, lower) if lower > 0.5 else (Case.CAPITALISED, 1.0 - lower)
