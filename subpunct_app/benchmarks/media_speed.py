"""Time how fast a film is looked into and listened to, and how much memory that takes."""

from __future__ import annotations

import importlib
import multiprocessing
import shutil
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from subpunct_app.benchmarks.measuring import Spent, most_memory
from subpunct_app.runtime.environment import system_libraries
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.speech.media.container import no_sound_error
from subpunct_app.speech.media.peaks import read_peaks, silences
from subpunct_app.speech.media.probe import probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.runtime.task import Task

T = TypeVar("T")

_HOUR_MS = 3_600_000
_MINUTE = "60"
_PICTURE = "testsrc2=size=192x108:rate=10"
# Three seconds of noise, a second of almost nothing.
_SOUND = "anoisesrc=c=pink:r=48000,volume='if(lt(mod(t,4),3),1,0.005)':eval=frame"


@dataclass(frozen=True, slots=True)
class MediaSpeed:
    """What one film costs; `memory` is in bytes above what the program takes with all it needs.

    Where the system does not tell how much memory was taken at most, it is None.
    """

    duration_ms: int
    probe: Spent
    peaks: Spent
    silences: Spent
    memory: int | None

    @property
    def peaks_an_hour(self) -> float:
        """Return how many seconds by the clock an hour of sound takes."""
        return self.peaks.wall * _HOUR_MS / max(1, self.duration_ms)


def check_film(film: Path | None) -> None:
    """Raise what `media_speed` would: of a film that cannot be heard, or where none can be made."""
    if film is None:
        _ffmpeg_program()
    elif not probe(film).has_audio:
        raise no_sound_error(film)


def media_speed(film: Path | None, task: Task, *, minutes: int) -> MediaSpeed:
    """Time a film, or one of so many minutes that ffmpeg makes up, in a process of its own."""
    if film is not None:
        return _alone(film, task)
    with tempfile.TemporaryDirectory() as folder:
        task.step(0, 2, "Timing: making a film")
        return _alone(make_film(Path(folder), minutes), task)


def make_film(folder: Path, minutes: int) -> Path:
    """Make a film of so many minutes in a folder: one minute, again and again."""
    minute, film = folder / "minute.mp4", folder / "film.mp4"
    picture = ("-f", "lavfi", "-i", _PICTURE, "-f", "lavfi", "-i", _SOUND, "-t", _MINUTE)
    codecs = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac")
    _ffmpeg(*picture, *codecs, "-ac", "2", str(minute))
    _ffmpeg("-stream_loop", str(minutes - 1), "-i", str(minute), "-c", "copy", str(film))
    return film


def _ffmpeg_program() -> str:
    program = shutil.which("ffmpeg")
    if program is None:
        raise SubpunctError(
            "There is no ffmpeg to make a film.", "Install it, or name a film of yours with --film."
        )
    return program


def _ffmpeg(*arguments: str) -> None:
    program = _ffmpeg_program()
    try:
        with system_libraries():
            subprocess.run([program, "-v", "error", "-nostdin", "-y", *arguments], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SubpunctError(
            "ffmpeg could not make a film.", "Name a film of yours with --film."
        ) from error


def _alone(film: Path, task: Task) -> MediaSpeed:
    """Time a film where no other work has taken memory before."""
    task.step(1, 2, "Timing: listening to a film")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(_timed, film).result()


def _timed(film: Path) -> MediaSpeed:
    for library in ("av", "numpy"):
        # Loading them is no part of what is measured.
        importlib.import_module(library)
    before = most_memory()
    looked, info = _taking(lambda: probe(film))
    listened, peaks = _taking(lambda: read_peaks(film))
    heard, _ = _taking(lambda: silences(peaks))
    after = most_memory()
    memory = after - before if before is not None and after is not None else None
    return MediaSpeed(info.duration_ms, looked, listened, heard, memory)


def _taking(step: Callable[[], T]) -> tuple[Spent, T]:
    before = Spent.now()
    outcome = step()
    return Spent.now() - before, outcome
