"""Run a command, and turn whatever stops it into one line and an exit code."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import typer

from subpunct_app.cli.console import Console, leave, leave_unread, make_ready, print_error, writing
from subpunct_app.runtime.environment import install_hint
from subpunct_app.runtime.errors import (
    Cancelled,
    FileError,
    MediaError,
    SettingsError,
    SubpunctError,
)
from subpunct_app.runtime.file_errors import explain_os_error

if TYPE_CHECKING:
    from collections.abc import Callable

FINE = 0
SOME_FILES_FAILED = 1
USAGE = 2
CANNOT_RUN = 3
CANCELLED = 130
# What a shell tells of programs that a closed pipe ended, too: nothing failed, nor is all told.
READER_GONE = 141

log = logging.getLogger(__name__)


def exit_code(run: Callable[[], int | None]) -> int:
    """Run a command and turn whatever stops it into one line on stderr and an exit code."""
    make_ready()
    code = _code_of_run(run)
    if code == CANCELLED:
        leave_unread()
    return code


def _code_of_run(run: Callable[[], int | None]) -> int:
    try:
        code = run() or FINE
        if code != CANCELLED:
            with writing():
                sys.stdout.flush()
    except SubpunctError as error:
        if _was_interrupted(error):
            return CANCELLED
        if isinstance(error, Cancelled):
            return CANCELLED
        Console().error(error)
        if isinstance(error, SettingsError):
            return USAGE
        return SOME_FILES_FAILED if isinstance(error, FileError | MediaError) else CANNOT_RUN
    except typer.TyperException as error:
        context: typer.Context | None = getattr(error, "ctx", None)
        print_error(str(wrong_usage(error, context.command_path if context else "subpunct")))
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
    # Tokenizers tell of threads that cannot start by what is no Exception.
    except BaseException as error:
        if _was_interrupted(error):
            return CANCELLED
        if isinstance(error, OSError) and (about_file := explain_os_error(error)):
            Console().error(about_file)
            return SOME_FILES_FAILED
        print_error(_unforeseen(error))
        log.debug("Where this comes from:", exc_info=True)
        return CANNOT_RUN
    return code


def _was_interrupted(error: BaseException | None) -> bool:
    """Tell whether Ctrl+C is behind an error: libraries in C++ that load make another one of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _unforeseen(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"This needs {error.name}, which is not here. {install_hint(str(error.name))}"
    if isinstance(error, MemoryError):
        return "There is too little memory. Close other programs, or allow more of it (ulimit -v)."
    return f"Something unforeseen happened: {error!r}. Try again with --verbose."


def wrong_usage(error: typer.TyperException, command: str) -> SettingsError:
    """Return what is to be said where typer does not understand a command."""
    # Some of what typer says is set in several lines.
    wrong = " ".join(filter(None, map(str.strip, error.format_message().splitlines())))
    return SettingsError(wrong, f"Try '{command} --help'.")


def _reader_gone() -> int:
    leave(sys.stdout)
    return READER_GONE
