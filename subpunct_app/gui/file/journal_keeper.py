"""Keep the review in a journal as it goes on, and bring back what was left of an earlier one."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.notes import interrupted_note, left_note, outdated_note
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review import opening
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.review.journal.journal_writer import JournalWriter
from subpunct_app.review.journal.records import (
    EditorPlace,
    Exported,
    records_of_change,
    records_of_renewed,
)
from subpunct_app.review.journal.review_journal import (
    abandoned_journals,
    journal_path,
    journals_folder,
    lock_journals,
    lock_journals_if_free,
    lock_path,
    read_journal,
    rename_journal,
)
from subpunct_app.review.journal.snapshot import Snapshot, reads_back, write_ahead
from subpunct_app.runtime.append_journal import remove_journal
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.gui.desk import OpenFile, Workplace
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.words.cue_editor import InPlaceEdit
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.journal.resume import LeftReview
    from subpunct_app.review.journal.review_journal import ReviewJournal
    from subpunct_app.review.opening import OpenedFile
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.file_lock import ProcessLock
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.text.decisions import Change


# After so long a disk may have room again, or a folder may be open.
_PAUSE_MS = 30_000
# Within this time a new place is on the disk; a decision is at once.
_DELAY_MS = 400
# What is said of more gaps at once takes a moment to put into words.
_MANY = 50


@dataclass(frozen=True, slots=True)
class _HeldFile:
    """The file as it was opened, and the lock by which this window alone may write its journal.

    `before` is the document before an export over the file, None where there was none.
    """

    opened: OpenedFile
    lock: ProcessLock
    before: Document | None = None


class JournalKeeper(QObject):
    """Write the journal of the open file; while another window writes it, wait for that to close.

    Where it cannot be written that is told, and tried again from time to time. `written` tells that
    all of it is on the disk, as it was begun anew, `failed` that it cannot be written any longer.
    """

    failed = Signal()
    written = Signal()

    def __init__(self, place: Workplace, manual: InPlaceEdit) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._page = place.page
        self._manual = manual
        self._message = place.message
        self._writer = JournalWriter(self.failed.emit, self.written.emit)
        self._held: _HeldFile | None = None
        self._waiting: OpenedFile | None = None
        self._refused = False
        # What the journal was begun about: the document, its review, the language that was chosen.
        self._noted: tuple[Document | None, Review | None, str] = (None, None, "")
        # There is something to keep.
        self._begun = False
        self._place = EditorPlace()
        self._exported = Exported(True)
        self._typing = timer(self, _DELAY_MS, once=True)
        self._pause = timer(self, _PAUSE_MS, once=True)
        self._connect(place.opener)
        self._writer.tidy()

    def show_left(self, opened: OpenedFile) -> None:
        """Take up the file that was opened, with the review of it that was left, if any."""
        file = self._desk.file
        if file is None or not self._take(opened, file.path.name):
            return
        if opened.left is not None:
            self._resume(opened.left, opened.source)
        elif opened.outdated is not None:
            self._message.show_note(outdated_note(file.path.name, opened.outdated, opened.source))

    @contextmanager
    def replacing(self, written: FileState, result: Document) -> Iterator[None]:
        """Write a journal for the bytes that a file is about to get: then a kill loses nothing."""
        file, held = self._desk.file, self._held
        if file is None or held is None or not written.replaces(held.opened.source):
            yield
            return
        after = replace(held.opened, source=written, document=result)
        lock = self._write_ahead(file, held, after)
        try:
            yield
        except SubpunctError:
            if lock is not None:
                remove_journal(_path_of(after))
                lock.remove()
            raise
        if lock is None:
            self._discard()
            self._tell_kept(kept=False)
        else:
            self._go_on(file, held, _HeldFile(after, lock, file.document))

    def leave(self) -> None:
        """End the journal of the present file; it stays for the next time."""
        if self._held is not None:
            self._write_place()
            # Whoever waits for the lock reads it then.
            self._writer.settle()
            self._writer.end()
        self._drop()

    def close(self) -> None:
        """Write what is waiting and stop."""
        self.leave()
        self._writer.close()

    def _connect(self, opener: Opener) -> None:
        opener.asking.connect(self._note_review)
        opener.reading.connect(self._writer.settle)
        opener.leaving.connect(self.leave)
        opener.discarded.connect(self._discard)
        page = self._page
        page.reviewed.connect(self._note_review)
        page.decider.changed.connect(self._note_change)
        page.renewed.connect(self._note_renewed)
        page.moved.connect(self._note_move)
        page.panel.budget.moved.connect(self._note_move)
        page.stack.cleanChanged.connect(self._note_export)
        self._manual.changed.connect(self._note_move)
        self._desk.changed.connect(self._note_language)
        self._desk.changed.connect(self._note_export)
        self.failed.connect(self._note_failure)
        self.written.connect(self._note_success)
        self._typing.timeout.connect(self._write_place)
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
            self._message.show_note(
                tr(
                    "{name} is open in another window of subpunct. Decisions made here are not "
                    "saved.",
                    name=name,
                )
            )
            return False
        left = opened.left
        if left is not None and left.journal.path and left.is_of(opened.source):
            # What fits as it was read otherwise goes on here alone.
            rename_journal(left.journal.path, _path_of(opened))
        chosen = left.journal.heading.chosen if left else ""
        self._hold(_HeldFile(opened, lock, left.before if left else None), chosen)
        return True

    def _hold(self, held: _HeldFile, chosen: str = "") -> None:
        self._held = held
        self._noted = (held.opened.document, None, chosen)
        self._tell_kept(kept=True)

    def _take_again(self, opened: OpenedFile) -> None:
        """Keep the file once no other window does, unless that has left work to be replaced."""
        lock = lock_journals_if_free(lock_path(opened.source))
        if lock is None:
            return
        self._waiting = None
        if (there := read_journal(_path_of(opened))) and there.has_work:
            lock.remove()
            self._rest()
            self._tell_kept(kept=False)
            text = tr(
                "The other window has saved its decisions about {name}. Those made here are not "
                "saved: export them, or open the file again to continue with the saved ones.",
                name=opened.source.path.name,
            )
            self._message.show_note(text)
            return
        self._hold(_HeldFile(opened, lock))

    def _resume(self, left: LeftReview, source: FileState) -> None:
        """Show a review as it was left, unless the editor was faster than the disk."""
        file, place = self._desk.file, left.journal.place
        if file is None or self._page.stack.count():
            self._drop()
            self._tell_kept(kept=False)
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
            self._write_place()
        if not exported.whole:
            self._page.stack.resetClean()
        self._leave_behind(left, source)
        offer = Offer(tr("Start over"), self._page.replacing.start_anew) if review else None
        self._message.show_note(left_note(file.path.name, left, source), offer)

    def _leave_behind(self, left: LeftReview, source: FileState) -> None:
        """Keep a review that was carried over in one journal, unless a window has the old one."""
        old, path = replace(source, sha256=left.journal.heading.sha256), left.journal.path
        if path is None or not self._begun or old == source:
            return
        if lock := lock_journals_if_free(lock_path(old)):
            self._writer.replace(path)
            lock.remove()

    def _note_review(self) -> None:
        """Begin the journal anew if the file is another one now, or its review or language."""
        if self._desk.file is None:
            return
        if self._waiting is not None:
            self._take_again(self._waiting)
        document, review, chosen = self._noted
        file = self._desk.file
        same = document is file.document and review is self._page.review and chosen == file.chosen
        if self._held is not None and not same:
            self._noted = (file.document, self._page.review, file.chosen)
            self._keep(file, self._held)

    def _note_language(self) -> None:
        """Keep the language that was chosen, with a review or alone."""
        if self._desk.file is not None and self._desk.file.chosen != self._noted[2]:
            self._note_review()

    def _keep(self, file: OpenFile, held: _HeldFile) -> None:
        """Begin the journal anew, or take it off the disk where there is nothing to keep."""
        if self._has_work(file, held.opened):
            self._begin(file, held)
            return
        self._begun = False
        self._writer.remove(_path_of(held.opened))

    def _has_work(self, file: OpenFile, opened: OpenedFile) -> bool:
        """Tell whether there is more to keep than anybody finds out by opening the file."""
        edited = file.document is not opened.document or self._manual.typed is not None
        return edited or self._page.review is not None or bool(file.chosen)

    def _begin(self, file: OpenFile, held: _HeldFile) -> None:
        self._begun = True
        self._place, self._exported = self._present(), self._present_export()
        snapshot = Snapshot(
            held.opened.source,
            held.opened.document,
            file.document,
            self._page.review.copied() if self._page.review else None,
            place=self._place,
            exported=self._exported,
            chosen=file.chosen,
            before=held.before,
        )
        self._writer.begin(_path_of(held.opened), snapshot.records)

    def _write_ahead(
        self, file: OpenFile, held: _HeldFile, after: OpenedFile
    ) -> ProcessLock | None:
        """Write the journal that a file will have after an export over it, and return its lock.

        There is none where another window has it, or where the cues would be others. What could not
        be kept is not in the present one, so that the other is begun anew.
        """
        same = file.document is held.opened.document
        if not same and not reads_back(after.document, file.path.name):
            return None
        lock = lock_journals_if_free(lock_path(after.source))
        if lock and self._refused:
            remove_journal(_path_of(after))
        elif lock:
            self._writer.settle()
            if self._begun and self._has_work(file, after):
                present = _path_of(held.opened)
                try:
                    write_ahead(present, after.source, after.document, file.document)
                except SubpunctError:
                    remove_journal(_path_of(after))
        return lock

    def _go_on(self, file: OpenFile, before: _HeldFile, after: _HeldFile) -> None:
        """Write the journal by the bytes that an export gave the file, in place of the old one."""
        self._writer.remove(_path_of(before.opened))
        before.lock.remove()
        self._begun = self._begun and self._has_work(file, after.opened)
        self._held, path = after, _path_of(after.opened)
        if self._begun and path.exists():
            self._writer.go_on(path)
        elif self._begun:
            self._begin(file, after)

    def _discard(self) -> None:
        """End the journal and take it off the disk."""
        if self._held is not None:
            self._writer.remove(_path_of(self._held.opened))
        self._drop()

    def _drop(self) -> None:
        """Write no journal any longer, and let another window do so."""
        self._typing.stop()
        if self._held is not None:
            self._held.lock.remove()
        self._held, self._begun = None, False
        self._noted = (None, None, "")
        self._rest()

    def _rest(self) -> None:
        """Wait for nothing more: neither for another window nor for the disk."""
        self._waiting, self._refused = None, False
        self._pause.stop()

    def _note_change(self, change: Change) -> None:
        if self._begun and self._page.review is not None:
            records = partial(records_of_change, change)
            if len(change.after) > _MANY:
                self._writer.add_later(records)
            else:
                for record in records():
                    self._writer.add(record)
            self._note_move()

    def _note_renewed(self, gaps: Sequence[int]) -> None:
        review = self._page.review
        if self._begun and review is not None:
            for record in records_of_renewed(review.session, gaps):
                self._writer.add(record)

    def _note_move(self) -> None:
        if (self._begun or self._manual.typed) and not self._typing.isActive():
            self._typing.start()

    def _write_place(self) -> None:
        """Write where the editor is and what is typed there, if it is not written yet."""
        self._typing.stop()
        file, held, place = self._desk.file, self._held, self._present()
        if file is None or held is None:
            return
        if self._begun is not self._has_work(file, held.opened):
            self._keep(file, held)
        elif self._begun and place != self._place:
            self._place = place
            self._writer.add(place)

    def _note_export(self) -> None:
        exported = self._present_export()
        if self._begun and exported != self._exported:
            self._exported = exported
            self._writer.add(exported)

    def _present(self) -> EditorPlace:
        page, typed = self._page, self._manual.typed
        place = EditorPlace(page.current, page.cue, page.by_doubt, page.threshold)
        return replace(place, typed=(typed.cue, typed.text)) if typed else place

    def _present_export(self) -> Exported:
        file, clean = self._desk.file, self._page.stack.isClean()
        return Exported(clean, file.written, file.as_utf8) if file else Exported(clean)

    def _note_failure(self) -> None:
        if self._held is not None:
            self._tell_refused()

    def _tell_refused(self) -> None:
        """Say, once, that nothing is kept, and try again after a pause."""
        self._pause.start()
        if not self._refused:
            self._refused = True
            self._tell_kept(kept=False)
            self._message.show_note(
                tr(
                    "Decisions cannot be saved in {folder}. Export them before you close the "
                    "window.",
                    folder=journals_folder(),
                )
            )

    def _try_again(self) -> None:
        """Keep the file where that is possible by now."""
        if self._waiting is not None:
            self._note_review()
        elif self._desk.file is not None and self._held is not None:
            self._keep(self._desk.file, self._held)
        if self._waiting is not None:
            self._pause.start()
        elif self._held is not None and not self._begun:
            # There is nothing to be written.
            self._note_success()

    def _note_success(self) -> None:
        if self._refused:
            self._rest()
            self._tell_kept(kept=True)
            text = tr("Decisions are saved again, including those made in the meantime.")
            self._message.show_note(text)

    def _tell_kept(self, *, kept: bool, busy: bool = False) -> None:
        if self._desk.file is not None:
            self._desk.put(replace(self._desk.file, kept=kept, busy=busy))


def _path_of(opened: OpenedFile) -> Path:
    return journal_path(opened.source, opened.document.encoding)


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
