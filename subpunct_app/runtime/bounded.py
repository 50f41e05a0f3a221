"""Read what may have no end, as a pipe or a device, or hold far too much, as a film does."""

from __future__ import annotations

from typing import Protocol

from subpunct_app.runtime.errors import FileError


class Readable(Protocol):
    """A stream of bytes, packed or not."""

    def read(self, size: int, /) -> bytes:
        """Return up to so many bytes, fewer only where the stream ends."""


def read_at_most(stream: Readable, most: int, refusal: FileError) -> bytes:
    """Return all bytes of a stream; raise the refusal where there are more than so many."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise refusal
    return content
