"""The main window: puts the parts together and shows what becomes of their work."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QVBoxLayout, QWidget

from subpunct_app.gui.actions.action_list import Act, Submenu
from subpunct_app.gui.actions.commands import Commands
from subpunct_app.gui.actions.menus import (
    EncodingMenu,
    LanguageMenu,
    PrecisionMenu,
    PunctuateMenu,
    RecentMenu,
    SpeakerMenu,
    fill_menu_bar,
    offer_cue_menu,
    tool_bar,
)
from subpunct_app.gui.background.jobs import Jobs
from subpunct_app.gui.batch.batch_control import BatchController, ReviewOpener
from subpunct_app.gui.desk import Desk, Workplace
from subpunct_app.gui.file.exporter import Exporter
from subpunct_app.gui.file.journal_keeper import JournalKeeper, offer_interrupted
from subpunct_app.gui.file.opener import Opener, Unsaved
from subpunct_app.gui.file.source_watch import SourceWatch
from subpunct_app.gui.media.open_media import OpenMedia
from subpunct_app.gui.media.sound_jobs import PauseListener, TextAligner
from subpunct_app.gui.media.track_menus import SoundTrackMenu, SubtitleTrackMenu
from subpunct_app.gui.panels.message_bar import MessageBar, Offer
from subpunct_app.gui.panels.place_panels import RemarksPanel
from subpunct_app.gui.panels.result_docks import ResultDocks
from subpunct_app.gui.panels.status_bar import StatusBar, StatusFeed
from subpunct_app.gui.panels.welcome import WelcomePage
from subpunct_app.gui.proposing.answers import Answers
from subpunct_app.gui.proposing.learner import Learner
from subpunct_app.gui.proposing.proposer import Proposer
from subpunct_app.gui.proposing.repredictor import Repredictor
from subpunct_app.gui.proposing.style_learner import StyleLearner
from subpunct_app.gui.review.review_page import ReviewPage
from subpunct_app.gui.texts.notes import runs_note
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.transcription.transcription_control import TranscriptionController
from subpunct_app.gui.widgets.colours import FollowsPalette
from subpunct_app.gui.widgets.fields import AcceptsFileDrops
from subpunct_app.gui.widgets.focus import FocusReturn
from subpunct_app.gui.widgets.icons import app_icon
from subpunct_app.gui.widgets.panes import Pages, resize_to_text
from subpunct_app.gui.window_state import WindowState
from subpunct_app.gui.words.text_editing import TextEditing
from subpunct_app.review import model_queries as asking
from subpunct_app.review import settings
from subpunct_app.review.editing.finding import cue_near
from subpunct_app.speech.media.media_files import too_much_to_open

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QKeyEvent

    from subpunct_app.gui.actions.menus import ChoiceMenu
    from subpunct_app.gui.desk import OpenFile
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.review.opening import OpenedFile
    from subpunct_app.review.settings import Settings
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.subtitles.formats.document import Document

# In letters and lines.
_SIZE = (184, 52)


class MainWindow(FollowsPalette, AcceptsFileDrops, QMainWindow):
    """Own the desk, the workers and the pages; each part does its work and tells of it."""

    def __init__(
        self,
        *,
        load_model: Callable[[str], Punctuator] = asking.load_model,
        remembered: Settings | None = None,
    ) -> None:
        super().__init__()
        self.desk = desk = Desk(remembered or settings.load(), self)
        self.opened, self.proposed, self.failed = desk.opened, desk.proposed, desk.failed
        self.jobs = Jobs(self)
        self.page = ReviewPage(self)
        self.message = MessageBar(self)
        self.remarks = RemarksPanel(self)
        self.choices = PunctuateMenu(self)
        self.encodings = EncodingMenu(self.desk, self)
        self.languages = LanguageMenu(self.desk, self)
        self.memory = WindowState(self.desk, self, self.page, self.choices)
        self.writing = TextEditing(self.desk, self.page, self.message)
        finish = self.writing.manual.finish
        unsaved = Unsaved(self.page.stack, finish, lambda: self.exporter.export())
        self.opener = Opener(self.desk, self.jobs, unsaved, self)
        place = Workplace(
            *(self, self.desk, self.jobs, self.page, self.message, self.opener),
            finish_typing=finish,
        )
        self.result = ResultDocks(place)
        self.proposer = Proposer(
            self.desk, self.jobs, load=load_model, wanted=self.memory.wanted, parent=self
        )
        self.open_file, self.punctuate = self.opener.open, self.proposer.punctuate
        self.keeper = JournalKeeper(place, self.writing.manual)
        self.exporter = Exporter(
            place, self.keeper, after=lambda target: self.batching.after_export(target)
        )
        self.export = self.exporter.export
        self.learner = Learner(place, self.proposer)
        self._precision = PrecisionMenu(self.learner, self)
        self.watching = OpenMedia(place, lambda: self.commands)
        self.tracks = SoundTrackMenu(self.watching, self)
        self.within = SubtitleTrackMenu(place, self.watching)
        self.reviews = ReviewOpener(place, self.watching, self.proposer)
        self.batching = BatchController(place, self.reviews, self.choices, self.memory.wanted)
        self.aligning = TextAligner(place, self.watching)
        self.transcribing = TranscriptionController(place, self.watching, self.proposer)
        self._begin_following(place)
        self._commands = Commands(self)
        self.commands = self._commands.actions
        self.status = StatusBar(self.commands, self.encodings, self.languages, self)
        telling = (self.watching, self.learner, self.style_learner, self.page.decider, self.remarks)
        told = [part.told for part in telling]
        StatusFeed(place, self.status, self.proposer, self._commands, told)
        self._pages = Pages(self)
        self._lay_out()
        self._connect()
        self.memory.restore()
        self._update()

    @property
    def file(self) -> OpenFile | None:
        """Return what is open."""
        return self.desk.file

    def take_files(self, paths: Sequence[Path]) -> None:
        """Open subtitles and their video; more than that is for a batch."""
        if many := too_much_to_open(paths):
            self.batching.offer(many)
        else:
            self.watching.take_files(paths)

    def focusNextPrevChild(self, following: bool) -> bool:  # noqa: N802
        """Go on from what has the focus, and home from a button that nobody can press any more."""
        focused = self.focusWidget()
        # Pressed once too often, whatever is beside it would do something else.
        if focused is None or focused.isEnabled() or not self.page.isVisible():
            return super().focusNextPrevChild(following)
        self.page.table.setFocus()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Tell why a key does nothing that no other part has taken."""
        self.commands.refuse(event)
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Ask about what is not exported, then end."""
        if not self.opener.may_close():
            event.ignore()
            return
        self.end()
        event.accept()

    def end(self) -> None:
        """Stop the workers and remember the window; what is not exported is kept for later."""
        self.hide()
        keeping = (self.learner, self.keeper, self.writing)
        working = (self.batching, self.transcribing, self.watching, self.jobs)
        for part in (*working, *keeping):
            part.close()
        self.memory.store()

    def _begin_following(self, place: Workplace) -> None:
        """Make what follows the file, the model and the decisions; nobody calls it."""
        PauseListener(place, self.watching, self.proposer)
        SourceWatch(place)
        QTimer.singleShot(0, self, partial(offer_interrupted, place))
        Repredictor(self.page, self.jobs, self.proposer, self)
        self.style_learner = StyleLearner(self.page, self.desk, self)
        Answers(place, self.proposer, self.learner, self.languages)

    @property
    def choice_menus(self) -> Sequence[ChoiceMenu]:
        """Return the menus whose entries the palette finds, too."""
        return (self.encodings, self.languages, self._precision, self.tracks, self.within)

    def _lay_out(self) -> None:
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self._pages.addWidget(WelcomePage(self.commands, self))
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
        docks = self.findChildren(QDockWidget)
        FocusReturn(self.page.table, self._pages, self.message, self.page.panel, *docks)
        self.addToolBar(tool_bar(self.commands, self.choices, self))
        submenus = {
            Submenu.RECENT: RecentMenu(self.desk, self.opener, self),
            Submenu.ENCODING: self.encodings,
            Submenu.SPEAKERS: SpeakerMenu(self.opener, self.proposer, self),
            Submenu.PRECISION: self._precision,
            Submenu.CHOICES: self.choices,
            Submenu.LANGUAGE: self.languages,
            Submenu.TRACKS: self.tracks,
            Submenu.WITHIN: self.within,
        }
        fill_menu_bar(self.menuBar(), self.commands, submenus)
        for part in (self.page, self.writing):
            part.set_actions(self.commands)
        offer_cue_menu(self.commands, self.page.table, self.page.panel.context)
        resize_to_text(self, *_SIZE)

    def _connect(self) -> None:
        self.desk.changed.connect(self._show_file)
        self.opener.shown.connect(self._show_document)
        self.opener.opened.connect(self._show_opened)
        self.opener.failed.connect(self._show_error)
        self.proposed.connect(self._update)
        self.proposer.failed.connect(self._show_error)
        self.watching.opened.connect(self._show_media)
        self.watching.closed.connect(self._show_media)
        self.jobs.started.connect(self._update)
        self.jobs.idle.connect(self._update)
        self.page.reviewed.connect(self._update)
        self.commands[Act.CANCEL].triggered.connect(self._update)
        self.page.stack.indexChanged.connect(self._update)
        self.page.stack.cleanChanged.connect(self._update)
        self.writing.changed.connect(self._update)
        self.remarks.line_chosen.connect(self._show_line)
        self.encodings.chosen.connect(self.opener.reopen)

    def _recolour(self) -> None:
        self.commands.recolour(self.palette())

    def _show_error(self, error: SubpunctError) -> None:
        self.message.show_error(error)
        self.desk.failed.emit()

    def _show_line(self, line: int) -> None:
        # Lines are counted as they were before any cue was edited.
        document = self.page.table.contents.original
        if document is not None and document.cues:
            self.page.show_cue(cue_near(document, line))

    def _show_document(self, document: Document) -> None:
        if self.file is None:
            return
        self.message.hide()
        self.status.show_document(self.file.path, document)
        self.remarks.show_remarks(document.remarks)
        self.page.show_document(document)
        self._pages.setCurrentWidget(self.page)
        self.page.table.setFocus()
        self._show_file()

    def _show_media(self) -> None:
        if self.file is None:
            self.page.show_no_text()
        self.status.show_video(self.watching.path)
        self._pages.setCurrentIndex(int(bool(self.file or self.watching.path)))
        self._update()

    def _show_opened(self, opened: OpenedFile) -> None:
        if opened.runs:
            offer = Offer(tr("Punctuate only there"), self.proposer.restore_runs)
            self.message.show_note(runs_note(opened.runs, opened.document.format), offer)
        self.keeper.show_left(opened)
        self.desk.opened.emit()

    def _show_file(self) -> None:
        self.status.show_language(self.file.language if self.file else None)
        if self.file is not None:
            self.status.show_encoding(self.file.document.encoding, as_utf8=self.file.as_utf8)
        self._update()

    def _update(self) -> None:
        """Bring title, actions and what is exported up to date."""
        self._commands.update()
        self.encodings.setEnabled(self.file is not None)
        self.languages.setEnabled(self.file is not None)
        modified = not self.page.stack.isClean()
        # Qt puts an asterisk at the one place left for it.
        name = self.file.path.name.replace("[*]", "[*][*]") if self.file else ""
        self.setWindowTitle(f"{name}[*] - subpunct" if self.file else "subpunct")
        self.setWindowModified(modified)
        self.status.show_exported(_exported_text(self.file, modified=modified))


def _exported_text(file: OpenFile | None, *, modified: bool) -> str:
    """Return where the decisions are safe, for the status line."""
    if file is not None and file.busy and (modified or not file.exported):
        return tr("Not saved: open in another window")
    if file is None or not modified:
        return file.exported if file else ""
    return tr("Not exported · kept for later") if file.kept else tr("Not exported")
