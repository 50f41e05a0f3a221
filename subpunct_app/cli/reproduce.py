"""`subpunct reproduce`: train small versions of the published systems and compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force
from subpunct_app.cli.console import Console
from subpunct_app.cli.targets import check_reports
from subpunct_app.runtime.paths import make_folder
from subpunct_app.subtitles.files import write_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.training.reproduction import Scores


def reproduce(
    *,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the corpora.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the trained models.")],
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME...", help="Train just these trials, and print their scores."),
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="OUT.md", help="Write the comparison as Markdown.")
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Train the published systems small, and check the papers.

    What is in --out already is not done again: an interrupted run goes on where it was. All
    trials together take about two hours on two cores.

    Example: subpunct reproduce --data corpora --out runs/reproduction --page reproduction.md
    """
    console = Console(quiet)
    if page:
        # The page may lie among the models.
        make_folder(out)
        check_reports([page], overwrite=force)
    from subpunct_app.runtime.environment import check_networks

    check_networks("Training")
    from subpunct_app.training.reproduction import (
        check_complete,
        comparison,
        run_trials,
        stored_scores,
        trials_of,
    )

    chosen = [trial.name for trial in trials_of(only or ())]
    if page:
        check_complete({*stored_scores(out), *chosen})
    with console.patient_task("Training") as task:
        scores = run_trials(data, out, chosen, task)
    for name in only or ():
        console.results(_rows(name, scores[name]))
    if page:
        write_text(comparison(scores), page, overwrite=force)
    if not (page or only):
        console.results(comparison(scores).splitlines())


def _rows(name: str, scores: Scores) -> Iterator[str]:
    for test, score in scores.items():
        low, high = score["interval"]["micro_f1"]
        yield (
            f"{name}, {test}: micro F1 {score['micro_f1']:.3f} ({low:.3f} to {high:.3f}), "
            f"macro {score['macro_f1']:.3f}, slot error rate {score['ser']:.3f}"
        )
