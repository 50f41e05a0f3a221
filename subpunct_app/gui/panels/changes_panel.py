"""The changed cues, before and after side by side, and their export as a web page."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.cues.cue_delegate import AT_RIGHT, MARGIN, origin
from subpunct_app.gui.cues.cue_table import Headings
from subpunct_app.gui.cues.inline_text import InlineText, TextSpec
from subpunct_app.gui.cues.letter_places import clip
from subpunct_app.gui.panels.place_panels import PlaceTable
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import tones
from subpunct_app.gui.widgets.panes import Panel
from subpunct_app.gui.widgets.row_tables import TOP, HeadedRows
from subpunct_app.review.views.cue_runs import Look, Run
from subpunct_app.review.views.cue_states import Filter
from subpunct_app.subtitles import files
from subpunct_app.subtitles.writing.render import render

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from subpunct_app.gui.cues.cue_state_tracker import CueStateTracker
    from subpunct_app.gui.desk import OpenFile, Workplace
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.gui.widgets.row_tables import Index
    from subpunct_app.review.differences.difference import Piece
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document


NUMBER, BEFORE, AFTER = range(3)
_REACH = 90
_FEW = 50
_FIRST = 0
_OLD_LOOKS = {"replaced": Look.REPLACED, "recased": Look.RECASED}
_NEW_LOOKS = {"replaced": Look.REPLACING, "recased": Look.RECASED}


class ChangesModel(HeadedRows):
    """Show the changed cues; what differs in one is worked out when it is drawn."""

    headings = ("#", tr("Original"), tr("Corrected"))
    numbers = frozenset({NUMBER})

    def __init__(self, page: ReviewPage, watch: CueStateTracker, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = page
        self._watch = watch
        self.cues: list[int] = []

    def update_cues(self) -> None:
        """List the cues that are changed now; the view stays where few have come or gone."""
        changed = self._watch.states.cues(Filter.CHANGED)
        moved = {*self.cues} ^ {*changed}
        if len(moved) > _FEW:
            self.beginResetModel()
            self.cues = sorted(changed)
            self.endResetModel()
            return
        for cue in moved:
            self._put_in_or_out(cue)
        if self.cues:
            self.dataChanged.emit(self.index(0, BEFORE), self.index(len(self.cues) - 1, AFTER))

    def runs(self, row: int, column: int) -> list[Run]:
        """Return the text of a cell with what differs in it."""
        runs = [_run(piece, before=column == BEFORE) for piece in self._pieces(row)]
        return clip(runs, _FIRST, _REACH)

    def count(self) -> int:
        """Return the number of changed cues."""
        return len(self.cues)

    def cell(self, row: int, column: int) -> str:
        """Return the number of a cue, or all of its text on one side."""
        if column == NUMBER:
            return str(self.cues[row] + 1)
        before = column == BEFORE
        return "".join(piece.old if before else piece.new for piece in self._pieces(row))

    def _put_in_or_out(self, cue: int) -> None:
        at = bisect_left(self.cues, cue)
        if self.cues[at : at + 1] == [cue]:
            self.beginRemoveRows(TOP, at, at)
            del self.cues[at]
            self.endRemoveRows()
        else:
            self.beginInsertRows(TOP, at, at)
            self.cues.insert(at, cue)
            self.endInsertRows()

    def _pieces(self, row: int) -> Sequence[Piece]:
        from subpunct_app.review.differences.compare import compare_cue

        cue, review, original = self.cues[row], self._page.review, self._watch.original
        document = self._page.table.document or original
        text = review.result_text(cue) if review else document.cue_text(cue)
        return compare_cue(original, cue, text).pieces


def _run(piece: Piece, *, before: bool) -> Run:
    """Return what a piece was, or what became of it, as it is drawn on its side."""
    text = piece.old if before else piece.new
    if piece.kind == "kept":
        return Run(text)
    looks, other = (_OLD_LOOKS, Look.REMOVED) if before else (_NEW_LOOKS, Look.INSERTED)
    # What is on one side alone has its place on the other, so that both show the same stretch.
    return Run(text, looks.get(piece.kind, other) if text else Look.PLAIN, _FIRST)


_LINES = 2
# Beside another panel both texts can still be read.
_LETTERS = 60
_NOTHING = tr("No changes yet. Suggestions that you accept appear here.")
# A key press is drawn before the changes are.
_DELAY_MS = 150


class ChangesPanel(Panel):
    """List what would be exported otherwise; the editor may point at a cue to go there."""

    cue_chosen = Signal(int)

    def __init__(self, page: ReviewPage, watch: CueStateTracker, parent: QWidget) -> None:
        super().__init__(tr("Changes side by side"), "changes", parent)
        self._page = page
        self._watch = watch
        self._settled = True
        self._timer = timer(self, _DELAY_MS, once=True)
        self.model = ChangesModel(page, watch, self)
        self.view = _ChangesTable(self.model, self)
        self.setWidget(self.view)
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        watch.told.connect(self._timer.start)
        page.moved.connect(self._timer.start)
        self._timer.timeout.connect(self._show)
        self.visibilityChanged.connect(self._show)

    def begin(self) -> None:
        """List nothing of a file that is being left, and do not say that the next is unchanged."""
        self._settled = False
        self.view.nothing = ""
        self.model.update_cues()
        self._show_title()

    def settle(self) -> None:
        """Know that the file is open with the review of it that was left."""
        self._settled = True
        self._timer.start()

    def _choose(self, index: QModelIndex) -> None:
        self.cue_chosen.emit(self.model.cues[index.row()])

    def _show(self) -> None:
        """List what is changed, the current cue selected; a closed panel waits until it opens."""
        if self.isHidden():
            return
        self.model.update_cues()
        if self._settled and not self._watch.counting:
            self.view.nothing = _NOTHING
            self.view.viewport().update()
        self._show_title()
        at = bisect_left(self.model.cues, self._page.cue)
        if self.model.cues[at : at + 1] == [self._page.cue]:
            self.view.selectRow(at)

    def _show_title(self) -> None:
        count = len(self.model.cues)
        many = tr("Changes side by side: {n} cue", "Changes side by side: {n} cues", count)
        self.setWindowTitle(many if count else tr("Changes side by side"))


class _ChangesTable(PlaceTable):
    read_out = AFTER
    nothing = _NOTHING

    def __init__(self, model: ChangesModel, parent: QWidget) -> None:
        super().__init__(model, _LINES, _LETTERS, parent)
        self.setHorizontalHeader(Headings(self))
        self.setItemDelegate(_ChangeDelegate(model, self))
        self.setAccessibleName(tr("Changed cues"))
        self.setWordWrap(False)
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        columns.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.Fixed)
        width = self.fontMetrics().horizontalAdvance("00000") + 4 * MARGIN
        self.setColumnWidth(NUMBER, width)


class _ChangeDelegate(QStyledItemDelegate):
    """Draw the old and the new text as the review draws suggestions."""

    def __init__(self, model: ChangesModel, table: QTableView) -> None:
        super().__init__(table)
        self._model = model
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shades = tones(self._table.palette())
        place = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(place, shades.row_fill)
        if index.column() == NUMBER:
            painter.setPen(shades.quiet)
            painter.drawText(place.adjusted(0, 0, -MARGIN, 0), AT_RIGHT, str(index.data()))
            return
        runs, width = self._model.runs(index.row(), index.column()), place.width() - 2 * MARGIN
        text = InlineText(TextSpec(runs, self._table.font(), shades, width, _LINES))
        text.draw(painter, origin(text, place))


_PAGES = tr("Web pages (*.html)")


class ChangesExporter:
    """Export what the export of the file would change, as `subpunct diff --html` does.

    Nothing is exported while a text is typed that no cue can hold.
    """

    def __init__(self, place: Workplace, watch: CueStateTracker) -> None:
        self._place = place
        self._watch = watch

    def export_as(self) -> None:
        """Ask for a name, which may be that of an older page, and write the page there."""
        file = self._place.desk.file if self._place.finish_typing() else None
        if file is None:
            return
        proposed = file.proposed_with(".html")
        name, _ = QFileDialog.getSaveFileName(
            self._place.window, tr("Export changes"), str(proposed), _PAGES
        )
        if not name:
            return
        target = Path(name)
        names = file.path.name, file.proposed_target().name
        job = partial(write_page, self._watch.original, self._result(file), names, target)
        # What was asked for is written, be another file opened meanwhile.
        self._place.jobs.submit_lasting(
            Lane.FILES, job, done=self._tell, failed=self._place.message.show_error
        )

    def _result(self, file: OpenFile) -> Callable[[], Document]:
        """Return what makes the corrected document of the decisions of this moment."""
        review = self._place.page.review
        if review is None:
            return lambda: file.document
        return partial(render, review.transcript, review.session.edits())

    def _tell(self, target: Path) -> None:
        self._place.message.show_note(tr("Exported the changes to {target}.", target=target))


def write_page(
    original: Document,
    result: Callable[[], Document],
    names: tuple[str, str],
    target: Path,
    task: Task,
) -> Path:
    """Compare two states of a document and write the page about it; once begun it is not stopped.

    The editor may have closed the window meanwhile, and counts on the page.
    """
    from subpunct_app.review.differences import report as page
    from subpunct_app.review.differences.compare import compare

    task.step(0, 0, tr("Writing the page"))
    difference = compare(original, result())
    files.write_text(page.render(difference, *names), target, overwrite=True)
    return target
