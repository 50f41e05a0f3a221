"""What a batch has left to do, and where each result goes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.batch import reviewed
from subpunct_app.batch.batch_journal import Journal, Planned
from subpunct_app.batch.batch_options import Batch, Existing
from subpunct_app.batch.file_search import JOURNAL, Found, digest_of
from subpunct_app.batch.mirror import Mirror
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.paths import is_folder, path_exists
from subpunct_app.subtitles.files import TEMPORARY

if TYPE_CHECKING:
    from subpunct_app.batch.file_search import Findings

Accept = Callable[[str], bool]
Settle = Callable[[Iterable[Outcome]], None]

_STALE = (
    "It changed after it was restored. Its result may hold somebody's work, so it stays; "
    "move the result away to have the file restored again."
)


class Agenda:
    """Bring the journal of a batch up to date with the files that lie there now."""

    def __init__(self, batch: Batch, journal: Journal, settle: Settle) -> None:
        self._batch = batch
        self._journal = journal
        self._settle = settle
        self._reviews = reviewed.load()
        self._folder = str(batch.folder.resolve())
        self._mirror = Mirror([JOURNAL, *(one.target for one in journal.planned())], self._former())

    def plan(self, findings: Findings, accept: Accept) -> None:
        """Say what is left to do, and where each result goes; settle what needs no more work."""
        self._confirm()
        self._give_another_chance(accept)
        self._forget_removed(findings)
        self._take_in(findings, accept)
        if self._batch.existing is not Existing.VERSION:
            self._journal.outdate(self._folder, self._is_right)
        self._clean_up()
        self._make_way()

    def _give_another_chance(self, accept: Accept) -> None:
        """Take as not done what failed, and what was skipped and can have a result by now."""
        skipped = [one.source for one in self._journal.skipped() if self._has_way(one)]
        self._journal.reopen(list(filter(accept, (*self._journal.failed(), *skipped))))

    def _take_in(self, findings: Findings, accept: Accept) -> None:
        """Plan the files that are new or have changed; those that are missing will fail."""
        known = {one.found.name: one for one in self._journal.planned()}
        right = self._still_right(findings.files, known)
        self._journal.note_found(right)
        known |= {file.name: replace(known[file.name], found=file) for file in right}
        gone = [Found(name, 0, 0) for name in findings.missing if name not in known]
        files = [file for file in (*findings.files, *gone) if accept(file.name)]
        new = [file.name for file in files if file.name not in known]
        targets = self._mirror.place_all(new, self._batch.order.kind)
        self._journal.plan(
            [
                replace(known[file.name], found=file)
                if file.name in known
                else Planned(file, targets[file.name])
                for file in files
                if file.name not in known or known[file.name].found != file
            ],
            self._folder,
        )

    def _still_right(self, files: Iterable[Found], known: Mapping[str, Planned]) -> list[Found]:
        """Return the files that are found otherwise than before, though their results are right."""
        made = {one.source: one for one in self._journal.outcomes()}
        found = {one.found for one in known.values()}
        return [
            file
            for file in files
            if file.name in made and file not in found and self._is_right(made[file.name])
        ]

    def _is_right(self, made: Outcome) -> bool:
        """Tell whether a text is what its result was made of, or what was reviewed there since.

        Copies and restored files have other times.
        """
        if not made.source_sha256:
            return False
        found = digest_of(self._batch.folder / made.source)
        if found is None or found == made.source_sha256:
            return found is not None
        result = self._batch.out / made.target
        return found == reviewed.text_read(self._reviews, result, made.sha256) and path_exists(
            result
        )

    def _confirm(self) -> None:
        """Settle what was written whole when the program died."""
        announced = self._journal.announced()
        whole = [one for one in announced if digest_of(self._batch.out / one.target) == one.sha256]
        self._settle(whole)
        self._journal.reopen([one.source for one in announced if one not in whole])

    def _forget_removed(self, findings: Findings) -> None:
        """Forget files without a result that were taken out of the folder since."""
        undone = {one.found.name for one in self._journal.waiting()}
        undone.update(one.source for one in self._journal.outcomes() if not one.target)
        undone.difference_update(findings.missing)
        self._journal.forget(
            one.found.name
            for one in self._journal.planned()
            if one.found.name in undone
            and (one.outdated is None or self._is_free(one.target))
            and not os.path.lexists(self._batch.folder / one.found.name)
        )

    def _clean_up(self) -> None:
        """Remove what was half written when the program died."""
        for folder in {(self._batch.out / one.target).parent for one in self._journal.planned()}:
            # What is not open to us is told of the files whose results belong there.
            with contextlib.suppress(OSError):
                for left in folder.glob(TEMPORARY):
                    left.unlink()

    def _make_way(self) -> None:
        """Leave what others wrote where results should go, or find other names for those."""
        if self._batch.existing is Existing.REPLACE:
            return
        taken = [
            one
            for one in self._journal.waiting()
            if not (self._is_free(one.target) or is_outdated(self._batch, one))
        ]
        if self._batch.existing is Existing.SKIP:
            # A folder is no result: whoever writes there says so.
            results = [one for one in taken if not is_folder(self._batch.out / one.target)]
            self._settle(map(_left, results))
            return
        self._journal.plan(
            [replace(one, target=self._other_place(one.found.name)) for one in taken],
            self._folder,
        )

    def _other_place(self, name: str) -> str:
        return self._mirror.place(name, self._batch.order.kind, self._is_free)

    def _former(self) -> dict[str, list[str]]:
        """Return the results that former batches wrote of each file, where both are there still."""
        return {
            source: [target for target in targets if not self._is_free(target)]
            for source, targets in self._journal.former(self._folder).items()
            if os.path.lexists(self._batch.folder / source)
        }

    def _has_way(self, skipped: Outcome) -> bool:
        """Tell whether a file that was skipped can have a result by now."""
        return self._batch.existing is not Existing.SKIP or self._is_free(skipped.target)

    def _is_free(self, target: str) -> bool:
        """Tell whether nothing stands there; where nobody can tell, whoever writes says why."""
        return not os.path.lexists(self._batch.out / target)


def is_outdated(batch: Batch, planned: Planned) -> bool:
    """Tell whether a result is what this batch wrote of a file that has changed since."""
    written = planned.outdated
    return bool(written) and digest_of(batch.out / planned.target) == written


def _left(planned: Planned) -> Outcome:
    """Return what becomes of a file whose result is left as it is."""
    if planned.outdated is None:
        reason = "Its result exists already."
        return Outcome(planned.found.name, State.SKIPPED, planned.target, reason)
    return Outcome(planned.found.name, State.FAILED, reason=_STALE)
