"""Declare once, beside a field, how it is offered on the command line and named in messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints


@dataclass(frozen=True, slots=True)
class Option:
    """How a field is offered: `minimum: Annotated[float, Option("Sure enough.", least=0)] = 0.5`.

    Its name is that of the field unless `name` is another. One that `turns_off` its field is a flag
    that sets it to False. `parse` makes a value of what was typed; `default` stands in the help
    where the default of the field says nothing.
    """

    help: str
    name: str = ""
    metavar: str | None = None
    least: float | None = None
    most: float | None = None
    turns_off: bool = False
    parse: Callable[[str], Any] | None = None
    default: str = ""

    def name_of(self, field: str) -> str:
        """Return the option that offers a field, such as `--min-confidence`."""
        return self.name or f"--{field.replace('_', '-')}"


def option_in(annotation: object) -> Option | None:
    """Return the option that an annotation declares, None where it declares none."""
    metadata = getattr(annotation, "__metadata__", ())
    return next((one for one in metadata if isinstance(one, Option)), None)


def options_of(group: type) -> dict[str, Option]:
    """Return the options that the fields of a dataclass declare, by the names of the fields."""
    hints = get_type_hints(group, include_extras=True)
    return {name: option for name, hint in hints.items() if (option := option_in(hint))}
