"""Talk to the terminal: results, notes, progress, and errors turned into exit codes."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from subpunct_app.core.as_bytes import as_json
from subpunct_app.core.commands import way_to
from subpunct_app.core.errors import Cancelled, FileError, MediaError, SettingsError, SubpunctError
from subpunct_app.core.obstacles import OBSTACLES, explained
from subpunct_app.core.task import Task
from subpunct_app.services.files import NameTaken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType

    from rich.progress import Progress, TaskID

    _Stop = Callable[[int, FrameType | None], object]

FINE = 0
SOME_FILES_FAILED = 1
USAGE = 2
CANNOT_RUN = 3
CANCELLED = 130
# What a shell tells of programs that a closed pipe ended, too: nothing failed, nor is all told.
READER_GONE = 141

# What a terminal would obey and not show. Names of files can hold it, and subtitles, too. Of the
# signs that turn text round only those that do so to any letters: gpj.exe after one reads exe.jpg.
_CONTROLS = (*range(32), *range(127, 160), 0x2028, 0x2029, 0x202D, 0x202E)
_SPELLED = {code: repr(chr(code))[1:-1] for code in _CONTROLS if chr(code) != "\t"}

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
        with writing():
            print(spelled(text))  # noqa: T201 - the one module that prints

    def results(self, lines: Iterable[str]) -> None:
        """Print lines that the user asked for."""
        for line in lines:
            self.result(line)

    def result_bytes(self, content: bytes) -> None:
        """Write a document to stdout as it is."""
        with writing():
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()

    def result_json(self, content: object) -> None:
        """Write plain values to stdout as JSON, in UTF-8 whatever the terminal takes."""
        self.result_bytes(as_json(content))

    def note(self, text: str) -> None:
        """Tell what was done, unless the user wants quiet."""
        if not self.quiet:
            _print_beside(text)

    def error(self, error: SubpunctError) -> None:
        """Print a failure on one line with its hint, and its origin to the log."""
        _print_error(_told(error))
        log.debug("Where this comes from:", exc_info=error)

    @contextlib.contextmanager
    def task(self, label: str) -> Iterator[Task]:
        """Give a task whose progress is drawn on a terminal that can, and nowhere else.

        Meanwhile SIGTERM does what Ctrl+C does, so that nothing temporary is left behind.
        """
        with _asked_by({signal.SIGTERM}, signal.default_int_handler), self._shown(label) as task:
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
        """Give a task that Ctrl+C or SIGTERM stops once it has written a checkpoint."""
        both = {signal.SIGINT, signal.SIGTERM}
        with self._shown(label) as task, _asked_by(both, lambda *_: task.cancel()):
            yield task


@contextlib.contextmanager
def _asked_by(signals: Iterable[signal.Signals], stop: _Stop) -> Iterator[None]:
    """Have signals stop the work in here."""
    before = {one: signal.signal(one, stop) for one in signals}
    try:
        yield
    finally:
        for one, usual in before.items():
            signal.signal(one, usual)


def spelled(text: str) -> str:
    """Return a text as a line that a terminal only shows."""
    return text.translate(_SPELLED)


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


def exit_code(run: Callable[[], int | None]) -> int:
    """Run a command and turn whatever stops it into one line on stderr and an exit code."""
    _open_closed_streams()
    _read_and_write_all()
    _accept_any_text()
    try:
        code = run() or FINE
        with writing():
            sys.stdout.flush()
    except SubpunctError as error:
        if _was_interrupted(error):
            return CANCELLED
        if not isinstance(error, Cancelled):
            Console().error(error)
        return _code_of(error)
    except typer.TyperException as error:
        _print_error(str(wrong_usage(error, _command_of(error))))
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        return CANCELLED
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as error:
        # How typer leaves when a pipe is closed.
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        return _reader_gone()
    except Exception as error:
        if _was_interrupted(error):
            return CANCELLED
        if isinstance(error, OSError) and (about_file := explained(error) or _gone_folder()):
            Console().error(about_file)
            return SOME_FILES_FAILED
        _print_error(_unforeseen(error))
        log.debug("Where this comes from:", exc_info=True)
        return CANNOT_RUN
    return code


def _was_interrupted(error: BaseException | None) -> bool:
    """Tell whether Ctrl+C is behind an error: libraries in C++ that load make another one of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _gone_folder() -> FileError | None:
    """Return what is to be said where the working folder was deleted, None where it is there."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return FileError("The folder that subpunct was started in is gone.", "Change to another.")
    return None


def _told(error: SubpunctError) -> str:
    if isinstance(error, NameTaken):
        return f"{error.message} Choose another name, or add --force."
    return str(error)


def _unforeseen(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"This needs {error.name}, which is not here. {way_to(str(error.name))}"
    return f"Something unforeseen happened: {error!r}. Try again with --verbose."


def _code_of(error: SubpunctError) -> int:
    """Return the exit code of a failure that ends the whole command."""
    if isinstance(error, Cancelled):
        return CANCELLED
    if isinstance(error, SettingsError):
        return USAGE
    return SOME_FILES_FAILED if isinstance(error, FileError | MediaError) else CANNOT_RUN


def wrong_usage(error: typer.TyperException, command: str) -> SettingsError:
    """Return what is to be said where typer does not understand a command."""
    # Some of what typer says is set in several lines.
    wrong = " ".join(filter(None, map(str.strip, error.format_message().splitlines())))
    return SettingsError(wrong, f"Try '{command} --help'.")


def _command_of(error: typer.TyperException) -> str:
    """Return the command whose usage was wrong, as it was called."""
    context: typer.Context | None = getattr(error, "ctx", None)
    return context.command_path if context else "subpunct"


def _print_error(text: str) -> None:
    _print_beside(f"subpunct: {text}")


def _print_beside(text: str) -> None:
    """Print on stderr; a full disk there keeps no work back."""
    try:
        print(spelled(text), file=sys.stderr)  # noqa: T201
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        _leave(sys.stderr)


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


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Raise FileError where stdout takes no more, BrokenPipeError where its reader has gone."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.filename:
            raise
        _leave(sys.stdout)
        _, hint = OBSTACLES.get(error.errno or 0, ("", "Write it to a file instead."))
        raise FileError(
            f"The result cannot be written to stdout: {error.strerror}.", hint
        ) from error


def _leave(stream: TextIO) -> None:
    # Python flushes both streams once more on its way out, and would complain or fail once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _reader_gone() -> int:
    _leave(sys.stdout)
    return READER_GONE
