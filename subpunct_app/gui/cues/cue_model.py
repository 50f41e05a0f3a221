"""What each cell of the list of cues says."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.texts.wording import left_text
from subpunct_app.gui.widgets.row_tables import HeadedRows, Index
from subpunct_app.review.views.cue_runs import Run, plain_text, with_tags
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtWidgets import QWidget

    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.formats.document import Cue, Document


class Side(StrEnum):
    """What the table shows of every cue."""

    REVIEW = "review"
    ORIGINAL = "original"
    CORRECTED = "corrected"

    @property
    def following(self) -> Side:
        """Return the side that the same key shows next."""
        order = list(Side)
        return order[(order.index(self) + 1) % len(order)]


SIDE_HEADINGS = {
    Side.REVIEW: tr("Text"),
    Side.ORIGINAL: tr("Original text"),
    Side.CORRECTED: tr("Corrected text"),
}
SIDE_NOTES = {
    Side.REVIEW: "",
    Side.ORIGINAL: tr("Original: the text as it was in the file"),
    Side.CORRECTED: tr("Corrected: the text as it will be exported, without undecided suggestions"),
}


NUMBER, START, END, DURATION, SPEED, TEXT = range(6)
# Of more cues than this it is quicker to draw all that lie between the first and the last.
_FEW = 50
# The texts of all cues take as long as the cells of a quarter of them.
_MANY_TIMES = 4
_TIPS = {DURATION: tr("Duration in seconds"), SPEED: tr("Characters per second")}
# What is shown for less time is not there to be read: captions roll on by such cues.
_GLIMPSE_MS = 100
_TAGS = re.compile(r"<[^>]*>|\{\\[^}]*\}")


class CueModel(HeadedRows):
    """Show a side of a document and its review; every cell is worked out when it is drawn.

    The `original` is how the document was when its file was opened. `shown` comes when another
    document or review is, be it one in which most cues look as before.
    """

    shown = Signal()

    headings = ("#", tr("Start"), tr("End"), tr("Sec"), tr("cps"), tr("Text"))
    numbers = frozenset({NUMBER, START, END, DURATION, SPEED})

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._review: Review | None = None
        self.document: Document | None = None
        self.original: Document | None = None
        self.side = Side.REVIEW
        self._latest: tuple[int, list[Run]] | None = None

    @property
    def current(self) -> int | None:
        """Return the gap that the editor looks at."""
        return self._review.current if self._review else None

    @property
    def language(self) -> str:
        """Return the language in which marks are put, empty before the first suggestions."""
        return self._review.language if self._review else ""

    def set_content(self, document: Document | None, review: Review | None) -> None:
        """Show another document, or the same one with its review."""
        self.beginResetModel()
        self._put(document, review)
        self.endResetModel()
        self.shown.emit()

    def show_edited(self, document: Document, review: Review | None, cues: range) -> None:
        """Show a document with as many cues, of which only these look different."""
        self._put(document, review)
        self.dataChanged.emit(self.index(cues.start, NUMBER), self.index(cues.stop - 1, TEXT))
        self.shown.emit()

    def show_side(self, side: Side) -> None:
        """Show another side of the text."""
        self.side = side
        self.refresh_all()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, TEXT, TEXT)

    def original_of(self, row: int) -> str | None:
        """Return how a cue with other words read in the file, None where it has the same."""
        document, original = self.document, self.original
        if document is None or original is None or row >= len(original.cues):
            return None
        before = original.cue_text(row)
        return before if before != document.cue_text(row) else None

    def refresh(self, cues: Collection[int]) -> None:
        """Say that the text of some cues looks different now."""
        self._latest = None
        if len(cues) > _FEW:
            self.dataChanged.emit(self.index(min(cues), SPEED), self.index(max(cues), TEXT))
            return
        for cue in cues:
            # Of several cells Qt would draw all that is between them, and some of the next cue.
            for cell in (self.index(cue, SPEED), self.index(cue, TEXT)):
                self.dataChanged.emit(cell, cell)

    def refresh_all(self) -> None:
        """Say that the text of every cue may look different now."""
        self._latest = None
        if self.count():
            self.dataChanged.emit(self.index(0, SPEED), self.index(self.count() - 1, TEXT))

    def runs(self, row: int) -> list[Run]:
        """Return the text of a row with its suggestions."""
        if self._latest is None or self._latest[0] != row:
            self._latest = (row, self._fresh_runs(row))
        return self._latest[1]

    def has_open(self, row: int) -> bool:
        """Tell whether anything suggested in a cue is undecided."""
        review = self._review
        return review is not None and bool([*review.session.open_among(review.suggested_in(row))])

    def count(self) -> int:
        """Return the number of cues."""
        return len(self.document.cues) if self.document else 0

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell says, what is open in it, and of a cue that was edited what it was."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._edit_told(index.row())
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            left = self._left_told(index.row()) if index.column() == TEXT else None
            return ". ".join(filter(None, (left, self._edit_told(index.row())))) or None
        return super().data(index, role)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the heading of a column; that of the text says which side of it is shown."""
        across = orientation is Qt.Orientation.Horizontal
        if across and section == TEXT and role == Qt.ItemDataRole.DisplayRole:
            return SIDE_HEADINGS[self.side]
        if across and role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS.get(section)
        return super().headerData(section, orientation, role)

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell, as it would read if everything open were accepted."""
        if self.document is None:
            return ""
        cue = self.document.cues[row]
        if column == NUMBER:
            return str(row + 1)
        if column in (START, END):
            return clock(cue.start_ms if column == START else cue.end_ms)
        if column == DURATION:
            length = cue_length(cue)
            return "" if length is None else f"{length / 1000:.3f}"
        text = plain_text(self.runs(row))
        return text if column == TEXT else _speed(cue, text)

    def texts(self, cues: Collection[int]) -> list[str]:
        """Return what the cells of the text say for some cues."""
        many = len(cues) * _MANY_TIMES > self.count()
        if many and self._review is not None and self.side is Side.REVIEW:
            every = self._review.proposed_texts()
            return [every[cue] for cue in cues]
        return [self.cell(cue, TEXT) for cue in cues]

    def _left_told(self, row: int) -> str | None:
        review = self._review
        gaps = review.suggested_in(row) if review else ()
        if review is None or not gaps:
            return None
        return left_text(len([*review.session.open_among(gaps)]), len(gaps))

    def _edit_told(self, row: int) -> str | None:
        before = self.original_of(row)
        if before is None:
            return None
        return tr("Edited by hand. Text in the file:\n{before}", before=before)

    def _put(self, document: Document | None, review: Review | None) -> None:
        self.document = document
        self._review = review
        self._latest = None

    def _fresh_runs(self, row: int) -> list[Run]:
        if self.document is None:
            return []
        if self.side is Side.ORIGINAL and self.original:
            text = self.original.cue_text(row)
        elif self.side is Side.CORRECTED and self._review:
            text = self._review.result_text(row)
        elif self._review:
            return self._review.runs(row)
        else:
            text = self.document.cue_text(row)
        return with_tags([Run(text)], self.document.format)


def clock(time_ms: int | None) -> str:
    """Return a time of a cue for reading, empty where there is none."""
    return "" if time_ms is None else clock_text(time_ms, 3)


def cue_length(cue: Cue) -> int | None:
    """Return how long a cue is shown in milliseconds, None where it has no times."""
    if cue.start_ms is None or cue.end_ms is None:
        return None
    return cue.end_ms - cue.start_ms


def _speed(cue: Cue, text: str) -> str:
    length = cue_length(cue)
    if length is None or length < _GLIMPSE_MS:
        return ""
    letters = len(" ".join(_TAGS.sub("", text).split()))
    return f"{letters * 1000 / length:.1f}"
