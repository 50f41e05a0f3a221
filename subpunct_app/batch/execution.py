"""Carry out a plan, from its beginning or from where it stopped, and tell of every file."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch import pending, reviewed
from subpunct_app.batch.account import (
    Accept,
    Account,
    FileResult,
    earlier_outcomes,
    earlier_results,
    everything,
    left_to_editor,
)
from subpunct_app.batch.batch_journal import Journal, has_order, journal_in
from subpunct_app.batch.batch_options import Existing
from subpunct_app.batch.batch_plan import Plan, together
from subpunct_app.batch.batch_report import write_report
from subpunct_app.batch.batch_run import Arrange, RunControl, run
from subpunct_app.batch.executor import FileProgress, Item, Parcel
from subpunct_app.batch.file_search import files_in
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.errors import FileError, SubpunctError
from subpunct_app.runtime.paths import path_exists

if TYPE_CHECKING:
    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.executor import WorkerPool
    from subpunct_app.runtime.task import Task

REPORT = "subpunct-report.html"

log = logging.getLogger(__name__)


class Priorities:
    """An order of files; told by one thread, and read by another at any moment."""

    def __init__(self) -> None:
        self._ranks: Mapping[Path, int] = {}

    def prefer(self, files: Iterable[Path]) -> None:
        """Want files in this order, and all others after them."""
        self._ranks = {file: rank for rank, file in enumerate(files)}

    def files(self, files: Iterable[Path]) -> list[Path]:
        """Return files in the order that is wanted."""
        ranks = self._ranks
        return sorted(files, key=lambda file: ranks.get(file, len(ranks)))

    def best(self, files: Iterable[Path]) -> int:
        """Return the place in the order of that file of these which is wanted first."""
        ranks = self._ranks
        return min((ranks.get(file, len(ranks)) for file in files), default=len(ranks))

    def arrange_in(self, folder: Path) -> Arrange:
        """Return what brings files of a folder into order, if another one is wanted by now."""
        known: Mapping[Path, int] = {}

        def arrange(items: list[Item]) -> None:
            nonlocal known
            if known is not (ranks := self._ranks):
                known = ranks
                items.sort(key=lambda item: ranks.get(folder / item.name, len(ranks)))

        return arrange


class Beginning(StrEnum):
    """What becomes of the work of earlier sittings; files outside the plan are always forgotten.

    ONCE goes on with an unfinished batch; a finished one begins anew, or makes only missing results
    again where those that exist are to stay. MORE goes on as well, and begins anew only where a
    finished batch had another order. CONTINUE also retries files that failed, even in a finished
    batch. ANEW forgets everything but the results.
    """

    ONCE = "once"
    MORE = "more"
    CONTINUE = "continue"
    ANEW = "anew"


@dataclass(frozen=True, slots=True)
class Listed:
    """All files that the plan is about."""

    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """Files that a worker has now."""

    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Advanced:
    """How far a worker has come with a file that takes its time."""

    file: Path
    fraction: float


Event = Listed | Taken | Advanced | FileResult
Tell = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class PlanControl:
    """Who hears of the files of a plan, in what order they are taken, and which are left out."""

    tell: Tell = lambda _: None
    priorities: Priorities = field(default_factory=Priorities)
    accept: Accept = everything


def carry_out(
    plan: Plan,
    pool: WorkerPool,
    task: Task,
    control: PlanControl,
    beginning: Beginning = Beginning.ONCE,
) -> Account:
    """Do what is left of a plan, and write the report into its output folder.

    The plan is pending until it is done, one with `watch` for ever; after that it counts as the one
    carried out last. Where that cannot be kept on disk, the plan is carried out all the same.
    A folder or file that is gone before its turn does not hold up the others. Raise what `run`
    raises.
    """
    plan.check()
    found = [
        (batch, files_in(batch.folder, batch.search, without=batch.out)) for batch in plan.present()
    ]
    listed = [(batch, files) for batch, files in found if files]
    if not listed:
        raise FileError("There are no subtitles or texts in there.", "Add other folders or files.")
    _keep(plan, over=False)
    for batch, _ in listed:
        _begin(batch, beginning)
    all_files = chain.from_iterable(files for _, files in listed)
    control.tell(Listed(tuple(control.priorities.files(all_files))))
    for came in earlier_results((batch for batch, _ in listed), control.accept):
        control.tell(came)
    execution = _Execution(pool, task, control)
    account = together(plan, list(execution.accounts(listed)))
    write_report(account, plan.out / REPORT, overwrite=True)
    if not plan.watch:
        _keep(plan, over=True)
    return account


def _keep(plan: Plan, *, over: bool) -> None:
    # Only a later start needs it: what is done is kept in the output folder.
    try:
        pending.store(plan, over=over)
    except SubpunctError as error:
        log.warning("A later start cannot offer to go on with this batch: %s", error)


@dataclass(frozen=True, slots=True)
class _Execution:
    """Who works on the batches of a plan, and who says what of."""

    pool: WorkerPool
    task: Task
    control: PlanControl

    def accounts(self, listed: Sequence[tuple[Batch, Sequence[Path]]]) -> Iterator[Account]:
        """Carry batches out, each time the one with the file that is wanted first by then."""
        left = list(listed)
        while left:
            left.sort(key=lambda one: self.control.priorities.best(one[1]))
            batch, files = left.pop(0)
            account = self._with_gone(self._carried_out(batch, files), files)
            # Somebody else may be at work on it by now.
            with contextlib.suppress(FileError):
                for came in left_to_editor(batch, reviewed.load()):
                    self.control.tell(came)
            yield account

    def _carried_out(self, batch: Batch, files: Sequence[Path]) -> Account:
        tell, folder = self.control.tell, batch.folder

        def watch(event: Parcel | FileProgress) -> None:
            if isinstance(event, Parcel):
                tell(Taken(tuple(folder / item.name for item in event.items)))
            else:
                tell(Advanced(folder / event.name, event.fraction))

        control = RunControl(
            lambda outcome: tell(FileResult.of(batch, outcome)),
            lambda name: self.control.accept(folder / name),
            self.control.priorities.arrange_in(folder),
            watch,
        )
        try:
            return run(batch, self.pool, self.task, control, resume=True)
        except FileError:
            if any(map(path_exists, files)):
                raise
            outcomes = earlier_outcomes(batch, self.control.accept)
            return Account(batch, tuple(outcomes), 0.0, self.pool.size)

    def _with_gone(self, account: Account, files: Sequence[Path]) -> Account:
        """Let the listed files fail that went before it was the turn of their folder."""
        batch, gone = account.batch, []
        known = {outcome.source for outcome in account.outcomes}
        for file in files:
            name = file.relative_to(batch.folder).as_posix()
            if name not in known and self.control.accept(file) and not path_exists(file):
                reason = f"{file} does not exist. Was it moved or deleted?"
                gone.append(Outcome(name, State.FAILED, reason=reason))
                self.control.tell(FileResult.of(batch, gone[-1]))
        return replace(account, outcomes=(*account.outcomes, *gone))


def _begin(batch: Batch, beginning: Beginning) -> None:
    with journal_in(batch.out) as journal:
        if journal is None:
            return
        if _begins_anew(batch, journal, beginning):
            journal.clear()
        elif has_order(journal, batch):
            names = [one.found.name for one in journal.planned()]
            journal.forget(name for name in names if not batch.search.covers(name))
            if beginning is Beginning.ONCE and journal.value("over"):
                made = [one for one in journal.outcomes() if one.target]
                gone = [one for one in made if not os.path.lexists(batch.out / one.target)]
                journal.reopen([one.source for one in gone])


def _begins_anew(batch: Batch, journal: Journal, beginning: Beginning) -> bool:
    if beginning is Beginning.ANEW:
        return True
    over, unlike = bool(journal.value("over")), not has_order(journal, batch)
    if beginning is Beginning.MORE:
        return over and unlike
    return beginning is Beginning.ONCE and over and (unlike or batch.existing is not Existing.SKIP)
