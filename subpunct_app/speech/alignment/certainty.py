"""Tell how surely words are said where an aligner put them, whoever speaks and however it sounds.

A misfit means one thing in a studio and another in a synthetic voice. So it is measured against
what the same sound has with the words said backwards, which surely is the wrong text.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from subpunct_app.speech.alignment.sphinx import mean_misfit
from subpunct_app.speech.media.audio import PER_MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.alignment.sphinx import Aligner, Fit
    from subpunct_app.speech.media.audio import Samples

# The share of the wrong text's misfit where a word is as likely there as not: text that belongs
# to its sound has half of it, other text all of it. And how sharp that line is.
_LINE = 0.8
_SHARPNESS = 0.08
# Misfits that are good and bad in any recording: the line lies between them, midway where nothing
# was measured.
_GOOD, _BAD = 30.0, 70.0
# Fewer words say hardly anything backwards; so much sound is enough.
_FEWEST = 6
_ENOUGH_MS = 300_000
# So many words on each side tell whether the text fits at a place; one alone says little.
_NEAR = 3

# The edges of a silence are words dying away, and shorter ones are all edge.
_EDGE_MS = 30
_LEAST_MS = 100
# Half as loud as the words around, or less: 6 dB.
_SHARE = 0.5


class Baseline:
    """What a wrong text would fit like in a recording, from some sections of it."""

    def __init__(self) -> None:
        self._total = 0.0
        self._frames = 0
        self._left_ms = _ENOUGH_MS

    def measure(self, aligner: Aligner, sound: Samples, entries: Sequence[str], ms: int) -> None:
        """Listen how a section of so many milliseconds fits its words the wrong way round."""
        if self._left_ms <= 0 or len(entries) < _FEWEST:
            return
        self._left_ms -= ms
        for fit in aligner.fits(sound, entries[::-1]) or ():
            self._total += fit.misfit * fit.frames
            self._frames += fit.frames

    @property
    def line(self) -> float:
        """Return the misfit from which on a word is rather not said."""
        if not self._frames:
            return (_GOOD + _BAD) / 2
        return min(_BAD, max(_GOOD, _LINE * self._total / self._frames))

    def confidences(self, fits: Sequence[Fit | None]) -> list[float]:
        """Return how sure it is that each word is said there, 0 for those without a fit."""
        found = []
        for at, fit in enumerate(fits):
            near = [one for one in fits[max(0, at - _NEAR) : at + _NEAR + 1] if one is not None]
            steps = (mean_misfit(near) / self.line - 1) * _LINE / _SHARPNESS if near else 0.0
            found.append(0.0 if fit is None else 1 / (1 + math.exp(min(steps, 100.0))))
        return found


def loudness(sound: Samples, spans: Sequence[tuple[int, int]]) -> float:
    """Return how loud some spans of a sound are together, in milliseconds from its start."""
    import numpy as np

    parts = [sound[max(0, start) * PER_MS : max(0, end) * PER_MS] for start, end in spans]
    heard = np.concatenate(parts) if parts else sound[:0]
    return float(np.sqrt(np.mean(np.square(heard, dtype=np.float64)))) if len(heard) else 0.0


def is_quiet(sound: Samples, span: tuple[int, int], speech: float) -> bool:
    """Tell whether a span is much less loud than speech; one that is very short always is.

    Where it is as loud, somebody says what is not in the text, or there is music.
    """
    start, end = span
    if end - start < _LEAST_MS:
        return True
    return loudness(sound, [(start + _EDGE_MS, end - _EDGE_MS)]) <= _SHARE * speech
