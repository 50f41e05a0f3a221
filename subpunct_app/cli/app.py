"""The program `subpunct`: its commands, and the window where no command is named."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import typer
from typer.main import get_command

from subpunct_app.cli.align import align
from subpunct_app.cli.batch import batch
from subpunct_app.cli.benchmark import benchmark
from subpunct_app.cli.check import check
from subpunct_app.cli.console import Command, Quiet, Verbose, Version, exit_code
from subpunct_app.cli.diff import diff
from subpunct_app.cli.evaluate import evaluate
from subpunct_app.cli.gui import gui, open_window
from subpunct_app.cli.hear import hear
from subpunct_app.cli.models import models
from subpunct_app.cli.punctuate import punctuate
from subpunct_app.cli.rehearse import rehearse
from subpunct_app.cli.reproduce import reproduce
from subpunct_app.cli.speech_models import add_speech_models
from subpunct_app.cli.train import train
from subpunct_app.cli.transcribe import transcribe
from subpunct_app.core.errors import SettingsError

_LISTS = {"--train", "--dev", "--test", "--start", "--reference", "--set", "--only"}
_MAY_BE_EMPTY = {"--marks", "--terms"}

if TYPE_CHECKING:
    from collections.abc import Sequence

# Plain help: it stays readable in a pipe, and importing the fancy one takes longer than showing it.
app = typer.Typer(name="subpunct", add_completion=False, rich_markup_mode=None)
for command in (
    gui,
    punctuate,
    align,
    transcribe,
    batch,
    check,
    diff,
    train,
    evaluate,
    reproduce,
    benchmark,
    rehearse,
    hear,
):
    app.command(cls=Command)(command)
add_speech_models(models)
app.add_typer(models)


@app.callback(invoke_without_command=True)
def subpunct(
    context: typer.Context,
    *,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Restore punctuation and capitals in subtitles; without a command, open the window.

    Example: subpunct punctuate lecture.srt -o lecture.punct.srt
    """
    if context.invoked_subcommand is None:
        open_window()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; never raises, never shows a traceback."""
    given = sys.argv[1:] if arguments is None else arguments
    program = get_command(app)
    return exit_code(
        lambda: program.main(spread(checked(given)), prog_name="subpunct", standalone_mode=False)
    )


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
