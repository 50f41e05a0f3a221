"""`subpunct batch`: restore marks and capitals in a whole folder, unattended."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.batch.batch_options import Batch, Existing, Order, WorkOptions
from subpunct_app.batch.file_search import PATTERNS, Search, search
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
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.batch.outcome import Outcome


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

    def renewed(self, batch: Batch) -> Sequence[Path]:
        """Return the reports that may be overwritten: those that the batch wrote itself."""
        from subpunct_app.batch.batch_report import own_reports

        if batch.existing is Existing.REPLACE:
            return self.reports
        own = own_reports(batch.out)
        return [report for report in self.reports if resolve_path(report) in own]


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
    from subpunct_app.batch.batch_report import check_suffix

    console = Console(quiet)
    for report in run.reports:
        check_suffix(report)
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
    look = replace(
        look,
        patterns=order.patterns if look.patterns is PATTERNS else look.patterns,
        bare_media=True,
        # The list of names may lie in FOLDER, and be called as a text is.
        no_texts=(resolve_path(names),) if names else (),
    )
    asked = Batch(folder, out_dir, order, look, Existing.REPLACE if force else Existing(existing))
    if run.reports:
        _check_reports(asked, run, [names] if names else [])
    with contextlib.ExitStack() as stack:
        if work.ray is None:
            from subpunct_app.batch.processes import pool_for

            pool: WorkerPool = pool_for(order, work.workers, limit=work.timeout)
        else:
            from subpunct_app.batch.cluster.connection import cluster_for

            cluster = cluster_for(order, work.ray, work.workers, limit=work.timeout)
            pool = stack.enter_context(cluster)
        BatchRun(asked, pool, run, console).run()


def _check_reports(batch: Batch, options: RunOptions, others: Sequence[Path]) -> None:
    """Raise at once what would keep reports from being written, maybe in the output folder."""
    from subpunct_app.batch.batch_run import check_folders
    from subpunct_app.batch.mirror import Mirror

    check_folders(batch)
    mirror = Mirror()
    names = [file.name for file in search(batch.folder, batch.search, without=batch.out).files]
    sources = [batch.folder / name for name in names]
    # Unless those names are taken.
    results = [batch.out / mirror.place(name, batch.order.kind) for name in names]
    check_apart(options.reports, [*sources, *results, *others])
    make_folder(batch.out)
    may_renew = options.resume or batch.existing is Existing.REPLACE
    renewed = options.renewed(batch) if may_renew else ()
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
        from subpunct_app.batch.batch_run import RunControl, run

        if self.options.watch:
            failed = self._watch()
        else:
            with self._resumable(), self.console.patient_task("Restoring") as task:
                control = RunControl(self._tell)
                account = run(self.batch, self.pool, task, control, resume=self.options.resume)
            failed = self._report(account)
            self._tell_gone(account.outcomes)
        if failed:
            raise typer.Exit(SOME_FILES_FAILED)

    def _watch(self) -> bool:
        """Restore what is there and what comes, until somebody asks to stop."""
        from subpunct_app.batch.account import earlier_outcomes, nothing
        from subpunct_app.batch.watch import keep_watching

        batch, resume = self.batch, self.options.resume
        self.console.note(f"Watching {batch.folder}; Ctrl+C ends it.")
        self._tell_gone(earlier_outcomes(batch, nothing))
        came = failed = False
        with self._resumable(), self.console.patient_task("Watching") as task:
            for account in keep_watching(batch, self.pool, task, self._tell, resume=resume):
                if account is None:
                    gone = f"{batch.folder} was moved or deleted, or you may not open it."
                    self.console.error(FileError(gone, "Watching goes on when it is back."))
                    continue
                came, failed = True, any(one.has_failed for one in account.outcomes)
                # Whoever has it open keeps it from being renewed, on Windows; the next one may go.
                try:
                    self._report(account)
                except FileError as error:
                    self.console.error(error)
        if not came:
            self._write_so_far()
        return failed

    @contextlib.contextmanager
    def _resumable(self) -> Iterator[None]:
        """Where something ends the work, report on what is done; say how to go on if one asked."""
        from subpunct_app.batch.batch_journal import is_begun

        try:
            yield
        except Cancelled:
            self.console.note("Finished files are kept; continue with --resume.")
            self._write_so_far()
            raise
        except (FileError, ModelError):
            # A disk that is full takes no report either, perhaps: the first error says it all.
            with contextlib.suppress(FileError):
                if is_begun(self.batch):
                    self._write_so_far()
            raise

    def _tell(self, outcome: Outcome) -> None:
        source = self.batch.folder / outcome.source
        absolute = self.batch.folder.resolve() / outcome.source
        sentence = with_path(outcome.reason, source, absolute, source.name)
        if outcome.has_failed:
            self.console.error(FileError(sentence))
        elif outcome.has_remark and is_media(source):
            self.console.note(sentence)

    def _tell_gone(self, outcomes: Iterable[Outcome]) -> None:
        """Say how many results are not there any more though their files are.

        What makes these again must not replace others, and finds the report that was written: so
        the options that have to be left out are named.
        """
        batch, options = self.batch, self.options
        gone = sum(
            one.state.has_result
            and not os.path.lexists(batch.out / one.target)
            and path_exists(batch.folder / one.source)
            for one in outcomes
        )
        # With --existing version the same would make another version of all others, too.
        if not gone or batch.existing is Existing.VERSION:
            return
        given = {
            "--watch": options.watch,
            "--resume": options.resume,
            "--force": batch.existing is Existing.REPLACE,
            "--report": options.reports,
        }
        left_out = " and ".join(filter(given.get, given))
        without = f" without {left_out}" if left_out else ""
        missing = f"{counted_are(gone, 'result')} missing"
        self.console.note(f"{missing}; the same{without} makes it again.")

    def _report(self, account: Account) -> bool:
        """Print the totals and write the reports, also where nobody reads what is printed.

        Return whether a file has failed.
        """
        try:
            self.console.results(summary(account))
            for note in notes(account):
                self.console.note(note)
        finally:
            self._write(account)
        return any(one.has_failed for one in account.outcomes)

    def _write_so_far(self) -> None:
        from subpunct_app.batch.account import account_so_far

        if self.options.reports:
            self._write(account_so_far(self.batch, self.pool))

    def _write(self, account: Account) -> None:
        """Write every report that can be; raise FileError where one cannot."""
        from subpunct_app.batch.batch_report import keep_reports, write_report

        renewed, written = self.options.renewed(self.batch), list[Path]()

        def put(report: Path) -> None:
            write_report(account, report, overwrite=report in renewed)
            written.append(report)

        try:
            write_all([partial(put, report) for report in self.options.reports], self.console)
        finally:
            keep_reports(self.batch.out, written)


def summary(account: Account) -> Iterator[str]:
    """Yield the totals of a batch, line by line."""
    from subpunct_app.batch.account import totals_of

    totals = totals_of(account)
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
    from subpunct_app.batch.account import left_out_text
    from subpunct_app.batch.mirror import plain_name
    from subpunct_app.batch.outcome import State

    batch, outcomes = account.batch, account.outcomes
    figures = [one.figures for one in outcomes if one.figures]
    if left_out := left_out_text(account):
        yield left_out
    if existing := sum(one.state is State.SKIPPED and bool(one.target) for one in outcomes):
        skipped = f"{counted(existing, 'file')} skipped, as a result exists already"
        yield f"{skipped}; --force replaces it, --existing version writes another."
    numbered = [
        one
        for one in outcomes
        if one.state.has_result and one.target != plain_name(one.source, batch.order.kind)
    ]
    if numbered and batch.existing is not Existing.VERSION:
        results = f"{counted(len(numbered), 'result')} with a number, because the name was taken"
        yield f"{results}: {numbered[0].target} of {numbered[0].source}."
    if remarked := sum(one.has_remark and not is_media(Path(one.source)) for one in outcomes):
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
