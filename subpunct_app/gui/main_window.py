"""The main window: opens a file, has it punctuated, and exports what was accepted."""

from __future__ import annotations

import gc
import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.core.errors import MediaError, SubpunctError
from subpunct_app.core.review import ReviewSession
from subpunct_app.gui import work
from subpunct_app.gui.actions import REVIEW_ACTIONS, Actions
from subpunct_app.gui.encoding_menu import EncodingMenu
from subpunct_app.gui.exporter import Exporter
from subpunct_app.gui.icons import app_icon
from subpunct_app.gui.jobs import Jobs, Lane
from subpunct_app.gui.language_menu import LanguageMenu, title_of
from subpunct_app.gui.list_dialog import keys_dialog
from subpunct_app.gui.menus import RecentMenu, fill_menu_bar, tool_bar
from subpunct_app.gui.message_bar import MessageBar, Offer
from subpunct_app.gui.notes import proposal_note, refusal, runs_note
from subpunct_app.gui.open_file import MEDIA, OPENABLE, OpenFile, sample
from subpunct_app.gui.punctuate_menu import PunctuateMenu
from subpunct_app.gui.questions import Leaving, ask_leaving
from subpunct_app.gui.remarks_panel import RemarksPanel
from subpunct_app.gui.review import Review
from subpunct_app.gui.review_page import ReviewPage
from subpunct_app.gui.status_bar import StatusBar
from subpunct_app.gui.welcome import WelcomePage
from subpunct_app.services import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from subpunct_app.gui.work import Answer, Opened
    from subpunct_app.punctuation.base import Punctuator
    from subpunct_app.services.pipeline import Proposal
    from subpunct_app.services.settings import Settings
    from subpunct_app.subtitles.document import Document
    from subpunct_app.subtitles.language import Language

log = logging.getLogger(__name__)


class MainWindow(QMainWindow):
    """Put the pages, the actions and the workers together."""

    opened = Signal()
    proposed = Signal()
    failed = Signal()

    def __init__(
        self,
        *,
        load_model: Callable[[], Punctuator] = work.load_model,
        remembered: Settings | None = None,
    ) -> None:
        super().__init__()
        self._load_model = load_model
        self._model: Punctuator | None = None
        self._settings = remembered or settings.load()
        self._file: OpenFile | None = None
        self.jobs = Jobs(self)
        self.commands = Actions(self, self._slots())
        self.page = ReviewPage(self)
        self.message = MessageBar(self)
        self.remarks = RemarksPanel(self)
        self.choices = PunctuateMenu(self)
        self.encodings = EncodingMenu(self)
        self.languages = LanguageMenu(self)
        self.status = StatusBar(self.commands, self.encodings, self.languages, self)
        self._exporter = Exporter(
            self.page, self.message, opened=lambda: self._file, keep=self._keep
        )
        self._welcome = WelcomePage(self.commands, self)
        self._pages = QStackedWidget(self)
        self._recent = RecentMenu(self)
        self._lay_out()
        self._connect()
        self._restore()
        self._update()

    @property
    def file(self) -> OpenFile | None:
        """Return what is open."""
        return self._file

    def open_file(self, path: Path) -> None:
        """Open a subtitle file, once the editor has agreed to leave the present one."""
        if not self._may_leave():
            return
        self.jobs.cancel()
        if not path.exists():
            self._settings = self._settings.without_recent(path)
        self._read(path)

    def reopen(self, encoding: str) -> None:
        """Read the open file again in an encoding, or guess that anew where it is empty."""
        if self._file is not None and self._may_leave():
            self.jobs.cancel()
            self._read(self._file.path, encoding or None)

    def set_video(self, path: Path) -> None:
        """Remember which video belongs to the subtitles."""
        if not path.is_file():
            self.message.show_error(MediaError(f"{path} is no file.", "Check the name."))
            return
        self.status.show_video(path)

    def punctuate(self) -> None:
        """Have a model make suggestions for the open document."""
        if not self.jobs.busy:
            self.message.hide()
        self._propose(work.punctuate)

    def restore_runs(self) -> None:
        """Have a model make suggestions only where marks are missing."""
        self._propose(work.restore_runs)

    def set_language(self, code: str) -> None:
        """Treat the open file as text in a language, or in the one it tells where empty."""
        if self._file is not None:
            self._file = replace(self._file, chosen=code)
            self._show_language(self._file.language)

    def export(self) -> bool:
        """Write what was accepted, and tell whether that went well."""
        return self._exporter.export()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the colours of the system."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.commands.recolour(self.palette())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open the dropped subtitles, and remember a dropped video."""
        event.acceptProposedAction()
        self.take_files([Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile()])

    def take_files(self, paths: Sequence[Path]) -> None:
        """Open the first subtitle file and remember the first video among some files."""
        videos = [path for path in paths if path.suffix.lower() in MEDIA]
        others = [path for path in paths if path not in videos]
        if videos:
            self.set_video(videos[0])
        if others:
            self.open_file(others[0])

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Ask about unsaved decisions, then stop the workers and remember the window."""
        if not self._may_leave():
            event.ignore()
            return
        self.hide()
        self.jobs.close()
        self._remember()
        event.accept()

    def _slots(self) -> Mapping[str, Callable[[], object]]:
        return {
            "open": self._ask_open,
            "sample": lambda: self.open_file(sample()),
            "export": self.export,
            "export_as": lambda: self._exporter.export_as(),
            "quit": self.close,
            "punctuate": self.punctuate,
            "cancel": lambda: self.jobs.cancel(),
            "undo": lambda: self.page.stack.undo(),
            "redo": lambda: self.page.stack.redo(),
            "next": lambda: self.page.go_next(),
            "previous": lambda: self.page.go_previous(),
            "accept": lambda: self.page.accept_current(),
            "reject": lambda: self.page.reject_current(),
            "capital": lambda: self.page.toggle_capital(),
            "next_choice": lambda: self.page.cycle_mark(1),
            "previous_choice": lambda: self.page.cycle_mark(-1),
            "accept_cue": lambda: self.page.accept_cue(),
            "reject_cue": lambda: self.page.reject_cue(),
            "accept_above": lambda: self.page.accept_above(),
            "remarks": lambda: self.remarks.toggle(),
            "keys": lambda: keys_dialog(self).open(),
        }

    def _lay_out(self) -> None:
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self._pages.addWidget(self._welcome)
        self._pages.addWidget(self.page)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.message)
        column.addWidget(self._pages, 1)
        self.setCentralWidget(body)
        self.setStatusBar(self.status)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.remarks)
        self.addToolBar(tool_bar(self.commands, self.choices, self))
        submenus = {
            "recent": self._recent,
            "encoding": self.encodings,
            "choices": self.choices,
            "language": self.languages,
        }
        fill_menu_bar(self.menuBar(), self.commands, submenus)
        self.page.set_actions(self.commands)
        self.resize(1100, 720)

    def _connect(self) -> None:
        self.jobs.progressed.connect(self.status.show_progress)
        self.jobs.idle.connect(self._rest)
        self.page.reviewed.connect(self._update)
        self.page.stack.indexChanged.connect(self._update)
        self.page.stack.cleanChanged.connect(self._update)
        self.remarks.line_chosen.connect(self._show_line)
        self.encodings.chosen.connect(self.reopen)
        self.languages.chosen.connect(self.set_language)
        self._recent.aboutToShow.connect(lambda: self._recent.show_files(self._settings.recent))
        self._recent.chosen.connect(self.open_file)

    def _restore(self) -> None:
        self.page.panel.set_threshold(self._settings.threshold)
        self.choices.show_settings(self._settings)
        if self._settings.geometry:
            self.restoreGeometry(QByteArray.fromBase64(self._settings.geometry.encode()))
        if self._settings.splitter:
            self.page.restore_state(self._settings.splitter)

    def _remember(self) -> None:
        self._settings = replace(
            self.choices.applied_to(self._settings),
            threshold=self.page.threshold,
            geometry=self.saveGeometry().toBase64().toStdString(),
            splitter=self.page.save_state(),
        )
        try:
            settings.store(self._settings)
        except SubpunctError as error:
            log.warning("The settings are not kept: %s", error)

    def _submit(self, lane: Lane, job: Callable[..., object], done: Callable[..., None]) -> None:
        self.jobs.submit(lane, job, done=done, failed=self._show_error)
        self._update()

    def _show_error(self, error: SubpunctError, offer: Offer | None = None) -> None:
        self.message.show_error(error, offer)
        self.failed.emit()

    def _read(self, path: Path, encoding: str | None = None) -> None:
        job = partial(work.open_file, path, encoding)
        self._submit(Lane.FILES, job, partial(self._show_document, path))

    def _propose(self, ask: Callable[..., Answer]) -> None:
        if self._file is None or self.jobs.busy:
            return
        document = self._file.document
        wanted = self.choices.applied_to(self._settings)
        job = partial(ask, document, self._file.language, self._loaded, wanted)
        self._submit(Lane.MODEL, job, partial(self._take_answer, ask, document, wanted))

    def _propose_in(self, language: str, ask: Callable[..., Answer]) -> None:
        self.set_language(language)
        self._propose(ask)

    def _loaded(self) -> Punctuator:
        return self._model or self._load_model()

    def _ask_open(self) -> None:
        folder = str(self._file.path.parent) if self._file else ""
        name, _ = QFileDialog.getOpenFileName(self, "Open", folder, OPENABLE)
        if name:
            self.open_file(Path(name))

    def _show_line(self, line: int) -> None:
        if self._file and self._file.document.cues:
            self.page.show_cue(self._file.cue_near(line))

    def _show_document(self, path: Path, opened: Opened) -> None:
        document = opened.document
        chosen = self._file.chosen if self._file and self._file.path == path else ""
        self._file = OpenFile(path, document, detected=opened.language, chosen=chosen)
        self._settings = self._settings.with_recent(path)
        self.message.hide()
        if opened.runs:
            offer = Offer("Restore here only", self.restore_runs)
            self.message.show_note(runs_note(opened.runs, document.format), offer)
        self.status.show_document(path, document)
        self.encodings.show_encoding(document.encoding)
        self._show_language(self._file.language)
        self.remarks.show_remarks(document.remarks)
        self.page.show_document(document)
        self._pages.setCurrentWidget(self.page)
        self.page.table.setFocus()
        self._update()
        self.opened.emit()

    def _take_answer(
        self, ask: Callable[..., Answer], document: Document, wanted: Settings, answer: Answer
    ) -> None:
        self._model = answer.model
        self.status.show_model(f"{answer.model.card.id} · {answer.model.runs_on}")
        if self._file is None or self._file.document is not document:
            return
        if isinstance(answer, work.Refused):
            known = answer.model.card.languages[0]
            offer = Offer(f"Punctuate as {title_of(known)}", partial(self._propose_in, known, ask))
            self._show_error(refusal(self._file.path.name, answer), offer)
            return
        self._show_proposal(answer.proposal, wanted)

    def _show_proposal(self, proposal: Proposal, wanted: Settings) -> None:
        session = ReviewSession(proposal.suggestions)
        review = self.page.show_review(Review(proposal.transcript, session, capitals=wanted.case))
        # A collection that looks at a hundred thousand suggestions would hold up a key press.
        gc.freeze()
        if note := proposal_note(review.session):
            self.message.show_note(note)
        self._update()
        self.proposed.emit()

    def _show_language(self, language: Language | None) -> None:
        self.status.show_language(language)
        self.languages.show_language(language)

    def _keep(self, file: OpenFile) -> None:
        self._file = file
        self._update()

    def _may_leave(self) -> bool:
        """Ask what to do about unsaved decisions; False to stay."""
        if self.page.stack.isClean() or self._file is None:
            return True
        answer = ask_leaving(self._file.path.name, self)
        return self.export() if answer is Leaving.SAVE else answer is Leaving.DISCARD

    def _rest(self) -> None:
        self.status.show_idle()
        self._update()

    def _update(self) -> None:
        """Bring title, actions and saved state up to date."""
        review = self.page.review
        stack = self.page.stack
        reviewing = review is not None and len(review.session) > 0
        self.commands.enable(
            {
                "punctuate": self._file is not None and not self.jobs.busy,
                "cancel": self.jobs.busy,
                "remarks": self._file is not None and bool(self._file.document.remarks),
                "export": review is not None,
                "export_as": self._file is not None,
                "undo": stack.canUndo(),
                "redo": stack.canRedo(),
            }
            | dict.fromkeys(REVIEW_ACTIONS, reviewing)
        )
        self.encodings.setEnabled(self._file is not None)
        self.languages.setEnabled(self._file is not None)
        self._update_title()

    def _update_title(self) -> None:
        modified = not self.page.stack.isClean()
        self.setWindowTitle(f"{self._file.path.name}[*] - subpunct" if self._file else "subpunct")
        self.setWindowModified(modified)
        saved = self._file.saved if self._file else ""
        self.status.show_saved("Not saved" if modified else saved)
