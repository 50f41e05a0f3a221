"""`subpunct train`: train a model from text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.console import Console
from subpunct_app.runtime.errors import Cancelled, FileError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence


def train(
    *,
    recipe: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="guerreiro2021, alam2020, nagy2021, li2020, perez2024 or compact."
        ),
    ],
    texts: Annotated[
        list[Path], typer.Option("--train", metavar="PATH...", help="Texts to learn from.")
    ],
    dev: Annotated[list[Path], typer.Option(metavar="PATH...", help="Texts to tune on.")],
    test: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH...", help="Texts whose scores go into the card."),
    ] = None,
    about: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="What the card is to say of name, data and limits."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the finished model.")],
    encoder: Annotated[
        str | None, typer.Option(metavar="NAME-OR-FOLDER", help="Start from another encoder.")
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID...",
            help="Go on from a finished model of the same shape, by id or folder, or from the mean"
            " of several.",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE...",
            help="Change values of the recipe; see docs/training.md.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint in DIR.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Train a model by a recipe, and print the folder that holds it.

    Texts are punctuated UTF-8 text, word<TAB>LABEL or subtitle files, .xz or not. A file
    that is given twice, to learn from and to tune or test on, is divided by documents. Ctrl+C,
    SIGTERM and a terminal that closes write a checkpoint before they stop the training; --resume
    goes on from there, and from the last checkpoint after a crash.

    Example: subpunct train --recipe guerreiro2021 --train talks.txt --dev dev.txt --out runs/one
    """
    console = Console(quiet)
    changes = _changes(settings or ()) | ({"encoder": encoder} if encoder else {})
    if start and "encoder" in changes:
        raise SettingsError(
            "A model to --start from has its own encoder.", "Leave out either of the two."
        )
    if in_the_way := [place for place in (out, *out.parents) if place.is_file()]:
        raise FileError(
            f"{in_the_way[0]} is a file, not a folder.", "Choose another place for --out."
        )
    if out.is_dir() and any(out.iterdir()) and not resume:
        raise FileError(f"{out} is not empty.", "Choose another folder, or continue with --resume.")
    from subpunct_app.models.model_registry import find
    from subpunct_app.runtime.environment import check_networks
    from subpunct_app.training.plan import Plan, Texts
    from subpunct_app.training.recipes import recipe as named

    files = Texts(tuple(texts), tuple(dev), tuple(test or ()))
    plan = Plan(named(recipe, changes), files, about, tuple(map(find, start or ())))
    check_networks("Training")
    from subpunct_app.training.loop.training_run import has_checkpoint
    from subpunct_app.training.train_model import train as run

    try:
        with console.patient_task("Training") as task:
            folder = run(plan, out, task, resume=resume)
    except Cancelled:
        if has_checkpoint(out / "run"):
            console.note("The training so far is kept; continue with --resume.")
        raise
    console.result(str(folder))


def _changes(settings: Sequence[str]) -> dict[str, str]:
    pairs = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise SettingsError(f"--set {setting} gives no value.", f"Write --set {setting}=VALUE.")
        pairs[key] = value
    return pairs
