"""Decide which mark stands in each gap of a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.shortened import MOST_JOINT, is_title, leads_on, may_be_shortened
from subpunct_app.core.text import Break, Case, Gap, Mark, Word, base_of, folded
from subpunct_app.punctuation.answers.prediction import Prediction, decide
from subpunct_app.punctuation.models.labels import agrees
from subpunct_app.punctuation.suggestions.dates import bare_days
from subpunct_app.punctuation.suggestions.evidence.habits import Habits
from subpunct_app.punctuation.suggestions.evidence.weighing import weigh_text
from subpunct_app.punctuation.suggestions.letters import (
    WORDS,
    explaining_letters,
    is_acronym,
    letters_of_day,
    spelled_letters,
    within_sounds,
)
from subpunct_app.punctuation.suggestions.numbers import (
    goes_on_in_tens,
    said_digits,
    within_figures,
)
from subpunct_app.punctuation.suggestions.options import REVIEW_MARK, Mode, Options
from subpunct_app.punctuation.suggestions.saying import tells_indirectly, tells_who
from subpunct_app.punctuation.suggestions.titles import bare_titles, dotted_titles, has_dots
from subpunct_app.punctuation.suggestions.turns import (
    broken_off,
    closing_gaps,
    follows_name,
    label_ends,
)

# Least probability, set by hand, that a word behind letters is small, although a sentence's end is
# expected before it.
_SMALL = 0.6
# That a title before a name has a dot: in texts by people, novels apart, 97 of 100 have one.
_DOTTED_TITLE = 0.97
_NOT_BEFORE_BRACKETS = frozenset({Mark.COMMA, Mark.COLON, Mark.SEMICOLON})
# Marks of a quote, and what is no better in their place.
_ASKING = frozenset({Mark.QUESTION, Mark.EXCLAMATION})
_WEAKER = frozenset({Mark.NONE, Mark.COMMA, Mark.PERIOD})
_NOT_IN_LABELS = frozenset({Mark.NONE, Mark.COLON})


class Marks:
    """What a prediction makes of the gaps of a text, as far as the options let it.

    `gaps` holds one more than `words` (see Gap), `prediction` one row a word.
    """

    def __init__(
        self,
        words: Sequence[Word],
        gaps: Sequence[Gap],
        prediction: Prediction,
        options: Options,
        language: str,
        habits: Habits,
    ) -> None:
        self._words = words
        self._gaps = gaps
        self._mode = options.mode
        self._prediction = weigh_text(words, gaps, prediction, options.mode, language, habits)
        self._open = frozenset(prediction.labels) if options.marks is None else options.marks
        self._ends = np.array([mark.ends_sentence for mark in prediction.labels])
        self._language, self._english = language, base_of(language) == "en"
        self._closing = closing_gaps(gaps, self._prediction, options.mode)
        broken = self._broken_off() if self._english else []
        # Where one who speaks is interrupted, so that no mark ends the sentence.
        self.interrupted = frozenset(broken) & frozenset(self._closing)
        self._probabilities = self._gap_probabilities(self._prediction)
        self._probabilities[broken] = self._no_mark()
        # Nothing is decided before the first word.
        bias = np.pad(prediction.bias, ((1, 0), (0, 0)))
        self._best: list[int] = decide(self._probabilities, bias).tolist()
        self._part_labels()
        if self._english and Mark.COMMA in prediction.labels:
            self._lead_on_quotes()
        self._large: list[float] = (1.0 - prediction.cases[:, 0]).tolist()
        self._shouted, self._whole = habits.shouted, habits.whole
        self.letters = self._joined_letters()
        self.shortened: Mapping[int, Case] = {}
        if self._english:
            self._leave_bare(filter(self._is_bare, within_sounds(self._words)))
            self._join_numbers()
            self.shortened = self._shortened_letters()
        self._sure = self._surety()
        self.titled = self._dot_titles(language)
        # How likely a sentence ends at each gap by what is said alone.
        said = self._gap_probabilities(prediction)
        self.ending: list[float] = said[:, self._ends].sum(axis=1).tolist()

    def mark(self, at: int) -> tuple[Mark, float]:
        """Return the mark that should stand at a gap, and how likely that is right."""
        gap, best, wanted = self._gaps[at], self._best[at], self.wanted(at)
        if at == 0 or gap.fixed or agrees(wanted, gap.current) or self.has_dot(at - 1, wanted):
            return gap.current, 1.0
        if self.shortens(at) or self.is_named(at):
            return gap.current, 1.0
        if not self.may_put(at, wanted, float(self._probabilities[at, best])):
            return gap.current, 1.0
        return wanted, self._sure[at]

    def wanted(self, at: int) -> Mark:
        """Return the mark that the model alone would put, whatever stands at a gap."""
        return self._prediction.labels[self._best[at]]

    def sure(self, at: int) -> float:
        """Return how likely the mark that the model would put is right."""
        return self._sure[at]

    def ranked(self, at: int) -> tuple[tuple[Mark, float], ...]:
        """Return every mark with its probability, best first.

        There are none before the first word, nor where a title has a dot, whatever the model says.
        """
        if at == 0 or at in self.titled:
            return ()
        pairs = zip(self._prediction.labels, self._probabilities[at].tolist(), strict=True)
        return tuple(sorted(pairs, key=lambda pair: -pair[1]))

    def may_put(self, at: int, wanted: Mark, sure: float) -> bool:
        """Tell whether the options let a mark take the place of what stands at a gap.

        Before an opening bracket goes no mark within a sentence, though one may stand there, and
        behind an abbreviation that leads on no comma. A comma before indirect speech stays, and a
        colon behind what reads like the name of who speaks.
        """
        if wanted is Mark.COMMA and self._leads_on(at):
            return False
        if self._calls_speaker(at):
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
        words = [word.text for word in self._words[max(0, at - MOST_JOINT) : at]]
        if is_title(words[-1], self._language):
            return at < len(self._words) and self._is_large(at)
        return leads_on(words, self._language)

    def _is_large(self, at: int) -> bool:
        """Tell whether a word begins with a capital, or should."""
        return self._words[at].text[0].isupper() or self._large[at] > 0.5

    def _calls_speaker(self, at: int) -> bool:
        """Tell whether a colon stands where it may name who speaks, as in: Ann: So we went."""
        stands = self._gaps[at].current is Mark.COLON and self._mode is not Mode.ANEW
        return stands and not self._shouted and follows_name(self._words, self._gaps, at)

    def _tells_indirectly(self, at: int) -> bool:
        """Tell whether a comma stands where no quote opens, as before German indirect speech.

        A model takes that for direct speech: sie sagte, der Zug komme.
        """
        german = base_of(self._language) == "de" and self._mode is not Mode.ANEW
        stands = self._gaps[at].current is Mark.COMMA and not self._gaps[at].opened
        spoken = [word.text for word in self._words[max(0, at - 3) : at + 1]]
        return german and stands and at < len(self._words) and tells_indirectly(spoken)

    def shortens(self, at: int) -> bool:
        """Tell whether a full stop shortens the word before it: ret. general, max. 40, u. v. m.

        The model would put nothing there, or no more than a comma behind a letter or the like of
        St. and Tues.
        """
        wanted, word = self.wanted(at), self._words[at - 1].text
        if wanted.ends_sentence or not self._stops_before_small(at):
            return False
        if self._words[at].text[0].islower() and folded(word) in self._whole:
            # It stands elsewhere without a full stop.
            return False
        if may_be_shortened(word, self._language):
            return True
        within = wanted is Mark.NONE or len(word) == 1
        return within and (self.begins_large or self._stops_shorten)

    def is_named(self, at: int) -> bool:
        """Tell whether a name brings an exclamation mark before a word that is meant small.

        As in: Yahoo! is big. The model would end no sentence there.
        """
        gap, may = self._gaps[at], self._english and self._mode is not Mode.ANEW
        if not may or gap.current is not Mark.EXCLAMATION or gap.turn or self._ends_at(at):
            return False
        return at < len(self._words) and self._words[at].text[0].islower() and self.begins_large

    @cached_property
    def begins_large(self) -> bool:
        """Tell whether sentences begin with capitals where text and model agree on their ends."""
        places = range(1, len(self._words))
        ended = [at for at in places if self._gaps[at].current.ends_sentence and self._ends_at(at)]
        small = sum(Case.of(self._words[at].text) is Case.LOWER for at in ended)
        return 2 * small < len(ended)

    @cached_property
    def _stops_shorten(self) -> bool:
        """Tell whether few of the full stops before small words end a sentence for the model."""
        stops = [at for at in range(1, len(self._words)) if self._stops_before_small(at)]
        return 2 * sum(map(self._ends_at, stops)) < len(stops)

    def _ends_at(self, at: int) -> bool:
        return self.wanted(at).ends_sentence

    def _stops_before_small(self, at: int) -> bool:
        """Tell whether a full stop stands within a cue before a small word or a number."""
        gap = self._gaps[at]
        goes_on = at < len(self._words) and not gap.turn and gap.break_ is not Break.CUE
        if gap.current is not Mark.PERIOD or not goes_on:
            return False
        first = self._words[at].text[0]
        return first.islower() or first.isdigit()

    def _part_labels(self) -> None:
        """Decide on another mark where a colon would name what a turn begins with as its speaker.

        In "- Question: what is it?" nobody called Question speaks. Such a label is one to three
        words with capitals.
        """
        labels = self._prediction.labels
        others = [label for label, mark in enumerate(labels) if mark not in _NOT_IN_LABELS]
        for at in label_ends(self._gaps, self._prediction):
            if labels[self._best[at]] is Mark.COLON is not self._gaps[at].current:
                self._best[at] = others[int(self._probabilities[at, others].argmax())]

    def _lead_on_quotes(self) -> None:
        """Want a comma where a full stop would part what was quoted from who said it.

        But not for one that stands there, unless all is to be restored. No quote is left bare
        there, and its question or exclamation stays one, as before any word that goes on small:
        so does that of a bracket.
        """
        labels = self._prediction.labels
        quotes = (at for at, gap in enumerate(self._gaps[:-1]) if gap.quoted or gap.aside)
        for at in (at for at in quotes if not self._gaps[at].turn):
            gap, following = self._gaps[at], [word.text for word in self._words[at : at + 2]]
            wanted, tells = self.wanted(at), gap.quoted and tells_who(following, "en", quoted=True)
            stands = gap.current in labels and gap.current and self._mode is not Mode.ANEW
            asks = gap.current in _ASKING and wanted in _WEAKER
            goes_on = tells or (self.begins_large and following[0][0].islower())
            if stands and asks and goes_on:
                self._best[at] = labels.index(gap.current)
            elif not tells:
                continue
            elif stands and gap.current is Mark.COMMA and wanted is Mark.NONE:
                self._best[at] = labels.index(gap.current)
            elif wanted is Mark.PERIOD and (self._mode.opens_all or self._is_bare(at)):
                self._best[at] = labels.index(Mark.COMMA)

    def _joined_letters(self) -> frozenset[int]:
        """Return the words that are letters one by one, with no mark between them but in a list.

        A list has all its commas, as in A, B, C; some of them are wrong, as the letters spell a
        word. So are, in English, full stops that end no sentence: U. S today, F. B I.
        """
        found = set[int]()
        for letters in spelled_letters(self._words, self._gaps, self._large, self.wanted):
            commas = [at for at in letters[1:] if self.wanted(at) is Mark.COMMA]
            stops = self._lone_stops(letters) if self._english else []
            if self._english and is_acronym(self._words, letters):
                self._leave_bare(letters[1:])
            elif len(commas) < len(letters) - 1:
                self._leave_bare(commas)
            self._leave_bare(stops)
            found.update(letters)
        return frozenset(found)

    def _join_numbers(self) -> None:
        """End no sentence within a number, and let digits have all their commas or none.

        As in: five thirty, nine one one. One in figures has none: 555 1234.
        """
        self._leave_bare(filter(self._is_bare, within_figures(self._words)))
        for at in range(1, len(self._words)):
            if self.wanted(at) is Mark.PERIOD and goes_on_in_tens(self._words, at):
                self._leave_bare(filter(self._is_bare, [at]))
        for run in said_digits(self._words, self._gaps):
            inner = list(filter(self._is_bare, run[1:]))
            self._leave_bare(at for at in inner if self.wanted(at) is Mark.PERIOD)
            commas = [at for at in inner if self.wanted(at) is Mark.COMMA]
            if len(commas) < len(run) - 1:
                self._leave_bare(commas)

    def _shortened_letters(self) -> dict[int, Case]:
        """Return in which case the letters of e g, i e and 3 p m are, and take their marks away.

        Those of a day are both large where the second is for the model.
        """
        found = dict[int, Case]()
        for at in explaining_letters(self._words, self._gaps):
            found |= {at: Case.LOWER, at + 1: Case.LOWER}
            wrong = [at + 2] if self._ends_at(at + 2) and self._is_bare(at + 2) else []
            self._leave_bare((at + 1, *wrong))
        for at in letters_of_day(self._words, self._gaps):
            large = self._prediction.cases[at + 1, 0] < 0.5
            found |= dict.fromkeys((at, at + 1), Case.CAPITALISED if large else Case.LOWER)
            self._leave_bare((at + 1, *self._lone_stops(range(at, at + 2))))
        return found

    def _dot_titles(self, language: str) -> frozenset[int]:
        """Return the gaps behind titles and days that get a dot of their own within a sentence."""
        if self._mode is Mode.REVIEW:
            return frozenset()
        bare = filter(self._is_bare, self._bare_titles(language))
        found = {at for at in bare if self.wanted(at) is Mark.NONE}
        if has_dots(language):
            found |= {at for at in dotted_titles(self._words, self._large) if self._has_stop(at)}
        for at in found:
            self._best[at] = self._prediction.labels.index(Mark.PERIOD)
            self._sure[at] = _DOTTED_TITLE
        return frozenset(found)

    def _bare_titles(self, language: str) -> Iterator[int]:
        """Yield the gaps that a language gives such a dot."""
        if has_dots(language):
            yield from bare_titles(self._words, self._large, shouted=self._shouted)
        yield from bare_days(self._words, self._gaps, language)

    def _leave_bare(self, gaps: Iterable[int]) -> None:
        """Want no mark at some gaps."""
        for at in gaps:
            self._best[at] = self._prediction.labels.index(Mark.NONE)

    def _has_stop(self, at: int) -> bool:
        """Tell whether a full stop stands at a gap, and none speaks behind it but who did."""
        return self._gaps[at].current is Mark.PERIOD and not self._gaps[at].turn

    def _is_bare(self, at: int) -> bool:
        """Tell whether a text may go on at a gap without a mark."""
        gap = self._gaps[at]
        return at < len(self._words) and not gap.turn and gap.current is Mark.NONE

    def _lone_stops(self, letters: range) -> list[int]:
        """Return the full stops of letters that not all of them have, or with a small word after.

        An "I" or an "a" behind one may begin a sentence instead: plan B. I think.
        """
        inner, last, behind = letters[1:], letters[-1], letters.stop
        stops = [at for at in inner if self.wanted(at) is Mark.PERIOD]
        if len(stops) == len(inner) and self._ends_at(behind):
            return [*stops, behind] if self._goes_on_small(behind) else []
        alone = len(inner) == 1 or len(stops) < len(inner)
        may_begin = alone and self._words[last].text in WORDS
        return [at for at in stops if at != last or not may_begin]

    def _goes_on_small(self, at: int) -> bool:
        """Tell whether the word after a bare gap is too small for the model to begin a sentence."""
        return self._is_bare(at) and bool(self._prediction.cases[at, 0] > _SMALL)

    def _broken_off(self) -> list[int]:
        """Return the gaps where a turn or the text breaks off, as in: well, I think that the."""
        found = broken_off(self._words, self._gaps, self._prediction)
        return [at for at in found if self._mode is Mode.ANEW or not self._gaps[at].current]

    def _no_mark(self) -> NDArray[np.float32]:
        """Return the probabilities of a gap where no mark can be."""
        none = np.zeros((1, len(self._ends)), dtype=np.float32)
        none[0, self._prediction.labels.index(Mark.NONE)] = 1.0
        return none

    def _gap_probabilities(self, prediction: Prediction) -> NDArray[np.float32]:
        """Return the probabilities (gaps, marks); a text and a turn end with a sentence."""
        likely = np.concatenate([self._no_mark(), prediction.marks])
        closing = self._closing
        ending = np.where(self._ends, likely[closing] + np.float32(1e-6), 0)
        likely[closing] = ending / ending.sum(axis=1, keepdims=True)
        return np.asarray(likely, dtype=np.float32)

    def _surety(self) -> list[float]:
        """Return how likely the best mark of each gap is right."""
        plain = self._probabilities[np.arange(len(self._best)), self._best]
        sure = np.concatenate([np.ones(1, dtype=np.float32), 1 - self._prediction.doubts])
        sure[self._closing] = plain[self._closing]
        return list(map(float, sure))
