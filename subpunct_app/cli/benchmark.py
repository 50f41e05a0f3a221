"""`subpunct benchmark`: how fast this machine opens, writes, punctuates and starts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.benchmark_figures import Figures, table_of
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.console import Console
from subpunct_app.cli.options import Force
from subpunct_app.cli.targets import check_reports
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.files import write_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from subpunct_app.runtime.task import Task

_FILES = 500
_WORDS = 2_000
_MINUTES = 60


def benchmark(
    *,
    cues: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Cues in the file that is opened, written and shown."
        ),
    ] = 20_000,
    rounds: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often to measure; the median is shown.")
    ] = 5,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers",
            help="Also beside XLM-RoBERTa-large: takes 11 GB of memory and some minutes.",
        ),
    ] = False,
    window: Annotated[
        bool,
        typer.Option(
            "--window", help="Also the window: how fast it shows a file and what keys do."
        ),
    ] = False,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch", help="Also a folder: by one worker, by several, and of short files."
        ),
    ] = False,
    files: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help=f"How many files --batch has; if absent: {_FILES}."),
    ] = None,
    words: Annotated[
        int | None,
        typer.Option(
            min=50, metavar="N", help=f"How many words a file of --batch has; if absent: {_WORDS}."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="N",
            help="How many are several workers; if absent: one for each processor.",
        ),
    ] = None,
    media: Annotated[
        bool,
        typer.Option("--media", help="Also a film: looking into it, its waveform, its silences."),
    ] = False,
    minutes: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=f"Length of the film that ffmpeg makes for --media; if absent: {_MINUTES}.",
        ),
    ] = None,
    film: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A film of yours for --media, instead of a made one."),
    ] = None,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT.json", help="Write the figures as JSON.")
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Measure the speed of this machine, beside pysrt.

    Both are timed in the same run. Times are medians; other work on the machine makes them longer.
    All models read the English of the shipped lecture; words of other languages may take longer.

    Example: subpunct benchmark --json speed.json
    """
    console = Console(quiet)
    if not batch:
        _check_absent("--batch", {"--files": files, "--words": words, "--workers": workers})
    if film or not media:
        _check_absent("--media without --film", {"--minutes": minutes})
    if json_out:
        check_reports([json_out], [film] if film else [], overwrite=force)
    if peers:
        from subpunct_app.training.extras import check_networks

        check_networks("A comparison with peers")
    if media or film:
        from subpunct_app.benchmarks.media import check_film

        check_film(film)
    with console.task("Timing") as task:
        figures = _measured(cues, rounds, task, peers=peers, window=window)
        if batch:
            from subpunct_app.benchmarks.batch import batch_speed

            speed = batch_speed(files or _FILES, task, words=words or _WORDS, workers=workers)
            figures = replace(figures, batch=speed)
        if media or film:
            from subpunct_app.benchmarks.media import media_speed

            figures = replace(figures, media=media_speed(film, task, minutes=minutes or _MINUTES))
    try:
        console.results(table_of(figures))
    finally:
        # Also where nobody reads what is printed.
        if json_out:
            write_json(figures.as_plain(), json_out, overwrite=force)


def _check_absent(section: str, given: Mapping[str, int | None]) -> None:
    """Raise SettingsError where an option is given without what it belongs to."""
    for option, value in given.items():
        if value is not None:
            raise SettingsError(f"{option} is for {section}.", "Leave it out, or ask for that too.")


def _measured(cues: int, rounds: int, task: Task, *, peers: bool, window: bool) -> Figures:
    from subpunct_app.benchmarks.files import file_speed
    from subpunct_app.benchmarks.models import model_speeds
    from subpunct_app.benchmarks.start import start_time

    figures = Figures(
        file_speed(cues, rounds, task), model_speeds(rounds, task), start_time(rounds, task)
    )
    if peers:
        from subpunct_app.benchmarks.peers import peer_speed

        figures = replace(figures, peers=peer_speed(rounds, task))
    if window:
        from subpunct_app.gui.timing.window_speed import window_speed

        figures = replace(figures, window=window_speed(task, cues=cues))
    return figures
