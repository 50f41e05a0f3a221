"""Fetch models and hear recordings on a thread, and bring the words back."""

from __future__ import annotations

from functools import partial
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from subpunct_app.gui.background.jobs import Lane, drained, say_nothing
from subpunct_app.gui.background.one_job import OneJob
from subpunct_app.runtime.task import PacedTask
from subpunct_app.speech.media.tracks import tracks_in
from subpunct_app.speech.transcription.transcription import heard_so_far, transcribe_file
from subpunct_app.speech.transcription.whisper_store import install

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtCore import QObject

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.tracks import Track
    from subpunct_app.speech.recognition.recogniser import SpokenWord
    from subpunct_app.speech.transcription.transcription import Transcription
    from subpunct_app.speech.transcription.whisper_models import TranscribeOptions


class Hearer(OneJob):
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
