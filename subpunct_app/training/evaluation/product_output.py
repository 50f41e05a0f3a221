"""What the product would write into a text, and how often that is wrong.

The decoder decides on a corpus as on a file: every suggestion that it makes is accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.rules.rule import PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.features import BreakCode, Column
from subpunct_app.models.mark_labels import CASES, WRITTEN, fold_marks
from subpunct_app.text.words import Break, Case, Gap, Word
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus

_BREAKS = {BreakCode.LINE: Break.LINE, BreakCode.CUE: Break.CUE, BreakCode.ROLLED_LINE: Break.LINE}
CAPITALS = [at for at, case in enumerate(CASES) if case.has_capital]
_MIXED = CASES.index(Case.KEEP)


@dataclass(frozen=True, slots=True)
class Output:
    """What is written at n words: the mark after each, an index into WRITTEN, and a capital."""

    marks: NDArray[np.uint8]
    capitals: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class OutputErrors:
    """How many marks and capitals are wrong in 1,000 words that the product writes.

    Of a mark it is wrong to be missing, too many, or another one. `capitals` is None where the text
    has none of its own.
    """

    marks: float
    capitals: float | None


def write_corpus(corpus: Corpus, prediction: Prediction) -> Output:
    """Return what is written in a corpus, each document by itself and in its language."""
    output = Output(np.zeros(len(corpus), np.uint8), np.zeros(len(corpus), np.bool_))
    for at, spoken, language in corpus.texts():
        words = [Word(text, 0, 0, 0) for text in spoken]
        marks, capitals = output.marks[at], output.capitals[at]
        text = PredictedText.of(words, _gaps(corpus, at), prediction.part(at), language)
        for suggestion in suggest(text, Options()):
            if suggestion.gap:
                marks[suggestion.gap - 1] = WRITTEN.index(suggestion.mark)
            if suggestion.case.has_capital:
                capitals[suggestion.gap] = True
    return output


def output_errors(corpus: Corpus, output: Output, scheme: int) -> OutputErrors:
    """Return how often what is written differs from a corpus, marks in the labels of a scheme."""
    wrong = fold_marks(output.marks, scheme) != fold_marks(corpus.marks, scheme)
    # A word in mixed case does not tell how it begins.
    known = ~np.isin(corpus.cases, (UNKNOWN_CASE, _MIXED))
    truth = np.isin(corpus.cases[known], CAPITALS)
    miswritten = truth != output.capitals[known]
    capitals = 1000 * float(miswritten.mean()) if truth.any() else None
    return OutputErrors(1000 * float(wrong.mean()), capitals)


def weigh_written(corpus: Corpus, prediction: Prediction) -> Prediction:
    """Return a prediction by the case in which a text is written, too; see `written_case`."""
    marks, doubts = np.copy(prediction.marks), np.copy(prediction.doubts)
    for at, spoken, language in corpus.texts():
        cased = zip(spoken, corpus.cases[at].tolist(), strict=True)
        words = [Word(_cased(text, case), 0, 0, 0) for text, case in cased]
        part = prediction.part(at)
        written = WrittenCase.of(words, _gaps(corpus, at), part, language)
        weighed = weigh_capitals(written, part)
        marks[at], doubts[at] = weighed.marks, weighed.doubts
    return replace(prediction, marks=marks, doubts=doubts)


def _cased(word: str, case: int) -> str:
    return word if case == UNKNOWN_CASE else CASES[case].apply(word)


def _gaps(corpus: Corpus, words: slice) -> list[Gap]:
    """Return the gaps beside the words of a document, with what breaks stand there."""
    if corpus.features is None:
        return [Gap(0, 0, 0)] * (words.stop - words.start + 1)
    codes = corpus.features[words, Column.BREAK].tolist()
    return [Gap(0, 0, 0, break_=_BREAKS.get(code, Break.NONE)) for code in [0, *codes]]
