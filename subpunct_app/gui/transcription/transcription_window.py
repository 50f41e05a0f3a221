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
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from subpunct_app.gui.background.jobs import Lane, OneJob, drained, say_nothing
from subpunct_app.gui.panels.message_bar import MessageBar, Offer
from subpunct_app.gui.transcription.transcription_form import UNKNOWN_KIND, TranscriptionForm
from subpunct_app.gui.transcription.transcription_preview import PreviewModel, PreviewTable
from subpunct_app.gui.widgets.buttons import Buttons
from subpunct_app.gui.widgets.fields import AcceptsFileDrops
from subpunct_app.gui.widgets.label_texts import announce
from subpunct_app.gui.widgets.panes import SideWindow, resize_to_text
from subpunct_app.runtime.errors import MediaError, SubpunctError
from subpunct_app.runtime.paths import is_file
from subpunct_app.runtime.task import PacedTask
from subpunct_app.speech.media.media_files import is_recording
from subpunct_app.speech.media.tracks import tracks_in
from subpunct_app.speech.transcription.transcription import heard_so_far, transcribe_file
from subpunct_app.speech.transcription.transcription_journal import HeardOtherwise, forget, kept_of
from subpunct_app.speech.transcription.whisper_store import install
from subpunct_app.subtitles.files import write
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QCloseEvent

    from subpunct_app.runtime.task import Progress, Task
    from subpunct_app.speech.media.tracks import Track
    from subpunct_app.speech.recognition.recogniser import SpokenWord
    from subpunct_app.speech.transcription.transcription import Transcription
    from subpunct_app.speech.transcription.transcription_journal import Kept
    from subpunct_app.speech.transcription.whisper_models import TranscribeOptions


class TranscriptionButtons(Buttons):
    """What can be done with a transcription."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.keep = self._add(
            "&Keep the text so far", "content-save-outline", "Use the text so far as the result"
        )
        self._row.addStretch(1)
        self.cancel = self._add("&Cancel", "close", "Stop; the text so far is kept")
        self.pause = self._add("&Pause", "pause", "Pause after the next words, or continue")
        self.start = self._add("&Start", "play", "Turn speech into text")


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


class StateRow(QWidget):
    """A line about what is under way, and beside it a bar while something is, or was stopped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._reached = ""
        self._stage = TranscriptionStage.READY
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._bar = QProgressBar(textVisible=False)
        self._bar.setAccessibleName("Progress of the transcription")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label, 1)
        row.addWidget(self._bar, 1)

    def begin(self) -> None:
        """Forget how far the last transcription has come."""
        self._reached = ""

    def show_progress(self, progress: Progress, stage: TranscriptionStage) -> None:
        """Show what is told of the work; nothing of it while that rests or ends."""
        if stage is TranscriptionStage.HEARING and progress.timed:
            self.show_heard(progress.done, progress.total)
        elif stage in (TranscriptionStage.HEARING, TranscriptionStage.FETCHING):
            self._label.setText(progress.message)
            self._show_bar(progress.done, progress.total)

    def show_heard(self, done_ms: int, total_ms: int) -> None:
        """Show how much of a recording was heard."""
        self._reached = f"{clock_text(done_ms)} of {clock_text(total_ms)}"
        self._label.setText(self._reached)
        self._show_bar(done_ms, total_ms)

    def show_stage(self, stage: TranscriptionStage, missing: str, done: str) -> None:
        """Show another stage; at rest tell what is missing, how far it is, or what was done.

        Another stage is said aloud, too: buttons that end one leave the focus elsewhere.
        """
        self._bar.setVisible(stage.at_work or stage is TranscriptionStage.STOPPED)
        if stage is TranscriptionStage.HELD:
            self._label.setText(f"{self._reached} (paused)" if self._reached else "Paused")
        elif stage is TranscriptionStage.STOPPING:
            self._label.setText("Stopping…")
        elif not stage.at_work:
            self._label.setText(
                missing or (self._reached if stage is TranscriptionStage.STOPPED else done)
            )
        # Of what is fetched or heard the first progress tells.
        shown = (
            stage not in (self._stage, TranscriptionStage.FETCHING, TranscriptionStage.HEARING)
            and self.isVisible()
        )
        if shown and self._label.text():
            announce(self, self._label.text())
        self._stage = stage

    def _show_bar(self, done: int, total: int) -> None:
        # Bytes of a large model and milliseconds of a long film do not fit the bar's integers.
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(1000 * done // total if total else 0)


class Transcriber(OneJob):
    """Do one thing at a time; in the end it is `heard` or `fetched`, has `failed` or `stopped`.

    `told` brings the words that came since the last time. A recording is heard on while it
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

    def hear(self, media: Path, wanted: TranscribeOptions) -> None:
        """Transcribe a recording."""
        self._submit(
            partial(_heard, media, wanted, self.may_go_on, self._words.put), self.heard.emit
        )

    def finish(self, media: Path, wanted: TranscribeOptions) -> None:
        """Take what was heard of a recording so far as all of it."""
        self._submit(partial(heard_so_far, media, wanted), self.heard.emit)

    def look_into(self, media: Path, found: Callable[[list[Track]], None]) -> None:
        """Look which sound tracks a recording has, beside what is under way; `found` gets them."""
        self.jobs.submit(
            Lane.FILES, lambda _task: tracks_in(media), done=found, failed=say_nothing, quiet=True
        )

    def fetch(self, model: str) -> None:
        """Fetch a speech model."""
        self._submit(lambda task: install(model, task).name, self.fetched.emit)

    def _submit(self, job: Callable[[Task], object], done: Callable[[object], object]) -> None:
        self.may_go_on.set()
        self.start(job, done)

    def _bring(self) -> None:
        words = [word for segment in drained(self._words) for word in segment]
        if words:
            self.told.emit(words)


def _heard(
    media: Path,
    wanted: TranscribeOptions,
    may_go_on: Event,
    tell: Callable[[Sequence[SpokenWord]], object],
    task: Task,
) -> Transcription:
    return transcribe_file(media, wanted, PacedTask(task, may_go_on), tell=tell)


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
    TranscriptionStage.FETCHING: (
        "The speech model is still downloading; you will be notified when it is ready."
    ),
    TranscriptionStage.HEARING: (
        "The transcription is still running; you will be notified when it finishes."
    ),
    TranscriptionStage.HELD: "The transcription is paused until you continue it.",
}


class TranscriptionWindow(AcceptsFileDrops, SideWindow):
    """Own one transcription at a time; closed while it works, it works on.

    `made` carries what came of it, `unseen` what there is to say while nobody sees the window:
    an error, or a text.
    """

    made = Signal(object)
    unseen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Transcribe", parent)
        self.stage = TranscriptionStage.READY
        self._media: Path | None = None
        self._named: Path | None = None
        self._done = ""
        self.message = MessageBar(self)
        self.form = TranscriptionForm(self)
        self.preview = PreviewModel(self)
        self._table = PreviewTable(self.preview, self)
        self.hearer = Transcriber(self)
        self._state_row = StateRow(self)
        self.buttons = TranscriptionButtons(self)
        self._lay_out()
        self._connect()
        self._update()

    @property
    def at_work(self) -> bool:
        """Tell whether it fetches or hears anything."""
        return self.stage.at_work

    @property
    def is_busy(self) -> bool:
        """Tell whether something is under way, which takes no other recording."""
        return self.at_work

    def take_files(self, paths: Sequence[Path]) -> None:
        """Name the first recording among some files, and say that it is one."""
        taken, *others = [*filter(is_recording, paths)] or paths[:1]
        self.take(taken)
        if others:
            self.message.show_note(
                f"Only {taken.name} is transcribed here. Use a batch for several files."
            )

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
        self.form.show_media(Path(kept.heading.path))
        self.form.models.choose(kept.heading.model)
        self.form.show_language(kept.heading.language)
        self.form.choose_track(kept.heading.track)
        self._rest()
        if self.buttons.start.isEnabled():
            self.start()

    def start(self) -> None:
        """Transcribe what is named, or go on where it was stopped."""
        self._start(resume=True)

    def pause(self) -> None:
        """Pause after the next words, or continue."""
        if self.stage is TranscriptionStage.HELD:
            self.hearer.may_go_on.set()
            self.stage = TranscriptionStage.HEARING
        elif self.stage is TranscriptionStage.HEARING:
            self.hearer.may_go_on.clear()
            self.stage = TranscriptionStage.HELD
        self._update()

    def cancel(self) -> None:
        """Stop; the text so far is kept."""
        self.stage = TranscriptionStage.STOPPING
        self.hearer.stop()
        self._update()

    def keep(self) -> None:
        """Take what was heard so far as all of it."""
        if self._media is not None and self._may_write():
            self.stage = TranscriptionStage.STOPPING
            self.hearer.finish(self._media, self.form.wanted(resume=True))
            self._update()

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

    def _start(self, *, resume: bool) -> None:
        media = self.form.media_path
        if media is None or not self._may_write():
            return
        self.preview.clear()
        self._media = media
        self._done = ""
        self._state_row.begin()
        self.stage = TranscriptionStage.HEARING
        self.hearer.hear(media, self.form.wanted(resume=resume))
        self._update()

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
        self.stage = TranscriptionStage.FETCHING
        self.hearer.fetch(model)
        self._update()

    def _show_fetched(self, model: str) -> None:
        self.stage = TranscriptionStage.READY
        self.form.models.show_models()
        self.form.models.choose(model)
        self._rest()
        if self.isHidden():
            self.unseen.emit(f"The speech model {model} is ready.")

    def _show_stopped(self) -> None:
        self._done = "Cancelled before there was any text."
        self._rest()
        if not self.form.models.at_hand:
            self.message.show_note(
                "The download was cancelled. The next one continues where it stopped."
            )

    def _rest(self) -> None:
        """Do nothing, and show what was heard of the recording before, if that is not all."""
        media = self.form.media_path
        kept = kept_of(media) if media is not None else None
        self.stage = TranscriptionStage.READY
        if kept is not None and kept.words:
            self.stage = TranscriptionStage.STOPPED
            self._media = media
            self.preview.clear()
            self.preview.add(kept.words)
            self._state_row.show_heard(kept.heard_ms, kept.heading.duration_ms)
        self._update()

    def _show_heard(self, made: Transcription | None) -> None:
        media, out, kind = self._media, self.form.out_path, self.form.kind
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
        self.stage = TranscriptionStage.READY
        self._done = f"Written to {out.name}."
        self._update()
        if made.broken:
            self.message.show_error(made.broken)
        elif made.remark:
            self.message.show_note(made.remark)
        self.made.emit(TranscriptResult(out, media, made.language, str(made.broken or made.remark)))

    def _say_nothing_heard(self, made: Transcription | None, media: Path) -> None:
        if made is None:
            self._say(
                MediaError(f"{media.name} was moved, deleted or changed.", "Nothing was written.")
            )
        else:
            forget(made.trace)
            silent = f"The model heard no speech in {media.name}."
            self._say(made.broken or silent)
        self._rest()

    def _show_error(self, error: SubpunctError) -> None:
        if isinstance(error, HeardOtherwise):
            text = f"{error.message} Choose the same again to continue it."
            self._say(text, Offer("Start over", self._begin_anew))
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

    def _begin_anew(self) -> None:
        self._start(resume=False)

    def _show_progress(self, progress: Progress) -> None:
        self._state_row.show_progress(progress, self.stage)

    def _update(self) -> None:
        """Bring buttons, fields and the line about it up to date."""
        form, stage = self.form, self.stage
        named = form.media_path is not None and form.kind is not None
        ready = not self.at_work and named and form.models.at_hand
        self._lock_form()
        self.buttons.start.setEnabled(ready)
        self.buttons.start.setText("Contin&ue" if stage is TranscriptionStage.STOPPED else "&Start")
        self.buttons.pause.setEnabled(
            stage in (TranscriptionStage.HEARING, TranscriptionStage.HELD)
        )
        self.buttons.pause.setText("Contin&ue" if stage is TranscriptionStage.HELD else "&Pause")
        self.buttons.cancel.setEnabled(self.at_work and stage is not TranscriptionStage.STOPPING)
        self.buttons.keep.setVisible(stage is TranscriptionStage.STOPPED)
        self._state_row.show_stage(stage, self._missing(), self._done)

    def _lock_form(self) -> None:
        """Take nothing else while it works; the focus goes on to what is heard, as from Start."""
        focused = self.focusWidget()
        if self.at_work and focused is not None and self.form.isAncestorOf(focused):
            self._table.setFocus()
        self.form.setEnabled(not self.at_work)

    def _missing(self) -> str:
        """Tell in words what is missing before it can start or go on."""
        form = self.form
        if form.media_path is None:
            return "Choose a video or a sound file, or drop one here."
        if form.kind is None:
            return UNKNOWN_KIND
        return "" if form.models.at_hand else "Download this speech model first."

    def _lay_out(self) -> None:
        self.setAcceptDrops(True)
        column = QVBoxLayout(self)
        column.addWidget(self.message)
        column.addWidget(self.form)
        column.addWidget(self._table, 1)
        column.addWidget(self._state_row)
        column.addWidget(self.buttons)
        resize_to_text(self, *_SIZE)

    def _connect(self) -> None:
        self.form.changed.connect(self._notice)
        self.form.models.fetch_wanted.connect(self._fetch)
        self.hearer.told.connect(self.preview.add)
        self.hearer.progressed.connect(self._show_progress)
        self.hearer.heard.connect(self._show_heard)
        self.hearer.fetched.connect(self._show_fetched)
        self.hearer.failed.connect(self._show_error)
        self.hearer.stopped.connect(self._show_stopped)
        self.buttons.start.clicked.connect(self.start)
        self.buttons.pause.clicked.connect(self.pause)
        self.buttons.cancel.clicked.connect(self.cancel)
        self.buttons.keep.clicked.connect(self.keep)

    def _notice(self) -> None:
        """Follow the fields; of another recording that is named, show what is kept."""
        self._done = ""
        if self.at_work or self.form.media_path == self._named:
            self._update()
            return
        self._named = self.form.media_path
        if self._named is not None and is_file(self._named):
            self.hearer.look_into(self._named, partial(self.form.show_tracks, self._named))
        self.message.hide()
        self.preview.clear()
        self._rest()
