"""stdin, stdout and stderr, whatever they lead to: what is printed arrives whole, or is told of."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, TextIO

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.obstacles import OBSTACLES

if TYPE_CHECKING:
    from collections.abc import Iterator

# What a terminal would obey and not show. Names of files can hold it, and subtitles, too. Of the
# signs that turn text round only those that do so to any letters: gpj.exe after one reads exe.jpg.
_CONTROLS = (*range(32), *range(127, 160), 0x2028, 0x2029, 0x202D, 0x202E)
_SPELLED = {code: repr(chr(code))[1:-1] for code in _CONTROLS if chr(code) != "\t"}


def make_ready() -> None:
    """Let nothing that is read or written be lost or fail for how the streams were opened."""
    _open_closed_streams()
    _read_and_write_all()
    _accept_any_text()


def spelled(text: str) -> str:
    """Return a text as a line that a terminal only shows."""
    return text.translate(_SPELLED)


def print_line(text: str) -> None:
    """Print on stdout; raise as `writing` does."""
    with writing():
        print(spelled(text))  # noqa: T201 - the one module that prints


def write_bytes(content: bytes) -> None:
    """Write bytes to stdout, behind all that was printed; raise as `writing` does."""
    with writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def print_error(text: str) -> None:
    """Print on stderr what went wrong."""
    print_beside(f"subpunct: {text}")


def print_beside(text: str) -> None:
    """Print on stderr; a full disk there keeps no work back."""
    try:
        print(spelled(text), file=sys.stderr)  # noqa: T201
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        leave(sys.stderr)


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Raise FileError where stdout takes no more, BrokenPipeError where its reader has gone."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.filename:
            raise
        leave(sys.stdout)
        _, hint = OBSTACLES.get(error.errno or 0, ("", "Write it to a file instead."))
        raise FileError(
            f"The result cannot be written to stdout: {error.strerror}.", hint
        ) from error


def leave(stream: TextIO) -> None:
    """Have what is still to be written to a stream go nowhere."""
    # Python flushes both streams once more on its way out, and would complain or fail once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def leave_unread() -> None:
    """Have what is still to be written to stdout go nowhere if nobody reads on there now.

    Whoever has asked a program to stop would wait for a reader that waits, too, as a pager.
    """
    # What takes no place among files, as in tests, takes all at once.
    with contextlib.suppress(OSError):
        if os.name == "posix" and not select([], [sys.stdout], [], 0)[1]:
            leave(sys.stdout)


def _open_closed_streams() -> None:
    # What goes to a closed stream goes nowhere; notes for a closed stderr would go to stdout.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - for good
            # Worker processes would take its number for one of their pipes, and then be hushed.
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def _read_and_write_all() -> None:
    """Leave no half of a text unread or unwritten without a word."""
    if os.name == "posix":
        for number in range(3):
            # Another program that has the same pipe may have set that nobody waits for it.
            with contextlib.suppress(OSError):
                os.set_blocking(number, True)
    stdout = sys.__stdout__
    if stdout and stdout is sys.stdout and isinstance(stdout.buffer, io.FileIO):
        # As with PYTHONUNBUFFERED: what a full disk takes a part of would count as written.
        place, encoding = stdout.fileno(), stdout.encoding
        sys.stdout = os.fdopen(place, "w", buffering=1, encoding=encoding, closefd=False)


def _accept_any_text() -> None:
    # File names and damaged subtitles can hold what the terminal's encoding cannot.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
