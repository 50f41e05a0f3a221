"""`subpunct batch`: restore marks and capitals in a whole folder, unattended."""

from __future__ import annotations

import contextlib
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.cli.account import has_note, notes, summary
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.console import SOME_FILES_FAILED, Console
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
from subpunct_app.cli.targets import check_apart, with_path
from subpunct_app.core.errors import Cancelled, FileError, SettingsError
from subpunct_app.core.places import AUTO
from subpunct_app.punctuation.suggestions.options import Mode
from subpunct_app.services.batch.mirror import Mirror
from subpunct_app.services.batch.order import (
    LONG_PATIENCE,
    PATIENCE,
    REVIEW_BELOW,
    Batch,
    Existing,
    Order,
)
from subpunct_app.services.batch.outcome import State
from subpunct_app.services.batch.search import PATTERNS, Search, search
from subpunct_app.services.files import NameTaken, check_target
from subpunct_app.services.media.media_files import is_media
from subpunct_app.services.names import read_names
from subpunct_app.services.paths import make_folder, place_of
from subpunct_app.subtitles.writing.kind import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from subpunct_app.services.batch.account import Account
    from subpunct_app.services.batch.outcome import Outcome
    from subpunct_app.services.batch.totals import Totals
    from subpunct_app.services.batch.worker_pool import WorkerPool


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
        typer.Option("--watch", help="Then go on restoring what is added to FOLDER, until Ctrl+C."),
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
        Kind | None,
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

    Folders in FOLDER with the results of other batches are left out.

    With --ray the same is done by the nodes of a cluster; see docs/cluster.md.

    Example: subpunct batch season1 --out-dir season1-marked --report season1.html
    """
    console = Console(quiet)
    marks = marks_of(marks)
    check_encoding(encoding)
    _check_kinds(reports or ())
    spoken = language_of(language)
    check_language(model, spoken)
    note_damage(model, console)
    if transcribe and ray is None:
        from subpunct_app.services.transcription.whisper_models import find

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
        _check_reports(wanted, reports, [names] if names else [], resume=resume)
    with _pool_for(order, workers, ray, timeout) as pool:
        work = _Work(wanted, pool, reports or (), console)
        if watch:
            work.watch(resume=resume)
        else:
            work.do(resume=resume)


def _check_kinds(reports: Sequence[Path]) -> None:
    from subpunct_app.services.batch.report import check_suffix

    for report in reports:
        check_suffix(report)


def _check_reports(
    wanted: Batch, reports: Sequence[Path], others: Sequence[Path], *, resume: bool
) -> None:
    """Raise at once what would keep reports from being written, maybe in the output folder."""
    from subpunct_app.services.batch.run import check_folders

    check_folders(wanted)
    check_apart(reports, [*_files_of(wanted), *others])
    make_folder(wanted.out)
    renewed = _renewed(wanted, reports, resume=resume)
    for report in reports:
        try:
            check_target(report, overwrite=report in renewed)
        except NameTaken as error:
            # With --force results would be replaced, too.
            raise FileError(error.message, "Choose another name, or move it away.") from error


def _renewed(wanted: Batch, reports: Sequence[Path], *, resume: bool) -> Sequence[Path]:
    """Return the reports that may be overwritten: a batch that goes on renews its own."""
    from subpunct_app.services.batch.report import own_reports

    if wanted.existing is Existing.REPLACE:
        return reports
    own = own_reports(wanted.out) if resume else frozenset()
    return [report for report in reports if place_of(report) in own]


def _files_of(wanted: Batch) -> Iterator[Path]:
    """Yield what a batch reads, and where the results go unless those names are taken."""
    mirror = Mirror()
    for found in search(wanted.folder, wanted.search, without=wanted.out).files:
        yield wanted.folder / found.name
        yield wanted.out / mirror.place(found.name, wanted.order.kind)


def _pool_for(
    order: Order, workers: int | None, ray: str | None, limit: float | None
) -> AbstractContextManager[WorkerPool]:
    """Return the workers of this machine, or those of a cluster."""
    if ray is None:
        from subpunct_app.services.batch.processes import pool_for

        return nullcontext(pool_for(order, workers, limit=limit))
    from subpunct_app.services.batch.cluster.connection import cluster_for

    return cluster_for(order, ray, workers, limit=limit)


@dataclass(frozen=True, slots=True)
class _Work:
    wanted: Batch
    pool: WorkerPool
    reports: Sequence[Path]
    console: Console

    def do(self, *, resume: bool) -> None:
        """Restore what is there, and leave with an exit code that tells of failures."""
        from subpunct_app.services.batch.run import run

        renewed = partial(_renewed, self.wanted, self.reports, resume=resume)
        with self._resumable(renewed), self.console.patient_task("Restoring") as task:
            account = run(self.wanted, self.pool, task, resume=resume, tell=self._tell)
        if self._report(account, renewed()).failed:
            raise typer.Exit(SOME_FILES_FAILED)

    def watch(self, *, resume: bool) -> None:
        """Restore what is there and what comes, until somebody asks to stop, as `do` does."""
        from subpunct_app.services.batch.watch import keep_watching

        self.console.note(f"Watching {self.wanted.folder}; Ctrl+C ends it.")
        failed = False
        with self._resumable(lambda: self.reports), self.console.patient_task("Watching") as task:
            accounts = keep_watching(
                self.wanted, self.pool, task, self._tell, resume=resume, miss=self._miss
            )
            for account in accounts:
                failed = any(one.state is State.FAILED for one in account.outcomes)
                # Whoever has it open keeps it from being renewed, on Windows; the next one may go.
                try:
                    self._report(account, self.reports)
                except FileError as error:
                    self.console.error(error)
        if failed:
            raise typer.Exit(SOME_FILES_FAILED)

    @contextlib.contextmanager
    def _resumable(self, renewed: Callable[[], Sequence[Path]]) -> Iterator[None]:
        """Where somebody stops the work, report on what is done and say how to go on."""
        try:
            yield
        except Cancelled:
            self.console.note("What is done is kept; go on with --resume.")
            if self.reports:
                from subpunct_app.core.task import Task
                from subpunct_app.services.batch.account import account_so_far

                account = account_so_far(self.wanted, self.pool, Task())
                self._write(account, renewed())
            raise

    def _miss(self, folder: Path) -> None:
        gone = f"{folder} was moved or deleted, or is not open to you."
        self.console.error(FileError(gone, "It is watched again once it is back."))

    def _tell(self, outcome: Outcome) -> None:
        if outcome.state is State.FAILED:
            self.console.error(FileError(self._sentence(outcome)))
        elif has_note(outcome) and is_media(Path(outcome.source)):
            self.console.note(self._sentence(outcome))

    def _sentence(self, outcome: Outcome) -> str:
        source = self.wanted.folder / outcome.source
        absolute = self.wanted.folder.resolve() / outcome.source
        return with_path(outcome.reason, source, absolute, source.name)

    def _report(self, account: Account, renewed: Sequence[Path]) -> Totals:
        """Print the totals and write the reports, also where nobody reads what is printed."""
        from subpunct_app.services.batch.totals import totals_of

        totals = totals_of(account)
        try:
            self.console.results(summary(totals))
            for note in notes(account):
                self.console.note(note)
        finally:
            self._write(account, renewed)
        return totals

    def _write(self, account: Account, renewed: Sequence[Path]) -> None:
        from subpunct_app.services.batch.report import keep_reports, write_report

        for report in self.reports:
            write_report(account, report, overwrite=report in renewed)
        keep_reports(self.wanted.out, self.reports)
