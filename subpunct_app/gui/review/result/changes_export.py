"""Write the changes of the open file as a page of HTML, off the UI thread."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.subtitles import files
from subpunct_app.subtitles.writing.render import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.gui.review.result.cue_watch import CueWatch
    from subpunct_app.gui.workplace import Workplace
    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Document

_PAGES = "Web pages (*.html)"


class ChangesExporter:
    """Export what the export of the file would change, as `subpunct diff --html` does.

    Nothing is exported while a text is typed that no cue can hold.
    """

    def __init__(self, place: Workplace, watch: CueWatch) -> None:
        self._place = place
        self._watch = watch

    def export_as(self) -> None:
        """Ask for a name, which may be that of an older page, and write the page there."""
        file = self._place.desk.file if self._place.finish_typing() else None
        if file is None:
            return
        proposed = file.proposed_with(".html")
        name, _ = QFileDialog.getSaveFileName(
            self._place.window, "Export changes", str(proposed), _PAGES
        )
        if not name:
            return
        target = Path(name)
        names = file.path.name, file.proposed_target().name
        job = partial(write_page, self._watch.original, self._result(file), names, target)
        # What was asked for is written, be another file opened meanwhile.
        self._place.jobs.submit(
            Lane.FILES, job, done=self._tell, failed=self._place.message.show_error, lasting=True
        )

    def _result(self, file: OpenFile) -> Callable[[], Document]:
        """Return what makes the corrected document of the decisions of this moment."""
        review = self._place.page.review
        if review is None:
            return lambda: file.document
        return partial(render, review.transcript, review.session.edits())

    def _tell(self, target: Path) -> None:
        self._place.message.show_note(f"Exported the changes to {target}.")


def write_page(
    original: Document,
    result: Callable[[], Document],
    names: tuple[str, str],
    target: Path,
    task: Task,
) -> Path:
    """Compare two states of a document and write the page about it; once begun it is not stopped.

    The editor may have closed the window meanwhile, and counts on the page.
    """
    from subpunct_app.review.differences import compare, page

    task.step(0, 0, "Writing the page")
    difference = compare(original, result())
    files.write_text(page.render(difference, *names), target, overwrite=True)
    return target
