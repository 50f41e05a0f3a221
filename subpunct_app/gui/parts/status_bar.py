"""The line at the bottom: what is open, what works on it, and what is exported."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QProgressBar, QStatusBar, QToolButton, QWidget

from subpunct_app.core.counting import counted
from subpunct_app.gui.actions.encoding_menu import encoding_name
from subpunct_app.gui.actions.language_menu import title_of
from subpunct_app.gui.widgets.verbatim import verbatim
from subpunct_app.subtitles.files.lines import LINE_END
from subpunct_app.subtitles.words.language import Source

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.core.task import Progress
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.subtitles.files.document import Document, Remark
    from subpunct_app.subtitles.files.encoding import Encoding
    from subpunct_app.subtitles.words.language import Language

_LINE_END_NAMES = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}
_MOST_REMARKS = 12
# In letters of middling width.
_WIDEST_NAME = 30
_WIDEST_BAR = 16
_WHY = {
    Source.USER: "as you chose",
    Source.NAME: "by the name of the file",
    Source.HEADER: "by the header of the file",
    Source.TEXT: "by the text",
}


class StatusBar(QStatusBar):
    """Show the state of the open file, and progress while something is under way."""

    def __init__(
        self,
        commands: Actions,
        encodings: QMenu,
        languages: QMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._working = False
        self._bar = QProgressBar()
        self._bar.setAccessibleName("Progress")
        self._bar.setMaximumWidth(_WIDEST_BAR * self.fontMetrics().averageCharWidth())
        self._step = QLabel()
        self._cancel = QToolButton()
        self._cancel.setDefaultAction(commands["cancel"])
        self._cancel.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._file = QLabel()
        self._encoding = _menu_button(encodings)
        self._line_ends = ""
        self._encoding.setToolTip("Encoding: read the file in another, or export it as UTF-8")
        self._language = _menu_button(languages)
        self._remarks = QToolButton(autoRaise=True)
        self._video = QLabel()
        self._model = QLabel()
        self._exported = QLabel()
        self._remarks.clicked.connect(commands["remarks"].trigger)
        for label in (self._file, self._video, self._model, self._exported, self._step):
            label.setContentsMargins(8, 2, 8, 2)
            # The name of a file may look like rich text.
            label.setTextFormat(Qt.TextFormat.PlainText)
        for widget in (self._step, self._file, self._encoding, self._language, self._remarks):
            self.addWidget(widget)
        # Over these no message lies: work can be stopped at any moment.
        for lasting in (self._bar, self._cancel, self._video, self._model, self._exported):
            self.addPermanentWidget(lasting)
        self.messageChanged.connect(self._arrange)
        self._arrange()

    def show_progress(self, progress: Progress) -> None:
        """Show how far the work has come."""
        self._bar.setRange(0, max(0, progress.total))
        self._bar.setValue(progress.done)
        self._step.setText(progress.message)
        if not self._working:
            self._working = True
            self.clearMessage()
            self._arrange()

    def show_idle(self) -> None:
        """Take the progress away."""
        self._working = False
        self._arrange()

    def show_document(self, path: Path, document: Document) -> None:
        """Show what is open and how it is written."""
        _name_file(self._file, path)
        self._line_ends = line_ends(document.text)
        self.show_encoding(document.encoding)
        count = len(document.remarks)
        self._remarks.setText(counted(count, "remark") if count else "")
        self._remarks.setToolTip(_remark_list(document.remarks))
        self._arrange()

    def show_encoding(self, encoding: Encoding, *, as_utf8: bool = False) -> None:
        """Show how the file is written, and whether its export will be UTF-8 instead."""
        name = encoding_name(encoding) + (" → UTF-8" if as_utf8 else "")
        self._encoding.setText(" · ".join(filter(None, (name, self._line_ends))))

    def show_language(self, language: Language | None) -> None:
        """Show what language the text is treated in, and why."""
        self._language.setText(title_of(language.code) if language else "Unknown language")
        why = _WHY[language.source] if language else "not known"
        self._language.setToolTip(f"Language, {why}; click to choose another")

    def show_video(self, path: Path | None) -> None:
        """Show which video belongs to the subtitles."""
        _name_file(self._video, path)

    def show_model(self, name: str, runs_on: str = "") -> None:
        """Show which model made the suggestions, none where it is empty, and what it runs on."""
        self._model.setText(" · ".join(filter(None, (name, runs_on))))

    def show_exported(self, text: str) -> None:
        """Show whether the decisions are safe in a file."""
        self._exported.setText(text)

    def _arrange(self) -> None:
        """Show the progress or the file, once no message for a moment lies over its place."""
        shown: dict[QWidget, bool] = dict.fromkeys((self._bar, self._cancel), self._working)
        if not self.currentMessage():
            shown |= {self._step: self._working, self._file: not self._working}
            for button in (self._encoding, self._language, self._remarks):
                shown[button] = not self._working and bool(button.text())
        # What goes is gone before the rest comes: side by side they would widen the window.
        for widget, visible in sorted(shown.items(), key=itemgetter(1)):
            widget.setVisible(visible)


def _name_file(label: QLabel, path: Path | None) -> None:
    """Show the name of a file, its middle left out where it is long: no window may be that wide."""
    name = path.name if path else ""
    widest = _WIDEST_NAME * label.fontMetrics().averageCharWidth()
    label.setText(label.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, widest))
    label.setToolTip(verbatim(str(path)) if path else "")
    label.setAccessibleName(name)


def _menu_button(menu: QMenu) -> QToolButton:
    button = QToolButton(autoRaise=True)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


def line_ends(text: str) -> str:
    """Return how the lines of a text end, `mixed` where they disagree, empty for one line."""
    found = set(LINE_END.findall(text))
    if len(found) > 1:
        return "mixed line ends"
    return _LINE_END_NAMES[found.pop()] if found else ""


def _remark_list(remarks: tuple[Remark, ...]) -> str:
    lines = [f"Line {remark.line}: {remark.reason}" for remark in remarks[:_MOST_REMARKS]]
    more = len(remarks) - len(lines)
    return "\n".join([*lines, f"and {more} more"] if more > 0 else lines)
