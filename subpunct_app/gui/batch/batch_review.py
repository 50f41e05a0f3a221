"""Open a file for a review that starts where the model was first in doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.batch.batch_options import REVIEW_BELOW
from subpunct_app.gui.texts.notes import avoided_note
from subpunct_app.gui.texts.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from subpunct_app.gui.desk import Workplace
    from subpunct_app.gui.media.open_media import OpenMedia
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.views.open_review import Review


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
