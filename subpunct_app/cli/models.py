"""`subpunct models`: which models are at hand, what they say of themselves, and speech models."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Command, Group, Quiet
from subpunct_app.cli.command_options import AsJson, with_options
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.runtime.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from subpunct_app.models.card import ModelCard

models = typer.Typer(name="models", cls=Group, rich_markup_mode=None)


@models.callback()
def show_models() -> None:
    """List, check, install and remove models.

    Example: subpunct models list
    """


def _command(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return what adds a command under a name."""
    return lambda command: models.command(name, cls=Command)(with_options(command))


Name = Annotated[str, typer.Argument(metavar="NAME", help="See: models speech.")]


@_command("list")
def list_models(
    *,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """List the installed models: id, languages, name.

    The exit code is 1 if a card is damaged.

    Example: subpunct models list --json
    """
    from subpunct_app.models.card import ModelCard
    from subpunct_app.models.model_registry import model_folders, read_cards

    console = Console(quiet)
    read = list(read_cards(model_folders()))
    found = [one for one in read if isinstance(one, ModelCard)]
    damages = [one for one in read if isinstance(one, ModelError)]
    if as_json:
        console.result_json([_row(card) for card in found])
    else:
        console.results(f"{card.id}\t{','.join(card.languages)}\t{card.name}" for card in found)
    for damage in damages:
        console.error(damage)
    if damages:
        raise typer.Exit(SOME_FILES_FAILED)
    if not (found or as_json):
        console.note("No model is installed.")


@_command("info")
def show_model(
    model: Annotated[str, typer.Argument(metavar="ID", help="Id or folder of a model.")],
    *,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Show the card of a model.

    It holds labels, data with licences, scores and files.

    Example: subpunct models info en-compact
    """
    from subpunct_app.models.model_registry import card_of, find

    console = Console(quiet)
    folder = find(model)
    row = _row(card_of(folder)) | {"folder": str(folder)}
    if as_json:
        console.result_json(row)
        return
    console.results(_lines(row))


@_command("verify")
def verify_models(
    *,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Compare the files of all models with their cards.

    Each must have the sha256 that its card tells; the exit code is 1 if one is damaged or missing.

    Example: subpunct models verify
    """
    from subpunct_app.models.model_registry import model_folders

    console = Console(quiet)
    damages = {folder.name: _damage(folder) for folder in model_folders()}
    if as_json:
        console.result_json(
            [
                {"id": name, "intact": not damage} | ({"error": str(damage)} if damage else {})
                for name, damage in damages.items()
            ]
        )
    for name, damage in damages.items():
        if damage:
            console.error(damage)
        elif not as_json:
            console.result(f"{name}\tintact")
    if any(damages.values()):
        raise typer.Exit(SOME_FILES_FAILED)


def _damage(folder: Path) -> ModelError | None:
    from subpunct_app.models.model_registry import verify

    try:
        verify(folder)
    except ModelError as error:
        return error
    return None


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


@_command("speech")
def list_speech(
    *,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """List the speech models there are.

    Each line has the name, the state or the megabytes to fetch, and what it is good for.

    The state is installed, or damaged where some of its files are missing. Begun is a fetch that is
    under way or broke off: then install goes on with it, remove deletes what came.

    Example: subpunct models speech
    """
    from subpunct_app.speech.transcription.whisper_models import KNOWN, begun, damaged, installed

    here, broken, parts = installed(), damaged(), begun()
    about = {model.name: model.about for model in KNOWN}
    sizes = {model.name: model.megabytes for model in KNOWN}
    rows: list[dict[str, object]] = []
    for name in dict.fromkeys((*here, *broken, *sizes)):
        row: dict[str, object] = {"name": name, "installed": name in here}
        if name in broken:
            row["damaged"] = True
        elif name not in here:
            row |= {"megabytes": sizes[name]} | ({"begun": True} if name in parts else {})
        rows.append(row | {"about": about.get(name, "")})
    if as_json:
        Console(quiet).result_json(rows)
        return
    for row in rows:
        state = "installed" if row["installed"] else "damaged"
        if "megabytes" in row:
            state = f"{row['megabytes']} MB{', begun' if 'begun' in row else ''}"
        Console(quiet).result(f"{row['name']}\t{state}\t{row['about']}")


@_command("install")
def install_speech(name: Name, *, quiet: Quiet = False) -> None:
    """Fetch a speech model from the Hugging Face Hub.

    A fetch that broke off goes on where it stopped.

    Example: subpunct models install small
    """
    from subpunct_app.speech.transcription.whisper_store import install

    console = Console(quiet)
    with console.task(f"Fetching {name}") as task:
        folder = install(name, task)
    console.note(f"{name} is installed in {folder}")


@_command("import")
def import_speech(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A model that faster-whisper can read.")
    ],
    *,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="What to call it; if absent: as its folder.")
    ] = "",
    quiet: Quiet = False,
) -> None:
    """Install a speech model from a folder.

    Example: subpunct models import downloads/faster-whisper-small --name small
    """
    from subpunct_app.speech.transcription.whisper_store import import_folder

    console = Console(quiet)
    with console.task("Copying") as task:
        copy = import_folder(folder, task, name)
    console.note(f"{copy.name} is installed in {copy}")


@_command("remove")
def remove_speech(name: Name, *, quiet: Quiet = False) -> None:
    """Delete a speech model, also one that is damaged or half fetched.

    Example: subpunct models remove small
    """
    from subpunct_app.speech.transcription.whisper_store import remove

    remove(name)
    Console(quiet).note(f"{name} is deleted")
