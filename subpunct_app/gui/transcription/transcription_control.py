"""What the main window has to do with transcriptions: their window, their end, and crashes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.media.open_media import OpenMedia
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.gui.transcription.transcription_window import (
        TranscriptionWindow,
        TranscriptResult,
    )
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.transcription.transcription_journal import Kept


class TranscriptionController(QObject):
    """Make the window of transcriptions when it is first wanted, and open what comes of them."""

    def __init__(self, place: Workplace, watching: OpenMedia, proposer: Proposer) -> None:
        super().__init__(place.window)
        self._place = place
        self._watching = watching
        self._proposer = proposer
        self._made: TranscriptionWindow | None = None
        watching.transcribe_wanted.connect(self.show_for)
        QTimer.singleShot(0, self, self._look)

    @property
    def window(self) -> TranscriptionWindow:
        """Return the window of transcriptions, hidden perhaps."""
        if self._made is None:
            from subpunct_app.gui.transcription.transcription_window import TranscriptionWindow

            self._made = TranscriptionWindow(self._place.window)
            self._made.made.connect(self._open)
            self._made.unseen.connect(self._tell)
        return self._made

    def show(self) -> None:
        """Bring the window to the front, with the video that is open if none is named there."""
        media = self._watching.path
        if media is not None and self.window.form.media_path in (None, media):
            self.window.take(media, self._watching.track)
        self.window.come()

    def show_for(self, media: Path) -> None:
        """Bring the window to the front for a recording."""
        track = self._watching.track if media == self._watching.path else None
        self.window.take(media, track)
        self.window.come()

    def close(self) -> None:
        """Stop, for a later start to go on with."""
        if self._made is not None:
            self._made.close_down()

    def _open(self, made: TranscriptResult) -> None:
        """Open what was made beside its recording, or offer that while other text is open."""
        show = partial(self._show_result, made)
        text = tr("{name} is transcribed: {out}", name=made.media.name, out=made.out.name)
        if made.remark:
            text = f"{text}. {made.remark}"
        if made.out.suffix.lower() == ".json":
            if self.window.isHidden():
                self._tell(text)
        elif self._place.desk.file is None:
            show()
        else:
            self._place.message.show_note(text, Offer(tr("Open it"), show))

    def _show_result(self, made: TranscriptResult) -> None:
        self.window.hide()
        self._watching.open_beside(made.out, made.media, partial(self._propose, made))
        self._place.window.activateWindow()

    def _propose(self, made: TranscriptResult) -> None:
        """Show what is doubtful in what was made."""
        if made.language:
            self._place.desk.treat_as(made.language)
        self._proposer.punctuate()
        if made.remark:
            self._place.message.show_note(made.remark)

    def _tell(self, what: SubpunctError | str) -> None:
        """Say what the hidden window has to say."""
        offer = Offer(tr("Show it"), self.show)
        if isinstance(what, SubpunctError):
            self._place.message.show_error(what, offer)
        else:
            self._place.message.show_note(what, offer)

    def _look(self) -> None:
        """Offer to go on with what a former sitting did not finish."""
        self._place.jobs.submit(
            Lane.FILES, _unfinished, done=self._offer, failed=say_nothing, quiet=True
        )

    def _offer(self, left: Sequence[Kept]) -> None:
        if left and self._place.desk.file is None and not self._place.message.text:
            name, heard = Path(left[0].heading.path).name, clock_text(left[0].heard_ms)
            self._place.message.show_note(
                tr("The transcription of {name} was interrupted at {time}.", name=name, time=heard),
                Offer(tr("Continue"), partial(self._go_on, left[0])),
            )

    def _go_on(self, kept: Kept) -> None:
        self.window.come()
        self.window.take_up(kept)


def _unfinished(_task: Task) -> list[Kept]:
    from subpunct_app.speech.transcription.transcription_journal import tidy, unfinished

    tidy()
    return unfinished()
