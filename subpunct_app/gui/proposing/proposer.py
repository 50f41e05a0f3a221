"""Ask a model for suggestions about the open file, and keep the model for the next time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.review import model_queries as asking
from subpunct_app.review.model_queries import Question
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.open_review import Review
from subpunct_app.runtime.errors import MissingModel

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from subpunct_app.decoding.proposing.model_input import HeardText
    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.desk import Desk, OpenFile
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.review.model_queries import Answer, Punctuated
    from subpunct_app.review.settings import Settings
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.reading.document_language import Language

    Ask: TypeAlias = Callable[[Question, Task], Answer]


# Who works in two languages goes back and forth, and what is let go comes back to the system late.
_KEPT = 2


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is asked for, in the mode that is chosen, or in one that goes with it."""

    ask: Ask
    mode: str = ""

    def wanted(self, chosen: Settings) -> Settings:
        """Return the settings that it is asked with."""
        return replace(chosen, mode=self.mode) if self.mode else chosen


class Proposer(QObject):
    """Run one question at a time; an answer about a file that was left is dropped.

    What is asked before all words of a file are read, or while it is being opened, is asked then.
    `asking` comes before each question. `answered` carries the answer and the settings that it was
    asked with, `refused` what the model said and how to ask again in a language that it knows,
    `outdated` how to ask again as the text has been edited meanwhile.
    `heard` are the pauses of the open file, once somebody has listened to its recording.
    """

    asking = Signal()
    outdated = Signal(object)
    loaded = Signal(object)
    answered = Signal(object, object)
    refused = Signal(object, object)
    failed = Signal(object)

    def __init__(
        self,
        desk: Desk,
        jobs: Jobs,
        *,
        load: Callable[[str], Punctuator],
        wanted: Callable[[], Settings],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._jobs = jobs
        self._load = load
        self._wanted = wanted
        self._models: dict[str, Punctuator] = {}
        self._waiting: tuple[Path, _Wish] | None = None
        # The file, its language and the model that does not know it.
        self._refused: tuple[Path, Language | None, str] | None = None
        self.heard: HeardText | None = None
        desk.opened.connect(self._ask_waiting)
        desk.failed.connect(self._forget_waiting)
        jobs.stopped.connect(self._forget_waiting)

    @property
    def ready_for_newest(self) -> bool:
        """Tell whether the file that is being opened can be asked about, or else the open one."""
        return self._desk.coming is not None or self.ready

    @property
    def ready(self) -> bool:
        """Tell whether there is anything to ask about, and no other work to wait for."""
        file = self._desk.file
        if file is None or not file.document.cues:
            return False
        return not file.read or not self._jobs.engaged

    @property
    def unknown_language(self) -> str:
        """Return the language of the open file if the model refused it, empty if it did not."""
        file = self._desk.file
        if file is None or file.language is None or self._refused is None:
            return ""
        asked = file.path, file.language, self._wanted().model
        return file.language.name if asked == self._refused else ""

    def punctuate(self) -> None:
        """Have a model make suggestions for the whole text."""
        self._ask(_Wish(asking.punctuate))

    def punctuate_newest(self) -> None:
        """Have that done to the file that is being opened, once it is, or else to the open one."""
        coming = self._desk.coming
        if coming is None:
            self.punctuate()
        else:
            self._waiting = coming, _Wish(asking.punctuate)

    def fill(self) -> None:
        """Have a model add marks to the whole text, and keep all that stand."""
        self._ask(_Wish(asking.punctuate, mode="fill"))

    def restore_runs(self) -> None:
        """Have a model make suggestions only where marks are missing."""
        self._ask(_Wish(asking.restore_runs, mode="anew"))

    def punctuate_cues(self, cues: Collection[int]) -> None:
        """Have a model make suggestions for the words of some cues, and for no others."""
        self._ask(_Wish(partial(asking.punctuate_cues, frozenset(cues))))

    def punctuate_speaker(self, name: str) -> None:
        """Have a model make suggestions for what one speaker says, and for nothing else."""
        self._ask(_Wish(partial(asking.punctuate_speaker, name)))

    def _ask(self, wish: _Wish) -> None:
        file = self._desk.file
        if file is not None and not file.read:
            self._waiting = file.path, wish
            return
        if file is None or not self.ready:
            return
        wanted = wish.wanted(self._wanted())
        load = partial(self._loaded, wanted.model)
        question = Question(file.document, file.language, load, wanted, self.heard)
        self.asking.emit()
        job = partial(asking.weighed, partial(wish.ask, question), file.path.parent, wanted)
        done = partial(self._take, wish, file, wanted)
        self._jobs.submit(Lane.MODEL, job, done=done, failed=self.failed.emit)

    def _ask_waiting(self) -> None:
        waiting, file = self._waiting, self._desk.file
        # The words of the file before may be read only now.
        if waiting is not None and waiting[0] == self._desk.coming:
            return
        self._waiting = None
        if waiting is not None and file is not None and file.path == waiting[0]:
            self._ask(waiting[1])

    def _forget_waiting(self) -> None:
        self._waiting = None

    def _loaded(self, model: str, language: Language | None) -> Punctuator:
        try:
            return self._at_hand(model or asking.model_for(language))
        except MissingModel:
            if not model:
                raise
            return self._at_hand(asking.model_for(language))

    def _at_hand(self, wanted: str) -> Punctuator:
        found = self._models.pop(wanted, None) or self._load(wanted)
        # More are not kept: each takes a hundred megabytes.
        latest = list(self._models.items())[1 - _KEPT :]
        self._models = dict([*latest, (wanted, found)])
        return found

    def _take(self, wish: _Wish, asked: OpenFile, wanted: Settings, answer: Answer) -> None:
        self.loaded.emit(answer.model)
        file = self._desk.file
        if file is None or file.document is not asked.document:
            if file is not None and file.path == asked.path:
                self.outdated.emit(partial(self._ask, wish))
            return
        if isinstance(answer, asking.Refused):
            self._refused = asked.path, asked.language, wanted.model

            def ask_in_its_own() -> None:
                self._desk.treat_as(answer.model.card.languages[0])
                self._ask(wish)

            self.refused.emit(answer, ask_in_its_own)
            return
        missing = "" if wanted.model in self._models else wanted.model
        self.answered.emit(replace(answer, missing=missing), wanted)


def review_of(answer: Punctuated, wanted: Settings) -> Review:
    """Return what a model proposed as a review that nobody has looked at."""
    return Review(
        answer.proposal.transcript,
        ReviewSession(answer.proposal.suggestions),
        capitals=wanted.case,
        curve=answer.curve,
        model=answer.model.card.id,
        temperature=answer.learned.temperature if answer.learned else 1.0,
        wanted=wanted,
    )
