"""`subpunct benchmark`: how fast this machine opens, writes, punctuates and starts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.console import Console, Quiet, Verbose, Version
from subpunct_app.services.files import check_target, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.services.benchmark import FileSpeed, ModelSpeed

_OPEN_GOAL = 0.2
_WRITE_GOAL = 0.1


def benchmark(
    *,
    cues: Annotated[
        int, typer.Option(min=1, metavar="N", help="Size of the file that is opened and written.")
    ] = 20_000,
    rounds: Annotated[
        int, typer.Option(min=1, metavar="N", help="Repeat so often; medians are told.")
    ] = 5,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT.json", help="Write the figures as JSON.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite OUT.json if it exists already.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Measure the speed of this machine, beside pysrt in the same run.

    Times are medians; what else the machine does meanwhile counts.

    Example: subpunct benchmark --json speed.json
    """
    console = Console(quiet)
    if json_out:
        check_target(json_out, overwrite=force)
    from subpunct_app.services.benchmark import file_speed, model_speeds, start_time

    with console.task("Timing") as task:
        figures = _Figures(
            file_speed(cues, rounds, task), model_speeds(rounds, task), start_time(rounds, task)
        )
    for line in _table(figures):
        console.result(line)
    if json_out:
        write_json(_content(figures), json_out, overwrite=force)


@dataclass(frozen=True, slots=True)
class _Figures:
    files: FileSpeed
    models: tuple[ModelSpeed, ...]
    start: float


def _table(figures: _Figures) -> Iterator[str]:
    files = figures.files
    yield f"{'':<24} {'subpunct':>10} {'pysrt':>10} {'ratio':>6} {'goal':>6}"
    yield (
        f"{f'open {files.cues} cues':<24} {files.open:8.3f} s {files.pysrt_open:8.3f} s"
        f" {files.open_ratio:6.2f} {_OPEN_GOAL:6.2f}"
    )
    yield (
        f"{f'write {files.cues} cues':<24} {files.write:8.3f} s {files.pysrt_write:8.3f} s"
        f" {files.write_ratio:6.2f} {_WRITE_GOAL:6.2f}"
    )
    yield f"{'start, show the help':<24} {figures.start:8.3f} s"
    for model in figures.models:
        yield f"{f'load {model.model}':<24} {model.load:8.3f} s"
        yield f"{f'read, {model.runs_on}':<24} {model.words_per_second:8.0f} words/s"


def _content(figures: _Figures) -> dict[str, object]:
    files = figures.files
    ratios = {"open_ratio": files.open_ratio, "write_ratio": files.write_ratio}
    return {
        "files": asdict(files) | ratios,
        "models": [asdict(model) for model in figures.models],
        "start": figures.start,
    }
