"""What is done in the background with the sound of the open recording."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review import model_queries as asking
from subpunct_app.runtime.paths import free_path
from subpunct_app.subtitles.files import write

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.decoding.proposing.model_input import HeardText
    from subpunct_app.gui.desk import OpenFile, Workplace
    from subpunct_app.gui.media.open_media import OpenMedia
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.model_queries import Punctuated
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.text_alignment import Aligned
    from subpunct_app.subtitles.formats.document import Document


class TextAligner(QObject):
    """Align on a worker; what was made lies beside the text under a name that was free."""

    def __init__(self, place: Workplace, watching: OpenMedia) -> None:
        super().__init__(place.window)
        self._place = place
        self._watching = watching

    @property
    def is_possible(self) -> bool:
        """Tell whether a plain text and a recording are open, and nothing is under way."""
        return self._material() is not None and not self._place.jobs.engaged

    def align(self) -> None:
        """Have the times of the open text, as it reads by now, found in the open recording."""
        material = self._material() if self._place.finish_typing() else None
        if material is None or self._place.jobs.engaged:
            return
        file, media = material
        text = file.result(self._place.page.review)
        self._place.message.hide()
        self._place.jobs.submit(
            Lane.SOUND,
            partial(_align, text, file.path, media, self._watching.track),
            done=partial(self._show, file.document, media),
            failed=self._place.message.show_error,
        )

    def _material(self) -> tuple[OpenFile, Path] | None:
        file, media = self._place.desk.file, self._watching.path
        if file is None or media is None or file.document.format.timed:
            return None
        return file, media

    def _show(self, document: Document, media: Path, made: tuple[Path, Aligned]) -> None:
        file = self._place.desk.file
        here = file is not None and file.document is document
        tell = partial(self._tell, *made)
        # Once it is open, as opening it hides all messages.
        if not here or not self._watching.open_beside(made[0], media, tell):
            tell()

    def _tell(self, path: Path, aligned: Aligned) -> None:
        words = tr("{n} word", "{n} words", aligned.words)
        cues = tr("{n} cue", "{n} cues", len(aligned.cues))
        text = tr("{name} was made: {words} in {cues}.", name=path.name, words=words, cues=cues)
        if aligned.doubtful:
            doubt = tr(
                "Check {n} word against the sound.",
                "Check {n} words against the sound.",
                aligned.doubtful,
            )
            text += f" {doubt}"
        if aligned.broken:
            text += f" {aligned.broken}"
        self._place.message.show_note(text)


def _align(
    document: Document, text: Path, media: Path, track: int | None, task: Task
) -> tuple[Path, Aligned]:
    from subpunct_app.runtime.child_process import in_child_process
    from subpunct_app.speech.alignment.text_alignment import align_text
    from subpunct_app.subtitles.formats.subrip import SUBRIP

    work = partial(align_text, document, text.name, media, track=track)
    aligned = in_child_process(work, task)
    path = free_path(text, SUBRIP.suffix)
    write(aligned.content(SUBRIP), path)
    return path, aligned


class PauseListener(QObject):
    """Listen once to a recording for its subtitles, unseen, and tell the proposer what was heard.

    Nothing is done for a model that has not learned to hear, nor in a language that nobody hears;
    in another one, for another sound track or another recording of the same name, it is done anew.
    A model that was asked before the end can be asked again.
    """

    def __init__(self, place: Workplace, watching: OpenMedia, proposer: Proposer) -> None:
        super().__init__(place.window)
        self._desk = place.desk
        self._jobs = place.jobs
        self._message = place.message
        self._watching = watching
        self._proposer = proposer
        self._order: tuple[Path, str, Path, tuple[int, int] | None, int | None] | None = None
        self._task: Task | None = None
        self._answer: Punctuated | None = None
        place.opener.leaving.connect(self._forget)
        place.desk.opened.connect(self._begin)
        watching.opened.connect(self._listen)
        watching.track_changed.connect(self._listen)
        place.desk.changed.connect(self._follow_language)
        watching.closed.connect(self._forget)
        proposer.answered.connect(self._note)
        place.message.closed.connect(self._offer)

    def _begin(self) -> None:
        self._answer = None
        self._listen()

    def _follow_language(self) -> None:
        file = self._desk.file
        if file is not None and self._order is not None and file.path == self._order[0]:
            self._listen()

    def _listen(self) -> None:
        file, media = self._desk.file, self._watching.path
        # Before all words are read nobody knows the language.
        if file is None or not file.read or media is None:
            return
        language = file.language.code if file.language else "en"
        track = self._watching.track
        order = file.path, language, media, self._watching.stamp, track
        if order == self._order:
            return
        self._forget()
        self._order = order
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
                tr("The pauses in the recording are now known and can improve the suggestions."),
                Offer(tr("Punctuate again"), self._proposer.punctuate),
            )

    def _forget(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._order = self._task = self._proposer.heard = None
