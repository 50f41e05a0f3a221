"""`subpunct batch`: restore marks and capitals in a whole folder, unattended."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.batch.batch_options import (
    LONG_PATIENCE,
    PATIENCE,
    REVIEW_BELOW,
    Batch,
    Existing,
    Order,
)
from subpunct_app.batch.file_search import PATTERNS, Search
from subpunct_app.cli.batch_console import BatchRun, check_kinds, check_reports
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.console import Console
from subpunct_app.cli.options import (
    Device,
    Encoding,
    Force,
    Marks,
    MinConfidence,
    Model,
    NamesFile,
    NoCase,
    RunsOnly,
    ToUtf8,
    WantedMode,
    check_encoding,
    check_language,
    language_of,
    marks_of,
    note_damage,
)
from subpunct_app.decoding.names import read_names
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.models.default import AUTO
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.paths import place_of
from subpunct_app.subtitles.writing.output_format import OutputFormat

if TYPE_CHECKING:
    from subpunct_app.batch.executor import WorkerPool


def batch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="What to restore.")],
    *,
    out_dir: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the results, a mirror of FOLDER.")
    ],
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="How many processes, with --ray on each node; if absent: one for each processor, "
            "with --ray one for each node.",
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Work on a Ray cluster: auto for the one of this machine, HOST:6379, "
            "ray://HOST:10001, or local to start one.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on with the batch in DIR, and take what is new or has changed in FOLDER.",
        ),
    ] = False,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch",
            help="Then go on restoring what is added to FOLDER, until Ctrl+C. The exit code is 130 "
            "only if that leaves files over.",
        ),
    ] = False,
    reports: Annotated[
        list[Path] | None,
        typer.Option(
            "--report", metavar="REPORT.json|.csv|.html", help="Write a report; may be repeated."
        ),
    ] = None,
    patterns: Annotated[
        list[str] | None,
        typer.Option(
            "--pattern",
            metavar="GLOB",
            help="Which files, by name, or by path if it has a slash; may be repeated. "
            f"If absent: {', '.join(PATTERNS)}, with --transcribe video and sound too.",
        ),
    ] = None,
    flat: Annotated[
        bool, typer.Option("--flat", help="Leave out the folders inside FOLDER.")
    ] = False,
    follow_links: Annotated[
        bool, typer.Option("--follow-links", help="Follow links, which are otherwise left out.")
    ] = False,
    existing: Annotated[
        Literal["skip", "version"],
        typer.Option(help="What to do where a result exists: leave it, or write talk-2.srt."),
    ] = "skip",
    force: Force = False,
    timeout: Annotated[
        float | None,
        typer.Option(
            min=1,
            metavar="SECONDS",
            help=f"Give up on a file after this time; if absent: {PATIENCE:.0f}, with --transcribe "
            f"{LONG_PATIENCE:.0f}.",
        ),
    ] = None,
    transcribe: Annotated[
        str | None,
        typer.Option(
            metavar="WHISPER",
            help="First transcribe recordings that have no subtitles, by this speech model; see: "
            "models speech.",
        ),
    ] = None,
    model: Model = AUTO,
    language: Annotated[
        str,
        typer.Option(
            metavar="CODE|auto",
            help="Language of all files, and which of several sound tracks --transcribe hears; "
            "auto: told file by file.",
        ),
    ] = AUTO,
    mode: WantedMode = Mode.RESTORE,
    min_confidence: MinConfidence = 0.0,
    review_below: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            metavar="P",
            help="A file with a suggestion less sure than this needs a review.",
        ),
    ] = REVIEW_BELOW,
    marks: Marks = None,
    no_case: NoCase = False,
    names: NamesFile = None,
    runs_only: RunsOnly = False,
    kind: Annotated[
        OutputFormat | None,
        typer.Option("--format", help="Write this format; if absent: that of each file."),
    ] = None,
    device: Device = "auto",
    encoding: Encoding = None,
    to_utf8: ToUtf8 = False,
    quiet: Quiet = False,
) -> None:
    """Restore all files of a folder, and report on each.

    A journal in DIR keeps what is done: after Ctrl+C, a crash or a power cut, --resume does the
    rest, and retries files that failed. A file that fails is reported; the others go on.

    Nothing is overwritten without --force, and a file of FOLDER never is. Only results that the
    batch wrote itself, and that nobody has touched, are renewed when their source has changed;
    --resume renews its reports, too.

    Folders in FOLDER with the results of other batches are left out, and so is talk.punct.srt
    where a text called talk lies beside it.

    With --ray the same is done by the nodes of a cluster; see docs/cluster.md.

    Example: subpunct batch season1 --out-dir season1-marked --report season1.html
    """
    console = Console(quiet)
    marks = marks_of(marks)
    check_encoding(encoding)
    check_kinds(reports or ())
    spoken = language_of(language)
    check_language(model, spoken)
    note_damage(model, console)
    if transcribe and ray is None:
        from subpunct_app.speech.transcription.whisper_models import find

        find(transcribe)
    order = Order(
        model=model,
        device=device,
        language=spoken,
        mode=mode,
        minimum=min_confidence,
        marks=marks,
        case=not no_case,
        runs_only=runs_only,
        kind=kind,
        encoding=encoding,
        to_utf8=to_utf8,
        review_below=review_below,
        transcribe=transcribe,
        names=read_names(names),
    )
    look = Search(
        tuple(patterns or order.patterns),
        recursive=not flat,
        follow_links=follow_links,
        bare_media=True,
        # The list of names may lie in FOLDER, and be called as a text is.
        no_texts=(place_of(names),) if names else (),
    )
    if force and existing == "version":
        raise SettingsError(
            "--force replaces results, and --existing version keeps them.",
            "Leave one of them out.",
        )
    keep = Existing.REPLACE if force else Existing(existing)
    wanted = Batch(folder, out_dir, order, look, keep)
    if reports:
        check_reports(wanted, reports, [names] if names else [], resume=resume)
    with _pool_for(order, workers, ray, timeout) as pool:
        run = BatchRun(wanted, pool, reports or (), console)
        if watch:
            run.watch(resume=resume)
        else:
            run.do(resume=resume)


def _pool_for(
    order: Order, workers: int | None, ray: str | None, limit: float | None
) -> AbstractContextManager[WorkerPool]:
    """Return the workers of this machine, or those of a cluster."""
    if ray is None:
        from subpunct_app.batch.processes import pool_for

        return nullcontext(pool_for(order, workers, limit=limit))
    from subpunct_app.batch.cluster.connection import cluster_for

    return cluster_for(order, ray, workers, limit=limit)
