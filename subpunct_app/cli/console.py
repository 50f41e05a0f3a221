"""Talk to whoever gave the command: results, notes, errors and progress."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from subpunct_app.cli.terminal import (
    leave,
    print_beside,
    print_error,
    print_line,
    spelled,
    write_bytes,
)
from subpunct_app.runtime.as_bytes import as_json
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.runtime.interrupts import CLOSED, ENDINGS
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.files import NameTaken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType

    from rich.progress import Progress, TaskID

    _Stop = Callable[[int, FrameType | None], object]

# Terminals that only print, as the shell of Emacs: rich would leave an empty line for each task.
_DUMB = {"dumb", "unknown"}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Console:
    """Results go to stdout, everything else to stderr; quiet leaves only results and errors.

    Where people read it, each text is one line, with control characters spelled out.
    """

    quiet: bool = False

    def result(self, text: str) -> None:
        """Print a line that the user asked for."""
        print_line(text)

    def results(self, lines: Iterable[str]) -> None:
        """Print lines that the user asked for."""
        for line in lines:
            self.result(line)

    def result_bytes(self, content: bytes) -> None:
        """Write a document to stdout as it is."""
        write_bytes(content)

    def result_json(self, content: object) -> None:
        """Write plain values to stdout as JSON, in UTF-8 whatever the terminal takes."""
        self.result_bytes(as_json(content))

    def note(self, text: str) -> None:
        """Tell what was done, unless the user wants quiet."""
        if not self.quiet:
            print_beside(text)

    def error(self, error: SubpunctError) -> None:
        """Print a failure on one line with its hint, and its origin to the log."""
        print_error(_told(error))
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
        if self.quiet or not _can_draw(sys.stderr):
            yield Task()
            return
        from rich.console import Console as Terminal
        from rich.progress import Progress, TextColumn

        # As it stands: [x264] in the name of a file is no markup.
        name = TextColumn("{task.description}", markup=False)
        columns = (name, *Progress.get_default_columns()[1:])
        with Progress(*columns, console=Terminal(stderr=True), transient=True) as bar:
            yield _DrawnTask(bar, bar.add_task(spelled(label), total=None))

    @contextlib.contextmanager
    def patient_task(self, label: str) -> Iterator[Task]:
        """Give a task that Ctrl+C, SIGTERM or SIGHUP stops once it has written a checkpoint."""
        requests = {signal.SIGINT, *ENDINGS}
        with self._shown(label) as task, _asked_by(requests, lambda *_: task.cancel()):
            yield task


@contextlib.contextmanager
def _asked_by(signals: Iterable[signal.Signals], stop: _Stop) -> Iterator[None]:
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


def _can_draw(stream: TextIO) -> bool:
    """Tell whether lines that were printed can be drawn over."""
    return stream.isatty() and os.environ.get("TERM", "").lower() not in _DUMB


class _DrawnTask(Task):
    def __init__(self, bar: Progress, row: TaskID) -> None:
        super().__init__()
        self._bar = bar
        self._row = row

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        shown = spelled(message)
        self._bar.update(self._row, completed=done, total=total or None, description=shown)


def _told(error: SubpunctError) -> str:
    if isinstance(error, NameTaken):
        return f"{error.message} Choose another name, or add --force."
    return str(error)
