"""Listen to the pauses of the open subtitles while their recording is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.review import model_queries as asking

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.media.watching import Watching
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.model_queries import Punctuated
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.heard_pauses import HeardText
    from subpunct_app.speech.media.media_files import Identity


class Hearing(QObject):
    """Listen once to a recording for its subtitles, unseen, and tell the proposer what was heard.

    Nothing is done for a model that has not learned to hear, nor in a language that nobody hears;
    in another one, for another sound track or another recording of the same name, it is done anew.
    A model that was asked before the end can be asked again.
    """

    def __init__(self, place: Workplace, watching: Watching, proposer: Proposer) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._jobs = place.jobs
        self._message = place.message
        self._watching = watching
        self._proposer = proposer
        self._wanted: tuple[Path, str, Path, Identity | None, int | None] | None = None
        self._task: Task | None = None
        self._answer: Punctuated | None = None
        place.desk.opened.connect(self._begin)
        watching.opened.connect(self._listen)
        watching.heard_otherwise.connect(self._listen)
        place.desk.changed.connect(self._follow_language)
        watching.closed.connect(self._forget)
        proposer.answered.connect(self._note)
        place.message.closed.connect(self._offer)

    def _begin(self) -> None:
        self._answer = None
        self._listen()

    def _follow_language(self) -> None:
        file = self._desk.file
        if file is not None and self._wanted is not None and file.path == self._wanted[0]:
            self._listen()

    def _listen(self) -> None:
        file, media = self._desk.file, self._watching.path
        # Before all words are read nobody knows the language.
        if file is None or not file.read or media is None:
            return
        # Opening a file has stopped the worker that listened.
        stopped = self._task is not None and self._task.cancelled
        language = file.language.code if file.language else "en"
        track = self._watching.track
        wanted = file.path, language, media, self._watching.identity, track
        if wanted == self._wanted and not stopped:
            return
        self._forget()
        self._wanted = wanted
        self._task = self._jobs.submit(
            Lane.SOUND,
            partial(asking.hear, file.document, language, media, track=track),
            done=self._take,
            # The player tells what is wrong with the sound.
            failed=say_nothing,
            quiet=True,
        )

    def _take(self, heard: HeardText | None) -> None:
        self._proposer.heard = heard
        self._offer()

    def _note(self, answer: Punctuated) -> None:
        """Remember what the model said of the whole text."""
        if answer.words is None:
            self._answer = answer
            self._offer()

    def _offer(self) -> None:
        """Offer once to ask again if the model has answered without what is heard by now.

        A message that stands there is not pushed out: the offer waits until it is closed.
        """
        heard, answer, message = self._proposer.heard, self._answer, self._message
        if heard is None or answer is None or message.text:
            return
        self._answer = None
        if heard.pauses and answer.heard is None and answer.model.card.hears:
            message.show_note(
                "The recording has been listened to, and its pauses tell more about the marks.",
                Offer("Punctuate again", self._proposer.punctuate),
            )

    def _forget(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._wanted = self._task = self._proposer.heard = None
