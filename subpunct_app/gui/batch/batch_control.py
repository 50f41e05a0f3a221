"""What the main window has to do with batches: their window, their end, and their reviews."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from subpunct_app.batch import pending, reviewed
from subpunct_app.batch.batch_options import REVIEW_BELOW
from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.panels.message_bar import Offer
from subpunct_app.gui.texts.notes import avoided_note
from subpunct_app.gui.texts.translation import tr
from subpunct_app.runtime.errors import FileError
from subpunct_app.speech.media.media_files import is_media

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.batch_plan import Plan
    from subpunct_app.gui.actions.menus import PunctuateMenu
    from subpunct_app.gui.batch.batch_queue import QueueRow
    from subpunct_app.gui.batch.batch_window import BatchWindow
    from subpunct_app.gui.desk import OpenFile, Workplace
    from subpunct_app.gui.media.open_media import OpenMedia
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.settings import Settings
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.errors import SubpunctError


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which file is to be reviewed, from which cue on if that is known, and what is doubtful.

    `written` is what a batch has made of it.
    """

    file: Path
    cue: int | None
    below: float
    written: FileState | None


class ReviewOpener(QObject):
    """Ask the model about a file that was opened here, unless a review of it was left.

    For a file that a batch has restored, the sure suggestions are accepted at once, as they were
    there, and the export replaces the result of the batch.
    """

    def __init__(self, place: Workplace, watching: OpenMedia, proposer: Proposer) -> None:
        super().__init__(place.window)
        self._window = place.window
        self._desk = place.desk
        self._page = place.page
        self._message = place.message
        self._watching = watching
        self._proposer = proposer
        self._wanted: _Wanted | None = None
        self._connect(place)

    def open(
        self,
        files: Sequence[Path],
        *,
        cue: int | None = None,
        below: float = REVIEW_BELOW,
        written: FileState | None = None,
    ) -> None:
        """Open subtitles, the last of the files, with the video that may be among them.

        The review starts with the first suggestion less sure than `below`, in that cue if one is
        named. `written` is what a batch has made of them.
        """
        self._window.raise_()
        self._window.activateWindow()
        # Not before: what comes while the editor is asked is about the present file.
        if self._watching.take_files(files):
            self._wanted = _Wanted(files[-1].absolute(), cue, below, written)

    def _connect(self, place: Workplace) -> None:
        place.opener.shown.connect(self._leave)
        place.desk.opened.connect(self._punctuate)
        place.desk.proposed.connect(self._begin)
        place.desk.failed.connect(self._forget)
        place.jobs.stopped.connect(self._leave)

    def _leave(self) -> None:
        """Want no review any more where another file was opened, or its own is not to come."""
        if not self._is_open():
            self._wanted = None

    def _punctuate(self) -> None:
        # Until its own is read, the file before may still tell of its language.
        if not self._is_open():
            return
        self._aim()
        if self._page.review is None:
            self._proposer.punctuate()
        else:
            self._show()

    def _aim(self) -> None:
        """Let the export take the place of what the batch has written, unless it does already."""
        wanted, file = self._wanted, self._desk.file
        if wanted is None or wanted.written is None or file is None:
            return
        if not _takes_place(file.written, wanted.written):
            # What went elsewhere, or there before, is not in that result.
            if file.written is not None:
                self._page.stack.resetClean()
            self._desk.put(replace(file, written=wanted.written))

    def _begin(self) -> None:
        """Accept what the batch was sure of, and show the first of the others."""
        wanted, review, file = self._wanted, self._page.review, self._desk.file
        if wanted is None or review is None or file is None or not self._is_open():
            return
        if wanted.written and file.written:
            count = self._accept_sure(review, wanted.below, exported=file.written == wanted.written)
            if not self._message.text:
                self._message.show_note(_sure_note(count, file.written))
        self._show()

    def _accept_sure(self, review: Review, below: float, *, exported: bool) -> int:
        """Accept what is at least this sure, and return how much that is."""
        stack = self._page.stack
        # The result of the batch holds all that, but not what was edited before.
        exported = exported and stack.isClean()
        count = review.session.count_above(below)
        if count:
            self._page.decider.accept_sure(review, below)
            if exported:
                stack.setClean()
        return count

    def _show(self) -> None:
        wanted, review = self._wanted, self._page.review
        self._wanted = None
        if wanted is None or review is None:
            return
        session = review.session
        gaps = session.gaps if wanted.cue is None else review.suggested_in(wanted.cue)
        found = (session.suggestion(gap) for gap in gaps)
        doubtful = (one.gap for one in found if one.confidence < wanted.below and not one.asked)
        first = next(doubtful, None)
        if first is not None:
            self._page.select_gap(first)
        elif wanted.cue is not None:
            self._page.show_cue(wanted.cue)

    def _forget(self) -> None:
        self._wanted = None

    def _is_open(self) -> bool:
        wanted, file = self._wanted, self._desk.file
        return wanted is not None and file is not None and file.path == wanted.file


def _takes_place(exported: FileState | None, result: FileState) -> bool:
    """Tell whether an export lies where a result of a batch does, which was not made anew since."""
    if exported is None or exported.path.resolve() != result.path.resolve():
        return False
    return result.changed or not exported.changed


def _sure_note(count: int, result: FileState) -> str:
    """Return how the review of a file begins that a batch has restored."""
    sure = tr(
        "{n} confident suggestion was accepted, as in the batch.",
        "{n} confident suggestions were accepted, as in the batch.",
        count,
    )
    replaces = tr("Your export will replace {path}.", path=result.path)
    then = avoided_note(result.path) if result.changed else replaces
    return f"{sure} {then}" if count else then


log = logging.getLogger(__name__)


class BatchController(QObject):
    """Make the batch window when it is first wanted, and let it stop when the program ends."""

    def __init__(
        self,
        place: Workplace,
        reviews: ReviewOpener,
        choices: PunctuateMenu,
        wanted: Callable[[], Settings],
    ) -> None:
        super().__init__(place.window)
        self._place = place
        self._choices = choices
        self._wanted = wanted
        self._made: BatchWindow | None = None
        self._reviews = reviews
        QTimer.singleShot(0, self, self._look)

    @property
    def window(self) -> BatchWindow:
        """Return the batch window, hidden perhaps."""
        if self._made is None:
            from subpunct_app.gui.batch.batch_window import BatchWindow

            self._made = BatchWindow(self._choices, self._wanted)
            self._made.review.connect(self._review)
            self._made.over.connect(self._tell_end)
            self._made.failed.connect(self._tell_failure)
            self._made.left.connect(self._tell_left)
            if (plan := pending.load()) is not None:
                self._made.take_up(plan)
        return self._made

    def show(self) -> None:
        """Bring the batch window to the front, with the latest batch where it is first opened."""
        if self._made is None and (plan := pending.carried_out()) is not None:
            self.window.take_up(plan, over=True)
        self._come()

    def offer(self, sources: Sequence[Path]) -> None:
        """Offer to restore texts and folders in a batch, as they cannot be opened at once."""
        self._place.message.show_note(
            _many_note(sources), Offer(tr("Add to batch"), partial(self._add, sources))
        )

    def after_export(self, target: Path) -> Offer | None:
        """Note which result the open file went to, and offer the next file that needs a review."""
        file = self._place.desk.file
        if self._made is None or file is None:
            return None
        from subpunct_app.gui.batch.batch_queue import Status

        model = self._made.model
        at = model.note_reviewed(file.path, target)
        if at is None:
            return None
        _remember(model.rows[at], file)
        row = model.next_of(Status.REVIEW, at)
        if row is None:
            return None
        return Offer(tr("Review {name}", name=row.file.name), partial(self._review, row))

    def close(self) -> None:
        """Stop the batch, for a later start to go on with."""
        if self._made is not None:
            self._made.close_down()

    def _add(self, sources: Sequence[Path]) -> None:
        self._come()
        self.window.add(sources)

    def _come(self) -> None:
        self.window.options.show_choices()
        self.window.come()

    def _look(self) -> None:
        """Offer to go on with a batch that a former sitting did not finish."""
        plan = pending.load()
        if plan is not None and plan.watch:
            self.window.start()
            if self.window.is_watching:
                self._tell(tr("Folders are being watched again."))
        elif plan is not None:
            self._place.jobs.submit(
                Lane.FILES,
                lambda _task: _count_left(plan),
                done=self._offer,
                failed=say_nothing,
                quiet=True,
            )

    def _offer(self, left: int) -> None:
        if left and self._place.desk.file is None and not self._place.message.text:
            note = tr(
                "A batch was interrupted: {n} file is left to do.",
                "A batch was interrupted: {n} files are left to do.",
                left,
            )
            self._place.message.show_note(note, Offer(tr("Continue"), self._go_on))

    def _go_on(self) -> None:
        self.show()
        self.window.start()

    def _tell_end(self, account: Account) -> None:
        from subpunct_app.gui.batch.batch_queue import summary

        if self.window.isHidden():
            self._tell(tr("The batch has finished: {summary}", summary=summary(account)))

    def _tell_failure(self, error: SubpunctError) -> None:
        if self.window.isHidden():
            self._place.message.show_error(error, Offer(tr("Show batch"), self.show))

    def _tell_left(self) -> None:
        if self.window.is_watching:
            self._tell(tr("The folders are watched until you cancel."))
        else:
            self._tell(tr("The batch is still running; you will be notified when it finishes."))

    def _tell(self, text: str) -> None:
        self._place.message.show_note(text, Offer(tr("Show batch"), self.show))

    def _review(self, row: QueueRow) -> None:
        figures = row.outcome.figures if row.outcome else None
        doubtful = figures.first_doubtful if figures else None
        self._reviews.open(row.to_review, cue=(doubtful or 1) - 1, written=row.written)


def _remember(row: QueueRow, file: OpenFile) -> None:
    """Keep for a later sitting that a result was reviewed, if that can be kept."""
    if row.result is None or row.outcome is None or not row.outcome.sha256:
        return
    # What was heard in a recording is another file.
    read = file.source.sha256 if file.source and file.path == row.file else ""
    try:
        reviewed.note(row.result, reviewed.Review(row.outcome.sha256, read))
    except FileError as error:
        log.warning("A later start will not know that %s was reviewed: %s", row.result, error)


def _count_left(plan: Plan) -> int:
    from subpunct_app.batch.account import count_left

    return count_left(plan)


def _many_note(sources: Sequence[Path]) -> str:
    """Return why files are not opened, and what takes them all."""
    if len(sources) == 1:
        name = sources[0].name
        return tr("{name} is a folder. A batch can punctuate everything in it.", name=name)
    if all(map(is_media, sources)):
        return tr(
            "Only one file can be open at a time. A batch can transcribe it.",
            "Only one file can be open at a time. A batch can transcribe all {n}.",
            len(sources),
        )
    return tr(
        "Only one file can be open at a time. A batch can punctuate it.",
        "Only one file can be open at a time. A batch can punctuate all {n}.",
        len(sources),
    )
