"""`subpunct models`: which models are at hand, and what they say of themselves."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.console import Command, Console, Quiet, Verbose, Version
from subpunct_app.cli.options import AsJson
from subpunct_app.cli.speech_models import add_speech_models

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from subpunct_app.punctuation.card import ModelCard

models = typer.Typer(name="models", rich_markup_mode=None)


@models.callback()
def show_models(
    *, quiet: Quiet = False, verbose: Verbose = False, version: Version = False
) -> None:
    """Show which models are at hand.

    Example: subpunct models list
    """


@models.command("list", cls=Command)
def list_models(
    *,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """List the models at hand, one a line: id, languages, name.

    Example: subpunct models list --json
    """
    from subpunct_app.punctuation.registry import cards

    console = Console(quiet)
    found = cards()
    if as_json:
        console.result_json([_row(card) for card in found])
        return
    for card in found:
        console.result(f"{card.id}\t{','.join(card.languages)}\t{card.name}")
    if not found:
        console.note("No model is installed.")


@models.command("info", cls=Command)
def show_model(
    model: Annotated[str, typer.Argument(metavar="ID", help="Id or folder of a model.")],
    *,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Show what a model says of itself: labels, data with licences, scores, files.

    Example: subpunct models info en-compact
    """
    from subpunct_app.punctuation.card import read_card
    from subpunct_app.punctuation.registry import find

    console = Console(quiet)
    folder = find(model)
    row = _row(read_card(folder)) | {"folder": str(folder)}
    if as_json:
        console.result_json(row)
        return
    for line in _lines(row):
        console.result(line)


def _row(card: ModelCard) -> dict[str, object]:
    row: dict[str, object] = asdict(card)
    row.pop("about")
    return row | {"labels": [mark.value for mark in card.labels]} | dict(card.about)


def _lines(row: Mapping[str, object], indent: str = "") -> Iterator[str]:
    for key, value in row.items():
        if isinstance(value, dict):
            yield f"{indent}{key}:"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list | tuple):
            yield f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}"
        else:
            yield f"{indent}{key}: {value}"


add_speech_models(models)
