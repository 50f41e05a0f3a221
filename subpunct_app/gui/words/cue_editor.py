"""Edit the text of a cue in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette, QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QWidget

from subpunct_app.gui.cues.cue_model import TEXT, Side
from subpunct_app.gui.cues.inline_text import option_for
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.colours import FollowsPalette, tones
from subpunct_app.gui.widgets.fields import files_in
from subpunct_app.gui.widgets.focus import COMMANDING, ENTER
from subpunct_app.review.editing.sheet import CueEdit
from subpunct_app.subtitles.formats.cue_look import is_mostly_from_right

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData, QModelIndex
    from PySide6.QtGui import QFocusEvent

    from subpunct_app.gui.cues.cue_table import CueTable
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.gui.words.text_editing import Rewriter
    from subpunct_app.subtitles.formats.document import Document


_FRAME = 2
_INNER = 3
_ENDING = frozenset({QEvent.Type.Close, QEvent.Type.Drop})
_PASSING = frozenset({Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason})


class CueEditor(FollowsPalette, QPlainTextEdit):
    """Take the text of one `cue`; whatever else the editor turns to, what was typed is `finished`.

    Only Esc gives it up. Keys of a text field act in the text, all others on the window.
    """

    finished = Signal()
    given_up = Signal()

    def __init__(self, table: CueTable) -> None:
        super().__init__(table.viewport())
        self._table = table
        self.cue = 0
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setLineWidth(_FRAME)
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        self.document().setDocumentMargin(_INNER)
        self.textChanged.connect(self._place)
        table.verticalScrollBar().valueChanged.connect(self._place)
        table.horizontalHeader().sectionResized.connect(self._place)
        self.hide()

    @property
    def typed(self) -> str:
        """Return the text, no-break spaces and all; lines end in a line feed."""
        return self.document().toRawText().replace("\u2029", "\n")

    def begin(self, cue: int, text: str) -> None:
        """Let the text of a cue be changed."""
        self.cue = cue
        self.setFont(self._table.font())
        self._recolour()
        self.document().setDefaultTextOption(option_for(from_right=is_mostly_from_right(text)))
        self.setPlainText(text)
        self.setAccessibleName(tr("Text of cue {cue}", cue=cue + 1))
        self._table.scrollTo(self._table.model().index(cue, TEXT))
        self._place()
        self.show()
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.setFocus()
        # What would put the focus on the cues must not turn the next letters into decisions.
        self._table.setFocusProxy(self)
        _application().installEventFilter(self)

    def end(self) -> None:
        """Go away and give the focus back to the cues."""
        _application().removeEventFilter(self)
        focused = self.hasFocus()
        self._table.setFocusProxy(None)  # type: ignore[arg-type]  # what Qt takes for no proxy
        self.hide()
        if focused:
            self._table.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Finish before anything else in the window is clicked, and before it closes."""
        if event.type() in _ENDING and watched is self.window():
            self.finished.emit()
        elif event.type() is QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            inside = watched is self or self.isAncestorOf(watched)
            if not inside and watched.window() is self.window():
                self.finished.emit()
        elif event.type() is QEvent.Type.Resize and watched is self.parent():
            self._place()
        return False

    def event(self, event: QEvent) -> bool:
        """Keep the keys of a text field from being those of an action."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            function_key = Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
            if not function_key and not event.modifiers() & COMMANDING:
                event.accept()
                return True
            event.ignore()
            super().event(event)
            pressed, actions = QKeySequence(event.keyCombination()), self.window().actions()
            meant = any(pressed in action.shortcuts() for action in actions)
            if meant and not event.isAccepted():
                self.finished.emit()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """End at Enter and Esc, begin a line at Shift+Enter."""
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        elif event.key() in ENTER:
            self.finished.emit()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Finish when the focus goes elsewhere in the window."""
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            # A step that is being made or undone may have moved the focus: let it end first.
            QTimer.singleShot(0, self, self._finish_away)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802
        """Leave files that are dropped to the window, which opens them."""
        return not files_in(source) and super().canInsertFromMimeData(source)

    def _finish_away(self) -> None:
        if self.isVisible() and not self.hasFocus():
            self.finished.emit()

    def _recolour(self) -> None:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, tones(QApplication.palette()).accent)
        self.setPalette(palette)

    def _place(self) -> None:
        """Lie over the text of the cue, as high as it takes."""
        cell = self._table.visualRect(self._table.model().index(self.cue, TEXT))
        lines = max(1, round(self.document().size().height()))
        room = self._table.viewport().height()
        height = lines * self.fontMetrics().lineSpacing() + 2 * (_FRAME + _INNER) + 2
        height = min(room, max(cell.height(), height))
        overlap = cell.top() + height > room >= cell.bottom()
        self.setGeometry(
            cell.left(), room - height if overlap else cell.top(), cell.width(), height
        )


def _application() -> QCoreApplication:
    application = QApplication.instance()
    assert application is not None
    return application


class InPlaceEdit(QObject):
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
        self.editor.given_up.connect(rewriter.forgive)
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
        if self._rewriter.edit([edit], tr("Edit cue {cue}", cue=edit.cue + 1)):
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
