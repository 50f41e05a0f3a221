"""Where nobody speaks: stretches that are much quieter than the speech around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.sound.peaks import PER_SECOND

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.speech.sound.peaks import Peaks

SHORTEST_MS = 300

_FRAME = 2
_PER_SECOND = PER_SECOND // _FRAME
_FRAME_MS = 1000 // _PER_SECOND
# What is quiet depends on how loud and how noisy it is hereabouts.
_WINDOW = 10 * _PER_SECOND
_HOP = 2 * _PER_SECOND
_FLOOR_PERCENT = 20
_SPEECH_PERCENT = 90
_SHARE = 0.3
_LEAST_RISE_DB = 6.0
# Below this everything is as quiet as can be.
_DIGITAL_DB = -60.0
_FULL_SWING = 65_534
# Shorter than that it is a click or a breath, and no speech.
_BLIP_MS = 80


def silences(peaks: Peaks, *, shortest_ms: int = SHORTEST_MS) -> tuple[tuple[int, int], ...]:
    """Return start and end of every stretch without speech of at least so many milliseconds.

    What counts is how loud it is beside what is around it, so steady music is silence too.
    """
    level = _level_db(peaks)
    if not len(level):
        return ()
    quiet = _without_blips(level < _threshold(level))
    return tuple(
        (int(start) * _FRAME_MS, min(int(end) * _FRAME_MS, peaks.duration_ms))
        for start, end in _runs(quiet)
        if (end - start) * _FRAME_MS >= shortest_ms
    )


def _level_db(peaks: Peaks) -> NDArray[np.float32]:
    """Return how loud each hundredth of a second is, in dB, 0 for the loudest there can be."""
    import numpy as np

    finest = peaks.levels[0]
    frames = np.pad(finest, ((0, -len(finest) % _FRAME), (0, 0))).reshape(-1, _FRAME, 2)
    swing = np.subtract(frames[:, :, 1].max(1), frames[:, :, 0].min(1), dtype=np.float32)
    level: NDArray[np.float32] = 20 * np.log10(np.maximum(swing, 1) / _FULL_SWING)
    return np.maximum(level, np.float32(_DIGITAL_DB))


def _threshold(level: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return below which level a frame is quiet, from the levels of some seconds around it."""
    import numpy as np

    centres = np.arange(0, len(level) + _HOP, _HOP)
    around = [level[max(0, centre - _WINDOW) : centre + _WINDOW] for centre in centres]
    floor, speech = np.array(
        [np.percentile(some, (_FLOOR_PERCENT, _SPEECH_PERCENT)) for some in around]
    ).T
    line = floor + np.maximum(_SHARE * (speech - floor), _LEAST_RISE_DB)
    return np.asarray(np.interp(np.arange(len(level)), centres, line), np.float32)


def _runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return where flags are set as rows of start and end."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return edges.reshape(-1, 2)


def _without_blips(quiet: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the same, with sounds too short for speech taken as quiet."""
    import numpy as np

    blips = [(start, end) for start, end in _runs(~quiet) if end - start < _BLIP_MS // _FRAME_MS]
    filled = np.array(quiet)
    for start, end in blips:
        filled[start:end] = True
    return filled
