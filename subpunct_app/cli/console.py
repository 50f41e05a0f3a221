"""Talk to whoever gave the command: results on stdout, notes, errors and progress on stderr."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, TextIO

from subpunct_app.runtime.errors import FileError, SubpunctError
from subpunct_app.runtime.file_errors import OBSTACLES
from subpunct_app.runtime.file_io import as_json
from subpunct_app.runtime.interrupts import CLOSED, ENDINGS
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.files import NameTaken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType

    from rich.progress import Progress, TaskID

# What a terminal would obey and not show. Names of files can hold it, and subtitles, too. Of the
# signs that turn text round only those that do so to any letters: gpj.exe after one reads exe.jpg.
_CONTROLS = (*range(32), *range(127, 160), 0x2028, 0x2029, 0x202D, 0x202E)
_SPELLED = {code: repr(chr(code))[1:-1] for code in _CONTROLS if chr(code) != "\t"}

# Terminals that only print, as the shell of Emacs: rich would leave an empty line for each task.
_DUMB = {"dumb", "unknown"}

log = logging.getLogger(__name__)


def make_ready() -> None:
    """Let nothing that is read or written be lost or fail for how the streams were opened."""
    _open_closed_streams()
    _read_and_write_all()
    # File names and damaged subtitles can hold what the terminal's encoding cannot.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def escaped(text: str) -> str:
    """Return a text as a line that a terminal only shows."""
    return text.translate(_SPELLED)


def print_error(text: str) -> None:
    """Print on stderr what went wrong."""
    Console().note(f"subpunct: {text}")


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


@dataclass(frozen=True, slots=True)
class Console:
    """Results go to stdout, everything else to stderr; quiet leaves only results and errors.

    Where people read it, each text is one line, with control characters escaped out.
    """

    quiet: bool = False

    def result(self, text: str) -> None:
        """Print a line that the user asked for; raise as `writing` does."""
        with writing():
            print(escaped(text))  # noqa: T201 - the one module that prints

    def results(self, lines: Iterable[str]) -> None:
        """Print lines that the user asked for."""
        for line in lines:
            self.result(line)

    def result_bytes(self, content: bytes) -> None:
        """Write a document to stdout as it is, behind all that was printed."""
        with writing():
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()

    def result_json(self, content: object) -> None:
        """Write plain values to stdout as JSON, in UTF-8 whatever the terminal takes."""
        self.result_bytes(as_json(content))

    def note(self, text: str) -> None:
        """Tell what was done, unless the user wants quiet; a full disk keeps no work back."""
        if self.quiet:
            return
        try:
            print(escaped(text), file=sys.stderr)  # noqa: T201
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            leave(sys.stderr)

    def error(self, error: SubpunctError) -> None:
        """Print a failure on one line with its hint, and its origin to the log."""
        is_taken = isinstance(error, NameTaken)
        hint = "Choose another name, or add --force."
        print_error(f"{error.message} {hint}" if is_taken else str(error))
        log.debug("Where this comes from:", exc_info=error)

    @contextlib.contextmanager
    def task(self, label: str) -> Iterator[Task]:
        """Give a task whose progress is drawn on a terminal that can, and nowhere else.

        Meanwhile SIGTERM and SIGHUP do what Ctrl+C does, so that nothing temporary is left.
        """
        with _asked_by(ENDINGS, signal.default_int_handler), self._shown(label) as task:
            yield task

    @contextlib.contextmanager
    def _shown(self, label: str) -> Iterator[Task]:
        can_draw = sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in _DUMB
        if self.quiet or not can_draw:
            yield Task()
            return
        from rich.console import Console as Terminal
        from rich.progress import Progress, TextColumn

        # As it stands: [x264] in the name of a file is no markup.
        name = TextColumn("{task.description}", markup=False)
        columns = (name, *Progress.get_default_columns()[1:])
        with Progress(*columns, console=Terminal(stderr=True), transient=True) as bar:
            yield _DrawnTask(bar, bar.add_task(escaped(label), total=None))

    @contextlib.contextmanager
    def patient_task(self, label: str) -> Iterator[Task]:
        """Give a task that Ctrl+C, SIGTERM or SIGHUP stops once it has written a checkpoint."""
        requests = {signal.SIGINT, *ENDINGS}
        with self._shown(label) as task, _asked_by(requests, lambda *_: task.cancel()):
            yield task


@contextlib.contextmanager
def _asked_by(
    signals: Iterable[signal.Signals], stop: Callable[[int, FrameType | None], object]
) -> Iterator[None]:
    """Have signals stop the work in here, but not by a closed terminal where nohup said so."""

    def take(number: int, frame: FrameType | None) -> None:
        if number in CLOSED:
            # The shell of that terminal asks once more, while what is done is kept.
            signal.signal(number, signal.SIG_IGN)
            for stream in shown:
                leave(stream)
        stop(number, frame)

    shown = [stream for stream in (sys.stdout, sys.stderr) if stream.isatty()]
    before = {one: signal.getsignal(one) for one in signals if not _is_hushed(one)}
    for one in before:
        signal.signal(one, take)
    try:
        yield
    finally:
        for one, usual in before.items():
            if not _is_hushed(one):
                signal.signal(one, usual)


def _is_hushed(one: signal.Signals) -> bool:
    return one in CLOSED and signal.getsignal(one) is signal.SIG_IGN


class _DrawnTask(Task):
    def __init__(self, bar: Progress, row: TaskID) -> None:
        super().__init__()
        self._bar = bar
        self._row = row

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        shown = escaped(message)
        self._bar.update(self._row, completed=done, total=total or None, description=shown)
