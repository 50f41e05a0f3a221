"""Tell whether a recording is still the one that was opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.runtime.paths import stamp_of

if TYPE_CHECKING:
    from pathlib import Path

# In bytes, each of so many pieces from the start to the end.
_PIECE = 1 << 14
_PIECES = 4


@dataclass(frozen=True, slots=True)
class Identity:
    """A recording as it was: its size in bytes with its time in ns, and a sample of what it holds.

    One that is copied back has another time and is the same.
    """

    stamp: tuple[int, int] | None
    sample: bytes

    def fits(self, path: Path) -> bool:
        """Tell whether a file is that recording, without reading all of it."""
        stamp = stamp_of(path)
        if stamp is None or self.stamp is None or stamp == self.stamp:
            return stamp == self.stamp
        return stamp[0] == self.stamp[0] and sample_of(path) == self.sample


def sample_of(path: Path) -> bytes:
    """Return some pieces of a file, by which two of the same size are told; none if unreadable."""
    try:
        with path.open("rb") as stream:
            last = max(0, stream.seek(0, 2) - _PIECE)
            pieces = []
            for number in range(_PIECES):
                stream.seek(last * number // (_PIECES - 1))
                pieces.append(stream.read(_PIECE))
    except OSError:
        return b""
    return b"".join(pieces)
