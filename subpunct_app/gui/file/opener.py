"""Open a file, once the editor has agreed to leave the present one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.desk import OPENABLE, OpenFile
from subpunct_app.gui.texts.translation import tr
from subpunct_app.gui.widgets.label_texts import elide_middle
from subpunct_app.review import opening
from subpunct_app.runtime.paths import path_exists
from subpunct_app.speech.media.media_files import is_media

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QUndoStack

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.desk import Desk
    from subpunct_app.review.opening import OpenedFile, ReadFile
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task


# Of the name of a file in a question.
_MOST_LETTERS = 40
_KEPT = tr("If you keep them for later, they come back when you open the file again.")
_CHANGED = tr(
    "Another program has changed the file. If you keep them for later, they come back only if its "
    "words and marks are still the same. Export them to be sure."
)


class Leaving(StrEnum):
    """What becomes of decisions that are not exported when their file is left."""

    EXPORT = "export"
    KEEP = "keep"
    DISCARD = "discard"
    STAY = "stay"


def ask_leaving(file: OpenFile, parent: QWidget) -> Leaving:
    """Ask what to do about decisions that are not exported; where they are kept they may wait."""
    kinds = QMessageBox.StandardButton
    name = elide_middle(file.path.name, parent.fontMetrics(), _MOST_LETTERS)
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Decisions not exported"),
        tr("Your decisions about {name} are not exported yet.", name=name),
        kinds.Save | kinds.Discard | kinds.Cancel,
        parent,
    )
    # The name of a file may look like rich text.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setDefaultButton(kinds.Save)
    box.button(kinds.Save).setText(tr("&Export"))
    answers = {box.button(kinds.Save): Leaving.EXPORT, box.button(kinds.Discard): Leaving.DISCARD}
    if file.kept:
        box.setInformativeText(_CHANGED if file.changed else _KEPT)
        answers[box.addButton(tr("&Keep for later"), QMessageBox.ButtonRole.AcceptRole)] = (
            Leaving.KEEP
        )
    box.exec()
    return answers.get(box.clickedButton(), Leaving.STAY)


# By then what has changed is drawn, as long as that may take.
_DRAWN_MS = 20
_PATIENCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The steps that would be lost as a file is left, and what writes them.

    `finish` ends the typing in a field, False where the text cannot be.
    """

    stack: QUndoStack
    finish: Callable[[], bool]
    export: Callable[[], bool]


class Opener(QObject):
    """Read files on a worker and put them on the desk, once the present one may be left.

    `asking` comes before a question about what would be lost, `reading` before anything is read. A
    long text is `shown` before its words are read, and `opened` when its language and the stretches
    without marks are known. `leaving` comes just before another file takes the place of the present
    one, and `discarded` before that where the decisions about it are not wanted any more.
    """

    asking = Signal()
    reading = Signal()
    leaving = Signal()
    discarded = Signal()
    media_chosen = Signal(Path)
    shown = Signal(object)
    opened = Signal(object)
    failed = Signal(object)

    def __init__(self, desk: Desk, jobs: Jobs, unsaved: Unsaved, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._jobs = jobs
        self._unsaved = unsaved
        self._window = parent
        self._drawn = Event()
        self._drawing = timer(self, _DRAWN_MS, once=True)
        self._drawing.timeout.connect(self._let_go)
        jobs.closing.connect(self._let_go)

    def ask(self) -> None:
        """Ask for a file and open it."""
        folder = str(self._desk.file.path.parent) if self._desk.file else ""
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Open"), folder, OPENABLE)
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> bool:
        """Open a subtitle or text file; a video is left to whoever plays it; False to stay."""
        path = path.absolute()  # elsewhere a relative one means another file
        if is_media(path):
            self.media_chosen.emit(path)
            return True
        if not path_exists(path):
            self._desk.remember(self._desk.settings.without_recent(path))
        return self._read(path, partial(opening.read_file, path, None))

    def reopen(self, encoding: str) -> None:
        """Read the open file again in an encoding, or guess that anew where it is empty."""
        if self._desk.file is None:
            return
        path = self._desk.file.path
        job = partial(opening.read_file, path, encoding or None, as_before=False)
        self._read(path, job, told=encoding)

    def open_again(self) -> None:
        """Read the open file as it is on the disk by now."""
        file = self._desk.file
        if file is not None:
            told = partial(opening.read_again, file.path, file.told)
            job = told if file.told else partial(opening.read_file, file.path, None)
            self._read(file.path, job, told=file.told)

    def may_close(self) -> bool:
        """Ask what to do about decisions that are not exported, and do it; False to stay."""
        answer = self._ask()
        if answer is Leaving.DISCARD:
            self.discarded.emit()
        return answer is not Leaving.STAY

    def _ask(self) -> Leaving:
        if not self._unsaved.finish():
            return Leaving.STAY
        if self._unsaved.stack.isClean() or self._desk.file is None:
            return Leaving.KEEP
        self.asking.emit()
        answer = ask_leaving(self._desk.file, self._window)
        if answer is Leaving.EXPORT and not self._unsaved.export():
            return Leaving.STAY
        return answer

    def _read(self, path: Path, job: Callable[[Task], ReadFile], *, told: str = "") -> bool:
        answer = self._ask()
        if answer is Leaving.STAY:
            return False
        self._let_go()
        self._jobs.make_way()
        self.reading.emit()
        done = partial(self._take, path, answer, told)
        task = self._jobs.submit(Lane.FILES, job, done=done, failed=self._fail)
        self._desk.expect(path, task)
        return True

    def _fail(self, error: SubpunctError) -> None:
        self._desk.expect_none()
        self.failed.emit(error)

    def _take(self, path: Path, answer: Leaving, told: str, found: ReadFile) -> None:
        self._desk.expect_none()
        # Only now: had the file not been read, the present one would go on as it is.
        self._jobs.cancel(Lane.MODEL, Lane.FILES)
        before = self._desk.file
        again = before if before is not None and before.path == path else None
        if answer is Leaving.DISCARD:
            self.discarded.emit()
        self.leaving.emit()
        if again is not None:
            self.reading.emit()
            found = replace(found, journals=())
        self._desk.put(replace(_opened(path, found, again), told=told))
        self._desk.remember(self._desk.settings.with_recent(path))
        self.shown.emit(found.document)
        self._let_go()
        self._drawn = Event()
        self._drawing.start()
        # What was decided while it was read is in the journal by now, or nothing is wanted. Nobody
        # could follow the journal of the present file, which may be this one elsewhere.
        present = again is not None or (before is not None and not found.journals)
        anew = present and answer is not Leaving.DISCARD
        job = partial(_look_through, self._drawn, found, path.name, anew=anew)
        self._jobs.submit_lasting(Lane.FILES, job, done=self._complete, failed=self.failed.emit)

    def _let_go(self) -> None:
        """Let the words be read, now that the text is drawn or nobody waits for that."""
        self._drawn.set()

    def _complete(self, opened: OpenedFile) -> None:
        file = self._desk.file
        if file is not None and file.document is opened.document:
            self._desk.put(replace(file, detected=opened.language, read=True))
            self.opened.emit(opened)


def _opened(path: Path, found: ReadFile, again: OpenFile | None) -> OpenFile:
    """Return a file that was read, with what was chosen for it when it was opened before.

    That is known of the present file, which is read `again`, or from a journal.
    """
    file = OpenFile(path, found.document, found.source)
    if again is None:
        return replace(file, chosen=found.journals[0].heading.chosen if found.journals else "")
    as_utf8 = again.as_utf8 and not found.document.encoding.is_utf8
    return replace(file, as_utf8=as_utf8, chosen=again.chosen)


def _look_through(
    drawn: Event, found: ReadFile, name: str, task: Task, *, anew: bool
) -> OpenedFile:
    """Look through a text once it is drawn: a thread that reads all its words holds that up.

    Where the file was open before, here or at another place, its journals are read `anew`.
    """
    drawn.wait(_PATIENCE_S)
    if anew:
        found = replace(found, journals=opening.journals_about(found.source))
    return opening.look_through(found, name, task)
