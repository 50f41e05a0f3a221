"""How loud a recording is, slice by slice: what a waveform is drawn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from subpunct_app.speech.sound.audio import RATE, Sound

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.sound.audio import Samples

    Level: TypeAlias = NDArray[np.int16]

PER_SECOND = 200
# Each coarser level sums up so many slices of the one before.
STEP = 4

_SLICE = RATE // PER_SECOND
_FULL = 32767
_FEWEST = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Peaks:
    """The lowest and the highest sample of every slice, int16 of shape (slices, 2), in levels.

    Level 0 has `PER_SECOND` slices a second, each further one a `STEP`th of the one before. The
    file is `broken` where the sound ends long before its header says: what there is, is here.
    At `anew_ms` its time stamps begin anew, as in files put end to end.
    """

    levels: tuple[Level, ...]
    broken: bool = False
    anew_ms: int | None = None

    @property
    def duration_ms(self) -> int:
        """Return how long the sound is."""
        return len(self.levels[0]) * 1000 // PER_SECOND

    @property
    def loudest(self) -> float:
        """Return the largest sample, between 0 for silence and 1."""
        import numpy as np

        coarsest = self.levels[-1].astype(np.int32)
        return float(np.abs(coarsest).max(initial=0)) / _FULL


def read_peaks(path: Path, task: Task | None = None, *, track: int | None = None) -> Peaks:
    """Return the peaks of a sound track, or the one that players choose.

    Raise a MediaError without one.
    """
    sound = Sound(path, track=track, task=task)
    peaks = peaks_of(sound)
    return replace(peaks, broken=sound.broken, anew_ms=sound.anew_ms)


def peaks_of(blocks: Iterable[Samples]) -> Peaks:
    """Return the peaks of samples at 16 kHz, which come in blocks of whole slices but the last."""
    import numpy as np

    pieces = [_extremes(block) for block in blocks]
    return Peaks(levels_of(np.concatenate([np.empty((0, 2), np.int16), *pieces])))


def levels_of(finest: Level) -> tuple[Level, ...]:
    """Return the finest level and all coarser ones that are worth having."""
    levels = [finest]
    while len(levels[-1]) > _FEWEST:
        levels.append(_coarser(levels[-1]))
    return tuple(levels)


def _extremes(block: Samples) -> Level:
    import numpy as np

    whole = np.pad(block, (0, -len(block) % _SLICE)).reshape(-1, _SLICE)
    extremes = np.stack((whole.min(axis=1), whole.max(axis=1)), axis=1)
    return np.round(extremes * _FULL).astype(np.int16)


def _coarser(level: Level) -> Level:
    import numpy as np

    groups = np.pad(level, ((0, -len(level) % STEP), (0, 0)), mode="edge").reshape(-1, STEP, 2)
    return np.stack((groups[:, :, 0].min(axis=1), groups[:, :, 1].max(axis=1)), axis=1)
