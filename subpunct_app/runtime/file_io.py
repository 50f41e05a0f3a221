"""Write files in one step, read no more than a limit, and turn text into bytes."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from subpunct_app.runtime.errors import FileError


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Give the path to write to; what is there then takes the file's place, safe on the disk.

    Where that fails, the file stays as it was and nothing beside it.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        yield fresh
        with fresh.open("rb+") as written:
            os.fsync(written.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Let new names in a folder survive a power cut, where the file system can promise that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


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


def as_utf8(text: str) -> bytes:
    """Return a text in UTF-8; bytes that no encoding knew are spelled out."""
    return text.encode("utf-8", "backslashreplace")


def as_json(content: object) -> bytes:
    """Return plain values as JSON, as `as_utf8` does."""
    return as_utf8(json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def encodable(text: str) -> str:
    """Return a text with U+FFFD for the lone surrogates, bytes that no encoding fitted."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
