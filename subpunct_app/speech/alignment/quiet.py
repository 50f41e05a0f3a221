"""Tell whether it is quiet where nobody is supposed to speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.sound.audio import PER_MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.speech.sound.audio import Samples

# The edges of a silence are words dying away, and shorter ones are all edge.
_EDGE_MS = 30
_LEAST_MS = 100
# Half as loud as the words around, or less: 6 dB.
_SHARE = 0.5


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
