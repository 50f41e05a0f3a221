"""Write journals on a thread of its own, so that no key press waits for a disk."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

from subpunct_app.review.journal.records import encode_record
from subpunct_app.review.journal.review_journal import remove_old_journals
from subpunct_app.runtime.append_journal import AppendJournal, remove_journal
from subpunct_app.runtime.interrupts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from subpunct_app.review.journal.records import Record

log = logging.getLogger(__name__)

# Longer than it takes to write a record down, so that whoever draws has Python's lock most times.
_REST_SECONDS = 0.002
# Longer than the window takes to draw what had a journal begun anew, or thousands decided about.
_DRAWING_SECONDS = 0.1


class JournalWriter:
    """Keep one journal at a time; what was added outlives the program a moment later.

    It outlives a power cut as soon as the disk has it, which may take a second, and which nothing
    waits for but the end of a journal. `failed` is called on the writing thread when a journal
    cannot be kept any longer, `begun` when one was begun anew and is on the disk.
    """

    def __init__(self, failed: Callable[[], object], begun: Callable[[], object]) -> None:
        self._failed = failed
        self._told_begun = begun
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="subpunct-journal")
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="subpunct-sync")
        self._syncing: Future[None] | None = None
        self._journal: AppendJournal | None = None
        self._begun: dict[Path, int] = {}
        self._hurry = threading.Event()

    def begin(self, path: Path, records: Callable[[], Iterable[Record]]) -> None:
        """Start a journal anew with records that are worked out on the thread."""
        number = self._begun[path] = self._begun.get(path, 0) + 1
        self._do(self._begin, number, path, records)

    def go_on(self, path: Path) -> None:
        """Take up a journal that is on the disk already."""
        self._do(self._go_on, path)

    def add(self, record: Record) -> None:
        """Add a record to the journal that was begun or taken up last."""
        self._do(self._add, record)

    def add_later(self, records: Callable[[], Iterable[Record]]) -> None:
        """Add many records, which are worked out on the thread once the window has drawn."""
        self._do(self._add_later, records)

    def remove(self, path: Path) -> None:
        """End a journal and take it off the disk."""
        self._do(self._remove, path)

    def replace(self, path: Path) -> None:
        """Take another journal off the disk once the present one, which holds it all, is there."""
        self._do(self._replace, path)

    def end(self) -> None:
        """End the journal; it stays on the disk."""
        self._do(self._end)

    def settle(self) -> None:
        """Wait until the journals are on the disk as was asked for, so that they can be read."""
        self._hurry.set()
        wait_until(self._thread.submit(self._hurry.clear).done)

    def tidy(self) -> None:
        """Remove journals that are too many or too old."""
        self._do(remove_old_journals)

    def close(self) -> None:
        """Write what is waiting and stop the thread."""
        self.end()
        self.settle()
        self._thread.shutdown(wait=True)
        self._disk.shutdown(wait=True)

    def _do(self, work: Callable[..., object], *values: object) -> None:
        """Have something done on the thread; what fails ends the journal, and is told."""
        self._thread.submit(self._attempt, work, *values).add_done_callback(self._look_at)

    def _attempt(self, work: Callable[..., object], *values: object) -> None:
        try:
            work(*values)
        except OSError as error:
            self._give_up(error)

    def _look_at(self, done: Future[None]) -> None:
        error = done.exception()
        if error is not None:
            log.error("A journal met with what was not foreseen.", exc_info=error)
            self._give_up(error)

    def _begin(self, number: int, path: Path, records: Callable[[], Iterable[Record]]) -> None:
        self._end()
        if number == self._begun[path]:
            self._hurry.wait(_DRAWING_SECONDS)
        if number < self._begun[path]:
            # What was begun meanwhile holds all this and more. What is added until then counts by
            # other words, perhaps, than the journal that is on the disk.
            return
        self._journal = AppendJournal.begin(path, self._encoded(records()))
        self._told_begun()

    def _go_on(self, path: Path) -> None:
        self._end()
        self._journal = AppendJournal.go_on(path)

    def _encoded(self, records: Iterable[Record]) -> Iterator[bytes]:
        """Yield the lines of records, with a rest after each unless somebody waits for them."""
        for record in records:
            yield encode_record(record)
            self._hurry.wait(_REST_SECONDS)

    def _add(self, record: Record) -> None:
        if self._journal is not None:
            self._journal.add(encode_record(record))
            self._sync(self._journal)
            self._hurry.wait(_REST_SECONDS)

    def _add_later(self, records: Callable[[], Iterable[Record]]) -> None:
        self._hurry.wait(_DRAWING_SECONDS)
        for record in records():
            self._add(record)

    def _sync(self, journal: AppendJournal) -> None:
        """Let the disk have what was written, unless it is still at what came before."""
        if self._syncing is None or self._syncing.done():
            before, self._syncing = self._syncing, self._disk.submit(journal.sync)
            if before is not None:
                before.result()

    def _remove(self, path: Path) -> None:
        self._end()
        remove_journal(path)

    def _replace(self, path: Path) -> None:
        if self._journal is not None:
            remove_journal(path)

    def _end(self) -> None:
        journal, self._journal = self._journal, None
        syncing, self._syncing = self._syncing, None
        if journal is None:
            return
        try:
            with closing(journal):
                if syncing is not None:
                    syncing.result()
                journal.sync()
        except OSError as error:
            log.info("The journal cannot be closed: %s", error)

    def _give_up(self, error: BaseException) -> None:
        log.warning("The review is not kept: %s", error)
        self._end()
        self._failed()
