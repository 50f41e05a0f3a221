from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

from subpunct_app.batch.batch_options import Order
from subpunct_app.cli.command_options import with_options
from subpunct_app.runtime.option import Option, options_of


@dataclass(frozen=True, slots=True)
class Weather:
    places: Annotated[tuple[str, ...], Option("Where.", name="--place")] = ("here",)
    warm: Annotated[bool, Option("Not warm.", name="--cold", turns_off=True)] = True
    wind: Annotated[float | None, Option("How strong.", parse=lambda text: float(text) / 2)] = None
    unasked: str = "kept"


def told(*arguments: str) -> Weather:
    found: list[Weather] = []

    def command(*, weather: Weather) -> None:
        found.append(weather)

    command.__annotations__ = {"weather": Weather, "return": None}
    program = typer.Typer()
    program.command()(with_options(command))
    CliRunner().invoke(program, list(arguments), catch_exceptions=False)
    (weather,) = found
    return weather


@pytest.mark.parametrize(
    ("arguments", "weather"),
    [
        ((), Weather()),
        (("--place", "a", "--place", "b"), Weather(places=("a", "b"))),
        (("--cold", "--wind", "3"), Weather(warm=False, wind=1.5)),
    ],
)
def test_options_that_fields_declare_make_the_dataclass(
    arguments: tuple[str, ...], weather: Weather
) -> None:
    assert told(*arguments) == weather


def test_every_field_of_an_order_but_the_names_is_an_option() -> None:
    assert get_type_hints(Order).keys() - options_of(Order).keys() == {"names"}
