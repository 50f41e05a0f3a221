"""What every command has: what it says of wrong usage, and the options of all of them."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from subpunct_app import __version__
from subpunct_app.cli.console import Console, escaped, writing
from subpunct_app.cli.exit_codes import wrong_usage
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.file_errors import unencodable_name

_QUIET = "Print only results and errors."


class Command(TyperCommand):
    """A command that is named whatever is wrong with its options, and has those of all commands.

    Files that cannot be read are no wrong usage: whoever reads them says what they are.
    """

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - what typer gives
        super().__init__(*given, **named)
        self.params += _verbose_and_version()
        for parameter in self.params:
            if hasattr(parameter.type, "readable"):
                parameter.type.readable = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - not typer.Context
        """Take the options that were given; raise SettingsError where they make no sense."""
        try:
            self._check_values(ctx, args)
            with writing():
                return super().parse_args(ctx, args)
        except typer.TyperException as error:
            raise wrong_usage(error, ctx.command_path) from error
        except UnicodeEncodeError as error:
            # Typer has looked for a file of that name.
            raise unencodable_name(error) from error

    def _check_values(self, ctx: Any, given: Sequence[str]) -> None:  # noqa: ANN401 - not typer.Context
        """Raise SettingsError where another option stands in place of the value of one."""
        options = {name: one for one in self.params for name in one.opts if name.startswith("-")}
        for name, value in pairwise(takewhile("--".__ne__, given)):
            option = options.get(name)
            if value in options and isinstance(option, TyperOption) and not option.is_flag:
                raise SettingsError(
                    f"{name} needs {option.make_metavar(ctx)}, and {value} is another option.",
                    f"Try '{ctx.command_path} --help'.",
                )


class Group(TyperGroup):
    """Commands that have a help and options of their own, beside those of each."""

    def __init__(self, **named: Any) -> None:  # noqa: ANN401 - what typer gives
        super().__init__(**named)
        self.params += [_switch(_quieten, _QUIET, "--quiet", "-q"), *_verbose_and_version()]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - not typer.Context
        """Take the options that were given; raise FileError where stdout takes no help."""
        with writing():
            return super().parse_args(ctx, args)


class _SpellingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(escaped, super().format(record).split("\n")))


def _verbose_and_version() -> list[TyperOption]:
    """Return the options that act at once, before any other is looked at."""
    return [
        _switch(_start_log, "Log to stderr.", "--verbose", "-v"),
        _switch(_show_version, "Print the version.", "--version"),
    ]


def _switch(turn_on: Callable[[Any], None], told: str, *names: str) -> TyperOption:
    """Return an option that calls a function where it is given, and tells the command nothing."""

    def take(context: Any, _: object, given: bool) -> None:  # noqa: ANN401 - not typer.Context
        if given:
            turn_on(context)

    return TyperOption(
        param_decls=[*names],
        is_flag=True,
        default=False,
        callback=take,
        expose_value=False,
        is_eager=True,
        help=told,
    )


def _start_log(_: object) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_SpellingFormatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler])
    logging.getLogger("subpunct_app").setLevel(logging.DEBUG)


def _show_version(_: object) -> None:
    Console().result(f"subpunct {__version__}")
    raise typer.Exit


def _quieten(context: Any) -> None:  # noqa: ANN401 - not typer.Context
    """Let what is said before the name of a command hold for that command."""
    context.default_map = {name: {"quiet": True} for name in context.command.commands}


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=_QUIET)]
