"""Judge capitals as they are written: the words of a text go through the same decoder."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subpunct_app.core.text import Gap, Word
from subpunct_app.punctuation.answers.prediction import Prediction
from subpunct_app.punctuation.suggestions.decode import suggest
from subpunct_app.punctuation.suggestions.options import Options
from subpunct_app.training.data.corpus import Corpus

# Where nothing tells the language.
_USUAL = "en"


def written_capitals(corpus: Corpus, prediction: Prediction) -> NDArray[np.bool_]:
    """Tell which words (n,) of a corpus get a capital where everything proposed is accepted.

    A document by itself, in its language: it and its sentences, as decided on, begin with one.
    """
    spoken = corpus.spoken()
    usual = corpus.language() or _USUAL
    capital = np.zeros(len(corpus), dtype=np.bool_)
    for at in corpus.spans():
        words = [Word(text, 0, 0, 0) for text in spoken[at]]
        gaps = [Gap(0, 0, 0)] * (len(words) + 1)
        language = corpus.language(at) or usual
        for suggestion in suggest(words, gaps, prediction.part(at), Options(), language=language):
            if suggestion.case.has_capital:
                capital[at][suggestion.gap] = True
    return capital
