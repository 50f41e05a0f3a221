"""Turn probabilities into suggestions: one a gap, and only where something would change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.ordinals import may_be_ordinal
from subpunct_app.core.text import Break, Case, Gap, Mark, Suggestion, Word, base_of, in_capitals
from subpunct_app.punctuation.dots import DOTTED, abbreviated_case, abbreviations, dotted_case
from subpunct_app.punctuation.labels import agrees
from subpunct_app.punctuation.names import large_case, mixed_case
from subpunct_app.punctuation.numbers import numbered_case
from subpunct_app.punctuation.options import Mode, Options
from subpunct_app.punctuation.prediction import Prediction, decide
from subpunct_app.punctuation.saying import tells_who

__all__ = ["Mode", "Options", "suggest"]

# Least probabilities for what is proposed. No training fits them: they are set by hand, high where
# a wrong suggestion does more harm than one that is missing.
# In REVIEW: for a mark, and for a case, to call wrong what stands there.
_REVIEW_MARK = 0.95
_REVIEW_CASE = 0.97
# For a sentence's end at a turn that the model knows of.
_TURNS = 0.5
# For a case that takes or adds capitals where some stand, mostly by mistake; for any other.
_LOWERING = 0.8
_CASING = 0.5
# That a word is a name: within a sentence, and where a sentence might begin all the same (see
# `_may_begin`), so that a capital tells less.
_NAME = 0.5
_NAME_AT_START = 0.85
# How sure to be of a spelling that an editor named, or that everybody knows.
_NAMED = 0.99
# The least doubt at which `ask` asks: of the gaps without a mark that are so doubtful about every
# fourth lacks one.
_ASK = 0.2
# Words of letters, without those that begin small all the same: iPhone.
_NAME_LIKE = re.compile(r"(?!i[a-z]+(?!-)\b)[^\W\d_]+(?:['’-][^\W\d_]+)*", re.IGNORECASE)
# Without its apostrophe, too, where that is no other word.
_ENGLISH_I = re.compile(r"i(?:['’](?:m|ve|ll|d(?:['’]ve)?)|m|ve)?", re.IGNORECASE)
_IN_QUOTES = frozenset({Mark.QUESTION, Mark.EXCLAMATION})
_WITHIN = frozenset({Mark.COMMA, Mark.SEMICOLON})
_BROKEN_OFF = frozenset({Mark.ELLIPSIS, Mark.DASH})
# The most words of a speaker's name; see `subtitles.tokens`.
_LABEL_WORDS = 3
_NOT_IN_LABELS = frozenset({Mark.NONE, Mark.COLON})
# Words that have lost all but a letter: 's avonds, 't is, 'n man.
_CLIPPED = {"nl": frozenset("knst"), "af": frozenset("nt")}


def suggest(
    words: Sequence[Word],
    gaps: Sequence[Gap],
    prediction: Prediction,
    options: Options,
    *,
    language: str = "en",
) -> tuple[Suggestion, ...]:
    """Return the changes a prediction calls for, in the order of the text.

    `gaps` holds one more than `words` (see Gap), `prediction` one row a word. The language is a
    code such as `en` or `en-GB`.
    """
    decoder = _Decoder(words, gaps, prediction, options, language)
    found = (decoder.suggestion(gap) for gap in range(len(gaps)) if words)
    return tuple(suggestion for suggestion in found if suggestion is not None)


class _Decoder:
    def __init__(
        self,
        words: Sequence[Word],
        gaps: Sequence[Gap],
        prediction: Prediction,
        options: Options,
        language: str,
    ) -> None:
        self._words = words
        self._gaps = gaps
        self._prediction = prediction
        self._options = options
        self._language = language
        base = base_of(language)
        self._english = base == "en"
        self._clipped = _CLIPPED.get(base, frozenset())
        self._open = frozenset(prediction.labels) if options.marks is None else options.marks
        self._ends = np.array([mark.ends_sentence for mark in prediction.labels])
        turns = [at for at, gap in enumerate(gaps) if gap.turn and at and self._closes(at)]
        self._closing = np.array([*turns, len(words)], dtype=np.int64)
        self._probabilities = self._gap_probabilities()
        # Nothing is decided before the first word.
        self._best = decide(self._probabilities, np.pad(prediction.bias, ((1, 0), (0, 0)))).tolist()
        self._part_labels()
        self._sure = self._surety()
        self._ending = self._probabilities[:, self._ends].sum(axis=1).tolist()
        self._cases = prediction.cases.tolist()
        spoken = [word.text for word in words] if options.case else []
        self._names = options.names.cases(spoken, language)
        self._abbreviations = {} if self._english else abbreviations(spoken, language)
        self._large = self._begins_large()
        self._shouted = in_capitals(Counter(Case.of(w.text) for w in words if len(w.text) > 1))

    def suggestion(self, at: int) -> Suggestion | None:
        """Return what to change at gap `at`, or None."""
        gap = self._gaps[at]
        mark, confidence = self._mark(at)
        case, case_confidence = self._case(at, mark)
        changed = mark is not gap.current
        if not changed and case is Case.KEEP:
            return self._question(at) if self._options.ask else None
        confidence = confidence if changed else case_confidence
        return Suggestion(at, mark, case, float(confidence), self._ranked(at))

    def _question(self, at: int) -> Suggestion | None:
        """Return the likeliest mark where one may be missing, or None."""
        gap, sure = self._gaps[at], self._sure[at]
        if at == 0 or gap.fixed or gap.current is not Mark.NONE or 1 - sure < _ASK:
            return None
        ranked = self._ranked(at)
        mark, likely = next(pair for pair in ranked if pair[0] is not Mark.NONE)
        if self._has_dot(at - 1, mark) or not self._may_put(gap, mark, likely):
            return None
        return Suggestion(at, mark, self._case(at, mark)[0], sure, ranked, asked=True)

    def _closes(self, at: int) -> bool:
        """Tell whether a sentence ends with a turn: machines set some apart in its middle.

        A model that knows of the turn hardly ever takes a sentence's end for none there.
        """
        knows = self._prediction.turns[at - 1 : at].any()
        return not knows or bool(self._prediction.marks[at - 1, self._ends].sum() >= _TURNS)

    def _part_labels(self) -> None:
        """Decide on another mark where a colon would name what a turn begins with as its speaker.

        In "- Question: what is it?" nobody called Question speaks. Such a label is one to three
        words with capitals.
        """
        labels = self._prediction.labels
        others = [label for label, mark in enumerate(labels) if mark not in _NOT_IN_LABELS]
        for at in self._label_ends():
            if labels[self._best[at]] is Mark.COLON is not self._gaps[at].current:
                self._best[at] = others[int(self._probabilities[at, others].argmax())]

    def _label_ends(self) -> Iterator[int]:
        """Yield the gaps behind the words of a turn that read like the name of its speaker."""
        turns = [at for at, gap in enumerate(self._gaps) if gap.turn]
        for start in turns and [0, *turns]:
            for at in range(start + 1, min(start + _LABEL_WORDS, len(self._words) - 1) + 1):
                yield at
                if self._prediction.cases[at, 0] > 0.5:
                    break

    def _gap_probabilities(self) -> NDArray[np.float32]:
        """Return the probabilities (gaps, marks); a text and a turn end with a sentence."""
        none = np.zeros((1, len(self._ends)), dtype=np.float32)
        none[0, 0] = 1.0
        likely = np.concatenate([none, self._prediction.marks])
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

    def _ranked(self, at: int) -> tuple[tuple[Mark, float], ...]:
        """Return every mark with its probability, best first; nothing before the first word."""
        if at == 0:
            return ()
        pairs = zip(self._prediction.labels, self._probabilities[at].tolist(), strict=True)
        return tuple(sorted(pairs, key=lambda pair: -pair[1]))

    def _mark(self, at: int) -> tuple[Mark, float]:
        """Return the mark that should stand at a gap, and how likely that is right."""
        gap, labels = self._gaps[at], self._prediction.labels
        best = self._best[at]
        wanted = labels[best]
        if at == 0 or gap.fixed or agrees(wanted, gap.current) or self._has_dot(at - 1, wanted):
            return gap.current, 1.0
        if not self._may_put(gap, wanted, float(self._probabilities[at, best])):
            return gap.current, 1.0
        return wanted, self._sure[at]

    def _may_put(self, gap: Gap, wanted: Mark, sure: float) -> bool:
        """Tell whether the options let a mark take the place of what stands at a gap."""
        mode = self._options.mode
        if wanted is not Mark.NONE and wanted not in self._open:
            return False
        if mode is Mode.REVIEW and sure < _REVIEW_MARK:
            return False
        if gap.current is Mark.NONE:
            return True
        return mode is not Mode.FILL and gap.current in self._open

    def _case(self, at: int, mark: Mark) -> tuple[Case, float]:
        """Return how the word after a gap should be written, KEEP for no change, and how sure."""
        if not self._options.case or at == len(self._words) or self._gaps[at + 1].item:
            return Case.KEEP, 1.0
        if self._shouted and self._options.mode is Mode.REVIEW:
            # To write some names small, as a review is sure of few words, would help nobody.
            return Case.KEEP, 1.0
        word = self._words[at].text
        now = Case.of(word)
        starts = self._starts(at, mark)
        if now is Case.KEEP and not self._shouted:
            return Case.KEEP, 1.0
        case, sure = self._target(at, mark, starts=starts)
        dotted = self._english and DOTTED.fullmatch(word)
        own = dotted or at in self._names or (word.isalpha() and _ENGLISH_I.fullmatch(word))
        if now is Case.UPPER and not self._shouted and own:
            return Case.KEEP, 1.0
        if at in self._names:
            case, sure = self._names[at], _NAMED
        elif dotted:
            case = dotted_case(word, case, starts=starts)
        elif "." in word and not (self._english or may_be_ordinal(word[:-1], self._language)):
            known = self._abbreviations.get(at, Case.KEEP)
            plain, shouted = case.apply(word), self._shouted
            case = abbreviated_case(word, case, known=known, starts=starts, shouted=shouted)
            if known is not Case.KEEP and case.apply(word) != plain:
                sure = 0.0 if self._options.mode is Mode.REVIEW else _NAMED
        joined = case is Case.LOWER and self._joins(at, mark)
        least = _CASING if joined and now is Case.CAPITALISED else self._least(now, case)
        if case.apply(word, self._language) == word or sure < least:
            return Case.KEEP, 1.0
        loses = now is Case.UPPER or (case is Case.LOWER and not joined)
        guessed = bool(case.spelling) and not self._shouted
        if loses and (guessed or self._keeps_capitals()) and at not in self._names:
            return Case.KEEP, 1.0
        return case, sure

    def _starts(self, at: int, mark: Mark) -> bool:
        """Tell whether a word takes the capital of a sentence that starts behind a mark.

        A clipped one leaves it to the next: 's Avonds.
        """
        if self._is_clipped(at):
            return False
        if at and mark is Mark.NONE and self._is_clipped(at - 1):
            return self._begins(at - 1, self._mark(at - 1)[0])
        return self._begins(at, mark)

    def _is_clipped(self, word: int) -> bool:
        return self._words[word].text.strip("'’").lower() in self._clipped

    def _begins(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence begins behind a mark.

        The number of an item is none of it, and in "Why?" asked Tom it goes on. What follows the
        dot of a number decides whether that counts, as in German: der 3. Sieg.
        """
        gap = self._gaps[at]
        quoted = mark in _IN_QUOTES and not gap.turn and self._goes_on(at)
        if at and (quoted or self._is_led_on(at)):
            return False
        if at == 0:
            return not gap.fixed
        before = self._words[at - 1].text
        if mark is Mark.PERIOD and not gap.turn and may_be_ordinal(before, self._language):
            return bool(self._cases[at][1] > 0.5)
        if mark is Mark.PERIOD and self._shortens(at):
            return False
        if mark.ends_sentence or (gap.turn and mark in _BROKEN_OFF):
            return True
        return gap.item and (at == 1 or self._mark(at - 1)[0].ends_sentence)

    def _begins_large(self) -> bool:
        """Tell whether sentences begin with capitals where text and model agree on their ends."""
        gaps = enumerate(self._gaps[1 : len(self._words)], 1)
        ended = [at for at, gap in gaps if gap.current.ends_sentence and self._ends[self._best[at]]]
        small = sum(Case.of(self._words[at].text) is Case.LOWER for at in ended)
        return 2 * small < len(ended)

    def _shortens(self, at: int) -> bool:
        """Tell whether a full stop that stands shortens the word before: 2 lbs. of meat.

        The model would end no sentence there, and the next word is small where others are not.
        """
        if self._ends[self._best[at]] or self._gaps[at].current is not Mark.PERIOD:
            return False
        return self._is_meant_small(at)

    def _is_meant_small(self, at: int) -> bool:
        """Tell whether a word is small in a text that begins its sentences with capitals."""
        return self._large and Case.of(self._words[at].text) is Case.LOWER

    def _is_led_on(self, at: int) -> bool:
        """Tell whether dots or a dash lead on to a small word, whatever stands before them."""
        return self._gaps[at].led_on and self._is_meant_small(at)

    def _goes_on(self, at: int) -> bool:
        """Tell whether the sentence around a question or an exclamation goes on behind it."""
        gap, words = self._gaps[at], [word.text for word in self._words[at : at + 2]]
        if gap.quoted and gap.current in _IN_QUOTES and self._is_meant_small(at):
            return True
        return gap.goes_on or tells_who(words, self._language, quoted=gap.quoted)

    def _may_go_on(self, at: int, mark: Mark) -> bool:
        """Tell whether a sentence may go on behind a mark that stands there: ¡hola! ¡buenas! dijo.

        A review takes that for wrong only where the model does; in English it always is.
        """
        stands = mark is self._gaps[at].current and mark in _IN_QUOTES
        return stands and self._options.mode is Mode.REVIEW and not self._english

    def _keeps_capitals(self) -> bool:
        """Tell whether a capital is only lowered with the mark before it, and a shout never."""
        mode = self._options.mode
        return mode is Mode.REVIEW or (mode is Mode.FILL and not self._shouted)

    def _joins(self, at: int, mark: Mark) -> bool:
        """Tell whether a mark takes the place of one that ended a sentence."""
        return self._gaps[at].current.ends_sentence and not mark.ends_sentence

    def _target(self, at: int, mark: Mark, *, starts: bool) -> tuple[Case, float]:
        """Return the case a word should have given that a sentence does or does not start there.

        The network learned capitals from starts of sentences, too. Where none starts, only what
        such a start does not explain tells of a name: (capital - ending) / (1 - ending), of how
        likely a capital is and how likely the mark before the word ends a sentence.
        """
        lower, capital, upper, mixed = self._cases[at]
        ending, word = self._ending[at], self._words[at].text
        if not word.lstrip("'’")[:1].isalpha():
            return numbered_case(word, lower, upper + mixed, shouted=self._shouted)
        if self._is_clipped(at):
            return Case.LOWER, float(self._shouted)
        pronoun = self._english and _ENGLISH_I.fullmatch(word)
        if upper > 0.5 and len(word) > 1 and not (pronoun and Case.of(word) is Case.LOWER):
            return large_case(word, self._language), upper
        own = Case.KEEP
        dotted = self._english and DOTTED.fullmatch(word)
        if mixed > 0.5 and (dotted or _NAME_LIKE.fullmatch(word)):
            own = mixed_case(word, self._language, starts=starts)
        if starts and not own.spelling:
            any_but_upper = 0.0 if self._may_go_on(at, mark) else 1.0 - upper
            return Case.CAPITALISED, max(any_but_upper, capital)
        if pronoun:
            return self._pronoun(at)
        if own is not Case.KEEP:
            return own, mixed
        started = 0.0 if self._may_begin_unmarked(at) else ending
        name = max(0.0, capital - started) / max(1e-3, 1.0 - started)
        name = min(1.0, name) if lower < 0.5 else min(name, 1.0 - lower)
        if name > (_NAME_AT_START if self._may_begin(at, mark) else _NAME):
            return Case.CAPITALISED, name
        # The capital of a mark that is taken away goes with it.
        begins = 0.0 if self._joins(at, mark) else ending
        return Case.LOWER, (1.0 - name) * (1.0 - begins)

    def _pronoun(self, at: int) -> tuple[Case, float]:
        """Return how "I" is written: small where it is a letter, which nobody repeats or joins."""
        lower = self._cases[at][0]
        following = self._words[at + 1].text if at + 1 < len(self._words) else ""
        if len(self._words[at].text) > 1 or _ENGLISH_I.fullmatch(following):
            return Case.CAPITALISED, 1.0
        return (Case.LOWER, lower) if lower > 0.5 else (Case.CAPITALISED, 1.0 - lower)

    def _may_begin(self, at: int, mark: Mark) -> bool:
        """Tell whether a model may expect a sentence to begin where its mark does not stand.

        After a comma that is a quoted one: He asked, "Why?"
        """
        if self._may_begin_unmarked(at):
            return False
        return mark is not Mark.NONE or bool(self._ends[self._best[at]])

    def _may_begin_unmarked(self, at: int) -> bool:
        """Tell whether a sentence may begin all the same where nothing can be put to end one.

        Behind dots it may, behind a dash only on another line: the rest - an aside - goes on.
        Behind a word's own full stop it may where small letters tell nothing, as in "at 3 p.m. we
        met", though with no other such word: 3 a. m.
        """
        gap = self._gaps[at]
        if not (self._large or self._words[at].text.endswith(".")):
            wanted = self._prediction.labels[self._best[at]]
            if self._has_dot(at - 1, wanted):
                return True
        if not gap.fixed or gap.current in _WITHIN or self._is_led_on(at):
            return False
        return gap.current is not Mark.DASH or gap.break_ is not Break.NONE

    def _least(self, now: Case, case: Case) -> float:
        """Return how sure a change of case must be: to touch a name's capitals is mostly wrong."""
        if self._options.mode is Mode.REVIEW:
            return _REVIEW_CASE
        if self._shouted:
            return 0.0
        gains = now is Case.CAPITALISED and (case is Case.UPPER or bool(case.spelling))
        return _LOWERING if case is Case.LOWER or now is Case.UPPER or gains else _CASING

    def _has_dot(self, word: int, wanted: Mark) -> bool:
        """Tell whether the word brings its own full stop, as "etc." does."""
        return wanted is Mark.PERIOD and self._words[word].text.endswith(".")
