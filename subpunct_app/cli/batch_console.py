"""Carry a batch out on the console: tell what becomes of its files, and write its reports."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from subpunct_app.batch.account import left_out_text
from subpunct_app.batch.batch_options import Existing
from subpunct_app.batch.file_search import search
from subpunct_app.batch.mirror import Mirror, plain_name
from subpunct_app.batch.outcome import State
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import check_apart, with_path, write_all
from subpunct_app.languages.codes import language_name
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError
from subpunct_app.runtime.paths import is_there, make_folder, place_of
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.subtitles.files import NameTaken, check_target
from subpunct_app.text.counting import counted, counted_are

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from subpunct_app.batch.account import Account, Totals
    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.batch.outcome import Outcome
    from subpunct_app.cli.console import Console


def check_kinds(reports: Sequence[Path]) -> None:
    """Raise SettingsError where the name of a report does not tell a format."""
    from subpunct_app.batch.batch_report import check_suffix

    for report in reports:
        check_suffix(report)


def check_reports(
    wanted: Batch, reports: Sequence[Path], others: Sequence[Path], *, resume: bool
) -> None:
    """Raise at once what would keep reports from being written, maybe in the output folder."""
    from subpunct_app.batch.batch_run import check_folders

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


@dataclass(frozen=True, slots=True)
class BatchRun:
    """One batch, who works on it, and where its reports go."""

    wanted: Batch
    pool: WorkerPool
    reports: Sequence[Path]
    console: Console

    def do(self, *, resume: bool) -> None:
        """Restore what is there, and leave with an exit code that tells of failures."""
        from subpunct_app.batch.batch_run import run

        renewed = partial(_renewed, self.wanted, self.reports, resume=resume)
        with self._resumable(renewed), self.console.patient_task("Restoring") as task:
            account = run(self.wanted, self.pool, task, resume=resume, tell=self._tell)
        totals = self._report(account, renewed())
        self._tell_gone(account.outcomes, resume=resume)
        if totals.failed:
            raise typer.Exit(SOME_FILES_FAILED)

    def watch(self, *, resume: bool) -> None:
        """Restore what is there and what comes, until somebody asks to stop, as `do` does."""
        from subpunct_app.batch.batch_progress import done_in, nothing
        from subpunct_app.batch.watch import keep_watching

        self.console.note(f"Watching {self.wanted.folder}; Ctrl+C ends it.")
        self._tell_gone(done_in(self.wanted, nothing), watched=True, resume=resume)
        came = failed = False
        with self._resumable(lambda: self.reports), self.console.patient_task("Watching") as task:
            accounts = keep_watching(
                self.wanted, self.pool, task, self._tell, resume=resume, miss=self._miss
            )
            for account in accounts:
                came = True
                failed = any(one.state is State.FAILED for one in account.outcomes)
                # Whoever has it open keeps it from being renewed, on Windows; the next one may go.
                try:
                    self._report(account, self.reports)
                except FileError as error:
                    self.console.error(error)
        if not came:
            self._report_so_far(partial(_renewed, self.wanted, self.reports, resume=resume))
        if failed:
            raise typer.Exit(SOME_FILES_FAILED)

    @contextlib.contextmanager
    def _resumable(self, renewed: Callable[[], Sequence[Path]]) -> Iterator[None]:
        """Where something ends the work, report on what is done; say how to go on if one asked."""
        from subpunct_app.batch.kept_order import is_begun

        try:
            yield
        except Cancelled:
            self.console.note("What is done is kept; go on with --resume.")
            self._report_so_far(renewed)
            raise
        except (FileError, ModelError):
            # A disk that is full takes no report either, perhaps: the first error says it all.
            with contextlib.suppress(FileError):
                if is_begun(self.wanted):
                    self._report_so_far(renewed)
            raise

    def _report_so_far(self, renewed: Callable[[], Sequence[Path]]) -> None:
        if self.reports:
            from subpunct_app.batch.account import account_so_far
            from subpunct_app.runtime.task import Task

            account = account_so_far(self.wanted, self.pool, Task())
            self._write(account, renewed())

    def _tell_gone(
        self, outcomes: Iterable[Outcome], *, resume: bool, watched: bool = False
    ) -> None:
        reported = bool(self.reports)
        gone = gone_text(self.wanted, outcomes, reported=reported, watched=watched, resume=resume)
        if gone:
            self.console.note(gone)

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
            write_all([partial(put, report) for report in self.reports], self.console)
        finally:
            keep_reports(self.wanted.out, written)


def _renewed(wanted: Batch, reports: Sequence[Path], *, resume: bool) -> Sequence[Path]:
    """Return the reports that may be overwritten: a batch that goes on renews its own."""
    from subpunct_app.batch.batch_report import own_reports

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
    outcomes = account.outcomes
    if left_out := left_out_text(account):
        yield left_out
    if standing := sum(one.state is State.SKIPPED and bool(one.target) for one in outcomes):
        skipped = f"{counted(standing, 'file')} skipped, as a result exists already"
        yield f"{skipped}; --force replaces it, --existing version writes another."
    if renamed := list(_renamed(account)):
        numbered = f"{counted(len(renamed), 'result')} with a number, as others have that name"
        yield f"{numbered}: {renamed[0].target} of {renamed[0].source}."
    if remarked := sum(map(_has_remark, outcomes)):
        yield f"{counted(remarked, 'file')} {_remarks(account)}; a --report tells which."
    if guessed := list(_guessed(outcomes)):
        taken = f"{counted(len(guessed), 'file')} taken for {language_name(guessed[0])}"
        why = "as too little tells the language; --language names it, a --report tells which"
        yield f"{taken}, {why}."
    if double := sum(map(_in_two_languages, outcomes)):
        holding = f"{counted(double, 'file')} of two languages: one of them stays as it is"
        yield f"{holding}; a --report tells which."


def gone_text(
    batch: Batch, outcomes: Iterable[Outcome], *, reported: bool, watched: bool, resume: bool
) -> str:
    """Return how many results are not there any more though their files are, empty without any.

    What makes these again is to replace no others, and finds the report there that was written: so
    it is told which of the options that were given are to be left out.
    """
    existing = batch.existing
    gone = sum(_is_gone(one, batch) for one in outcomes)
    # There the same would make another version of all others, too.
    if not gone or existing is Existing.VERSION:
        return ""
    replaces = existing is Existing.REPLACE
    given = {"--watch": watched, "--resume": resume, "--force": replaces, "--report": reported}
    left_out = " and ".join(filter(given.get, given))
    without = f" without {left_out}" if left_out else ""
    told = f"{counted_are(gone, 'result')} not there any more"
    return f"{told}; the same{without} makes what is missing."


def has_note(outcome: Outcome) -> bool:
    """Tell whether there is something to be said of a file that was restored."""
    return bool(outcome.reason) and outcome.state.has_result


def _is_gone(outcome: Outcome, batch: Batch) -> bool:
    gone = outcome.state.has_result and not os.path.lexists(batch.out / outcome.target)
    return gone and is_there(batch.folder / outcome.source)


def _renamed(account: Account) -> Iterator[Outcome]:
    """Yield what has a number in its name that nobody asked for."""
    batch = account.batch
    for one in account.outcomes:
        made = one.state.has_result and batch.existing is not Existing.VERSION
        if made and one.target != plain_name(one.source, batch.order.kind):
            yield one


def _remarks(account: Account) -> str:
    """Return what the remarks on texts are about."""
    kind = account.batch.order.kind
    return "with a remark" if kind is None else f"with a remark, as on what {kind} has no place for"


def _has_remark(outcome: Outcome) -> bool:
    """Tell of a loss in another format, a part in another language, or a damaged model."""
    return has_note(outcome) and not is_media(Path(outcome.source))


def _guessed(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Yield the language of each file where nothing told it: it is the same for all of them."""
    for outcome in outcomes:
        if outcome.figures and outcome.figures.guessed:
            yield outcome.figures.language


def _in_two_languages(outcome: Outcome) -> bool:
    return bool(outcome.figures and outcome.figures.other_language)
