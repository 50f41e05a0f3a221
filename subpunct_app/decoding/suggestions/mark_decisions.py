"""Decide which mark stands in each gap of a text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.inference.prediction import Prediction, decide
from subpunct_app.decoding.rules import PredictedText
from subpunct_app.decoding.suggestions.options import REVIEW_MARK, Mode, Options
from subpunct_app.languages.abbreviations import may_be_shortened
from subpunct_app.models.mark_labels import agrees
from subpunct_app.text.words import Break, Case, Gap, Mark

_NOT_BEFORE_BRACKETS = frozenset({Mark.COMMA, Mark.COLON, Mark.SEMICOLON})
# Least probability, set by hand, of a sentence's end at a turn that the model knows of.
_TURNS = 0.5
# The most words of a speaker's name; see `words.bylines`.
_LABEL_WORDS = 3


class Marks:
    """The mark that should stand in each gap of a text, as far as the options let it.

    `prediction` is that of the text, updated by all evidence. A sentence ends with a turn and with
    the text, and no mark stands before the first word.
    """

    def __init__(self, text: PredictedText, prediction: Prediction, options: Options) -> None:
        self._text = text
        self._words, self._gaps = text.words, text.gaps
        self._mode = options.mode
        self.labels = prediction.labels
        self._open = frozenset(self.labels) if options.marks is None else options.marks
        closing = _closing(self._gaps, prediction, options.mode)
        self._likely = _of_gaps(prediction, closing)
        best = decide(self._likely, np.pad(prediction.bias, ((1, 0), (0, 0))))
        sure = np.append([1.0], 1 - prediction.doubts)
        sure[closing] = self._likely[closing, best[closing]]
        # The mark that the model would put in each gap, whatever stands there, and how likely it
        # is right.
        self.wanted: list[Mark] = [self.labels[label] for label in best.tolist()]
        self.sure: list[float] = sure.tolist()
        self._probable: list[float] = self._likely[np.arange(len(best)), best].tolist()
        # How likely a sentence ends at each gap by what is said alone.
        ends = [mark.ends_sentence for mark in self.labels]
        said = _of_gaps(text.prediction, closing)
        self.ending: list[float] = said[:, ends].sum(axis=1).tolist()

    def mark(self, at: int) -> tuple[Mark, float]:
        """Return the mark that should stand at a gap, and how likely that is right."""
        gap, wanted = self._gaps[at], self.wanted[at]
        if at == 0 or gap.fixed or agrees(wanted, gap.current) or self.has_dot(at - 1, wanted):
            return gap.current, 1.0
        if self.shortens(at) or not self.may_put(at, wanted, self._probable[at]):
            return gap.current, 1.0
        return wanted, self.sure[at]

    def ranked(self, at: int) -> tuple[tuple[Mark, float], ...]:
        """Return every mark with its probability, best first; none before the first word."""
        if at == 0:
            return ()
        pairs = zip(self.labels, self._likely[at].tolist(), strict=True)
        return tuple(sorted(pairs, key=lambda pair: -pair[1]))

    def may_put(self, at: int, wanted: Mark, likely: float) -> bool:
        """Tell whether the text and the options let a mark take the place of what stands at a gap.

        A colon behind what reads like the name of who speaks stays, and no comma, colon or
        semicolon stands before an opening bracket.
        """
        gap = self._gaps[at]
        if gap.bracketed and wanted in _NOT_BEFORE_BRACKETS:
            return False
        if wanted is not Mark.NONE and wanted not in self._open:
            return False
        if self._mode is Mode.REVIEW and likely < REVIEW_MARK:
            return False
        if gap.current is Mark.NONE:
            return True
        return (
            self._mode is not Mode.FILL
            and gap.current in self._open
            and not self.labels_speaker(at)
        )

    def has_dot(self, word: int, wanted: Mark) -> bool:
        """Tell whether the word brings its own full stop, as "etc." does."""
        return wanted is Mark.PERIOD and self._words[word].text.endswith(".")

    def shortens(self, at: int) -> bool:
        """Tell whether a full stop shortens the word before it: Oak St. near us, max. 40.

        It stands within a cue before a small word or a number, where the model would end no
        sentence, behind a known abbreviation or in a text that begins sentences with capitals.
        """
        gap = self._gaps[at]
        goes_on = at < len(self._words) and not gap.turn and gap.break_ is not Break.CUE
        if gap.current is not Mark.PERIOD or not goes_on or self.wanted[at].ends_sentence:
            return False
        first = self._words[at].text[0]
        if not (first.islower() or first.isdigit()):
            return False
        known = may_be_shortened(self._words[at - 1].text, self._text.language)
        return known or self._text.habits.begins_large

    def labels_speaker(self, at: int) -> bool:
        """Tell whether a colon stands behind one to three capitalised words that open a line."""
        stands = self._gaps[at].current is Mark.COLON and self._mode is not Mode.ANEW
        if not stands or self._text.habits.shouted:
            return False
        for start in range(at - 1, max(0, at - _LABEL_WORDS) - 1, -1):
            if Case.of(self._words[start].text) is not Case.CAPITALISED:
                return False
            if self._gaps[start].turn or self._gaps[start].break_ is not Break.NONE:
                return True
        return False


def _closing(gaps: Sequence[Gap], prediction: Prediction, mode: Mode) -> list[int]:
    """Return the gaps where a sentence ends with a turn or the text, whatever is said."""
    turns = (at for at, gap in enumerate(gaps) if gap.turn and at)
    return [*(at for at in turns if _closes(at, prediction, mode)), len(gaps) - 1]


def _closes(at: int, prediction: Prediction, mode: Mode) -> bool:
    """Tell whether a sentence ends with a turn: machines set some apart in its middle.

    A model that knows of the turn hardly ever takes a sentence's end for none there, but a
    REVIEW does not take its word for it where the text goes on.
    """
    if not prediction.turns[at - 1 : at].any():
        return True
    ends = prediction.marks[at - 1, [mark.ends_sentence for mark in prediction.labels]].sum()
    return mode is not Mode.REVIEW and bool(ends >= _TURNS)


def _of_gaps(prediction: Prediction, closing: Sequence[int]) -> NDArray[np.float32]:
    """Return the probabilities (gaps, labels); a text and a turn end with a sentence."""
    none = np.zeros((1, len(prediction.labels)), dtype=np.float32)
    none[0, prediction.labels.index(Mark.NONE)] = 1.0
    likely = np.concatenate([none, prediction.marks])
    ends = np.array([mark.ends_sentence for mark in prediction.labels])
    ended = np.where(ends, likely[closing] + np.float32(1e-6), 0)
    likely[closing] = ended / ended.sum(axis=1, keepdims=True)
    return np.asarray(likely, dtype=np.float32)
