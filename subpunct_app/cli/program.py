"""The program `subpunct`: its commands, and the window where no command is named."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

import typer
from typer.main import get_command

from subpunct_app.cli.command import Command, Group
from subpunct_app.cli.command_options import with_options
from subpunct_app.cli.exit_codes import exit_code
from subpunct_app.runtime.errors import SettingsError

# Each in the module of its name, in the order of the help.
_COMMANDS = (
    "gui",
    "punctuate",
    "align",
    "transcribe",
    "extract",
    "batch",
    "check",
    "diff",
    "train",
    "evaluate",
    "reproduce",
    "benchmark",
    "rehearse",
    "models",
)
_LISTS = {"--train", "--dev", "--test", "--start", "--reference", "--set", "--only"}
_MAY_BE_EMPTY = {"--marks", "--terms"}

if TYPE_CHECKING:
    from collections.abc import Sequence


def subpunct(context: typer.Context) -> None:
    """Restore punctuation and capitals in subtitles; without a command, open the window.

    Example: subpunct punctuate lecture.srt -o lecture.punct.srt
    """
    if context.invoked_subcommand is None:
        from subpunct_app.cli.gui import gui

        gui()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; never raises, never shows a traceback."""
    given = sys.argv[1:] if arguments is None else arguments
    program = get_command(_program(_wanted(given)))
    return exit_code(
        lambda: program.main(spread(checked(given)), prog_name="subpunct", standalone_mode=False)
    )


def _wanted(arguments: Sequence[str]) -> Sequence[str]:
    """Return the command that is named first, or all: help and mistakes tell of every one."""
    # To import them all takes longer than most of them take.
    first = arguments[:1]
    return first if set(first) <= set(_COMMANDS) else _COMMANDS


def _program(commands: Sequence[str]) -> typer.Typer:
    # Plain help: it stays readable in a pipe, and the fancy one takes longer to import than this.
    program = typer.Typer(name="subpunct", cls=Group, add_completion=False, rich_markup_mode=None)
    program.callback(invoke_without_command=True)(subpunct)
    for name in commands:
        command = getattr(import_module(f"subpunct_app.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            program.add_typer(command)
        else:
            program.command(cls=Command)(with_options(command))
    return program


def checked(arguments: Sequence[str]) -> Sequence[str]:
    """Refuse the empty name that a script may give: it would be taken for this very folder."""
    for before, argument in pairwise(["subpunct", *arguments]):
        long, equals, value = argument.partition("=")
        option, text = (long, value) if long.startswith("--") and equals else (before, argument)
        if not text and option not in _MAY_BE_EMPTY:
            raise SettingsError(f"What follows {option} is empty.", "Give a name, or leave it out.")
    return arguments


def spread(arguments: Sequence[str]) -> list[str]:
    """Repeat an option that takes a list: `--test a b` becomes `--test a --test b`."""
    result: list[str] = []
    for argument in arguments:
        following = len(result) > 1 and result[-2] in _LISTS and not argument.startswith("-")
        result += [result[-2], argument] if following else [argument]
    return result
