"""Decide which mark stands in each gap of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from subpunct_app.decoding.suggestions.evidence.weighing import weigh_text
from subpunct_app.decoding.suggestions.german_dates import bare_days
from subpunct_app.decoding.suggestions.german_ordinals import bare_ordinals
from subpunct_app.decoding.suggestions.joints import Joints, goes_on_bare
from subpunct_app.decoding.suggestions.options import REVIEW_MARK, Mode, Options
from subpunct_app.decoding.suggestions.predicted_text import PredictedText
from subpunct_app.decoding.suggestions.quotes import Quotes
from subpunct_app.decoding.suggestions.saying import tells_indirectly
from subpunct_app.decoding.suggestions.shortening_stops import ShorteningStops, begins_large
from subpunct_app.decoding.suggestions.spelling.species import known_species
from subpunct_app.decoding.suggestions.titles import bare_titles, dotted_titles
from subpunct_app.decoding.suggestions.turns import (
    broken_off,
    closing_gaps,
    follows_name,
    label_ends,
)
from subpunct_app.decoding.suggestions.wanted import Wanted, ending
from subpunct_app.languages.abbreviations import MOST_JOINT, is_title, leads_on
from subpunct_app.models.labels import agrees
from subpunct_app.text.words import Mark, base_of, folded

# That a title before a name has a dot: in texts by people, novels apart, 97 of 100 have one.
_DOTTED_TITLE = 0.97
_NOT_BEFORE_BRACKETS = frozenset({Mark.COMMA, Mark.COLON, Mark.SEMICOLON})
_NOT_IN_LABELS = frozenset({Mark.NONE, Mark.COLON})
# Of who wrote something, and when: (Hill & Ray, 1995a).
_YEAR = re.compile("(?:1[5-9]|20)[0-9]{2}[a-z]?")
_WRITERS = 8
# Names with an exclamation mark of their own that are hardly said without one.
_EXCLAIMED = frozenset(
    {"ahoy", "jeopardy", "joomla", "kahoot", "rouge", "shazam", "wham", "yahoo", "yu-gi-oh"}
)


class Marks:
    """The mark that should stand in each gap of a text, as far as the options let it."""

    def __init__(self, text: PredictedText, options: Options) -> None:
        self._text = text
        self._words, self._gaps = text.words, text.gaps
        self._mode = options.mode
        weighed = replace(text, prediction=weigh_text(text, options.mode))
        self._prediction = weighed.prediction
        labels, self._shouted = text.prediction.labels, text.habits.shouted
        self._open = frozenset(labels) if options.marks is None else options.marks
        self._language, self._english = text.language, base_of(text.language) == "en"
        closing = closing_gaps(self._gaps, self._prediction, options.mode)
        self._species = tuple(known_species(self._words)) if self._english else ()
        broken = self._broken_off() if self._english else []
        # Where one who speaks is interrupted, so that no mark ends the sentence.
        self.interrupted = frozenset(broken) & frozenset(closing)
        # What the model would put, whatever stands at a gap; the rules below mend it in turn.
        self.wanted = Wanted(self._prediction, closing, broken)
        self.called = self._part_labels()
        # Settled before any other rule mends what the model wants, so that all rules see the same.
        self.begins_large = begins_large(text, self.wanted)
        self._quotes = Quotes(text, self._mode, self.wanted, begins_large=self.begins_large)
        if Mark.COMMA in labels:
            self._quotes.lead_on()
        self._large: list[float] = (1.0 - text.prediction.cases[:, 0]).tolist()
        joints = Joints(weighed, self._large, self.wanted)
        self.letters = joints.join_letters(english=self._english)
        joints.join_signs()
        joints.join_sounds(text.language)
        joints.join_trailing(text.language)
        self.shortened = {} if self._english else joints.join_leading(text.language)
        if self._english:
            joints.join_numbers()
            self.shortened = {**joints.join_shortened(), **joints.join_species(self._species)}
        self.titled = self._dot_titles()
        self.shortening = ShorteningStops(text, self.wanted, begins_large=self.begins_large)
        # How likely a sentence ends at each gap by what is said alone.
        self.ending = ending(text.prediction, closing)

    def mark(self, at: int) -> tuple[Mark, float]:
        """Return the mark that should stand at a gap, and how likely that is right."""
        gap, wanted = self._gaps[at], self.wanted[at]
        if at == 0 or gap.fixed or agrees(wanted, gap.current) or self.has_dot(at - 1, wanted):
            return gap.current, 1.0
        if at in self.shortening or self.is_named(at):
            return gap.current, 1.0
        if not self.may_put(at, wanted, self.wanted.likely(at)):
            return gap.current, 1.0
        return wanted, self.wanted.sure(at)

    def ranked(self, at: int) -> tuple[tuple[Mark, float], ...]:
        """Return every mark with its probability, best first.

        There are none before the first word, nor where a title has a dot, whatever the model says.
        """
        return () if at == 0 or at in self.titled else self.wanted.ranked(at)

    def may_put(self, at: int, wanted: Mark, sure: float) -> bool:
        """Tell whether the text and the options let a mark take the place of what stands at a gap.

        The text does not let a comma in behind an abbreviation that leads on, nor a comma, colon or
        semicolon before an opening bracket. A colon behind what reads like a speaker's name stays,
        and so does a comma behind "et al." before a year, or one beside a quote (see
        `Quotes.keep_comma`). No colon takes the place of a comma before German indirect speech.
        """
        if wanted is Mark.COMMA and self._leads_on(at):
            return False
        if self._calls_speaker(at) or self._quotes.keep_comma(at, wanted):
            return False
        if wanted is Mark.NONE and self._cites(at):
            return False
        if wanted is Mark.COLON and self._tells_indirectly(at):
            return False
        if self._gaps[at].bracketed and wanted in _NOT_BEFORE_BRACKETS:
            return False
        if wanted is not Mark.NONE and wanted not in self._open:
            return False
        if self._mode is Mode.REVIEW and sure < REVIEW_MARK:
            return False
        current = self._gaps[at].current
        if current is Mark.NONE:
            return True
        return self._mode is not Mode.FILL and current in self._open

    def has_dot(self, word: int, wanted: Mark) -> bool:
        """Tell whether the word brings its own full stop, as "etc." does."""
        return wanted is Mark.PERIOD and self._words[word].text.endswith(".")

    def _leads_on(self, at: int) -> bool:
        """Tell whether the words before a gap are shortened and lead on to the next.

        A title leads on to a name alone, as in: hola, Sr. López; hola, Sr., gracias.
        """
        words = self._text.said(at - MOST_JOINT, at)
        if is_title(words[-1], self._language):
            return at < len(self._words) and self._is_large(at)
        return leads_on(words, self._language)

    def _is_large(self, at: int) -> bool:
        """Tell whether a word begins with a capital, or should."""
        return self._words[at].text[0].isupper() or self._large[at] > 0.5

    def _calls_speaker(self, at: int) -> bool:
        """Tell whether a colon stands where it may name who speaks, as in: Ann: So we went."""
        if at in self.called:
            return True
        stands = self._gaps[at].current is Mark.COLON and self._mode is not Mode.ANEW
        return stands and not self._shouted and follows_name(self._words, self._gaps, at)

    def _cites(self, at: int) -> bool:
        """Tell whether a comma parts who wrote something from its year: (Hill, 1995).

        They may be several, or stand before a bracket: Hill et al., 1995.
        """
        if self._gaps[at].current is not Mark.COMMA or self._mode is Mode.ANEW:
            return False
        *wrote, year = map(str.lower, self._text.said(at - 2, at + 1))
        if wrote == ["et", "al."]:
            return year[0].isdigit()
        near = self._gaps[max(0, at - _WRITERS) : at]
        return _YEAR.fullmatch(year) is not None and any(gap.bracketed for gap in near)

    def _tells_indirectly(self, at: int) -> bool:
        """Tell whether a comma stands where no quote opens, as before German indirect speech.

        A model takes that for direct speech: sie sagte, der Zug komme.
        """
        german = base_of(self._language) == "de" and self._mode is not Mode.ANEW
        stands = self._gaps[at].current is Mark.COMMA and not self._gaps[at].opened
        within = at < len(self._words)
        return german and stands and within and tells_indirectly(self._text.said(at - 3, at + 1))

    def is_named(self, at: int) -> bool:
        """Tell whether a known name brings an exclamation mark before a word that is meant small.

        As in: Yahoo! is big. The model would end no sentence there.
        """
        gap, goes_on = self._gaps[at], at < len(self._words) and not self.wanted[at].ends_sentence
        stands = gap.current is Mark.EXCLAMATION and not gap.turn and self._mode is not Mode.ANEW
        if not (self._english and stands and goes_on):
            return False
        name = self._words[at - 1].text
        if not name[0].isupper() or folded(name) not in _EXCLAIMED:
            return False
        return self._words[at].text[0].islower() and self.begins_large

    def _part_labels(self) -> frozenset[int]:
        """Return the gaps where a colon stands behind what reads like the name of who speaks.

        Those are the first one to three words of a turn, if they have capitals, or should: >> ann:
        so we went. Where none stands, want another mark. In "- Question: what is it?" nobody called
        Question speaks.
        """
        found = set[int]()
        for at in label_ends(self._gaps, self._prediction):
            if self._gaps[at].current is Mark.COLON:
                found.add(at)
            elif self.wanted[at] is Mark.COLON:
                self.wanted.pass_over(at, _NOT_IN_LABELS)
        return frozenset(found)

    def _dot_titles(self) -> frozenset[int]:
        """Return the gaps behind titles and the like that have their own dot within a sentence.

        One that stands belongs to the title. For a REVIEW none is missing, and a small title is
        meant.
        """
        found, review = set[int](), self._mode is Mode.REVIEW
        if not review:
            bare = (at for at in self._bare_titles() if goes_on_bare(self._gaps, at))
            found = {at for at in bare if self.wanted[at] is Mark.NONE}
        if self._english:
            shortened = (*dotted_titles(self._words, self._large), *self._species)
            dotted = filter(self._has_stop, shortened)
            found |= {at for at in dotted if not (review and self._words[at - 1].text.islower())}
        for at in found:
            self.wanted.put(at, Mark.PERIOD, _DOTTED_TITLE)
        return frozenset(found)

    def _bare_titles(self) -> Iterator[int]:
        """Yield the gaps behind titles, days, ordinals and z B that have a dot in the language.

        The capital of a genus was meant without one, but where all is shouted: E coli.
        """
        yield from bare_titles(self._words, self._large, self._language, shouted=self._shouted)
        yield from bare_days(self._words, self._gaps, self._language)
        yield from bare_ordinals(self._words, self._gaps, self._language)
        if not self._english:
            yield from (word + 1 for word in self.shortened)
            return
        for at in self._species:
            if self._shouted or self._words[at - 1].text.islower():
                yield at

    def _has_stop(self, at: int) -> bool:
        """Tell whether a full stop stands at a gap behind which the same speaker goes on."""
        return self._gaps[at].current is Mark.PERIOD and not self._gaps[at].turn

    def _broken_off(self) -> list[int]:
        """Return the gaps where a turn or the text breaks off, as in: well, I think that the."""
        found = broken_off(self._words, self._gaps, self._prediction)
        return [at for at in found if self._mode is Mode.ANEW or not self._gaps[at].current]
