"""Keep the review in a journal as it goes on, and bring back what was left of an earlier one."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.file.journal_recorder import HeldFile, JournalRecorder, path_of
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.notes import (
    busy_note,
    interrupted_note,
    kept_again_note,
    left_note,
    outdated_note,
    taken_note,
    unkept_note,
)
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review import opening
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.review.journal.review_journal import (
    abandoned_journals,
    journals_folder,
    lock_journals,
    lock_journals_if_free,
    lock_path,
    read_journal,
    rename_journal,
)
from subpunct_app.review.journal.snapshot import reads_back
from subpunct_app.runtime.append_journal import remove_journal
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.words.cue_editor import InPlaceEdit
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.journal.resume import LeftReview
    from subpunct_app.review.journal.review_journal import ReviewJournal
    from subpunct_app.review.opening import OpenedFile
    from subpunct_app.runtime.file_lock import ProcessLock
    from subpunct_app.subtitles.formats.document import Document


# After so long a disk may have room again, or a folder may be open.
_PAUSE_MS = 30_000


class JournalKeeper(QObject):
    """Own the journal of the open file; while another window writes it, wait for that to close.

    Where it cannot be written that is told, and tried again from time to time.
    """

    def __init__(self, place: Workplace, manual: InPlaceEdit) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._page = place.page
        self._manual = manual
        self._message = place.message
        self._recorder = JournalRecorder(place, manual)
        self._waiting: OpenedFile | None = None
        self._refused = False
        self._pause = timer(self, _PAUSE_MS, once=True)
        self._connect(place.opener)

    def show_left(self, opened: OpenedFile) -> None:
        """Take up the file that was opened, with the review of it that was left, if any."""
        file = self._desk.file
        if file is None:
            return
        if not self._take(opened, file.path.name):
            return
        if opened.left is not None:
            self._resume(opened.left, opened.source)
        elif opened.outdated is not None:
            self._message.show_note(outdated_note(file.path.name, opened.outdated, opened.source))

    @contextmanager
    def replacing(self, written: FileState, result: Document) -> Iterator[None]:
        """Write a journal for the bytes that a file is about to get: then a kill loses nothing."""
        file, held = self._desk.file, self._recorder.held
        if file is None or held is None or not written.replaces(held.opened.source):
            yield
            return
        after = replace(held.opened, source=written, document=result)
        lock = self._write_ahead(file, held, after)
        try:
            yield
        except SubpunctError:
            if lock is not None:
                remove_journal(path_of(after))
                lock.remove()
            raise
        self._follow(file, after, lock)

    def leave(self) -> None:
        """End the journal of the present file; it stays for the next time."""
        self._recorder.end()
        self._rest()

    def close(self) -> None:
        """Write what is waiting and stop."""
        self.leave()
        self._recorder.close()

    def _connect(self, opener: Opener) -> None:
        opener.asking.connect(self._note_review)
        opener.reading.connect(self._recorder.settle)
        opener.leaving.connect(self.leave)
        opener.discarded.connect(self._recorder.discard)
        self._page.reviewed.connect(self._note_review)
        self._desk.changed.connect(self._note_language)
        self._recorder.failed.connect(self._note_failure)
        self._recorder.written.connect(self._note_success)
        self._pause.timeout.connect(self._try_again)

    def _take(self, opened: OpenedFile, name: str) -> bool:
        """Tell whether this window may keep the journal of a file, and take it."""
        try:
            lock = lock_journals(lock_path(opened.source))
        except OSError:
            self._waiting = opened
            self._tell_refused()
            return False
        if lock is None:
            self._waiting = opened
            self._tell_kept(kept=False, busy=True)
            self._message.show_note(busy_note(name))
            return False
        left = opened.left
        held = HeldFile(opened, lock, left.before if left else None)
        if left is not None and left.journal.path and left.is_of(opened.source):
            # What fits as it was read otherwise goes on here alone.
            rename_journal(left.journal.path, held.path)
        self._recorder.hold(held, chosen=left.journal.heading.chosen if left else "")
        self._tell_kept(kept=True)
        return True

    def _take_again(self, file: OpenFile, opened: OpenedFile) -> None:
        """Keep the file once no other window does, unless that has left work to be replaced."""
        lock = lock_journals_if_free(lock_path(opened.source))
        if lock is None:
            return
        held, self._waiting = HeldFile(opened, lock), None
        if (there := read_journal(held.path)) and there.has_work:
            lock.remove()
            self._rest()
            self._tell_kept(kept=False)
            self._message.show_note(taken_note(file.path.name))
            return
        self._recorder.hold(held)
        self._tell_kept(kept=True)

    def _resume(self, left: LeftReview, source: FileState) -> None:
        """Show a review as it was left, unless the editor was faster than the disk."""
        file, place = self._desk.file, left.journal.place
        if file is None or self._page.stack.count():
            self._stop()
            return
        self._page.set_threshold(place.line)
        self._page.set_order(by_doubt=place.by_doubt)
        exported = left.journal.exported
        self._desk.put(
            replace(
                file,
                document=left.document,
                written=exported.last,
                as_utf8=exported.as_utf8 and not left.document.encoding.is_utf8,
                chosen=file.chosen or left.journal.heading.chosen,
            )
        )
        review = left.review
        self._page.show_left(left.document, review, min(place.cue, len(left.document.cues) - 1))
        if review is not None and place.gap is not None and place.gap in review.session:
            self._page.select_gap(place.gap)
        if place.typed is not None:
            self._manual.go_on(CueEdit(*place.typed))
            self._recorder.write_place()
        if not exported.whole:
            self._page.stack.resetClean()
        self._leave_behind(left, source)
        offer = Offer(tr("Start over"), self._page.replacing.start_anew) if review else None
        self._message.show_note(left_note(file.path.name, left, source), offer)

    def _leave_behind(self, left: LeftReview, source: FileState) -> None:
        """Keep a review that was carried over in one journal, unless a window has the old one."""
        old, path = replace(source, sha256=left.journal.heading.sha256), left.journal.path
        if path is None or not self._recorder.begun or old == source:
            return
        if lock := lock_journals_if_free(lock_path(old)):
            self._recorder.replace(path)
            lock.remove()

    def _note_review(self) -> None:
        if self._waiting is not None and self._desk.file is not None:
            self._take_again(self._desk.file, self._waiting)
        self._recorder.note_file()

    def _note_language(self) -> None:
        """Keep the language that was chosen, with a review or alone."""
        if self._desk.file is not None and self._desk.file.chosen != self._recorder.chosen:
            self._note_review()

    def _write_ahead(self, file: OpenFile, held: HeldFile, after: OpenedFile) -> ProcessLock | None:
        """Write the journal that a file will have after an export over it, and return its lock.

        There is none where another window has it, or where the cues would be others. What could not
        be kept is not in the present one, so that the other is begun anew.
        """
        same = file.document is held.opened.document
        if not same and not reads_back(after.document, file.path.name):
            return None
        lock = lock_journals_if_free(lock_path(after.source))
        if lock and self._refused:
            remove_journal(path_of(after))
        elif lock:
            self._recorder.write_ahead(file, held, after)
        return lock

    def _follow(self, file: OpenFile, after: OpenedFile, lock: ProcessLock | None) -> None:
        """Keep the journal by the bytes that the file has now, as the export took its place."""
        held = self._recorder.held
        if held is None or lock is None:
            self._recorder.discard()
            self._rest()
            self._tell_kept(kept=False)
            return
        self._recorder.go_on(file, held, HeldFile(after, lock, file.document))

    def _note_failure(self) -> None:
        if self._recorder.held is not None:
            self._tell_refused()

    def _tell_refused(self) -> None:
        """Say, once, that nothing is kept, and try again after a pause."""
        self._pause.start()
        if not self._refused:
            self._refused = True
            self._tell_kept(kept=False)
            self._message.show_note(unkept_note(journals_folder()))

    def _try_again(self) -> None:
        """Keep the file where that is possible by now."""
        if self._waiting is not None:
            self._note_review()
        else:
            self._recorder.begin_again()
        if self._waiting is not None:
            self._pause.start()
        elif self._recorder.held is not None and not self._recorder.begun:
            # There is nothing to be written.
            self._note_success()

    def _note_success(self) -> None:
        if self._refused:
            self._rest()
            self._tell_kept(kept=True)
            self._message.show_note(kept_again_note())

    def _rest(self) -> None:
        """Wait for nothing more: neither for another window nor for the disk."""
        self._waiting, self._refused = None, False
        self._pause.stop()

    def _stop(self) -> None:
        self._recorder.drop()
        self._rest()
        self._tell_kept(kept=False)

    def _tell_kept(self, *, kept: bool, busy: bool = False) -> None:
        if self._desk.file is not None:
            self._desk.put(replace(self._desk.file, kept=kept, busy=busy))


def offer_interrupted(place: Workplace) -> None:
    """Offer to go on with the latest review that ended without its window being closed."""

    def offer(journals: Sequence[ReviewJournal]) -> None:
        if journals and place.desk.file is None:
            newest = Path(journals[0].heading.path)
            going_on = Offer(tr("Continue"), partial(place.opener.open, newest))
            place.message.show_note(interrupted_note(journals), going_on)

    if paths := list(abandoned_journals()):
        job = partial(opening.read_journals, paths)
        place.jobs.submit(Lane.FILES, job, done=offer, failed=say_nothing)
