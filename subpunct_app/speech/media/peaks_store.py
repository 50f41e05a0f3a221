"""Keep the peaks of recordings on disk, so that a long film is listened to only once."""

from __future__ import annotations

import contextlib
import io
import logging
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.folders import cache_folder
from subpunct_app.runtime.paths import file_stamp, make_folder, name_hash
from subpunct_app.speech.media.peaks import PER_SECOND, Peaks, levels_of, read_peaks
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from subpunct_app.runtime.task import Task

SUFFIX = ".peaks"
# About seventy hours of sound.
MOST_BYTES = 256 << 20

_VERSION = 2
# Where no time stamps begin anew.
_NOWHERE = -1

log = logging.getLogger(__name__)


def load(path: Path, task: Task | None = None, *, track: int | None = None) -> Peaks:
    """Return the peaks of a file, from the last time unless it has changed since.

    They are those of a sound track by its number, or of the one that players choose. Raise a
    MediaError where it has no sound; a cache that cannot be written is no error.
    """
    kept_at = _place(path, track)
    kept = _kept(kept_at) if kept_at else None
    if kept is not None:
        return kept
    peaks = read_peaks(path, task, track=track)
    if kept_at:
        _keep(peaks, kept_at)
    return peaks


def peaks_folder() -> Path:
    """Return the folder where peaks are kept; it may be deleted at any time."""
    return cache_folder() / "peaks"


def _place(path: Path, track: int | None) -> Path | None:
    """Return where the peaks of a file as it is now belong, None for a file that is not there."""
    stamp = file_stamp(path)
    if stamp is None:
        # Reading it says what is wrong with it.
        return None
    parts = (_VERSION, PER_SECOND, path.absolute(), *stamp, *(() if track is None else (track,)))
    return peaks_folder() / (name_hash("\0".join(map(str, parts))) + SUFFIX)


def _kept(place: Path) -> Peaks | None:
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
