"""Do after a decision what the window does: think again of what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.decoding.proposing.neighbourhood import Neighbourhood
from subpunct_app.review.learning.house_style import (
    HouseStyle,
    enough_verdicts,
    following,
    learn_style,
    renew,
    verdicts_in,
)
from subpunct_app.review.model_queries import FEW, decided_marks_near

if TYPE_CHECKING:
    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.decoding.suggestions.options import Options
    from subpunct_app.models.base import Punctuator
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.runtime.task import Task
    from subpunct_app.text.decisions import Change


class Following:
    """Ask the model again beside each decision, and learn the house style from all of them."""

    def __init__(
        self, proposal: Proposal, punctuator: Punctuator, options: Options, task: Task
    ) -> None:
        self._task = task
        transcript = proposal.transcript
        self._gaps = transcript.gaps
        self._neighbourhood: Neighbourhood | None = None
        if punctuator.card.network.features:
            self._neighbourhood = Neighbourhood(
                transcript, punctuator, options, habits=proposal.habits
            )
        self._style: HouseStyle | None = None
        self._verdicts = 0

    def follow(self, session: ReviewSession, change: Change, read: int | None = None) -> None:
        """Let a session follow what was just decided; raise Cancelled on request.

        What the editor went on to `read` meanwhile does not change by a lesson.
        """
        self._task.step(len(session) - session.open_count, len(session), "Reviewing")
        enough = enough_verdicts(len(session))
        self._verdicts += verdicts_in(change, enough)
        if self._verdicts >= enough:
            self._verdicts = 0
            self._style = learn_style(session, self._gaps)
            others = (gap for gap in session.open_among(session.gaps) if gap != read)
            session.suit(following(session, others, self._style, self._gaps))
        if self._neighbourhood is not None and len(change.after) <= FEW:
            gap = next(iter(change.after))
            settled = decided_marks_near(session, gap, self._gaps)
            found = self._neighbourhood.around(gap, settled)
            renew(session, found, self._style, self._gaps)
