"""Keep the review in a journal as it goes on, and bring back what was left of an earlier one."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.core.errors import SubpunctError
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.file.journal_lock import JournalLock, lock_at, lock_if_free
from subpunct_app.gui.file.left_review import review_of, with_review
from subpunct_app.gui.parts.message_bar import Offer
from subpunct_app.gui.texts.notes import (
    busy_note,
    left_note,
    outdated_note,
    taken_note,
    unkept_note,
)
from subpunct_app.services.editing.sheet import CueEdit
from subpunct_app.services.journal import (
    Exported,
    JournalWriter,
    Place,
    Snapshot,
    journal_path,
    journals_folder,
    lock_path,
    move,
    read,
    remove,
    steps,
    write_ahead,
)
from subpunct_app.subtitles.files.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from subpunct_app.core.verdicts import Change
    from subpunct_app.gui.background.work import Opened
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.review.opened import Review
    from subpunct_app.gui.review.words.manual_edit import ManualEdit
    from subpunct_app.gui.workplace import Workplace
    from subpunct_app.services.journal import FileState, Left
    from subpunct_app.services.journal.records import Record
    from subpunct_app.subtitles.files.document import Document

# Within this time a new place is on the disk; a decision is at once.
_DELAY_MS = 400


@dataclass(frozen=True, slots=True)
class _Held:
    """The file as it was opened, and its journals, which this window alone may write.

    `before` is what the bytes of the file were written from, if an export did that.
    """

    opened: Opened
    lock: JournalLock
    before: Document | None = None

    @property
    def path(self) -> Path:
        """Return where the journal of the file lies, as it is read."""
        return _path_of(self.opened)


class Keeper(QObject):
    """Own the journal of the open file; while another window has it this one waits to write."""

    _failed = Signal()

    def __init__(self, place: Workplace, manual: ManualEdit) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._page = place.page
        self._manual = manual
        self._message = place.message
        self._writer = JournalWriter(self._failed.emit)
        self._held: _Held | None = None
        self._waiting: Opened | None = None
        self._state: tuple[Document | None, Review | None, str] = (None, None, "")
        self._begun = False
        self._place = Place()
        self._exported = Exported(True)
        self._timer = timer(self, _DELAY_MS, once=True)
        self._connect(place.opener)
        self._writer.tidy()

    def show_left(self, opened: Opened) -> None:
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
        """Have the journal go on by the bytes that a file is about to get: a kill loses nothing."""
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
                remove(_path_of(after))
                lock.free()
            raise
        self._follow(file, after, lock)

    def leave(self) -> None:
        """End the journal of the present file; it stays for the next time."""
        if self._held is not None:
            self._write_place()
            self._writer.end()
        self._drop()

    def close(self) -> None:
        """Write what is waiting and stop."""
        self.leave()
        self._writer.close()

    def _connect(self, opener: Opener) -> None:
        page = self._page
        opener.asking.connect(self._note_review)
        opener.reading.connect(self._writer.settle)
        opener.leaving.connect(self.leave)
        opener.discarded.connect(self._discard)
        page.reviewed.connect(self._note_review)
        page.decider.changed.connect(self._note_change)
        page.renewed.connect(self._note_renewed)
        page.moved.connect(self._note_move)
        self._manual.changed.connect(self._note_move)
        page.panel.budget.moved.connect(self._note_move)
        page.stack.cleanChanged.connect(self._note_export)
        self._desk.changed.connect(self._note_export)
        self._desk.changed.connect(self._note_language)
        self._timer.timeout.connect(self._write_place)
        self._failed.connect(self._give_up)

    def _take(self, opened: Opened, name: str) -> bool:
        """Tell whether this window may keep the journal of a file, and take it."""
        try:
            lock = lock_at(lock_path(opened.source))
        except OSError:
            self._message.show_note(unkept_note(journals_folder()))
            return False
        if lock is None:
            self._waiting = opened
            self._tell_kept(kept=False, busy=True)
            self._message.show_note(busy_note(name))
            return False
        left = opened.left
        self._held = held = _Held(opened, lock, left.before if left else None)
        if left is not None and left.journal.path and left.is_of(opened.source):
            # What fits as it was read otherwise goes on here alone.
            move(left.journal.path, held.path)
        self._state = (opened.document, None, left.journal.heading.chosen if left else "")
        self._tell_kept(kept=True)
        return True

    def _take_again(self, file: OpenFile, opened: Opened) -> None:
        """Keep the file once no other window does, unless that has left work to be replaced."""
        lock = lock_if_free(lock_path(opened.source))
        if lock is None:
            return
        held, self._waiting = _Held(opened, lock), None
        if (there := read(held.path)) and there.has_work:
            lock.free()
            self._tell_kept(kept=False)
            self._message.show_note(taken_note(file.path.name))
            return
        self._held = held
        self._state = (opened.document, None, "")
        self._tell_kept(kept=True)

    def _resume(self, left: Left, source: FileState) -> None:
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
        review = review_of(left)
        self._page.show_edited(left.document, review, min(place.cue, len(left.document.cues) - 1))
        if review is not None and place.gap is not None and place.gap in review.session:
            self._page.select_gap(place.gap)
        if place.typed is not None:
            self._manual.go_on(CueEdit(*place.typed))
            self._write_place()
        if not exported.whole:
            self._page.stack.resetClean()
        self._leave_behind(left, source)
        offer = Offer("Start anew", self._page.start_anew) if review else None
        self._message.show_note(left_note(file.path.name, left, source), offer)

    def _leave_behind(self, left: Left, source: FileState) -> None:
        """Keep a review that was carried over in one journal, unless a window has the old one."""
        old, path = replace(source, sha256=left.journal.heading.sha256), left.journal.path
        if path is None or not self._begun or old == source:
            return
        if lock := lock_if_free(lock_path(old)):
            self._writer.replace(path)
            lock.free()

    def _note_review(self) -> None:
        if self._waiting is not None and self._desk.file is not None:
            self._take_again(self._desk.file, self._waiting)
        file, held = self._desk.file, self._held
        if file is None or held is None:
            return
        document, review, chosen = self._state
        if document is file.document and review is self._page.review and chosen == file.chosen:
            return
        self._state = (file.document, self._page.review, file.chosen)
        self._keep(file, held)

    def _keep(self, file: OpenFile, held: _Held) -> None:
        """Begin the journal anew, or take it off the disk where there is nothing to keep."""
        if self._has_work(file, held.opened):
            self._begin(file, held)
            return
        self._begun = False
        self._writer.remove(held.path)

    def _note_language(self) -> None:
        """Keep the language that was chosen, with a review or alone."""
        if self._desk.file is not None and self._desk.file.chosen != self._state[2]:
            self._note_review()

    def _has_work(self, file: OpenFile, opened: Opened) -> bool:
        """Tell whether there is more to keep than anybody finds out by opening the file."""
        edited = file.document is not opened.document or self._manual.typed is not None
        return edited or self._page.review is not None or bool(file.chosen)

    def _begin(self, file: OpenFile, held: _Held) -> None:
        self._begun = True
        self._place, self._exported = self._present(), self._present_export()
        snapshot = Snapshot(
            held.opened.source,
            held.opened.document,
            file.document,
            place=self._place,
            exported=self._exported,
            chosen=file.chosen,
            before=held.before,
        )
        self._writer.begin(held.path, with_review(snapshot, self._page.review).records)

    def _note_change(self, change: Change) -> None:
        if self._begun and self._page.review is not None:
            self._add_all(steps.of_change(change))
            self._note_move()

    def _note_renewed(self, gaps: Sequence[int]) -> None:
        review = self._page.review
        if self._begun and review is not None:
            self._add_all(steps.of_renewed(review.session, gaps))

    def _add_all(self, records: Iterable[Record]) -> None:
        for record in records:
            self._writer.add(record)

    def _note_move(self) -> None:
        if (self._begun or self._manual.typed) and not self._timer.isActive():
            self._timer.start()

    def _note_export(self) -> None:
        exported = self._present_export()
        if self._begun and exported != self._exported:
            self._exported = exported
            self._writer.add(exported)

    def _write_ahead(self, file: OpenFile, held: _Held, after: Opened) -> JournalLock | None:
        """Write the journal that a file will have after an export over it, and return its lock.

        There is none where another window has it, or where the cues would be others.
        """
        if not _reads_back(file, held.opened, after):
            return None
        if not (lock := lock_if_free(lock_path(after.source))):
            return None
        self._writer.settle()
        if self._goes_on(file, after):
            try:
                write_ahead(held.path, after.source, after.document, file.document)
            except SubpunctError:
                remove(_path_of(after))
        return lock

    def _goes_on(self, file: OpenFile, after: Opened) -> bool:
        """Tell whether anything is kept that an export over the file does not say."""
        return self._begun and self._has_work(file, after)

    def _follow(self, file: OpenFile, after: Opened, lock: JournalLock | None) -> None:
        """Keep the journal by the bytes that the file has now, as the export took its place."""
        if self._held is None or lock is None:
            self._discard()
            self._tell_kept(kept=False)
            return
        self._writer.remove(self._held.path)
        self._held.lock.free()
        self._begun = self._goes_on(file, after)
        self._held = held = _Held(after, lock, file.document)
        if self._begun and held.path.exists():
            self._writer.go_on(held.path)
        elif self._begun:
            self._begin(file, held)

    def _write_place(self) -> None:
        self._timer.stop()
        file, held, place = self._desk.file, self._held, self._present()
        if file is None or held is None:
            return
        if self._begun is not self._has_work(file, held.opened):
            self._keep(file, held)
        elif self._begun and place != self._place:
            self._place = place
            self._writer.add(place)

    def _present(self) -> Place:
        page, typed = self._page, self._manual.typed
        place = Place(page.current, page.cue, page.by_doubt, page.threshold)
        return replace(place, typed=(typed.cue, typed.text)) if typed else place

    def _present_export(self) -> Exported:
        file, clean = self._desk.file, self._page.stack.isClean()
        return Exported(clean, file.written, file.as_utf8) if file else Exported(clean)

    def _discard(self) -> None:
        if self._held is not None:
            self._writer.remove(self._held.path)
        self._drop()

    def _give_up(self) -> None:
        self._stop()
        if self._desk.file is not None:
            self._message.show_note(unkept_note(journals_folder()))

    def _stop(self) -> None:
        self._drop()
        self._tell_kept(kept=False)

    def _drop(self) -> None:
        self._timer.stop()
        if self._held is not None:
            self._held.lock.free()
        self._held = self._waiting = None
        self._state = (None, None, "")
        self._begun = False

    def _tell_kept(self, *, kept: bool, busy: bool = False) -> None:
        if self._desk.file is not None:
            self._desk.put(replace(self._desk.file, kept=kept, busy=busy))


def _reads_back(file: OpenFile, before: Opened, after: Opened) -> bool:
    """Tell whether an export is read as the same cues: an emptied paragraph, say, is none.

    A journal counts by them.
    """
    if file.document is before.document:
        return True
    written = after.document
    found = parse(written.to_bytes(), name=file.path.name, encoding=written.encoding.name)
    places = [[(cue.start, cue.end) for cue in one.cues] for one in (found, written)]
    return found.format is written.format and places[0] == places[1]


def _path_of(opened: Opened) -> Path:
    return journal_path(opened.source, opened.document.encoding)
