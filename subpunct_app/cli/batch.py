"""`subpunct batch`: restore marks and capitals in a whole folder, unattended."""

from __future__ import annotations

import contextlib
import os
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.batch.account import left_out_text
from subpunct_app.batch.batch_options import Batch, Existing, Order, WorkOptions
from subpunct_app.batch.file_search import PATTERNS, Search, search
from subpunct_app.batch.mirror import Mirror, plain_name
from subpunct_app.batch.outcome import State
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force, NamesFile, check_language, note_damage
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import check_apart, with_path, write_all
from subpunct_app.decoding.names import read_names
from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError, SettingsError
from subpunct_app.runtime.option import Option
from subpunct_app.runtime.paths import make_folder, path_exists, resolve_path
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.subtitles.files import NameTaken, check_target
from subpunct_app.text.quantities import counted, counted_are

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from subpunct_app.batch.account import Account, Totals
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.batch.outcome import Outcome


def batch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="What to restore.")],
    *,
    out_dir: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the results, a mirror of FOLDER.")
    ],
    work: WorkOptions,
    run: RunOptions,
    look: Search,
    existing: Annotated[
        Literal["skip", "version"],
        typer.Option(help="What to do where a result exists: leave it, or write talk-2.srt."),
    ] = "skip",
    force: Force = False,
    order: Order,
    names: NamesFile = None,
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
    run.check()
    check_language(order.model, order.language)
    note_damage(order.model, console)
    if order.transcribe and work.ray is None:
        from subpunct_app.speech.transcription.whisper_models import find

        find(order.transcribe)
    if force and existing == "version":
        raise SettingsError(
            "--force replaces results, and --existing version keeps them.",
            "Leave one of them out.",
        )
    order = replace(order, names=read_names(names))
    wanted = Batch(
        folder,
        out_dir,
        order,
        replace(
            look,
            patterns=order.patterns if look.patterns is PATTERNS else look.patterns,
            bare_media=True,
            # The list of names may lie in FOLDER, and be called as a text is.
            no_texts=(resolve_path(names),) if names else (),
        ),
        Existing.REPLACE if force else Existing(existing),
    )
    check_reports(wanted, run, [names] if names else [])
    with _pool_for(order, work) as pool:
        BatchRun(wanted, pool, run, console).run()


def _pool_for(order: Order, work: WorkOptions) -> AbstractContextManager[WorkerPool]:
    """Return the workers of this machine, or those of a cluster."""
    if work.ray is None:
        from subpunct_app.batch.processes import pool_for

        return nullcontext(pool_for(order, work.workers, limit=work.timeout))
    from subpunct_app.batch.cluster.connection import cluster_for

    return cluster_for(order, work.ray, work.workers, limit=work.timeout)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a batch is carried out: from where on, how long, and which reports it writes."""

    resume: Annotated[
        bool, Option("Go on with the batch in DIR, and take what is new or has changed in FOLDER.")
    ] = False
    watch: Annotated[
        bool,
        Option(
            "Then go on restoring what is added to FOLDER, until Ctrl+C. The exit code is 130 only "
            "if that leaves files over."
        ),
    ] = False
    reports: Annotated[
        tuple[Path, ...],
        Option(
            "Write a report; may be repeated.", name="--report", metavar="REPORT.json|.csv|.html"
        ),
    ] = ()

    def check(self) -> None:
        """Raise SettingsError where the name of a report does not tell a format."""
        from subpunct_app.batch.batch_report import check_suffix

        for report in self.reports:
            check_suffix(report)

    def renewed(self, batch: Batch) -> Sequence[Path]:
        """Return the reports that may be overwritten: a batch that goes on renews its own."""
        from subpunct_app.batch.batch_report import own_reports

        if batch.existing is Existing.REPLACE:
            return self.reports
        own = own_reports(batch.out) if self.resume else frozenset()
        return [report for report in self.reports if resolve_path(report) in own]


def check_reports(batch: Batch, options: RunOptions, others: Sequence[Path]) -> None:
    """Raise at once what would keep reports from being written, maybe in the output folder."""
    from subpunct_app.batch.batch_run import check_folders

    if not options.reports:
        return
    check_folders(batch)
    check_apart(options.reports, [*_files_of(batch), *others])
    make_folder(batch.out)
    renewed = options.renewed(batch)
    for report in options.reports:
        try:
            check_target(report, overwrite=report in renewed)
        except NameTaken as error:
            # With --force results would be replaced, too.
            raise FileError(error.message, "Choose another name, or move it away.") from error


@dataclass(frozen=True, slots=True)
class BatchRun:
    """One batch, who works on it, how, and who is told of it."""

    batch: Batch
    pool: WorkerPool
    options: RunOptions
    console: Console

    def run(self) -> None:
        """Restore what is there, perhaps what comes, and leave with a code that tells how."""
        if self.options.watch:
            self._watch()
        else:
            self._run_once()

    def _run_once(self) -> None:
        from subpunct_app.batch.batch_run import RunControl, run

        with self._resumable(self._renewed), self.console.patient_task("Restoring") as task:
            control = RunControl(self._tell)
            account = run(self.batch, self.pool, task, control, resume=self.options.resume)
        totals = self._report(account, self._renewed())
        self._tell_gone(account.outcomes)
        if totals.failed:
            raise typer.Exit(SOME_FILES_FAILED)

    def _watch(self) -> None:
        """Restore what is there and what comes, until somebody asks to stop."""
        from subpunct_app.batch.account import earlier_outcomes, nothing
        from subpunct_app.batch.watch import keep_watching

        self.console.note(f"Watching {self.batch.folder}; Ctrl+C ends it.")
        self._tell_gone(earlier_outcomes(self.batch, nothing))
        reports = self.options.reports
        came = failed = False
        with self._resumable(lambda: reports), self.console.patient_task("Watching") as task:
            accounts = keep_watching(
                self.batch,
                self.pool,
                task,
                self._tell,
                resume=self.options.resume,
            )
            for account in accounts:
                if account is None:
                    self._tell_missing()
                    continue
                came = True
                failed = any(one.state is State.FAILED for one in account.outcomes)
                # Whoever has it open keeps it from being renewed, on Windows; the next one may go.
                try:
                    self._report(account, reports)
                except FileError as error:
                    self.console.error(error)
        if not came:
            self._report_so_far(self._renewed)
        if failed:
            raise typer.Exit(SOME_FILES_FAILED)

    @contextlib.contextmanager
    def _resumable(self, renewed: Callable[[], Sequence[Path]]) -> Iterator[None]:
        """Where something ends the work, report on what is done; say how to go on if one asked."""
        from subpunct_app.batch.batch_journal import is_begun

        try:
            yield
        except Cancelled:
            self.console.note("Finished files are kept; continue with --resume.")
            self._report_so_far(renewed)
            raise
        except (FileError, ModelError):
            # A disk that is full takes no report either, perhaps: the first error says it all.
            with contextlib.suppress(FileError):
                if is_begun(self.batch):
                    self._report_so_far(renewed)
            raise

    def _report_so_far(self, renewed: Callable[[], Sequence[Path]]) -> None:
        if self.options.reports:
            from subpunct_app.batch.account import account_so_far

            self._write(account_so_far(self.batch, self.pool), renewed())

    def _renewed(self) -> Sequence[Path]:
        return self.options.renewed(self.batch)

    def _tell_gone(self, outcomes: Iterable[Outcome]) -> None:
        if gone := gone_text(self.batch, outcomes, self.options):
            self.console.note(gone)

    def _tell_missing(self) -> None:
        gone = f"{self.batch.folder} was moved or deleted, or you may not open it."
        self.console.error(FileError(gone, "Watching goes on when it is back."))

    def _tell(self, outcome: Outcome) -> None:
        if outcome.state is State.FAILED:
            self.console.error(FileError(self._sentence(outcome)))
        elif has_note(outcome) and is_media(Path(outcome.source)):
            self.console.note(self._sentence(outcome))

    def _sentence(self, outcome: Outcome) -> str:
        source = self.batch.folder / outcome.source
        absolute = self.batch.folder.resolve() / outcome.source
        return with_path(outcome.reason, source, absolute, source.name)

    def _report(self, account: Account, renewed: Sequence[Path]) -> Totals:
        """Print the totals and write the reports, also where nobody reads what is printed."""
        from subpunct_app.batch.account import totals_of

        totals = totals_of(account)
        try:
            self.console.results(summary(totals))
            for note in notes(account):
                self.console.note(note)
        finally:
            self._write(account, renewed)
        return totals

    def _write(self, account: Account, renewed: Sequence[Path]) -> None:
        """Write every report that can be; raise FileError where one cannot."""
        from subpunct_app.batch.batch_report import keep_reports, write_report

        written: list[Path] = []

        def put(report: Path) -> None:
            write_report(account, report, overwrite=report in renewed)
            written.append(report)

        try:
            write_all([partial(put, report) for report in self.options.reports], self.console)
        finally:
            keep_reports(self.batch.out, written)


def _files_of(batch: Batch) -> Iterator[Path]:
    """Yield what a batch reads, and where the results go unless those names are taken."""
    mirror = Mirror()
    for found in search(batch.folder, batch.search, without=batch.out).files:
        yield batch.folder / found.name
        yield batch.out / mirror.place(found.name, batch.order.kind)


def summary(totals: Totals) -> Iterator[str]:
    """Yield the totals of a batch, line by line."""
    yield (
        f"{counted(totals.files, 'file')}: {totals.done + totals.review:,} done, "
        f"{totals.review:,} of them to be reviewed; {totals.skipped:,} skipped, "
        f"{totals.failed:,} failed"
    )
    yield (
        f"{counted(totals.words, 'word')}, {counted(totals.applied, 'change')}, "
        f"about {counted(round(totals.expected_errors), 'error')} left"
    )
    yield f"{totals.seconds:,.1f} s, {counted(round(totals.words_per_second), 'word')} a second"


def notes(account: Account) -> Iterator[str]:
    """Yield what is to be said of several files at once."""
    batch, outcomes = account.batch, account.outcomes
    figures = [one.figures for one in outcomes if one.figures]
    if left_out := left_out_text(account):
        yield left_out
    if existing := sum(one.state is State.SKIPPED and bool(one.target) for one in outcomes):
        skipped = f"{counted(existing, 'file')} skipped, as a result exists already"
        yield f"{skipped}; --force replaces it, --existing version writes another."
    if numbered := [one for one in outcomes if _is_numbered(one, batch)]:
        results = f"{counted(len(numbered), 'result')} with a number, because the name was taken"
        yield f"{results}: {numbered[0].target} of {numbered[0].source}."
    if remarked := sum(has_note(one) and not is_media(Path(one.source)) for one in outcomes):
        kind = batch.order.kind
        about = f", as on what {kind} cannot hold" if kind else ""
        yield f"{counted(remarked, 'file')} with a remark{about}; --report lists them."
    if guessed := [one.language for one in figures if one.guessed]:
        taken = f"{counted(len(guessed), 'file')} taken for {language_name(guessed[0])}"
        why = "because too little text shows the language"
        yield f"{taken}, {why}; set it with --language, --report lists them."
    if bilingual := sum(bool(one.other_language) for one in figures):
        both = f"{counted(bilingual, 'file')} in two languages"
        yield f"{both}: the lines in one of them stay as they are; --report lists them."


def gone_text(batch: Batch, outcomes: Iterable[Outcome], options: RunOptions) -> str:
    """Return how many results are not there any more though their files are, empty without any.

    What makes these again must not replace others, and finds the report that was written: so the
    options that have to be left out are named.
    """
    gone = sum(_is_gone(one, batch) for one in outcomes)
    # There the same would make another version of all others, too.
    if not gone or batch.existing is Existing.VERSION:
        return ""
    given = {
        "--watch": options.watch,
        "--resume": options.resume,
        "--force": batch.existing is Existing.REPLACE,
        "--report": options.reports,
    }
    left_out = " and ".join(filter(given.get, given))
    without = f" without {left_out}" if left_out else ""
    missing = f"{counted_are(gone, 'result')} missing"
    return f"{missing}; the same{without} makes it again."


def has_note(outcome: Outcome) -> bool:
    """Tell whether there is something to be said of a file that was restored."""
    return bool(outcome.reason) and outcome.state.has_result


def _is_gone(outcome: Outcome, batch: Batch) -> bool:
    gone = outcome.state.has_result and not os.path.lexists(batch.out / outcome.target)
    return gone and path_exists(batch.folder / outcome.source)


def _is_numbered(outcome: Outcome, batch: Batch) -> bool:
    """Tell whether a result has a number in its name that nobody asked for."""
    if not outcome.state.has_result or batch.existing is Existing.VERSION:
        return False
    return outcome.target != plain_name(outcome.source, batch.order.kind)
