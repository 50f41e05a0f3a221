"""Tell where sentences start, given which marks stand in the gaps of a text."""

from __future__ import annotations

import re

from subpunct_app.decoding.suggestions.marking import Marks
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.saying import leads_to_speech, tells_who
from subpunct_app.decoding.suggestions.spelling.own_case import may_be_species
from subpunct_app.languages.abbreviations import (
    MOST_JOINT,
    leads_on,
    may_be_ordinal,
    may_be_shortened,
)
from subpunct_app.text.words import Break, Case, Mark, base_of

_BEFORE_QUOTES = frozenset({Mark.COMMA, Mark.COLON})
# How many words at most say who speaks between two quotes.
_SAYING_WORDS = 4
# The most words of a bracket that tells who speaks; see `words.enclosures`.
_REMARK_WORDS = 3
BROKEN_OFF = frozenset({Mark.ELLIPSIS, Mark.DASH})
_WITHIN = frozenset({Mark.COMMA, Mark.SEMICOLON})
# English words that lead in to what a sentence tells, and how many words do so at most.
_LEADING_IN = frozenset(
    {
        *("after", "around", "at", "before", "by", "during", "for", "from", "if", "in", "on"),
        *("since", "till", "to", "until", "when", "with"),
    }
)
_LEAD_WORDS = 4
# A letter with its own dot between words that have none.
_LETTER = re.compile(r"(?:\S*[^\s.] )?[^\W\d_]\. \S*[^\s.]")
# Words that have lost all but a letter: 's avonds, 't is, 'n man.
_CLIPPED = {"nl": frozenset("knst"), "af": frozenset("nt")}


class Starts:
    """Where the sentences of a text start.

    A word is `shouted` where its capitals mean nothing, as in a text or a cue all in them.
    """

    def __init__(self, text: PredictedText, mode: Mode, marks: Marks) -> None:
        self._text = text
        self._words, self._gaps = text.words, text.gaps
        self._mode = mode
        self._language = text.language
        self._marks = marks
        self._means_capitals = text.habits.means_capitals
        self._shouted = text.habits.shouted
        base = base_of(text.language)
        self._english = base == "en"
        self._clipped = _CLIPPED.get(base, frozenset())
        self._cases = text.prediction.cases

    def has(self, at: int, mark: Mark) -> bool:
        """Tell whether a word is large as the first of a sentence, given the mark before it.

        A clipped word stays small, and the next one is large instead: 's Avonds.
        """
        if self.is_clipped(at):
            return False
        if at and mark is Mark.NONE and self.is_clipped(at - 1):
            return self._begins(at - 1, self._marks.mark(at - 1)[0])
        return self._begins(at, mark)

    def is_clipped(self, word: int) -> bool:
        """Tell whether a word has lost all but a letter."""
        return self._words[word].text.strip("'’").lower() in self._clipped

    def _begins(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence begins at a word, given the mark before it.

        None begins in "Why?" asked Tom, and one does behind the number of an item: 1) Go. Behind a
        number whose dot may be that of an ordinal, as in der 3. Sieg, one begins where the model
        gives the next word a capital.
        """
        gap = self._gaps[at]
        quoted = mark.asks_or_exclaims and not gap.turn and self._goes_on(at)
        if at and (quoted or self.is_led_on(at)):
            return False
        if at == 0:
            return not gap.fixed
        before = self._words[at - 1].text
        if mark is Mark.PERIOD and not gap.turn and may_be_ordinal(before, self._language):
            return bool(self._cases[at][1] > 0.5)
        if mark is Mark.PERIOD and self._shortens(at):
            return False
        if mark.ends_sentence or self._ends_with_letter(at):
            return True
        if gap.turn and self._closes_turn(at, mark):
            return True
        if mark in _BEFORE_QUOTES and self._begins_speech(at, mark):
            return True
        if mark is Mark.COLON and at in self._marks.called:
            named_small = Case.of(self._words[at - 1].text) is Case.LOWER
            return named_small or not self.is_meant_small(at)
        if gap.remarked:
            return not self.is_meant_small(at) and self._begins_set_apart(self._opening_bracket(at))
        return gap.item and self._begins_set_apart(at - 1)

    def _ends_with_letter(self, at: int) -> bool:
        """Tell whether the dot behind a small letter ends a sentence: IL Y A. MAIS NON.

        In a text all in capitals it is taken for that of an initial, but those stay large. A letter
        may be shortened with others, or lead on: D. H. DIE, M. DE VALCOR.
        """
        if not self._shouted:
            return False
        near = " ".join(word.text for word in self._words[max(0, at - 2) : at + 1])
        if _LETTER.fullmatch(near) is None:
            return False
        return bool(self._cases[at - 1][0] > 0.5) and not self._is_shortened_on(at)

    def _begins_set_apart(self, at: int) -> bool:
        """Tell whether an item's number or a bracket behind a gap stands at a sentence's start.

        As in: 1) Go. (Mary) We go.
        """
        return at == 0 or self._gaps[at].turn or self._marks.mark(at)[0].ends_sentence

    def _opening_bracket(self, at: int) -> int:
        """Return the gap in which a bracket of up to three words opens that closes in another."""
        near = range(at - 1, max(-1, at - 1 - _REMARK_WORDS), -1)
        return next((place for place in near if self._gaps[place].bracketed), near[-1])

    def _closes_turn(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence ends where another speaker goes on, though no mark ends it.

        It breaks off in dots, a dash or nothing, or its last word has a full stop of its own: We
        met at 3 p.m.
        """
        if mark in BROKEN_OFF or (mark is Mark.NONE and at in self._marks.interrupted):
            return True
        return self._marks.has_dot(at - 1, self._marks.wanted[at])

    def _begins_speech(self, at: int, mark: Mark) -> bool:
        """Tell whether a quote that opens behind a comma or a colon begins a sentence.

        Behind a comma it does where the words before it lead to speech (he said, "We stay"), unless
        the quote goes on ("We stay," he said, "but not for long") or is a part of a sentence in a
        text that has its capitals: he said, "is weak". Behind a colon it does behind such words,
        and in English also before any word that is not meant small: the rule is: "Stay". For a
        REVIEW it never does, so that no small letter there is called wrong.
        """
        if not self._gaps[at].opened or self._mode is Mode.REVIEW:
            return False
        told = leads_to_speech(self._text.said(at - 2, at), self._language)
        if mark is Mark.COLON:
            return told or (self._english and not self.is_meant_small(at))
        quotes_part = self._means_capitals and self.is_meant_small(at)
        return told and not quotes_part and not self._parts_speech(at)

    def _parts_speech(self, at: int) -> bool:
        """Tell whether a quote closed up to four words before a word, and its sentence did not."""
        for ahead in range(at, max(0, at - _SAYING_WORDS) - 1, -1):
            gap = self._gaps[ahead]
            if gap.quoted:
                mark = self._marks.mark(ahead)[0]
                return not (mark.ends_sentence and self._begins(ahead, mark))
            if gap.current.ends_sentence:
                return False
        return False

    def _shortens(self, at: int) -> bool:
        """Tell whether a full stop shortens the word before: Mr. Hill, 2 lbs. of meat, E. coli.

        A title that is given a dot is shortened. Otherwise a full stop must stand. It then shortens
        an initial, a known abbreviation or a genus before a small word within a cue, whatever the
        model says: Oak St. near us. Elsewhere the model must see no sentence's end there, and the
        next word be meant small or the stop be one of `Marks.shortening`.
        """
        gap, words = self._gaps[at], self._words
        if at in self._marks.titled or gap.current is not Mark.PERIOD:
            return at in self._marks.titled
        small, within = self.is_meant_small(at), gap.break_ is not Break.CUE
        before = words[at - 1].text
        initial = len(before) == 1 and before.isupper() and before != "I"
        known = initial or may_be_shortened(before, self._language)
        if small and within and (known or may_be_species(before, words[at].text)):
            return True
        return not self._marks.wanted[at].ends_sentence and (small or at in self._marks.shortening)

    def is_meant_small(self, at: int) -> bool:
        """Tell whether a word is small in a text that begins its sentences with capitals."""
        return self._marks.begins_large and Case.of(self._words[at].text) is Case.LOWER

    def is_led_on(self, at: int) -> bool:
        """Tell whether dots or a dash lead on to a small word, whatever stands before them."""
        return self._gaps[at].led_on and self.is_meant_small(at)

    def is_led_into(self, at: int) -> bool:
        """Tell whether a sentence began with a word like "at" up to four words before a word.

        What follows an abbreviation then goes on with it: at 6 p.m. it costs.
        """
        near = range(at - 1, max(-1, at - 1 - _LEAD_WORDS), -1)
        first = next(filter(self._begins_set_apart, near), None)
        return first is not None and self._words[first].text.lower() in _LEADING_IN

    def _goes_on(self, at: int) -> bool:
        """Tell whether the sentence around a question or an exclamation goes on behind it.

        As in: "Why?" asked Tom. Yahoo! is small.
        """
        if self._marks.is_named(at):
            return True
        gap, words = self._gaps[at], self._text.said(at, at + 2)
        within = gap.break_ is Break.NONE and not self._marks.wanted[at].ends_sentence
        closed = gap.quoted or gap.aside
        if gap.current.asks_or_exclaims and (closed or within) and self.is_meant_small(at):
            return True
        return gap.goes_on or tells_who(words, self._language, quoted=gap.quoted)

    def may_go_on(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence may go on behind a mark that stands there: ¡hola! ¡buenas! dijo.

        A review takes that for wrong only where the model does; in English it always is.
        """
        stands = mark is self._gaps[at].current and mark.asks_or_exclaims
        return stands and self._mode is Mode.REVIEW and not self._english

    def joins(self, at: int, mark: Mark) -> bool:
        """Tell whether a mark takes the place of one that ended a sentence."""
        return self._gaps[at].current.ends_sentence and not mark.ends_sentence

    def may_begin(self, at: int, mark: Mark, *, shouted: bool) -> bool:
        """Tell whether a model may expect a sentence to begin where its mark does not stand.

        After a comma that is a quoted one: He asked, "Why?"
        """
        if at in self._marks.titled or self.may_begin_unmarked(at, shouted=shouted):
            return False
        return mark is not Mark.NONE or self._marks.wanted[at].ends_sentence

    def may_begin_unmarked(self, at: int, *, shouted: bool) -> bool:
        """Tell whether a sentence may begin all the same where nothing can be put to end one.

        Within a broken word it may not. Behind dots it may, behind a dash only on another line: the
        rest - an aside - goes on. Behind a word's own full stop it may where small letters tell
        nothing, and in English in capitals, too, as in "we met at 3 p.m. it rained", though with no
        other such word, 3 a. m., nor where it leads on: d. h. die Leute.
        """
        gap = self._gaps[at]
        if gap.broken:
            return False
        cased = self.is_led_into(at) if shouted and self._english else self._marks.begins_large
        tells = cased or self._words[at].text.endswith(".") or self._is_shortened_on(at)
        if not tells and self._marks.has_dot(at - 1, self._marks.wanted[at]):
            return True
        if not gap.fixed or gap.current in _WITHIN or self.is_led_on(at):
            return False
        return gap.current is not Mark.DASH or gap.break_ is not Break.NONE

    def _is_shortened_on(self, at: int) -> bool:
        """Tell whether the words before one are shortened and lead on to it: d. h., bijv.

        Nothing leads on to another paragraph, of which there are no times.
        """
        gap = self._gaps[at]
        if gap.turn or (gap.break_ is Break.CUE and gap.pause_ms is None):
            return False
        return leads_on(self._text.said(at - MOST_JOINT, at), self._language)
