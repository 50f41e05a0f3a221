"""The transcription window: what to transcribe, the text so far, and the progress."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from subpunct_app.gui.background.jobs import Lane, OneJob, drained, say_nothing
from subpunct_app.gui.panels.message_bar import MessageBar, Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.transcription.transcription_form import TranscriptionForm, unknown_kind
from subpunct_app.gui.widgets.buttons import Buttons
from subpunct_app.gui.widgets.fields import AcceptsFileDrops
from subpunct_app.gui.widgets.focus import FocusFrame
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import SideWindow, resize_to_text
from subpunct_app.runtime.errors import MediaError, SubpunctError
from subpunct_app.runtime.paths import is_file
from subpunct_app.runtime.task import PacedTask
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.speech.media.tracks import tracks_in
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.speech.transcription.transcription import heard_so_far, transcribe_file
from subpunct_app.speech.transcription.transcription_journal import HeardOtherwise, forget, kept_of
from subpunct_app.speech.transcription.whisper_store import install
from subpunct_app.subtitles.files import write
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QCloseEvent

    from subpunct_app.runtime.task import Progress, Task
    from subpunct_app.speech.recognition.recogniser import SpokenWord
    from subpunct_app.speech.transcription.transcription import Transcription
    from subpunct_app.speech.transcription.transcription_journal import Kept
    from subpunct_app.speech.transcription.whisper_models import TranscribeOptions


class TranscriptionButtons(Buttons):
    """What can be done with a transcription."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.keep = self._add(
            tr("&Keep the text so far"),
            "content-save-outline",
            tr("Use the text so far as the result"),
        )
        self._row.addStretch(1)
        self.cancel = self._add(tr("&Cancel"), "close", tr("Stop; the text so far is kept"))
        self.pause = self._add(tr("&Pause"), "pause", tr("Pause after the next words, or continue"))
        self.start = self._add(tr("&Start"), "play", tr("Turn speech into text"))


class TranscriptionStage(StrEnum):
    """What is under way."""

    READY = "ready"
    FETCHING = "fetching"
    HEARING = "hearing"
    HELD = "held"
    STOPPING = "stopping"
    STOPPED = "stopped"

    @property
    def at_work(self) -> bool:
        """Tell whether anything is fetched or heard."""
        return self not in (TranscriptionStage.READY, TranscriptionStage.STOPPED)


class Transcriber(OneJob):
    """Do one thing at a time; in the end it is `heard` or `fetched`, has `failed` or `stopped`.

    `told` brings the next words. A recording is heard on while it
    `may_go_on`; to stop may take until half a minute of sound is heard.
    """

    told = Signal(object)
    heard = Signal(object)
    fetched = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.may_go_on = Event()
        self._words: SimpleQueue[Sequence[SpokenWord]] = SimpleQueue()
        self.progressed.connect(self._bring)

    def hear(self, media: Path, options: TranscribeOptions) -> None:
        """Transcribe a recording."""

        def work(task: Task) -> Transcription:
            paced = PacedTask(task, self.may_go_on)
            return transcribe_file(media, options, paced, tell=self._words.put)

        self.may_go_on.set()
        self.start(work, self.heard.emit)

    def finish(self, media: Path, options: TranscribeOptions) -> None:
        """Take what was heard of a recording so far as all of it."""
        self.start(partial(heard_so_far, media, options), self.heard.emit)

    def fetch(self, model: str) -> None:
        """Fetch a speech model."""
        self.start(lambda task: install(model, task).name, self.fetched.emit)

    def _bring(self) -> None:
        for words in drained(self._words):
            self.told.emit(words)


@dataclass(frozen=True, slots=True)
class TranscriptResult:
    """The file of a result, the recording it was made from, and the language spoken there.

    `remark` says what is wrong with it, if anything is.
    """

    out: Path
    media: Path
    language: str | None
    remark: str = ""


# In letters and lines.
_SIZE = (138, 44)
_LEFT = {
    TranscriptionStage.FETCHING: tr(
        "The speech model is still downloading; you will be notified when it is ready."
    ),
    TranscriptionStage.HEARING: tr(
        "The transcription is still running; you will be notified when it finishes."
    ),
    TranscriptionStage.HELD: tr("The transcription is paused until you continue it."),
}


class TranscriptionWindow(AcceptsFileDrops, SideWindow):
    """Own one transcription at a time; closed while it works, it works on.

    `made` carries what came of it, `unseen` what there is to say while nobody sees the window:
    an error, or a text.
    """

    made = Signal(object)
    unseen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Transcribe"), parent)
        self.stage = TranscriptionStage.READY
        # How far the recording was heard, or what came of it.
        self._state = ""
        self.message = MessageBar(self)
        self.form = TranscriptionForm(self)
        self.preview = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.hearer = Transcriber(self)
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._bar = QProgressBar(textVisible=False)
        self.buttons = TranscriptionButtons(self)
        self._lay_out()
        self._connect()
        self._update()

    @property
    def at_work(self) -> bool:
        """Tell whether it fetches or hears anything, and takes no other recording."""
        return self.stage.at_work

    is_busy = at_work

    def take_files(self, paths: Sequence[Path]) -> None:
        """Name the first recording among some files, and say that it is one."""
        taken, *others = [*filter(is_media, paths)] or paths[:1]
        self.take(taken)
        if others:
            text = tr(
                "Only {name} is transcribed here. Use a batch for several files.", name=taken.name
            )
            self.message.show_note(text)

    def take(self, media: Path, track: int | None = None) -> None:
        """Name a recording to transcribe, unless one is being heard, and a sound track of it."""
        if not self.at_work:
            self.form.show_media(media)
            self.form.choose_track(track)
            self._rest()

    def take_up(self, kept: Kept) -> None:
        """Show a transcription that was interrupted, and go on with it."""
        if self.at_work:
            return
        self.form.models.choose(kept.heading.model)
        self.form.show_language(kept.heading.language)
        self.take(Path(kept.heading.path), kept.heading.track)
        if self.buttons.start.isEnabled():
            self.start()

    def start(self, *, resume: bool = True) -> None:
        """Transcribe what is named, or go on where it was stopped."""
        media = self.form.media_path
        if media is None or not self._may_write():
            return
        self.preview.clear()
        self._state = ""
        self.hearer.hear(media, self.form.options(resume=resume))
        self._enter(TranscriptionStage.HEARING)

    def pause(self) -> None:
        """Pause after the next words, or continue."""
        if self.stage is TranscriptionStage.HELD:
            self.hearer.may_go_on.set()
            self._enter(TranscriptionStage.HEARING)
        elif self.stage is TranscriptionStage.HEARING:
            self.hearer.may_go_on.clear()
            self._enter(TranscriptionStage.HELD)

    def cancel(self) -> None:
        """Stop; the text so far is kept."""
        self.hearer.stop()
        self._enter(TranscriptionStage.STOPPING)

    def keep(self) -> None:
        """Take what was heard so far as all of it."""
        media = self.form.media_path
        if media is not None and self._may_write():
            self.hearer.finish(media, self.form.options(resume=True))
            self._enter(TranscriptionStage.STOPPING)

    def come(self) -> None:
        """Show the window in front."""
        if not self.at_work:
            self.form.models.show_models()
        super().come()

    def close_down(self) -> None:
        """Stop all work, which a later start may go on with, and close the window."""
        self.hide()
        self.hearer.close()
        self.stage = TranscriptionStage.READY
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Go on unseen."""
        super().closeEvent(event)
        if self.stage in _LEFT:
            self.unseen.emit(_LEFT[self.stage])

    def _may_write(self) -> bool:
        """Tell whether the result can be written where it is to be, and show why not."""
        self.message.hide()
        try:
            self.form.check_result()
        except SubpunctError as error:
            self.message.show_error(error)
            return False
        return True

    def _fetch(self, model: str) -> None:
        self.message.hide()
        self.hearer.fetch(model)
        self._enter(TranscriptionStage.FETCHING)

    def _show_fetched(self, model: str) -> None:
        self.form.models.show_models()
        self.form.models.choose(model)
        self._rest()
        if self.isHidden():
            self.unseen.emit(tr("The speech model {name} is ready.", name=model))

    def _show_stopped(self) -> None:
        self._state = tr("Cancelled before there was any text.")
        self._rest()
        if not self.form.models.at_hand:
            self.message.show_note(
                tr("The download was cancelled. The next one continues where it stopped.")
            )

    def _rest(self) -> None:
        """Do nothing, and show what was heard of the recording before, if that is not all."""
        media = self.form.media_path
        kept = kept_of(media) if media is not None else None
        if kept is None or not kept.words:
            self._enter(TranscriptionStage.READY)
            return
        self.preview.clear()
        self._show_words(kept.words)
        self._show_heard_time(kept.heard_ms, kept.heading.duration_ms)
        self._enter(TranscriptionStage.STOPPED)

    def _show_words(self, words: Sequence[SpokenWord]) -> None:
        """Add words to the text so far, each cue with its time; the last stays in view."""
        for cue in build_cues(words):
            self.preview.appendPlainText(
                f"{clock_text(cue.start_ms)}  {' '.join(cue.text.split())}"
            )

    def _show_heard(self, made: Transcription | None) -> None:
        media, out, kind = self.form.media_path, self.form.out_path, self.form.kind
        if media is None or out is None or kind is None:
            self._rest()
            return
        if made is None or not made.words:
            self._say_nothing_heard(made, media)
            return
        try:
            self.form.check_result()
            write(made.content(kind), out)
        except SubpunctError as error:
            self._say(error)
            self._rest()
            return
        forget(made.trace)
        self._state = tr("Written to {name}.", name=out.name)
        self._enter(TranscriptionStage.READY)
        if made.broken:
            self.message.show_error(made.broken)
        elif made.remark:
            self.message.show_note(made.remark)
        self.made.emit(TranscriptResult(out, media, made.language, str(made.broken or made.remark)))

    def _say_nothing_heard(self, made: Transcription | None, media: Path) -> None:
        if made is None:
            text = tr("{name} was moved, deleted or changed.", name=media.name)
            self._say(MediaError(text, tr("Nothing was written.")))
        else:
            forget(made.trace)
            silent = tr("The model heard no speech in {name}.", name=media.name)
            self._say(made.broken or silent)
        self._rest()

    def _show_error(self, error: SubpunctError) -> None:
        if isinstance(error, HeardOtherwise):
            hint = tr("Choose the same again to continue it.")
            start_over = Offer(tr("Start over"), partial(self.start, resume=False))
            self._say(f"{error.message} {hint}", start_over)
        else:
            self._say(error)
        self._rest()

    def _say(self, what: SubpunctError | str, offer: Offer | None = None) -> None:
        """Show how it ended, and have it told elsewhere while nobody sees it here."""
        if isinstance(what, SubpunctError):
            self.message.show_error(what, offer)
        else:
            self.message.show_note(what, offer)
        if self.isHidden():
            self.unseen.emit(what)

    def _show_progress(self, progress: Progress) -> None:
        """Show what is told of the work; nothing of it while that rests or ends."""
        if self.stage is TranscriptionStage.HEARING and progress.timed:
            self._show_heard_time(progress.done, progress.total)
            self._label.setText(self._state)
        elif self.stage in (TranscriptionStage.HEARING, TranscriptionStage.FETCHING):
            self._label.setText(progress.message)
            self._show_bar(progress.done, progress.total)

    def _show_heard_time(self, done_ms: int, total_ms: int) -> None:
        self._state = tr("{time} of {whole}", time=clock_text(done_ms), whole=clock_text(total_ms))
        self._show_bar(done_ms, total_ms)

    def _show_bar(self, done: int, total: int) -> None:
        # Bytes of a large model and milliseconds of a long film do not fit the bar's integers.
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(1000 * done // total if total else 0)

    def _enter(self, stage: TranscriptionStage) -> None:
        """Show another stage; said aloud, too, where a button that ends one left the focus."""
        before, self.stage = self.stage, stage
        self._update()
        # Of what is fetched or heard the progress tells.
        quiet = stage in (before, TranscriptionStage.FETCHING, TranscriptionStage.HEARING)
        if not quiet and self.isVisible() and self._label.text():
            announce(self, self._label.text())

    def _update(self) -> None:
        """Bring buttons, fields and the line about it up to date."""
        form, stage, stages = self.form, self.stage, TranscriptionStage
        named = form.media_path is not None and form.kind is not None
        going_on, held = stage is stages.STOPPED, stage is stages.HELD
        self._lock_form()
        self.buttons.start.setEnabled(not self.at_work and named and form.models.at_hand)
        self.buttons.start.setText(tr("Contin&ue") if going_on else tr("&Start"))
        self.buttons.pause.setEnabled(held or stage is stages.HEARING)
        self.buttons.pause.setText(tr("Contin&ue") if held else tr("&Pause"))
        self.buttons.cancel.setEnabled(self.at_work and stage is not stages.STOPPING)
        self.buttons.keep.setVisible(going_on)
        self._bar.setVisible(self.at_work or going_on)
        if held:
            paused = tr("{time} (paused)", time=self._state)
            self._label.setText(paused if self._state else tr("Paused"))
        elif stage is stages.STOPPING:
            self._label.setText(tr("Stopping…"))
        elif not self.at_work:
            self._label.setText(self._missing() or self._state)

    def _lock_form(self) -> None:
        """Take nothing else while it works; the focus goes on to what is heard, as from Start."""
        focused = self.focusWidget()
        if self.at_work and focused is not None and self.form.isAncestorOf(focused):
            self.preview.setFocus()
        self.form.setEnabled(not self.at_work)

    def _missing(self) -> str:
        """Tell in words what is missing before it can start or go on."""
        form = self.form
        if form.media_path is None:
            return tr("Choose a video or a sound file, or drop one here.")
        if form.kind is None:
            return unknown_kind()
        return "" if form.models.at_hand else tr("Download this speech model first.")

    def _lay_out(self) -> None:
        self.setAcceptDrops(True)
        self.preview.setAcceptDrops(False)
        self.preview.setAccessibleName(tr("Text so far"))
        FocusFrame(self.preview)
        self._bar.setAccessibleName(tr("Progress of the transcription"))
        row = QHBoxLayout()
        row.addWidget(self._label, 1)
        row.addWidget(self._bar, 1)
        column = QVBoxLayout(self)
        column.addWidget(self.message)
        column.addWidget(self.form)
        column.addWidget(self.preview, 1)
        column.addLayout(row)
        column.addWidget(self.buttons)
        resize_to_text(self, *_SIZE)

    def _connect(self) -> None:
        self.form.media_changed.connect(self._notice_media)
        self.form.changed.connect(self._notice)
        self.form.models.fetch_wanted.connect(self._fetch)
        self.hearer.told.connect(self._show_words)
        self.hearer.progressed.connect(self._show_progress)
        self.hearer.heard.connect(self._show_heard)
        self.hearer.fetched.connect(self._show_fetched)
        self.hearer.failed.connect(self._show_error)
        self.hearer.stopped.connect(self._show_stopped)
        self.buttons.start.clicked.connect(lambda: self.start())
        self.buttons.pause.clicked.connect(self.pause)
        self.buttons.cancel.clicked.connect(self.cancel)
        self.buttons.keep.clicked.connect(self.keep)

    def _notice(self) -> None:
        """Follow the fields."""
        if self.stage is TranscriptionStage.READY:
            self._state = ""
        self._update()

    def _notice_media(self) -> None:
        """Show what is kept of another recording, and look which sound tracks it has."""
        media = self.form.media_path
        if media is not None and is_file(media):
            self.hearer.jobs.submit(
                Lane.FILES,
                lambda _task: tracks_in(media),
                done=partial(self.form.show_tracks, media),
                failed=say_nothing,
                quiet=True,
            )
        self.message.hide()
        self.preview.clear()
        self._state = ""
        self._rest()
