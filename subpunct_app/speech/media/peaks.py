"""How loud a recording is, slice by slice, kept on disk, and where nobody speaks in it."""

from __future__ import annotations

import contextlib
import io
import logging
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.folders import cache_folder
from subpunct_app.runtime.paths import file_stamp, make_folder, name_hash
from subpunct_app.speech.media.audio import RATE, Sound
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.audio import Samples

    Level: TypeAlias = NDArray[np.int16]

PER_SECOND = 200
# Each coarser level sums up so many slices of the one before.
STEP = 4

_SLICE = RATE // PER_SECOND
_FULL = 32767
_FEWEST = 1_000

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

SUFFIX = ".peaks"
# About seventy hours of sound.
MOST_BYTES = 256 << 20

_VERSION = 2
# Where no time stamps begin anew.
_NOWHERE = -1

log = logging.getLogger(__name__)


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
    import numpy as np

    levels = [finest]
    while len(level := levels[-1]) > _FEWEST:
        groups = np.pad(level, ((0, -len(level) % STEP), (0, 0)), mode="edge").reshape(-1, STEP, 2)
        coarser = np.stack((groups[:, :, 0].min(axis=1), groups[:, :, 1].max(axis=1)), axis=1)
        levels.append(coarser)
    return tuple(levels)


def _extremes(block: Samples) -> Level:
    import numpy as np

    whole = np.pad(block, (0, -len(block) % _SLICE)).reshape(-1, _SLICE)
    extremes = np.stack((whole.min(axis=1), whole.max(axis=1)), axis=1)
    return np.round(extremes * _FULL).astype(np.int16)


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
    import numpy as np

    finest = peaks.levels[0]
    frames = np.pad(finest, ((0, -len(finest) % _FRAME), (0, 0))).reshape(-1, _FRAME, 2)
    swing = np.subtract(frames[:, :, 1].max(1), frames[:, :, 0].min(1), dtype=np.float32)
    level: NDArray[np.float32] = 20 * np.log10(np.maximum(swing, 1) / _FULL_SWING)
    return np.maximum(level, np.float32(_DIGITAL_DB))


def _threshold(level: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    centres = np.arange(0, len(level) + _HOP, _HOP)
    around = [level[max(0, centre - _WINDOW) : centre + _WINDOW] for centre in centres]
    floor, speech = np.array(
        [np.percentile(some, (_FLOOR_PERCENT, _SPEECH_PERCENT)) for some in around]
    ).T
    line = floor + np.maximum(_SHARE * (speech - floor), _LEAST_RISE_DB)
    return np.asarray(np.interp(np.arange(len(level)), centres, line), np.float32)


def _runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return edges.reshape(-1, 2)


def _without_blips(quiet: NDArray[np.bool_]) -> NDArray[np.bool_]:
    import numpy as np

    blips = [(start, end) for start, end in _runs(~quiet) if end - start < _BLIP_MS // _FRAME_MS]
    filled = np.array(quiet)
    for start, end in blips:
        filled[start:end] = True
    return filled


def load_peaks(path: Path, task: Task | None = None, *, track: int | None = None) -> Peaks:
    """Return the peaks of a file, from the last time unless it has changed since.

    They are those of a sound track by its number, or of the one that players choose. Raise a
    MediaError where it has no sound; a cache that cannot be written is no error.
    """
    kept_at = _place_of(path, track)
    kept = _stored(kept_at) if kept_at else None
    if kept is not None:
        return kept
    peaks = read_peaks(path, task, track=track)
    if kept_at:
        _keep(peaks, kept_at)
    return peaks


def peaks_folder() -> Path:
    """Return the folder where peaks are kept; it may be deleted at any time."""
    return cache_folder() / "peaks"


def _place_of(path: Path, track: int | None) -> Path | None:
    """Return where the peaks of a file as it is now belong, None for a file that is not there."""
    stamp = file_stamp(path)
    if stamp is None:
        # Reading it says what is wrong with it.
        return None
    parts = (_VERSION, PER_SECOND, path.absolute(), *stamp, *(() if track is None else (track,)))
    return peaks_folder() / (name_hash("\0".join(map(str, parts))) + SUFFIX)


def _stored(place: Path) -> Peaks | None:
    import numpy as np

    try:
        with np.load(place, allow_pickle=False) as archive:
            finest, broken = archive["finest"], bool(archive["broken"])
            anew_ms = int(archive["anew_ms"])
        # So that what is used stays longest.
        place.touch()
    except FileNotFoundError:
        return None
    # A ZIP that is locked, or packed in another way, is a RuntimeError.
    except (OSError, ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error):
        log.info("The peaks in %s are damaged and read anew.", place)
        return None
    if finest.dtype != np.int16 or finest.ndim != 2 or finest.shape[1] != 2:
        return None
    return Peaks(levels_of(finest), broken, None if anew_ms == _NOWHERE else anew_ms)


def _keep(peaks: Peaks, place: Path) -> None:
    import numpy as np

    content = io.BytesIO()
    anew_ms = _NOWHERE if peaks.anew_ms is None else peaks.anew_ms
    np.savez_compressed(
        content,
        finest=peaks.levels[0],
        broken=np.array(peaks.broken),
        anew_ms=np.array(anew_ms),
    )
    try:
        make_folder(place.parent)
        write(content.getvalue(), place, overwrite=True)
    except FileError as error:
        log.info("Peaks are not kept: %s", error)
        return
    _forget_oldest(place.parent)


def _forget_oldest(folder: Path) -> None:
    """Delete what was not used for longest, until the rest is small enough."""
    total = 0
    with contextlib.suppress(OSError):
        kept = [(path.stat(), path) for path in folder.glob(f"*{SUFFIX}")]
        for status, path in sorted(kept, key=lambda pair: pair[0].st_mtime, reverse=True):
            total += status.st_size
            if total > MOST_BYTES:
                path.unlink()
