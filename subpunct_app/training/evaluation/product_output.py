"""Judge capitals as they are written, and marks where a text kept its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.decoding.evidence.written_case import WrittenCase, weigh_capitals
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.rules.rule import PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.features import BreakCode, Column
from subpunct_app.models.labels import CASES
from subpunct_app.text.words import Break, Gap, Word
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus

_BREAKS = {BreakCode.LINE: Break.LINE, BreakCode.CUE: Break.CUE, BreakCode.ROLLED_LINE: Break.LINE}


def written_capitals(corpus: Corpus, prediction: Prediction) -> NDArray[np.bool_]:
    """Tell which words (n,) of a corpus get a capital where everything proposed is accepted.

    The words go through the same decoder, a document by itself, in its language: it and its
    sentences, as decided on, begin with one.
    """
    capital = np.zeros(len(corpus), dtype=np.bool_)
    for at, spoken, language in corpus.texts():
        words = [Word(text, 0, 0, 0) for text in spoken]
        gaps = [Gap(0, 0, 0)] * (len(words) + 1)
        text = PredictedText.of(words, gaps, prediction.part(at), language)
        for suggestion in suggest(text, Options()):
            if suggestion.case.has_capital:
                capital[at][suggestion.gap] = True
    return capital


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
