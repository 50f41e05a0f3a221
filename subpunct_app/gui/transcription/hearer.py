"""Fetch models and hear recordings on a thread, and bring the words back."""

from __future__ import annotations

from functools import partial
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.jobs import Jobs, Lane, drained
from subpunct_app.services.transcription.pacing import PacedTask

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from subpunct_app.core.task import Progress, Task
    from subpunct_app.services.transcription.transcribe import Transcription, Wanted
    from subpunct_app.speech.recognition.spoken import SpokenWord


class Hearer(QObject):
    """Do one thing at a time; in the end it is `heard` or `fetched`, has `failed` or `stopped`.

    `told` brings the words that came since the last time, `progressed` how far it is. A recording
    is heard on while it `may_go_on`.
    """

    told = Signal(object)
    progressed = Signal(object)
    heard = Signal(object)
    fetched = Signal(object)
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.may_go_on = Event()
        self._jobs = Jobs(self)
        self._words: SimpleQueue[Sequence[SpokenWord]] = SimpleQueue()
        self._task: Task | None = None
        self._jobs.progressed.connect(self._bring)
        self._jobs.idle.connect(self._notice_end)

    def hear(self, media: Path, wanted: Wanted) -> None:
        """Transcribe a recording."""
        self._submit(
            partial(_heard, media, wanted, self.may_go_on, self._words.put), self.heard.emit
        )

    def finish(self, media: Path, wanted: Wanted) -> None:
        """Take what was heard of a recording so far as all of it."""
        self._submit(partial(_heard_so_far, media, wanted), self.heard.emit)

    def fetch(self, model: str) -> None:
        """Fetch a speech model."""
        self._submit(partial(_fetched, model), self.fetched.emit)

    def stop(self) -> None:
        """Ask what is under way to stop; that may take until half a minute of sound is heard."""
        if self._task is not None:
            self._task.cancel()

    def close(self) -> None:
        """Stop, and wait until nothing is under way any more."""
        self._jobs.close()
        self._task = None

    def _submit(self, job: Callable[[Task], object], done: Callable[[object], object]) -> None:
        self.may_go_on.set()

        def settle(outcome: object) -> None:
            self._settle()
            done(outcome)

        self._task = self._jobs.submit(Lane.MODEL, job, done=settle, failed=self._fail)

    def _bring(self, progress: Progress) -> None:
        words = [word for segment in drained(self._words) for word in segment]
        if words:
            self.told.emit(words)
        self.progressed.emit(progress)

    def _fail(self, error: object) -> None:
        self._settle()
        self.failed.emit(error)

    def _notice_end(self) -> None:
        """Tell of work that was cancelled, which says nothing itself."""
        if self._task is not None:
            self._settle()
            self.stopped.emit()

    def _settle(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            self._bring(task.progress)


def _heard(
    media: Path,
    wanted: Wanted,
    may_go_on: Event,
    tell: Callable[[Sequence[SpokenWord]], object],
    task: Task,
) -> Transcription:
    from subpunct_app.services.transcription.transcribe import transcribe_file

    return transcribe_file(media, wanted, PacedTask(task, may_go_on), tell=tell)


def _heard_so_far(media: Path, wanted: Wanted, task: Task) -> Transcription | None:
    from subpunct_app.services.transcription.transcribe import heard_so_far

    return heard_so_far(media, wanted, task)


def _fetched(model: str, task: Task) -> str:
    from subpunct_app.services.transcription.whisper_models import install

    return install(model, task).name
