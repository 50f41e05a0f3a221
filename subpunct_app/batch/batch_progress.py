"""What earlier sittings have done of a plan, and what of that an editor has reviewed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch import reviewed
from subpunct_app.batch.account import without_renamed
from subpunct_app.batch.batch_journal import journal_in
from subpunct_app.batch.batch_order import has_order
from subpunct_app.batch.outcome import Outcome, State

if TYPE_CHECKING:
    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.batch_plan import Plan

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
    return len({*plan.files()}.difference(came.file for came in earlier_results(plan)))


def earlier_results(plan: Plan, accept: Accept = everything) -> list[FileResult]:
    """Return what earlier sittings have done; FileError where somebody is at work on it.

    A file that failed is not done if it is accepted: then it gets another chance.
    """
    return list(earlier_results_in(plan.batches(), accept))


def earlier_results_in(batches: Iterable[Batch], accept: Accept) -> Iterator[FileResult]:
    """Yield what `earlier_results` returns, of some batches of a plan."""
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
        for outcome in without_renamed(outcomes, batch.folder)
        if batch.search.covers(outcome.source)
        and not (outcome.state is State.FAILED and accept(batch.folder / outcome.source))
    ]


def _seen(batch: Batch, outcome: Outcome, reviews: reviewed.Reviews) -> FileResult:
    """Return what became of a file, and whether an editor has seen to it."""
    came = FileResult.of(batch, outcome)
    return replace(came, reviewed=reviewed.is_reviewed(reviews, came.result, outcome.sha256))
