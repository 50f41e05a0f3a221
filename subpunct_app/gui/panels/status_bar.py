"""The line at the bottom: what is open, what works on it, and what is exported."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QProgressBar,
    QSizeGrip,
    QStatusBar,
    QToolButton,
    QWidget,
)

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.actions.menus import encoding_name, title_of
from subpunct_app.gui.texts.notes import SOURCES
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.icons import IconButton
from subpunct_app.gui.widgets.label_texts import announce, plain_tooltip
from subpunct_app.subtitles.formats.file_lines import line_ends

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from subpunct_app.gui.actions.commands import Commands
    from subpunct_app.gui.actions.window_actions import Actions
    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.runtime.task import Progress
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.formats.encoding import Encoding
    from subpunct_app.subtitles.reading.document_language import Language


# In letters of middling width: no window may be that wide.
_WIDEST = 30
_MARGINS = (8, 2, 8, 2)


class StatusText(QLabel):
    """Draw as much of a text as there is room for, without its middle; `text` is all of it.

    What is longer than `least` letters yields.
    """

    def __init__(self, least: int = _WIDEST) -> None:
        super().__init__()
        self._least = least
        self.setContentsMargins(*_MARGINS)
        # The name of a file may look like rich text.
        self.setTextFormat(Qt.TextFormat.PlainText)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for all of a text that is not too long."""
        return self._room(_WIDEST)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for as much as has to be read."""
        return self._room(self._least)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw what there is room for."""
        place, middle = self.contentsRect(), Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(self.text(), middle, place.width())
        self.style().drawItemText(
            QPainter(self),
            place,
            self.alignment().value,
            self.palette(),
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )

    def _room(self, letters: int) -> QSize:
        metrics, (left, _, right, _) = self.fontMetrics(), _MARGINS
        # Rounded up: what is measured may be a part of a pixel wider.
        wanted = metrics.horizontalAdvance(self.text()) + 1
        width = min(wanted, letters * metrics.averageCharWidth()) + left + right
        return QSize(width, super().sizeHint().height())


# In letters of middling width.
_LEAST = 48
_LEAST_NAME = 16
_WIDEST_BAR = 16
# In pixels, between two parts and at the ends.
_GAP = 7

_Part = StatusText | QToolButton


class StatusBar(QStatusBar):
    """Show the state of the open file, and progress while something is under way.

    Where there is no room for all, what matters least is left out: no window grows with it.
    """

    def __init__(
        self,
        commands: Actions,
        encodings: QMenu,
        languages: QMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._working = False
        self._line_ends = ""
        self._bar = QProgressBar()
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.setMaximumWidth(_WIDEST_BAR * self.fontMetrics().averageCharWidth())
        self._cancel = IconButton()
        self._cancel.setDefaultAction(commands[Act.CANCEL])
        self._cancel.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._step, self._file, self._video = (StatusText(_LEAST_NAME) for _ in range(3))
        self._model, self._exported = StatusText(), StatusText()
        self._encoding, self._language = _menu_button(encodings), _menu_button(languages)
        self._encoding.setToolTip(
            tr("Encoding. Click to read the file in another one, or to export it as UTF-8.")
        )
        self._remarks = QToolButton(autoRaise=True)
        self._remarks.setToolTip(tr("Show the remarks on the file"))
        self._remarks.clicked.connect(commands[Act.REMARKS].trigger)
        self._about_file = (self._file, self._encoding, self._language, self._remarks)
        # Over these no message lies: work can be stopped at any moment.
        self._lasting = (self._video, self._model, self._exported)
        for widget in (self._step, *self._about_file):
            self.addWidget(widget)
        for lasting in (self._bar, self._cancel, *self._lasting):
            self.addPermanentWidget(lasting)
        self.messageChanged.connect(self._fit)
        self._fit()

    def show_progress(self, progress: Progress) -> None:
        """Show how far the work has come."""
        self._bar.setRange(0, max(0, progress.total))
        self._bar.setValue(progress.done)
        self._say(self._step, progress.message)
        if not self._working:
            self._working = True
            self.clearMessage()
            self._fit()

    def show_idle(self) -> None:
        """Take the progress away."""
        self._working = False
        self._fit()

    def show_document(self, path: Path, document: Document) -> None:
        """Show what is open and how it is written."""
        self._say(self._file, path.name)
        self._file.setToolTip(plain_tooltip(str(path)))
        self._line_ends = line_ends(document.text)
        count = len(document.remarks)
        self._say(self._remarks, tr("{n} remark", "{n} remarks", count) if count else "")

    def show_encoding(self, encoding: Encoding, *, as_utf8: bool) -> None:
        """Show how the file is written, and whether its export will be UTF-8 instead."""
        name = encoding_name(encoding) + (" → UTF-8" if as_utf8 else "")
        self._say(self._encoding, name, self._line_ends)

    def show_language(self, language: Language | None) -> None:
        """Show what language the text is treated in, and why."""
        self._say(self._language, title_of(language.code) if language else tr("Unknown language"))
        why = SOURCES[language.source] if language else tr("unknown")
        self._language.setToolTip(tr("Language ({why}). Click to choose another one.", why=why))

    def show_video(self, path: Path | None) -> None:
        """Show which video belongs to the subtitles."""
        self._say(self._video, path.name if path else "")
        self._video.setToolTip(plain_tooltip(str(path)) if path else "")

    def show_model(self, name: str, runs_on: str) -> None:
        """Show which model made the suggestions, none where it is empty, and what it runs on."""
        self._say(self._model, name, runs_on)

    def show_exported(self, text: str) -> None:
        """Show whether the decisions are safe in a file."""
        self._say(self._exported, text)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for what is never left out."""
        width = _LEAST * self.fontMetrics().averageCharWidth()
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _say(self, part: _Part, *texts: str) -> None:
        """Have a part say something, which is read out where there is no room for it, too."""
        whole = " · ".join(filter(None, texts))
        if part.text() == whole:
            return
        part.setText(whole)
        part.setAccessibleName(whole)
        if isinstance(part, StatusText):
            part.setToolTip(plain_tooltip(whole))
        self._fit()

    def _fit(self) -> None:
        """Leave out what matters least until there is room for the rest."""
        metrics, message = self.fontMetrics(), self.currentMessage()
        # A long message is cut off rather than all that lasts.
        room = min(metrics.horizontalAdvance(message), _LEAST * metrics.averageCharWidth())
        message_room = room + _GAP if message else 0
        shown = {part for part in self._present() if part.text()}
        for part in (
            *(self._model, self._video, self._encoding),
            *(self._language, self._remarks, self._exported),
        ):
            # The state of the export lasts whatever is told meanwhile.
            told = 0 if part is self._exported else message_room
            if self._needed(shown) + told <= self.width():
                break
            shown.discard(part)
        for part in (self._step, *self._about_file, *self._lasting):
            part.setVisible(part in shown)
        for widget in (self._bar, self._cancel):
            widget.setVisible(self._working)

    def _present(self) -> Iterable[_Part]:
        """Return what tells of the progress or the file, unless a message lies over its place."""
        if self.currentMessage():
            return self._lasting
        return (*((self._step,) if self._working else self._about_file), *self._lasting)

    def _needed(self, parts: Iterable[_Part]) -> int:
        """Return how wide the line has to be for some parts, and what is never left out.

        A message comes on top of it.
        """
        working = (self._bar, self._cancel) if self._working else ()
        widths: list[int] = [part.minimumSizeHint().width() for part in (*parts, *working)]
        if grip := self.findChild(QSizeGrip):
            widths.append(grip.sizeHint().width())
        return sum(widths) + _GAP * (len(widths) + 1)


def _menu_button(menu: QMenu) -> QToolButton:
    button = QToolButton(autoRaise=True)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


_TOLD_MS = 8000


class StatusFeed(QObject):
    """Show how far the jobs are, which model made the suggestions, and what is `told` by signals.

    What is told stands for a few seconds and is read out, and so is why a key does nothing.
    """

    def __init__(
        self,
        place: Workplace,
        status: StatusBar,
        proposer: Proposer,
        commands: Commands,
        told: Iterable[SignalInstance],
    ) -> None:
        super().__init__(place.window)
        self._page = place.page
        self._status = status
        self._commands = commands
        # By the ids of the models that have answered.
        self._runs_on: dict[str, str] = {}
        self._connect(place, proposer, told)

    def _connect(
        self, place: Workplace, proposer: Proposer, told: Iterable[SignalInstance]
    ) -> None:
        for signal in told:
            signal.connect(self._tell)
        actions = self._commands.actions
        actions.refused.connect(self._tell_lack)
        # What is told of a step is over with it.
        actions[Act.UNDO].triggered.connect(self._status.clearMessage)
        self._page.unasked.connect(partial(self._tell_lack, Act.NO_MARK))
        self._page.reviewed.connect(self._show_model)
        proposer.loaded.connect(lambda model: self._runs_on.update({model.card.id: model.runs_on}))
        place.jobs.progressed.connect(self._status.show_progress)
        place.jobs.idle.connect(self._status.show_idle)
        place.jobs.stopped.connect(partial(self._tell, tr("Cancelled")))

    def _tell(self, text: str) -> None:
        self._status.showMessage(text, _TOLD_MS)
        announce(self._status, text)

    def _tell_lack(self, act: Act) -> None:
        """Tell why the key of an action does nothing."""
        if lack := self._commands.lack_of(act):
            self._tell(lack)

    def _show_model(self) -> None:
        name = self._page.review.model if self._page.review else ""
        self._status.show_model(name, self._runs_on.get(name, ""))
