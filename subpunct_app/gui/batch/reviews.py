"""Open a file for a review that starts where the model was first in doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.services.batch.order import REVIEW_BELOW

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from subpunct_app.gui.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which file is to be reviewed, from which cue on if that is known, and what is doubtful."""

    file: Path
    cue: int | None
    below: float


class Reviews(QObject):
    """Ask the model about a file that was opened here, unless a review of it was left."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._main = window
        self._wanted: _Wanted | None = None
        window.opened.connect(self._punctuate)
        window.proposed.connect(self._show)
        window.failed.connect(self._forget)

    def open(
        self, files: Sequence[Path], *, cue: int | None = None, below: float = REVIEW_BELOW
    ) -> None:
        """Open subtitles, the last of the files, with the video that may be among them.

        The review starts with the first suggestion less sure than `below`, in that cue if one is
        named.
        """
        self._wanted = _Wanted(files[-1], cue, below)
        self._main.raise_()
        self._main.activateWindow()
        if not self._main.take_files(files):
            self._wanted = None

    def _punctuate(self) -> None:
        if not self._is_open():
            self._wanted = None
        elif self._main.page.review is None:
            self._main.punctuate()
        else:
            self._show()

    def _show(self) -> None:
        wanted, review = self._wanted, self._main.page.review
        self._wanted = None
        if wanted is None or review is None or not self._shows(wanted.file):
            return
        session = review.session
        gaps = session.gaps if wanted.cue is None else review.suggested_in(wanted.cue)
        found = (session.suggestion(gap) for gap in gaps)
        doubtful = (one.gap for one in found if one.confidence < wanted.below and not one.asked)
        first = next(doubtful, None)
        if first is not None:
            self._main.page.select_gap(first)
        elif wanted.cue is not None:
            self._main.page.show_cue(wanted.cue)

    def _forget(self) -> None:
        self._wanted = None

    def _is_open(self) -> bool:
        return self._wanted is not None and self._shows(self._wanted.file)

    def _shows(self, path: Path) -> bool:
        return self._main.file is not None and self._main.file.path == path
