"""The changed cues as rows, and what differs in each of them."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING

from subpunct_app.gui.review.drawing.clipping import clip
from subpunct_app.gui.widgets.headed_rows import TOP, HeadedRows
from subpunct_app.review.views.cue_states import Filter
from subpunct_app.review.views.drawn import Look, Run

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtWidgets import QWidget

    from subpunct_app.gui.review.page import ReviewPage
    from subpunct_app.gui.review.result.cue_watch import CueWatch
    from subpunct_app.review.differences import CueDifference, Piece

NUMBER, BEFORE, AFTER = range(3)
_REACH = 90
_FEW = 50
_FIRST = 0
_OLD_LOOKS = {"replaced": Look.REPLACED, "recased": Look.RECASED}
_NEW_LOOKS = {"replaced": Look.REPLACING, "recased": Look.RECASED}


class ChangesModel(HeadedRows):
    """Show the changed cues; what differs in one is worked out when it is drawn."""

    headings = ("#", "Original", "Corrected")
    numbers = frozenset({NUMBER})

    def __init__(self, page: ReviewPage, watch: CueWatch, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = page
        self._watch = watch
        self._found: dict[int, CueDifference] = {}
        self.cues: list[int] = []

    def take(self, cues: Collection[int] | None) -> None:
        """List what the watch tells of some cues, or of all."""
        changed = self._watch.states.cues(Filter.CHANGED)
        if cues is None or len(cues) > _FEW:
            self.beginResetModel()
            self._found.clear()
            self.cues = sorted(changed)
            self.endResetModel()
            return
        for cue in cues:
            self._found.pop(cue, None)
            self._place(cue, listed=cue in changed)

    def runs(self, row: int, column: int) -> list[Run]:
        """Return the text of a cell with what differs in it."""
        pieces = self._difference(self.cues[row]).pieces
        runs = [_run(piece, before=column == BEFORE) for piece in pieces]
        return clip(runs, _FIRST, _REACH)

    def count(self) -> int:
        """Return the number of changed cues."""
        return len(self.cues)

    def cell(self, row: int, column: int) -> str:
        """Return the number of a cue, or all of its text on one side."""
        if column == NUMBER:
            return str(self.cues[row] + 1)
        pieces = self._difference(self.cues[row]).pieces
        return "".join(piece.old if column == BEFORE else piece.new for piece in pieces)

    def _place(self, cue: int, *, listed: bool) -> None:
        at = bisect_left(self.cues, cue)
        present = self.cues[at : at + 1] == [cue]
        if listed and present:
            self.dataChanged.emit(self.index(at, BEFORE), self.index(at, AFTER))
        elif listed:
            self.beginInsertRows(TOP, at, at)
            insort(self.cues, cue)
            self.endInsertRows()
        elif present:
            self.beginRemoveRows(TOP, at, at)
            del self.cues[at]
            self.endRemoveRows()

    def _difference(self, cue: int) -> CueDifference:
        from subpunct_app.review.differences import compare_cue

        if cue not in self._found:
            review, document = self._page.review, self._page.table.document
            original = self._watch.original
            text = review.result_text(cue) if review else (document or original).cue_text(cue)
            self._found[cue] = compare_cue(original, cue, text)
        return self._found[cue]


def _run(piece: Piece, *, before: bool) -> Run:
    """Return what a piece was, or what became of it, as it is drawn on its side."""
    text = piece.old if before else piece.new
    if piece.kind == "kept":
        return Run(text)
    looks, other = (_OLD_LOOKS, Look.REMOVED) if before else (_NEW_LOOKS, Look.INSERTED)
    # What is on one side alone has its place on the other, so that both show the same stretch.
    return Run(text, looks.get(piece.kind, other) if text else Look.PLAIN, _FIRST)
