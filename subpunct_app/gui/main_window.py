"""The main window: opens a file, has it punctuated, and exports what was accepted."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QMainWindow,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.core.errors import MediaError, SubpunctError
from subpunct_app.core.review import ReviewSession
from subpunct_app.gui import work
from subpunct_app.gui.actions import MENUS, REVIEW_ACTIONS, TOOLS, Actions
from subpunct_app.gui.icons import app_icon
from subpunct_app.gui.jobs import Jobs, Lane
from subpunct_app.gui.list_dialog import keys_dialog, remarks_dialog
from subpunct_app.gui.message_bar import MessageBar
from subpunct_app.gui.open_file import MEDIA, OpenFile, sample
from subpunct_app.gui.review import Review
from subpunct_app.gui.review_page import ReviewPage
from subpunct_app.gui.status_bar import StatusBar
from subpunct_app.gui.welcome import WelcomePage
from subpunct_app.services import files, settings
from subpunct_app.subtitles.render import render

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from subpunct_app.gui.work import Punctuated
    from subpunct_app.punctuation.base import Punctuator
    from subpunct_app.services.settings import Settings
    from subpunct_app.subtitles.document import Document

_OPENABLE = "Subtitles and text (*.srt *.vtt *.txt);;All files (*)"

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
        self.status = StatusBar(self.commands["cancel"], self.commands["remarks"], self)
        self._welcome = WelcomePage(self.commands, self)
        self._pages = QStackedWidget(self)
        self._recent = QMenu("Open &recent", self)
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
        self._submit(Lane.FILES, partial(work.open_file, path), partial(self._show_document, path))

    def set_video(self, path: Path) -> None:
        """Remember which video belongs to the subtitles."""
        if not path.is_file():
            self.message.show_error(MediaError(f"{path} is no file.", "Check the name."))
            return
        self.status.show_video(path)

    def punctuate(self) -> None:
        """Have a model make suggestions for the open document."""
        if self._file is None or self.jobs.busy:
            return
        self.message.hide()
        document = self._file.document
        self._submit(
            Lane.MODEL,
            partial(work.punctuate, document, self._loaded),
            partial(self._show_proposal, document),
        )

    def export(self) -> bool:
        """Write what was accepted to where it went before, or to a free name beside the source."""
        if self._file is None:
            return False
        if self._file.target is not None:
            return self._write(self._file.target, overwrite=True)
        if self._file.shipped:
            return self.export_as()
        return self._write(self._file.free_target(), overwrite=False)

    def export_as(self) -> bool:
        """Ask for a name and write what was accepted there."""
        if self._file is None:
            return False
        proposed = self._file.target or self._file.free_target()
        name, _ = QFileDialog.getSaveFileName(self, "Export", str(proposed), _OPENABLE)
        return bool(name) and self._write(Path(name), overwrite=True)

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
            "export_as": self.export_as,
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
            "remarks": self._show_remarks,
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
        self.addToolBar(self._tool_bar())
        self._fill_menus()
        self.page.set_actions(self.commands)
        self.resize(1100, 720)

    def _tool_bar(self) -> QToolBar:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for name in TOOLS:
            if name:
                bar.addAction(self.commands[name])
            else:
                bar.addSeparator()
        return bar

    def _fill_menus(self) -> None:
        for title, names in MENUS.items():
            menu = self.menuBar().addMenu(title)
            for name in names:
                if name:
                    menu.addAction(self.commands[name])
                else:
                    menu.addSeparator()
            if title == "&File":
                menu.insertMenu(self.commands["sample"], self._recent)

    def _connect(self) -> None:
        self.jobs.progressed.connect(self.status.show_progress)
        self.jobs.idle.connect(self._rest)
        self.page.reviewed.connect(self._update)
        self.page.stack.indexChanged.connect(self._update)
        self.page.stack.cleanChanged.connect(self._update)
        self._recent.aboutToShow.connect(self._fill_recent)

    def _restore(self) -> None:
        self.page.panel.set_threshold(self._settings.threshold)
        if self._settings.geometry:
            self.restoreGeometry(QByteArray.fromBase64(self._settings.geometry.encode()))
        if self._settings.splitter:
            self.page.restore_state(self._settings.splitter)

    def _remember(self) -> None:
        self._settings = replace(
            self._settings,
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

    def _show_error(self, error: SubpunctError) -> None:
        self.message.show_error(error)
        self.failed.emit()

    def _loaded(self) -> Punctuator:
        return self._model or self._load_model()

    def _ask_open(self) -> None:
        folder = str(self._file.path.parent) if self._file else ""
        name, _ = QFileDialog.getOpenFileName(self, "Open", folder, _OPENABLE)
        if name:
            self.open_file(Path(name))

    def _show_remarks(self) -> None:
        if self._file:
            remarks_dialog(self._file.document.remarks, self).open()

    def _show_document(self, path: Path, document: Document) -> None:
        self._file = OpenFile(path, document)
        self._settings = self._settings.with_recent(path)
        self.message.hide()
        self.status.show_document(path, document)
        self.page.show_document(document)
        self._pages.setCurrentWidget(self.page)
        self.page.table.setFocus()
        self._update()
        self.opened.emit()

    def _show_proposal(self, document: Document, punctuated: Punctuated) -> None:
        self._model = punctuated.model
        self.status.show_model(f"{punctuated.model.card.id} · {punctuated.model.runs_on}")
        if self._file is None or self._file.document is not document:
            return
        proposal = punctuated.proposal
        self.page.show_review(Review(proposal.transcript, ReviewSession(proposal.suggestions)))
        if not proposal.suggestions:
            self.message.show_note("The model has nothing to suggest for this text.")
        self._update()
        self.proposed.emit()

    def _write(self, target: Path, *, overwrite: bool) -> bool:
        if self._file is None:
            return False
        try:
            files.save(self._result(self._file), target, overwrite=overwrite)
        except SubpunctError as error:
            self.message.show_error(error)
            return False
        self._file = replace(self._file, target=target, saved=f"Saved {datetime.now():%H:%M}")
        self.page.stack.setClean()
        self.message.show_note(self._saved_note(target))
        self._update()
        return True

    def _result(self, file: OpenFile) -> Document:
        review = self.page.review
        return render(review.transcript, review.session.edits()) if review else file.document

    def _saved_note(self, target: Path) -> str:
        review = self.page.review
        edits = len(review.session.edits()) if review else 0
        left = review.session.open_count if review else 0
        note = f"Saved {target} with {edits} accepted change{'s' if edits != 1 else ''}."
        return f"{note} {left} undecided ones were left out." if left else note

    def _may_leave(self) -> bool:
        """Ask what to do about unsaved decisions; False to stay."""
        if self.page.stack.isClean() or self._file is None:
            return True
        button = QMessageBox.StandardButton
        answer = QMessageBox.warning(
            self,
            "Unsaved decisions",
            f"Your decisions about {self._file.path.name} are not exported yet.",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )
        return self.export() if answer == button.Save else answer == button.Discard

    def _fill_recent(self) -> None:
        self._recent.clear()
        for name in self._settings.recent:
            self._recent.addAction(name.replace("&", "&&"), partial(self.open_file, Path(name)))
        if not self._settings.recent:
            self._recent.addAction("Nothing yet").setEnabled(False)

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
                "punctuate": self._file is not None and review is None and not self.jobs.busy,
                "cancel": self.jobs.busy,
                "remarks": self._file is not None and bool(self._file.document.remarks),
                "export": review is not None,
                "export_as": self._file is not None,
                "undo": stack.canUndo(),
                "redo": stack.canRedo(),
            }
            | dict.fromkeys(REVIEW_ACTIONS, reviewing)
        )
        self._update_title()

    def _update_title(self) -> None:
        modified = not self.page.stack.isClean()
        self.setWindowTitle(f"{self._file.path.name}[*] - subpunct" if self._file else "subpunct")
        self.setWindowModified(modified)
        saved = self._file.saved if self._file else ""
        self.status.show_saved("Not saved" if modified else saved)
