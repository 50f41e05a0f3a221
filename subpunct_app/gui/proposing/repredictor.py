"""Ask the model again beside each decision, now that it knows one mark more for sure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from subpunct_app.gui.background.jobs import Lane
from subpunct_app.gui.background.timers import timer
from subpunct_app.review import model_queries as asking
from subpunct_app.review.model_queries import FEW, decided_marks_near

if TYPE_CHECKING:
    from collections.abc import Callable

    from subpunct_app.decoding.proposing.model_input import HeardText
    from subpunct_app.decoding.proposing.neighbourhood import Neighbourhood
    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.proposing.proposer import Proposer
    from subpunct_app.gui.review.review_page import ReviewPage
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.review.model_queries import Punctuated
    from subpunct_app.review.settings import Settings
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.runtime.errors import SubpunctError
    from subpunct_app.runtime.task import Task
    from subpunct_app.text.decisions import Change
    from subpunct_app.text.words import Mark, Suggestion

# By then the decision is drawn, which a model at work on all cores would hold up.
_DRAWN_MS = 40


@dataclass(frozen=True, slots=True)
class _Asked:
    """The model that was asked last, with what, and what was heard and said of the text."""

    model: Punctuator
    wanted: Settings
    heard: HeardText | None
    proposal: Proposal


class Repredictor(QObject):
    """Ask again about the open suggestions near a decision, as a quiet job, one window at a time.

    Only the latest decision waits while the model is at work. No other model is asked than the one
    whose suggestions are under review.
    """

    def __init__(self, page: ReviewPage, jobs: Jobs, proposer: Proposer, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._jobs = jobs
        self._last: _Asked | None = None
        self._neighbourhood: Neighbourhood | None = None
        self._task: Task | None = None
        self._next: tuple[Review, int] | None = None
        self._drawn = timer(self, _DRAWN_MS, once=True)
        self._connect(proposer)

    def _connect(self, proposer: Proposer) -> None:
        self._drawn.timeout.connect(self._ask_next)
        self._jobs.closing.connect(self._drawn.stop)
        proposer.answered.connect(self._take)
        self._page.decider.changed.connect(self._note)

    def _take(self, answer: Punctuated, wanted: Settings) -> None:
        # Its answer goes with the file.
        self._last = _Asked(answer.model, wanted, answer.heard, answer.proposal)
        self._neighbourhood = None

    def _note(self, change: Change) -> None:
        review = self._page.review
        if review is not None and len(change.after) <= FEW:
            self._next = review, next(iter(change.after))
            self._drawn.start()

    def _ask_next(self) -> None:
        # Work that was cancelled is never heard of again.
        if self._task is None or self._task.cancelled:
            self._ask()

    def _ask(self) -> None:
        (asked, last), self._next = (self._next, self._last), None
        if asked is None or last is None:
            return
        review, gap = asked
        card = last.model.card
        if review is not self._page.review or not card.network.features or card.id != review.model:
            return
        # A review that was left was not asked about here, nor its recording listened to.
        left = review.wanted is None
        ask = partial(
            asking.neighbourhood,
            review.transcript,
            last.model,
            review.wanted or last.wanted,
            None if left else last.heard,
            None if left else last.proposal,
        )
        settled = decided_marks_near(review.session, gap, review.transcript.gaps)
        job = partial(self._think, review, ask, gap, settled)
        self._task = self._jobs.submit(
            Lane.MODEL, job, done=partial(self._show, review), failed=self._give_up, quiet=True
        )

    def _think(
        self,
        review: Review,
        ask: Callable[[], Neighbourhood],
        gap: int,
        settled: dict[int, Mark],
        task: Task,
    ) -> dict[int, Suggestion | None]:
        known = self._neighbourhood
        if known is None or known.transcript is not review.transcript:
            known = self._neighbourhood = ask()
        return asking.predicted_again(known, gap, settled, review.temperature)

    def _show(self, review: Review, found: dict[int, Suggestion | None]) -> None:
        self._task = None
        self._page.renew(review, found)
        if self._next is not None:
            self._ask()

    def _give_up(self, _: SubpunctError) -> None:
        self._task = None
