"""Read a recording in pieces, cut where it is quiet or asked for by their times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.speech.media.audio import PER_MS, RATE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.speech.media.audio import Samples, Sound

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


def parts(
    sound: Sound, *, part_ms: int = PART_MS, searched_ms: int = _SEARCHED_MS
) -> Iterator[Part]:
    """Yield a sound that was not read yet; raise MediaError where there is none.

    Parts are about as long as asked for, and end where it is quietest in the last time that is
    searched; the last one is what is left.
    """
    import numpy as np

    wanted = part_ms * RATE // 1000
    held = np.empty(0, np.float32)
    start_ms = sound.heard_ms
    for block in sound:
        held = np.concatenate([held, block])
        if len(held) >= wanted:
            cut = _quiet_place(held, searched_ms)
            yield Part(start_ms, held[:cut])
            start_ms += 1000 * cut // RATE
            held = held[cut:]
    if len(held):
        yield Part(start_ms, held)


def _quiet_place(sound: Samples, searched_ms: int) -> int:
    import numpy as np

    frame = RATE * _FRAME_MS // 1000
    frames = len(sound) // frame
    first = max(0, frames - searched_ms // _FRAME_MS, _QUIET_FRAMES)
    if frames - first < _QUIET_FRAMES:
        return len(sound)
    searched = sound[first * frame : frames * frame].reshape(-1, frame)
    energy = np.convolve(np.square(searched).mean(axis=1), np.ones(_QUIET_FRAMES), mode="valid")
    return (first + int(energy.argmin()) + _QUIET_FRAMES // 2) * frame


class SoundReader:
    """A recording that is read once from its start to its end, a stretch at a time."""

    def __init__(self, sound: Sound) -> None:
        import numpy as np

        self._blocks = iter(sound)
        self._held = np.empty(0, np.float32)
        self._start = 0

    def between(self, start_ms: int, end_ms: int) -> Samples:
        """Return the sound between two times; no later call may ask for what lies before them."""
        import numpy as np

        start, end = start_ms * PER_MS, end_ms * PER_MS
        self._drop_before(start)
        while self._start + len(self._held) < end:
            block = next(self._blocks, None)
            if block is None:
                break
            self._held = np.concatenate([self._held, block])
            self._drop_before(start)
        return self._held[max(0, start - self._start) : max(0, end - self._start)]

    def finish(self) -> None:
        """Read to the end, where the sound tells whether it breaks off."""
        for _ in self._blocks:
            pass

    def _drop_before(self, start: int) -> None:
        if start > self._start:
            dropped = min(start - self._start, len(self._held))
            self._held = self._held[dropped:]
            self._start += dropped
