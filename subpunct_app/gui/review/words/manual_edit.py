"""Let the words of a cue be changed in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.review.sides import Side
from subpunct_app.gui.review.words.cue_editor import CueEditor
from subpunct_app.review.editing.sheet import CueEdit

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.gui.review.words.rewriter import Rewriter
    from subpunct_app.subtitles.formats.document import Document


class ManualEdit(QObject):
    """Open the field over the current cue, and make what was typed one step.

    `changed` tells that what is `typed` is something else now.
    """

    changed = Signal()

    def __init__(self, page: ReviewPage, rewriter: Rewriter) -> None:
        super().__init__(page)
        self._page = page
        self._rewriter = rewriter
        self._document: Document | None = None
        self.editor = CueEditor(page.table)
        self.editor.finished.connect(self.finish)
        self.editor.given_up.connect(self._end)
        self.editor.textChanged.connect(self.changed)
        page.table.contents.shown.connect(self._follow)
        page.table.doubleClicked.connect(self._begin_at)

    @property
    def typed(self) -> CueEdit | None:
        """Return what is typed into a cue, None where nothing is."""
        if self._document is None or not self.editor.document().isModified():
            return None
        return CueEdit(self.editor.cue, self.editor.typed)

    def begin(self) -> None:
        """Let the text of the current cue be changed, as it would be written now."""
        sheet = self._rewriter.sheet
        if sheet is not None and sheet.document.cues and self._rewriter.ready:
            if self._page.listing.side is not Side.REVIEW:
                self._page.listing.show_side(Side.REVIEW)
            self._open(CueEdit(self._page.cue, sheet.copy_of(self._page.cue).text))

    def go_on(self, edit: CueEdit) -> None:
        """Open the field with what was typed into a cue before."""
        sheet = self._rewriter.sheet
        if sheet is not None and edit.cue < len(sheet.document.cues):
            self._open(edit)
            self.editor.document().setModified(True)
            self.changed.emit()

    def finish(self) -> bool:
        """Make what was typed the text of the cue; a text that cannot be stays to be changed."""
        if self._document is None:
            return True
        edit = CueEdit(self.editor.cue, self.editor.typed)
        self._end()
        if self._rewriter.edit([edit], f"Edit cue {edit.cue + 1}"):
            return True
        self.go_on(edit)
        return False

    def _begin_at(self, index: QModelIndex) -> None:
        """Let a cue be changed, also where a click on its first word led to the cue before."""
        self._page.show_cue(index.row())
        self.begin()

    def _open(self, edit: CueEdit) -> None:
        sheet = self._rewriter.sheet
        self._document = sheet.document if sheet else None
        self.editor.begin(edit.cue, edit.text)

    def _end(self) -> None:
        self._document = None
        self.editor.end()
        self.changed.emit()

    def _follow(self) -> None:
        """Give the text up where another file was opened."""
        sheet = self._rewriter.sheet
        if self._document is not None and (sheet is None or sheet.document is not self._document):
            self._end()
