"""What a batch has left to do, and where each result goes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
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
        self._results = journal.results()
        self._mirror = Mirror([JOURNAL, *(one.target for one in journal.planned())], self._former())

    def plan(self, findings: Findings, accept: Accept) -> None:
        """Say what is left to do, and where each result goes; settle what needs no more work."""
        self._confirm()
        skipped = [
            one.source
            for one in self._journal.skipped()
            if self._batch.existing is not Existing.SKIP or self._is_free(one.target)
        ]
        self._journal.reopen(list(filter(accept, (*self._journal.failed(), *skipped))))
        self._forget_removed(findings)
        self._take_in(findings, accept)
        self._clean_up()
        self._make_way()

    def _take_in(self, findings: Findings, accept: Accept) -> None:
        """Plan the files that are new or have changed; those that are missing will fail."""
        known = {one.found.name: one for one in self._journal.planned()}
        made = {one.source: one for one in self._journal.outcomes()}
        gone = [Found(name, 0, 0) for name in findings.missing if name not in known]
        fresh = [
            file
            for file in (*findings.files, *gone)
            if file.name not in known or known[file.name].found != file
        ]
        right = [file for file in fresh if file.name in made and self._is_right(made[file.name])]
        self._journal.note_found(right)
        files = [file for file in fresh if file not in right and accept(file.name)]
        new = [file.name for file in files if file.name not in known]
        targets = self._mirror.place_all(new, self._batch.order.kind)
        plans = [known.get(file.name) or Planned(file, targets[file.name]) for file in files]
        self._journal.plan(
            replace(one, found=file, outdated=self._outdated(file, one, made.get(file.name)))
            for file, one in zip(files, plans, strict=True)
        )

    def _outdated(self, file: Found, planned: Planned, made: Outcome | None) -> str | None:
        """Return the `outdated` of a file that is planned, after it was `made` perhaps."""
        if planned.outdated is not None:
            return planned.outdated
        found, outcome = self._results.get(planned.target, (None, None))
        if found is None or outcome is None or found.name != file.name:
            return None if made is None else ""
        if made is not None:
            return outcome.sha256
        # Other versions are written of all files.
        follows = self._batch.existing is not Existing.VERSION and found != file
        return outcome.sha256 if follows and not self._is_right(outcome) else None

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
        was_read = found == reviewed.text_read(self._reviews, result, made.sha256)
        return was_read and path_exists(result)

    def _confirm(self) -> None:
        """Settle what was written whole when the program died."""
        announced = self._journal.announced()
        whole = [one for one in announced if digest_of(self._batch.out / one.target) == one.sha256]
        self._settle(whole)
        self._journal.reopen([one.source for one in announced if one not in whole])
        self._results = self._journal.results()

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
        kind = self._batch.order.kind
        self._journal.plan(
            Planned(one.found, self._mirror.place(one.found.name, kind, self._is_free))
            for one in taken
        )

    def _former(self) -> dict[str, list[str]]:
        """Return the results that former batches wrote of each file, where both are there still."""
        former: dict[str, list[str]] = {}
        for target, (found, _) in self._results.items():
            if not self._is_free(target) and os.path.lexists(self._batch.folder / found.name):
                former.setdefault(found.name, []).append(target)
        return former

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
