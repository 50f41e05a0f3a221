"""Hear a recording part by part, each cut where it is quiet, so that no length is too long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.speech.sound.audio import RATE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.speech.sound.audio import Samples, Sound

PART_MS = 5 * 60_000
_SEARCHED_MS = 60_000
_FRAME_MS = 20
_QUIET_FRAMES = 25


@dataclass(frozen=True, slots=True)
class Part:
    """Samples (n,) and where they begin in the recording, in milliseconds."""

    start_ms: int
    sound: Samples

    @property
    def end_ms(self) -> int:
        """Return where in the recording this part ends."""
        return self.start_ms + 1000 * len(self.sound) // RATE


def parts(sound: Sound, *, part_ms: int = PART_MS) -> Iterator[Part]:
    """Yield a sound that was not read yet; raise MediaError where there is none.

    Parts are about as long as asked for, the last one is what is left.
    """
    import numpy as np

    wanted = part_ms * RATE // 1000
    held = np.empty(0, np.float32)
    start_ms = sound.heard_ms
    for block in sound:
        held = np.concatenate([held, block])
        if len(held) >= wanted:
            cut = _quiet_place(held)
            yield Part(start_ms, held[:cut])
            start_ms += 1000 * cut // RATE
            held = held[cut:]
    if len(held):
        yield Part(start_ms, held)


def _quiet_place(sound: Samples) -> int:
    """Return the middle of the quietest half second of the last minute, in whole frames."""
    import numpy as np

    frame = RATE * _FRAME_MS // 1000
    frames = len(sound) // frame
    first = max(0, frames - _SEARCHED_MS // _FRAME_MS, _QUIET_FRAMES)
    if frames - first < _QUIET_FRAMES:
        return len(sound)
    searched = sound[first * frame : frames * frame].reshape(-1, frame)
    energy = np.convolve(np.square(searched).mean(axis=1), np.ones(_QUIET_FRAMES), mode="valid")
    return (first + int(energy.argmin()) + _QUIET_FRAMES // 2) * frame
