"""The rule that every model must beat: a sentence ends where the speaker is silent for long."""

from __future__ import annotations

import numpy as np

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.models.features import Column, pause_code
from subpunct_app.models.labels import CASES, MARKS
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.text.words import Case
from subpunct_app.training.data.corpus import Corpus

_LABELS = MARKS[:3]
# Features know pauses by buckets; of their bounds this is the next to the usual 600 ms.
LONG_MS = 500


def by_pauses(corpus: Corpus) -> Prediction:
    """Put a full stop after every cue that such a pause follows; raise SettingsError without cues.

    The rule is always sure, so that its calibration says nothing.
    """
    if corpus.features is None:
        raise SettingsError("A text without cues has no pauses.", "Give SRT or WebVTT files.")
    ends = corpus.features[:, Column.PAUSE] >= pause_code(LONG_MS)
    marks = np.zeros((len(corpus), len(_LABELS)), dtype=np.float32)
    marks[np.arange(len(corpus)), np.where(ends, 2, 0)] = 1
    starts = np.concatenate([[True], ends[:-1]])
    starts[corpus.documents[:-1]] = True
    cases = np.zeros((len(corpus), len(CASES)), dtype=np.float32)
    chosen = np.where(starts, CASES.index(Case.CAPITALISED), CASES.index(Case.LOWER))
    cases[np.arange(len(corpus)), chosen] = 1
    return Prediction(
        _LABELS, marks, cases, np.zeros_like(marks), np.zeros(len(corpus), dtype=np.float32)
    )
