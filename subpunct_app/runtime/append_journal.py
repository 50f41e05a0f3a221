"""Append-only journals: a heading and records, one line of JSON each, that outlive a crash.

A journal is begun anew in one step, and records are added at its end. Whoever reads one takes what
comes before the first damaged line: a crash can only tear the last one.
"""

from __future__ import annotations

import json
import logging
import os
from typing import TYPE_CHECKING, Self, TypeVar

from subpunct_app.runtime.file_io import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO

T = TypeVar("T")

log = logging.getLogger(__name__)

_LARGEST = 256 << 20


class AppendJournal:
    """A journal that one process adds to; whoever writes holds a lock of its own for that.

    What was added outlives this process; what was synced outlives a power cut. All methods raise
    OSError where the disk does not take it.
    """

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self.path = path
        self._stream = stream

    @classmethod
    def begin(cls, path: Path, lines: Iterable[bytes]) -> Self:
        """Begin a journal with these lines in the place of the old one, which stays on an error."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with atomic_write(path) as fresh:
            fresh.write_bytes(b"".join(lines))
        return cls(path, path.open("ab"))

    @classmethod
    def go_on(cls, path: Path) -> Self:
        """Go on with a journal that is on the disk."""
        stream = path.open("r+b")
        stream.seek(0, os.SEEK_END)
        return cls(path, stream)

    def add(self, line: bytes) -> None:
        """Add a line; raise OSError also where somebody has removed the journal."""
        if not os.fstat(self._stream.fileno()).st_nlink:
            raise FileNotFoundError("somebody has removed the journal")
        self._stream.write(line)
        self._stream.flush()

    def sync(self) -> None:
        """Wait until the disk has what was added."""
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        """Add nothing more."""
        self._stream.close()


def encode_line(record: object) -> bytes:
    """Return plain values as a line, in which any text keeps its bytes."""
    return json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n"


def decode_line(line: bytes) -> object:
    """Return the plain values of a line; raise ValueError where it holds none."""
    try:
        text = line.decode("utf-8", "surrogateescape")
        found: object = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return found


def read_records(path: Path, decode: Callable[[object], T]) -> Iterator[T]:
    """Yield the records before the first line that is torn, or that `decode` refuses.

    `decode` gets the plain values of a line and raises ValueError where they are no record. Raise
    OSError where the file cannot be read.
    """
    with path.open("rb") as lines:
        if os.fstat(lines.fileno()).st_size > _LARGEST:
            return
        for number, line in enumerate(lines, 1):
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("torn")
                record = decode(decode_line(line))
            except ValueError as error:
                log.info("The journal %s is damaged at line %d: %s", path, number, error)
                return
            yield record


def remove_journal(path: Path) -> None:
    """Remove a journal, if it is there and that is allowed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.info("The journal %s cannot be removed: %s", path, error)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")
