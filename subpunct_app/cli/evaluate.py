"""`subpunct evaluate`: score a model on text whose marks are known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.cli.console import Console, Quiet, Verbose, Version
from subpunct_app.services.files import check_target, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.training.evaluate import Report


def evaluate(
    *,
    tests: Annotated[
        list[Path],
        typer.Option(
            "--test", metavar="FILE...", help="Punctuated text or word<TAB>LABEL files, .xz too."
        ),
    ],
    model: Annotated[str, typer.Option(metavar="ID", help="See: models list.")] = "en-compact",
    scheme: Annotated[
        int, typer.Option(help="Labels to tell apart: 3 (, .), 4 (, . ?) or 6 (, . ? ! :).")
    ] = 4,
    device: Annotated[
        Literal["auto", "cpu", "cuda", "mps"], typer.Option(help="Where the model runs.")
    ] = "auto",
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT.json", help="Write all scores as JSON.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite OUT.json if it exists already.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Score a model on text whose marks are known, and print a table.

    All files are scored together; every score is a fraction, the interval is one of 95 %.

    Example: subpunct evaluate --test talks.txt test2011.tsv.xz --json scores.json
    """
    console = Console(quiet)
    if json_out:
        check_target(json_out, overwrite=force)
    from subpunct_app.punctuation.registry import load
    from subpunct_app.training.evaluate import evaluate as score

    with console.task("Evaluating") as task:
        report = score(load(model, device=device), tests, scheme, task)
    for line in _table(report):
        console.result(line)
    if json_out:
        write_json(report.as_json(), json_out, overwrite=force)


def _table(report: Report) -> Iterator[str]:
    low, high = report.interval
    yield f"{report.model}: {report.words} words, {report.words_per_second:.0f} words/s"
    yield f"{'':<12} {'precision':>9} {'recall':>9} {'f1':>9} {'support':>9}"
    for name, score in report.labels.items():
        yield (
            f"{name:<12} {score.precision:9.3f} {score.recall:9.3f} {score.f1:9.3f}"
            f" {score.support:9d}"
        )
    yield f"micro F1 {report.micro_f1:.3f} ({low:.3f} to {high:.3f}), macro {report.macro_f1:.3f}"
    yield (
        f"slot error rate {report.ser:.3f}, calibration error {report.ece:.3f},"
        f" by class {report.classwise_ece:.3f}, Brier {report.brier:.3f}"
    )
    if report.case:
        yield f"capitals F1 {report.case['f1']:.3f}"
    for share, (caught, found) in report.review.items():
        yield f"reviewing {share:.0%} of the gaps: {caught:.0%} of the errors, {found:.0%} wrong"
