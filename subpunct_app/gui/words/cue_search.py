"""Search the cues on a worker, and know which hit the editor looks at."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from subpunct_app.gui.background.jobs import Jobs, Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.gui.texts.translation import tr
from subpunct_app.review.editing.finding import (
    Hit,
    Query,
    Replacing,
    find,
    replace_all,
    replace_hit,
)
from subpunct_app.review.editing.rewording import edited
from subpunct_app.review.editing.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.gui.words.text_editing import Rewriter
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task

_DELAY_MS = 150


class Search(QObject):
    """Look for a query in the open document as it would be written now.

    `changed` says that hits, current hit or `problem` are others; hits stay up to date while the
    text changes, and are none while nothing is looked for.
    """

    changed = Signal()

    def __init__(self, page: ReviewPage, rewriter: Rewriter) -> None:
        super().__init__(page)
        self._page = page
        self._rewriter = rewriter
        self._jobs = Jobs(self)
        self._query = Query("")
        self._texts: Sequence[str] | None = None
        self._from: tuple[int, int] | None = None
        self._timer = timer(self, _DELAY_MS, once=True)
        self._timer.timeout.connect(self._start)
        self.hits: Sequence[Hit] = ()
        self.by_cue: Mapping[int, Sequence[Hit]] = {}
        self.current: int | None = None
        # What went wrong with the search, or with the replacement of what it found.
        self.problem = ""
        page.decider.changed.connect(self._forget)
        page.table.contents.shown.connect(self._forget)

    @property
    def busy(self) -> bool:
        """Tell whether an answer is still to come."""
        return self._timer.isActive() or self._jobs.busy

    @property
    def hit(self) -> Hit | None:
        """Return the hit that the editor looks at."""
        return None if self.current is None else self.hits[self.current]

    @property
    def found_in(self) -> str:
        """Return the text of the cue with that hit, empty where there is none."""
        hit = self.hit
        return "" if hit is None or self._texts is None else self._texts[hit.cue]

    def look_for(self, query: Query) -> None:
        """Look for something else, from the current cue on."""
        if query == self._query:
            return
        self._query = query
        self._from = (self._page.cue, -1)
        self._begin()

    def go_next(self) -> None:
        """Go to the next hit, after the last one to the first."""
        if self.hits:
            at = bisect_right(self.hits, self._place())
            self._go_to(at % len(self.hits))

    def go_previous(self) -> None:
        """Go to the hit before, from the first one to the last."""
        if self.hits:
            at = bisect_left(self.hits, self._place())
            self._go_to((at - 1) % len(self.hits))

    def replace(self, template: str) -> None:
        """Replace the current hit as one step, and go to the next one."""
        if self.hit is not None:
            self._replace(template, self.hit)

    def replace_all(self, template: str) -> None:
        """Replace every hit, as one step."""
        if self.hits:
            self._replace(template, None)

    def close(self) -> None:
        """Stop the workers."""
        self._timer.stop()
        self._jobs.close()

    def _forget(self) -> None:
        """Look again, since the text may be another."""
        self._texts = None
        if self.hits and self.hits[-1].cue >= self._page.table.model().rowCount():
            self._show((), "")
        if self._query.pattern:
            self._begin()

    def _begin(self) -> None:
        # What is being replaced was found in another text.
        self._jobs.cancel()
        self._timer.start(_DELAY_MS)

    def _start(self) -> None:
        # Only who reads the texts anew must not see what is decided meanwhile.
        sheet = self._rewriter.snapshot() if self._texts is None else self._rewriter.sheet
        if sheet is None or not self._query.pattern:
            self._show((), "")
            return
        job = partial(_found, sheet, self._texts, self._query)
        self._jobs.submit(Lane.FILES, job, done=self._take, failed=self._fail)
        self.changed.emit()

    def _replace(self, template: str, hit: Hit | None) -> None:
        """Have a worker replace a hit, or all; they stay where that cannot be."""
        sheet = self._rewriter.snapshot()
        if sheet is None or self.busy:
            return
        self.problem = ""
        job = partial(_replaced, sheet, self._query, template, hit)
        done = partial(self._put, sheet, hit)
        self._jobs.submit(Lane.FILES, job, done=done, failed=self._refuse)
        self.changed.emit()

    def _take(self, answer: tuple[Sequence[str], Sequence[Hit]]) -> None:
        self._texts, hits = answer
        self._show(hits, "")

    def _fail(self, error: SubpunctError) -> None:
        self._show((), str(error))

    def _refuse(self, error: SubpunctError) -> None:
        self.problem = str(error)
        self.changed.emit()

    def _show(self, hits: Sequence[Hit], problem: str) -> None:
        begin, self._from = self._from, None
        here = self.hit
        self.hits, self.current = hits, None
        self.problem = problem
        self.by_cue = {cue: list(some) for cue, some in groupby(hits, key=attrgetter("cue"))}
        if begin is not None and hits:
            self._go_to(bisect_left(hits, begin) % len(hits))
            return
        if here is not None and here in hits:
            self.current = bisect_left(hits, here)
        self.changed.emit()

    def _go_to(self, at: int) -> None:
        self.current, self.problem = at, ""
        self._page.show_cue(self.hits[at].cue)
        self.changed.emit()

    def _place(self) -> tuple[int, ...]:
        """Return where to go on from: the current hit, or the cue that was chosen since."""
        here = self.hit
        return here if here is not None and here.cue == self._page.cue else (self._page.cue, -1)

    def _put(self, sheet: Sheet, hit: Hit | None, answer: tuple[Replacing, Sheet]) -> None:
        replacing, new = answer
        found = self._query.pattern
        if hit is None:
            label = tr("Replace {n} × “{found}”", "", replacing.hits, found=found)
        else:
            label = tr("Replace “{found}” in cue {cue}", found=found, cue=hit.cue + 1)
            longer = len(replacing.edits[0].text) - len(sheet.copy_of(hit.cue).text)
            self._from = (hit.cue, hit.end + longer)
        self._rewriter.put(replacing.edits, sheet, new, label)
        if hit is None and new is not sheet:
            self._page.decider.tell_step(label)
        self._timer.start(0)


def _found(
    sheet: Sheet, texts: Sequence[str] | None, query: Query, task: Task
) -> tuple[Sequence[str], Sequence[Hit]]:
    read = sheet.texts(task) if texts is None else texts
    return read, find(read, query, task)


def _replaced(
    sheet: Sheet, query: Query, template: str, hit: Hit | None, task: Task
) -> tuple[Replacing, Sheet]:
    if hit is None:
        replacing = replace_all(sheet.texts(task), query, template, task)
    else:
        edit = replace_hit(sheet.copy_of(hit.cue).text, hit, query, template, task)
        replacing = Replacing((edit,), 1)
    return replacing, edited(sheet, replacing.edits)
