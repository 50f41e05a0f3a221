"""Record in a journal what becomes of the open file and its review."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.timers import timer
from subpunct_app.review.journal.journal_writer import JournalWriter
from subpunct_app.review.journal.records import (
    EditorPlace,
    Exported,
    records_of_change,
    records_of_renewed,
)
from subpunct_app.review.journal.review_journal import journal_path
from subpunct_app.review.journal.snapshot import Snapshot, write_ahead
from subpunct_app.runtime.append_journal import remove_journal
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.gui.words.cue_editor import InPlaceEdit
    from subpunct_app.review.journal.records import Record
    from subpunct_app.review.opening import OpenedFile
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.file_lock import ProcessLock
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.text.decisions import Change


@dataclass(frozen=True, slots=True)
class HeldFile:
    """The file as it was opened, and its journals, which this window alone may write.

    `before` is the document before an export over the file, None where there was none.
    """

    opened: OpenedFile
    lock: ProcessLock
    before: Document | None = None

    @property
    def path(self) -> Path:
        """Return where the journal of the file lies, as it is read."""
        return path_of(self.opened)


def path_of(opened: OpenedFile) -> Path:
    """Return where the journal of a file lies that was opened."""
    return journal_path(opened.source, opened.document.encoding)


# Within this time a new place is on the disk; a decision is at once.
_DELAY_MS = 400
# What is said of more gaps at once takes a moment to put into words.
_MANY = 50


class JournalRecorder(QObject):
    """Write the journal of the file that this window holds, as long as it holds one.

    `failed` tells that it cannot be written any longer, `written` that all of it is on the disk, as
    it was begun anew.
    """

    failed = Signal()
    written = Signal()

    def __init__(self, place: Workplace, manual: InPlaceEdit) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._page = place.page
        self._manual = manual
        self._writer = JournalWriter(self.failed.emit, self.written.emit)
        self._held: HeldFile | None = None
        self._state: tuple[Document | None, Review | None, str] = (None, None, "")
        self._begun = False
        self._place = EditorPlace()
        self._exported = Exported(True)
        self._timer = timer(self, _DELAY_MS, once=True)
        self._connect()
        self._writer.tidy()

    @property
    def held(self) -> HeldFile | None:
        """Return the file whose journal is written, None where there is none."""
        return self._held

    @property
    def begun(self) -> bool:
        """Tell whether there is anything to keep, so that the journal was begun."""
        return self._begun

    @property
    def chosen(self) -> str:
        """Return the language that was chosen for the file when it was last looked at."""
        return self._state[2]

    def hold(self, held: HeldFile, *, chosen: str = "") -> None:
        """Write the journal of a file from now on, for which a language was chosen, perhaps."""
        self._held = held
        self._state = (held.opened.document, None, chosen)

    def settle(self) -> None:
        """Wait until the journals are on the disk, so that they can be read."""
        self._writer.settle()

    def note_file(self) -> None:
        """Begin the journal anew if the file is another one now, or its review or language."""
        file, held = self._desk.file, self._held
        if file is None or held is None:
            return
        document, review, chosen = self._state
        if document is file.document and review is self._page.review and chosen == file.chosen:
            return
        self._state = (file.document, self._page.review, file.chosen)
        self._keep(file, held)

    def begin_again(self) -> None:
        """Begin the journal of the file anew, which could not be written any longer."""
        if self._desk.file is not None and self._held is not None:
            self._keep(self._desk.file, self._held)

    def write_place(self) -> None:
        """Write where the editor is and what is typed there, if it is not written yet."""
        self._timer.stop()
        file, held, place = self._desk.file, self._held, self._present()
        if file is None or held is None:
            return
        if self._begun is not self._has_work(file, held.opened):
            self._keep(file, held)
        elif self._begun and place != self._place:
            self._place = place
            self._writer.add(place)

    def write_ahead(self, file: OpenFile, held: HeldFile, after: OpenedFile) -> None:
        """Write the journal that a file will have after an export over it, if it needs one."""
        self._writer.settle()
        if self._goes_on(file, after):
            try:
                write_ahead(held.path, after.source, after.document, file.document)
            except SubpunctError:
                remove_journal(path_of(after))

    def go_on(self, file: OpenFile, before: HeldFile, after: HeldFile) -> None:
        """Write the journal by the bytes that an export gave the file, in place of the old one."""
        self._writer.remove(before.path)
        before.lock.remove()
        self._begun = self._goes_on(file, after.opened)
        self._held = after
        if self._begun and after.path.exists():
            self._writer.go_on(after.path)
        elif self._begun:
            self._begin(file, after)

    def replace(self, path: Path) -> None:
        """Take another journal off the disk once the present one, which holds it all, is there."""
        self._writer.replace(path)

    def end(self) -> None:
        """End the journal; it stays on the disk."""
        if self._held is not None:
            self.write_place()
            # Whoever waits for the lock reads it then.
            self._writer.settle()
            self._writer.end()
        self.drop()

    def discard(self) -> None:
        """End the journal and take it off the disk."""
        if self._held is not None:
            self._writer.remove(self._held.path)
        self.drop()

    def drop(self) -> None:
        """Write no journal any longer, and let another window do so."""
        self._timer.stop()
        if self._held is not None:
            self._held.lock.remove()
        self._held = None
        self._state = (None, None, "")
        self._begun = False

    def close(self) -> None:
        """Write what is waiting and stop."""
        self.end()
        self._writer.close()

    def _connect(self) -> None:
        page = self._page
        page.decider.changed.connect(self._note_change)
        page.renewed.connect(self._note_renewed)
        page.moved.connect(self._note_move)
        self._manual.changed.connect(self._note_move)
        page.panel.budget.moved.connect(self._note_move)
        page.stack.cleanChanged.connect(self._note_export)
        self._desk.changed.connect(self._note_export)
        self._timer.timeout.connect(self.write_place)

    def _keep(self, file: OpenFile, held: HeldFile) -> None:
        """Begin the journal anew, or take it off the disk where there is nothing to keep."""
        if self._has_work(file, held.opened):
            self._begin(file, held)
            return
        self._begun = False
        self._writer.remove(held.path)

    def _has_work(self, file: OpenFile, opened: OpenedFile) -> bool:
        """Tell whether there is more to keep than anybody finds out by opening the file."""
        edited = file.document is not opened.document or self._manual.typed is not None
        return edited or self._page.review is not None or bool(file.chosen)

    def _goes_on(self, file: OpenFile, after: OpenedFile) -> bool:
        """Tell whether anything is kept that an export over the file does not say."""
        return self._begun and self._has_work(file, after)

    def _begin(self, file: OpenFile, held: HeldFile) -> None:
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
        self._writer.begin(held.path, snapshot.records)

    def _note_change(self, change: Change) -> None:
        if self._begun and self._page.review is not None:
            records = partial(records_of_change, change)
            if len(change.after) > _MANY:
                self._writer.add_later(records)
            else:
                self._add_all(records())
            self._note_move()

    def _note_renewed(self, gaps: Sequence[int]) -> None:
        review = self._page.review
        if self._begun and review is not None:
            self._add_all(records_of_renewed(review.session, gaps))

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

    def _present(self) -> EditorPlace:
        page, typed = self._page, self._manual.typed
        place = EditorPlace(page.current, page.cue, page.by_doubt, page.threshold)
        return replace(place, typed=(typed.cue, typed.text)) if typed else place

    def _present_export(self) -> Exported:
        file, clean = self._desk.file, self._page.stack.isClean()
        return Exported(clean, file.written, file.as_utf8) if file else Exported(clean)
