"""Which open suggestion the editor comes to next: in the order of the text, or of doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subpunct_app.core.review import ReviewSession
    from subpunct_app.gui.review.opened import Review


class Route:
    """Find the next gap and the one before; None where nothing is open.

    By doubt, what the editor passed by does not come back before all the rest was seen.
    """

    def __init__(self) -> None:
        self.by_doubt = False
        self._passed: set[int] = set()

    def begin(self) -> None:
        """Forget what was passed by."""
        self._passed.clear()

    def first(self, session: ReviewSession) -> int | None:
        """Return where a review begins."""
        return session.next_doubtful(None) if self.by_doubt else session.next_open(None)

    def following(self, review: Review, cue: int) -> int | None:
        """Return what comes next, from the current gap or else a cue on."""
        if not self.by_doubt:
            return review.session.next_open(_position(review, cue, after=True))
        if review.current is not None:
            self._passed.add(review.current)
        return review.session.next_doubtful(review.current)

    def preceding(self, review: Review, cue: int) -> int | None:
        """Return what came before."""
        if self.by_doubt:
            return review.session.previous_doubtful(review.current)
        return review.session.previous_open(_position(review, cue, after=False))

    def after_decision(self, review: Review, cue: int) -> int | None:
        """Return what comes next after a decision.

        What is doubtful may be another by that: the most doubtful comes next that was not passed.
        """
        gap = review.session.most_doubtful(self._passed) if self.by_doubt else None
        if gap is not None:
            return gap
        self._passed.clear()
        return self.following(review, cue)


def _position(review: Review, cue: int, *, after: bool) -> int | None:
    """Return where to search from: the current gap, or else the edge of a cue."""
    if review.current is not None:
        return review.current
    gaps = review.transcript.gaps_of(cue)
    if not gaps:
        return None
    return gaps[0] - 1 if after else gaps[-1] + 1
