"""The part of `subpunct models` about speech models: which there are, how they come and go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Command, Quiet
from subpunct_app.cli.console import Console
from subpunct_app.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Mapping

Name = Annotated[str, typer.Argument(metavar="NAME", help="See: models speech.")]


def add_speech_models(models: typer.Typer) -> None:
    """Add the commands about speech models."""
    models.command("speech", cls=Command)(list_speech)
    models.command("install", cls=Command)(install_speech)
    models.command("import", cls=Command)(import_speech)
    models.command("remove", cls=Command)(remove_speech)


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
    from subpunct_app.speech.transcription.whisper_models import KNOWN, damaged, installed
    from subpunct_app.speech.transcription.whisper_store import begun

    here, broken, parts = installed(), damaged(), begun()
    about = {model.name: model.about for model in KNOWN}
    rows: list[dict[str, object]] = [
        {"name": name, "installed": True, "about": about.get(name, "")} for name in here
    ]
    rows += [
        {"name": name, "installed": False, "damaged": True, "about": about.get(name, "")}
        for name in broken
    ]
    rows += [
        {
            "name": model.name,
            "installed": False,
            "megabytes": model.megabytes,
            "about": model.about,
        }
        | ({"begun": True} if model.name in parts else {})
        for model in KNOWN
        if model.name not in (*here, *broken)
    ]
    if as_json:
        Console(quiet).result_json(rows)
        return
    for row in rows:
        Console(quiet).result(f"{row['name']}\t{_state(row)}\t{row['about']}")


def _state(row: Mapping[str, object]) -> str:
    if row["installed"]:
        return "installed"
    if "damaged" in row:
        return "damaged"
    return f"{row['megabytes']} MB{', begun' if 'begun' in row else ''}"


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


def remove_speech(name: Name, *, quiet: Quiet = False) -> None:
    """Delete a speech model, also one that is damaged or half fetched.

    Example: subpunct models remove small
    """
    from subpunct_app.speech.transcription.whisper_store import remove

    remove(name)
    Console(quiet).note(f"{name} is deleted")
