"""The marks that an editor has decided on near a place, which a model may take for sure."""

from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.review.session import ReviewSession
from subpunct_app.text.words import Gap, Mark

# A decision says nothing of what is farther away, and one about more gaps at once was not made
# where they stand: it says nothing of their neighbours.
_NEAR = 80
FEW = 3


def settled_near(session: ReviewSession, gap: int, gaps: Sequence[Gap]) -> dict[int, Mark]:
    """Return by gap the marks that were decided on near one; `gaps` are those of all the text.

    What was accepted together with everything above a line, unread, is not settled.
    """
    near = session.suggested(range(max(0, gap - _NEAR), gap + _NEAR + 1))
    verdicts = {at: session.verdict(at) for at in near}
    return {
        at: verdict.left(gaps[at].current) for at, verdict in verdicts.items() if verdict.settled
    }
