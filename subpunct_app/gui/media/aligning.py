"""Make subtitles of the open plain text and the open recording, and open them for review."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.runtime.paths import free_path
from subpunct_app.subtitles.files import write
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.gui.media.watching import Watching
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.text_alignment import Aligned
    from subpunct_app.subtitles.formats.document import Document


class Aligning(QObject):
    """Align on a worker; what was made lies beside the text under a name that was free."""

    def __init__(self, place: Workplace, watching: Watching) -> None:
        super().__init__(place.window)
        self._place = place
        self._watching = watching
        self._made: tuple[Path, Aligned] | None = None
        place.desk.opened.connect(self._tell)

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
        self._place.message.hide()
        self._place.jobs.submit(
            Lane.SOUND,
            partial(
                _align,
                file.result(self._place.page.review),
                file.path,
                media,
                self._watching.track,
            ),
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
        if here and self._watching.open_beside(made[0], media):
            self._made = made
        else:
            self._tell_of(*made)

    def _tell(self) -> None:
        """Say what was made once it is open."""
        file = self._place.desk.file
        if file and self._made and file.path == self._made[0]:
            self._tell_of(*self._made)
            self._made = None

    def _tell_of(self, path: Path, aligned: Aligned) -> None:
        words, cues = counted(aligned.words, "word"), counted(len(aligned.cues), "cue")
        text = f"{path.name} was made: {words} in {cues}."
        if aligned.doubtful:
            doubtful = counted(aligned.doubtful, "word")
            text += f" Listen to what is not surely said there: {doubtful}."
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
