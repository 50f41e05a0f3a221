"""Offer what was under review when the program ended without being closed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from subpunct_app.gui.background.jobs import Lane, say_nothing
from subpunct_app.gui.parts.message_bar import Offer
from subpunct_app.gui.texts.notes import interrupted_note
from subpunct_app.review import opening
from subpunct_app.review.journal import abandoned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.gui.workplace import Workplace
    from subpunct_app.review.journal import Journal


class Rescuer(QObject):
    """Look once for journals whose window is gone; opening such a file goes on with its review."""

    def __init__(self, place: Workplace) -> None:
        super().__init__(place.window)
        self._place = place
        QTimer.singleShot(0, self, self._look)

    def _look(self) -> None:
        paths = list(abandoned())
        if paths:
            job = partial(opening.read_journals, paths)
            self._place.jobs.submit(Lane.FILES, job, done=self._offer, failed=say_nothing)

    def _offer(self, journals: Sequence[Journal]) -> None:
        if journals and self._place.desk.file is None:
            newest = Path(journals[0].heading.path)
            offer = Offer("Go on", partial(self._place.opener.open, newest))
            self._place.message.show_note(interrupted_note(journals), offer)
