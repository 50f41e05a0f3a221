"""What became of the files of a batch, now or before, and what of that was reviewed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch import reviewed
from subpunct_app.batch.batch_journal import has_order, journal_in
from subpunct_app.batch.file_search import search
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.batch.file_search import Findings


_SUMMED = ("words", "marks_before", "marks_after", "suggestions", "applied", "doubtful")


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a batch; `seconds` adds up all the times it was taken up again.

    `left_out` are the folders in it with what other batches have written, and `exports` the texts
    that were not taken, as they lie beside what they were made of.
    """

    batch: Batch
    outcomes: tuple[Outcome, ...]
    seconds: float
    workers: int
    left_out: tuple[Path, ...] = ()
    exports: tuple[Path, ...] = ()


def account_so_far(batch: Batch, pool: WorkerPool) -> Account:
    """Return what a batch that was interrupted has done, and what it leaves out.

    Raise FileError as `run` does.
    """
    with journal_in(batch.out) as journal:
        if journal is None:
            return Account(batch, (), 0.0, pool.size)
        outcomes, seconds = journal.outcomes(), journal.seconds
    findings = search(batch.folder, batch.search, without=batch.out)
    return Account(batch, tuple(outcomes), seconds, pool.size, *left_out(batch, findings))


def left_out(batch: Batch, findings: Findings) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the folders and exports that are left out, as an account names them."""
    folders = tuple(batch.folder / name for name in findings.results)
    return folders, tuple(batch.folder / name for name in findings.exports)


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums over all files; `seconds` passed on the clock, whatever the number of workers."""

    files: int
    done: int
    review: int
    skipped: int
    failed: int
    words: int
    marks_before: int
    marks_after: int
    suggestions: int
    applied: int
    doubtful: int
    expected_errors: float
    seconds: float
    words_per_second: float
    workers: int


def left_out_text(account: Account) -> str:
    """Return what is to be said of what was not looked through or taken, empty without any."""
    told = []
    if account.left_out:
        folders = counted(len(account.left_out), "folder")
        told.append(f"{folders} left out, with results of other batches.")
    if account.exports:
        exports = counted(len(account.exports), "export")
        why = "because the source lies beside it"
        told.append(f"{exports} left out, {why}, first {account.exports[0]}.")
    return " ".join(told)


def totals_of(account: Account) -> Totals:
    """Add up the files of a batch."""
    states = Counter(outcome.state for outcome in account.outcomes)
    figures = [outcome.figures for outcome in account.outcomes if outcome.figures]
    sums = {name: sum(getattr(one, name) for one in figures) for name in _SUMMED}
    words = sums["words"]
    return Totals(
        files=len(account.outcomes),
        done=states[State.DONE],
        review=states[State.REVIEW],
        skipped=states[State.SKIPPED],
        failed=states[State.FAILED],
        **sums,
        expected_errors=round(sum(one.expected_errors for one in figures), 2),
        seconds=round(account.seconds, 3),
        words_per_second=round(words / account.seconds, 1) if account.seconds else 0.0,
        workers=account.workers,
    )


def ranked(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return failures first, then recordings that call for a look by what is said of them.

    The others come by how many errors are likely left in them.
    """

    def rank(outcome: Outcome) -> tuple[bool, bool, float, str]:
        # Half a film has few words, and few errors.
        remarked = outcome.state is State.REVIEW and bool(outcome.reason)
        half = remarked and is_media(Path(outcome.source))
        return not outcome.has_failed, not half, -outcome.expected_errors, outcome.source

    return sorted(outcomes, key=rank)


Accept = Callable[[Path], bool]


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of a file, now or in an earlier sitting, and where its result lies.

    `reviewed` says that an editor has exported a review of that since.
    """

    file: Path
    outcome: Outcome
    result: Path | None = None
    reviewed: bool = False

    @classmethod
    def of(cls, batch: Batch, outcome: Outcome) -> FileResult:
        """Return what became of a file of a batch, as nobody has reviewed it."""
        result = batch.out / outcome.target if outcome.target else None
        return cls(batch.folder / outcome.source, outcome, result)


def everything(_file: Path) -> bool:
    """Accept every file."""
    return True


def nothing(_file: Path) -> bool:
    """Accept no file."""
    return False


def count_left(plan: Plan) -> int:
    """Return how many files of a plan are not done; FileError where somebody is at work on it."""
    return len({*plan.files()}.difference(came.file for came in earlier_results(plan.batches())))


def earlier_results(batches: Iterable[Batch], accept: Accept = everything) -> Iterator[FileResult]:
    """Yield what earlier sittings have done; FileError where somebody is at work on it.

    A file that failed is not done if it is accepted: then it gets another chance.
    """
    reviews = reviewed.load()
    for batch in batches:
        left = {came.file: came for came in left_to_editor(batch, reviews)}
        for outcome in earlier_outcomes(batch, accept):
            came = _seen(batch, outcome, reviews)
            yield left.get(came.file, came)


def left_to_editor(batch: Batch, reviews: reviewed.Reviews) -> list[FileResult]:
    """Return what a former batch left to be reviewed, of files that this one has skipped."""
    with journal_in(batch.out) as journal:
        known = journal is not None and has_order(journal, batch)
        before = journal.skipped_before() if journal and known else []
    found = (_seen(batch, outcome, reviews) for outcome in before)
    return [came for came in found if came.reviewed or came.outcome.state is State.REVIEW]


def earlier_outcomes(batch: Batch, accept: Accept) -> list[Outcome]:
    """Return what earlier sittings have done of a batch, but for what gets another chance."""
    with journal_in(batch.out) as journal:
        outcomes = journal.outcomes() if journal and has_order(journal, batch) else []
    return [
        outcome
        for outcome in outcomes
        if batch.search.covers(outcome.source)
        and not (outcome.state is State.FAILED and accept(batch.folder / outcome.source))
    ]


def _seen(batch: Batch, outcome: Outcome, reviews: reviewed.Reviews) -> FileResult:
    """Return what became of a file, and whether an editor has seen to it."""
    came = FileResult.of(batch, outcome)
    return replace(came, reviewed=reviewed.is_reviewed(reviews, came.result, outcome.sha256))
