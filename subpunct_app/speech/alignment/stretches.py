"""Read a recording on, in pieces that are cut where it is quiet or asked for by their times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.sound.audio import PER_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.speech.sound.audio import Samples, Sound

# Pieces last so long; they end at the quietest moment of their last seconds.
_PIECE_MS = 30_000
_CHOICE_MS = 6_000
_MOMENT_MS = 200


def pieces(sound: Sound) -> Iterator[tuple[int, Samples]]:
    """Yield a sound that is read from its start, with the millisecond where each piece starts."""
    import numpy as np

    held = np.empty(0, np.float32)
    start = 0
    for block in sound:
        held = np.concatenate([held, block])
        while len(held) >= _PIECE_MS * PER_MS:
            end = _quiet_end(held[: _PIECE_MS * PER_MS])
            yield start // PER_MS, held[:end]
            held, start = held[end:], start + end
    if len(held):
        yield start // PER_MS, held


def _quiet_end(piece: Samples) -> int:
    """Return the middle of the quietest moment near the end of a piece."""
    import numpy as np

    moment = _MOMENT_MS * PER_MS
    choice = piece[-_CHOICE_MS * PER_MS :]
    moments = len(choice) // moment
    loudness = np.abs(choice[: moments * moment]).reshape(moments, moment).mean(axis=1)
    return len(piece) - len(choice) + int(loudness.argmin()) * moment + moment // 2


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
