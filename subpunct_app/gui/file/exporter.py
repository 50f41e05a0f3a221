"""Write what was accepted, asking for a name or an encoding where it takes one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.notes import avoided_note
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review.journal.records import FileState
from subpunct_app.runtime.errors import FileError, SettingsError, SubpunctError
from subpunct_app.subtitles import files
from subpunct_app.subtitles import format_choice as formats

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.desk import OpenFile, Workplace
    from subpunct_app.gui.file.journal_keeper import JournalKeeper
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.writing.convert import Conversion


class Exporter:
    """Export the file on the desk, and note there what became of it.

    Nothing is exported while a text is typed that no cue can hold. `after` takes where it went and
    says what to offer then.
    """

    def __init__(
        self, place: Workplace, keeper: JournalKeeper, *, after: Callable[[Path], Offer | None]
    ) -> None:
        self._place = place
        self._desk = place.desk
        self._page = place.page
        self._message = place.message
        self._keeper = keeper
        self._after = after

    def export(self) -> bool:
        """Write what was accepted to where it went before, else to a free name beside the source.

        What something else has written there since stays, and the free name is beside that.
        """
        file = self._desk.file if self._place.finish_typing() else None
        if file is None:
            return False
        if file.written is not None and not file.displaced:
            return self._write(file, file.written.path, overwrite=True)
        if file.shipped:
            return self.export_as()
        try:
            target = file.free_target()
        except FileError as error:
            self._message.show_error(error)
            return False
        return self._write(file, target, overwrite=False)

    def export_as(self) -> bool:
        """Ask for a name and write what was accepted there, in the format that it names."""
        file = self._desk.file if self._place.finish_typing() else None
        if file is None:
            return False
        name, _ = QFileDialog.getSaveFileName(
            self._place.window, tr("Export"), str(file.proposed_target()), _writable(file)
        )
        if name and not Path(name).suffix:
            # This is not the name that the dialog has asked about.
            return self._write(file, Path(name + file.path.suffix), overwrite=False)
        return bool(name) and self._write(file, Path(name), overwrite=True)

    def _write(self, file: OpenFile, target: Path, *, overwrite: bool) -> bool:
        result = file.result(self._page.review)
        made = self._converted(file, result, target, overwrite=overwrite)
        if made is None:
            return False
        written = FileState.of(target, made.content)
        try:
            with self._keeper.replacing(written, result):
                files.write(made.content, target, overwrite=overwrite)
        except SubpunctError as error:
            self._message.show_error(error)
            return False
        present = self._desk.file or file
        over = present.source is not None and written.replaces(present.source)
        exported = replace(
            present,
            source=written if over else present.source,
            written=written,
            exported=tr("Exported {time:%H:%M}", time=datetime.now()),
        )
        self._page.stack.setClean()
        notes = [_exported_note(exported, self._page.review, self._page.table.edited_count)]
        if file.written is not None and not overwrite and file.displaced:
            notes.insert(0, avoided_note(file.written.path))
        if made.remarks:
            first, others = made.remarks[0], len(made.remarks) - 1
            lost = tr("Line {line}: {reason}", line=first.line, reason=first.reason)
            more = tr(" ({n} more like it)", " ({n} more like it)", others) if others else ""
            notes.append(lost + more)
        self._message.show_note(" ".join(notes), self._after(target))
        self._desk.put(exported)
        return True

    def _converted(
        self, file: OpenFile, result: Document, target: Path, *, overwrite: bool
    ) -> Conversion | None:
        """Return what to write; None, and perhaps an offer, where that cannot be."""
        try:
            return formats.converted(result, file.path, target, file.language)
        except SettingsError as error:
            self._message.show_error(error)
            return None
        except FileError as error:
            if result.encoding.holds(result.text):
                self._message.show_error(error)
            else:
                utf8 = partial(self._write_utf8, target, overwrite=overwrite)
                offer = Offer(tr("Export as UTF-8"), utf8)
                self._message.show_error(FileError(error.message), offer)
            return None

    def _write_utf8(self, target: Path, *, overwrite: bool) -> None:
        if self._desk.file is not None:
            file = replace(self._desk.file, as_utf8=True)
            self._desk.put(file)
            self._write(file, target, overwrite=overwrite)


def _writable(file: OpenFile) -> str:
    """Return what a dialog shows of a folder: files of the formats that a file is exported in."""
    endings = dict.fromkeys(filter(None, (file.path.suffix.lower(), *formats.OUTPUT_SUFFIXES)))
    patterns = " ".join(f"*{ending}" for ending in endings)
    return tr("Subtitles and text ({patterns});;All files (*)", patterns=patterns)


def _exported_note(file: OpenFile, review: Review | None, edited: int) -> str:
    """Return where a file went, with how many changes and cues edited, and what is open."""
    edits = review.count_changes() if review else 0
    left = review.session.open_count if review else 0
    target = tr("{path} as UTF-8", path=file.target) if file.as_utf8 else file.target
    made = tr("{n} accepted change", "{n} accepted changes", edits)
    if edited:
        by_hand = tr("{n} cue edited by hand", "{n} cues edited by hand", edited)
        made = tr("{made} and {by_hand}", made=made, by_hand=by_hand)
    note = tr("Exported to {target} with {made}.", target=target, made=made)
    if not left:
        return note
    omitted = tr(
        "{n} undecided suggestion was left out.", "{n} undecided suggestions were left out.", left
    )
    return f"{note} {omitted}"
