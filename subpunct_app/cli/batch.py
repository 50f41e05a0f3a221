"""`subpunct batch`: restore marks and capitals in a whole folder, unattended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.cli.console import SOME_FILES_FAILED, Console, Quiet, Verbose, Version
from subpunct_app.cli.punctuate import check_encoding, check_language, chosen_marks
from subpunct_app.core.errors import Cancelled, FileError
from subpunct_app.services.batch.order import Batch, Existing, Order
from subpunct_app.services.batch.outcome import State
from subpunct_app.services.batch.search import PATTERNS, Search
from subpunct_app.services.files import check_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.services.batch.crew import Crew
    from subpunct_app.services.batch.outcome import Outcome
    from subpunct_app.services.batch.report import Totals


def batch(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", readable=False, help="What to restore.")
    ],
    *,
    out_dir: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the results, a mirror of FOLDER.")
    ],
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Processes; if absent: one a processor."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the batch in DIR, and take what is new in FOLDER."
        ),
    ] = False,
    reports: Annotated[
        list[Path] | None,
        typer.Option(
            "--report", metavar="REPORT.json|.csv|.html", help="Write a report; more than once."
        ),
    ] = None,
    patterns: Annotated[
        list[str] | None,
        typer.Option(
            "--pattern",
            metavar="GLOB",
            help="Which files, by name, or by path if it has a slash; more than once. "
            f"If absent: {', '.join(PATTERNS)}.",
        ),
    ] = None,
    flat: Annotated[
        bool, typer.Option("--flat", help="Leave out the folders inside FOLDER.")
    ] = False,
    follow_links: Annotated[
        bool, typer.Option("--follow-links", help="Go through links, which are left out else.")
    ] = False,
    existing: Annotated[
        Literal["skip", "version"],
        typer.Option(help="What to do where a result exists: leave it, or write talk-2.srt."),
    ] = "skip",
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite results and reports that exist already.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="Give up on a file after so long.")
    ] = 600.0,
    model: Annotated[str, typer.Option(metavar="ID", help="See: models list.")] = "en-compact",
    language: Annotated[
        str, typer.Option(metavar="CODE|auto", help="Language of all files; auto: of each.")
    ] = "auto",
    mode: Annotated[
        Literal["restore", "fill", "review"],
        typer.Option(help="As punctuate has them: treat all gaps as open, add, or correct."),
    ] = "restore",
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, metavar="P", help="Apply only what is this sure.")
    ] = 0.0,
    review_below: Annotated[
        float,
        typer.Option(min=0, max=1, metavar="P", help="What is less sure calls for a review."),
    ] = 0.5,
    marks: Annotated[
        str | None,
        typer.Option(help="Put and remove only these marks; if absent: all that the model knows."),
    ] = None,
    no_case: Annotated[bool, typer.Option("--no-case", help="Leave capitals alone.")] = False,
    runs_only: Annotated[
        bool, typer.Option("--runs-only", help="Restore only stretches that lost their marks.")
    ] = False,
    kind: Annotated[
        Literal["srt", "vtt", "txt", "json"] | None,
        typer.Option("--format", help="Write another format; if absent: as each file is."),
    ] = None,
    device: Annotated[
        Literal["auto", "cpu", "cuda", "mps"], typer.Option(help="Where the model runs.")
    ] = "auto",
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Encoding of the files; guessed if absent.")
    ] = None,
    to_utf8: Annotated[
        bool, typer.Option("--to-utf8", help="Write UTF-8, whatever the encoding of the files.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Restore punctuation and capitals in all files of a folder, and report on each.

    A journal in DIR keeps what is done: after Ctrl+C, a crash or a power cut, --resume does the
    rest, and gives files that failed another chance. A file that fails keeps no other one back.
    Results never overwrite anything without --force, and never a file of FOLDER.

    Example: subpunct batch season1 --out-dir season1-marked --report season1.html
    """
    from subpunct_app.services.batch.local import crew_for

    console = Console(quiet)
    chosen_marks(marks)
    check_encoding(encoding)
    for report in reports or ():
        _check_report(report, overwrite=force)
    check_language(model, language)
    order = Order(
        model=model,
        device=device,
        language=None if language == "auto" else language,
        mode=mode,
        minimum=min_confidence,
        marks=marks,
        case=not no_case,
        runs_only=runs_only,
        kind=kind,
        encoding=encoding,
        to_utf8=to_utf8,
        review_below=review_below,
    )
    wanted = Batch(
        folder,
        out_dir,
        order,
        Search(tuple(patterns or PATTERNS), not flat, follow_links),
        Existing.REPLACE if force else Existing(existing),
    )
    crew = crew_for(order, workers, limit=timeout)
    _run(wanted, crew, reports or (), console, resume=resume)


def _check_report(path: Path, *, overwrite: bool) -> None:
    from subpunct_app.services.batch.report import check_suffix

    check_suffix(path)
    check_target(path, overwrite=overwrite)


def _run(
    wanted: Batch, crew: Crew, reports: Sequence[Path], console: Console, *, resume: bool
) -> None:
    from subpunct_app.services.batch.report import totals_of, write_report
    from subpunct_app.services.batch.run import run

    def tell(outcome: Outcome) -> None:
        if outcome.state is State.FAILED:
            console.error(FileError(f"{wanted.folder / outcome.source}:", outcome.reason))

    try:
        with console.patient_task("Restoring") as task:
            account = run(wanted, crew, task, resume=resume, tell=tell)
    except Cancelled:
        console.note("What is done is kept; go on with --resume.")
        raise
    totals = totals_of(account)
    for line in _summary(totals):
        console.result(line)
    for report in reports:
        write_report(account, report, overwrite=wanted.existing is Existing.REPLACE)
    if totals.failed:
        raise typer.Exit(SOME_FILES_FAILED)


def _summary(totals: Totals) -> Iterator[str]:
    yield (
        f"{totals.files:,} files: {totals.done + totals.review:,} done, {totals.review:,} of them "
        f"to be reviewed; {totals.skipped:,} skipped, {totals.failed:,} failed"
    )
    yield (
        f"{totals.words:,} words, {totals.applied:,} changes, "
        f"about {totals.expected_errors:,.0f} errors left"
    )
    yield f"{totals.seconds:,.1f} s, {totals.words_per_second:,.0f} words a second"
