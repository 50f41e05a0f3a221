"""Which open suggestion the editor comes to next: in the order of the text, or of doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.review.views.open_review import Review


class Route:
    """Find the open gap that comes next, and the one before; None where nothing is open.

    In the order of doubt, a gap that the editor left open comes back only after all others.
    """

    def __init__(self) -> None:
        self.by_doubt = False

    def first(self, session: ReviewSession) -> int | None:
        """Return where a review begins."""
        return session.most_doubtful() if self.by_doubt else session.next_open(None)

    def following(self, review: Review, cue: int) -> int | None:
        """Return the open gap that comes next; by doubt, the current one counts as passed by."""
        if not self.by_doubt:
            return self.foreseen(review, cue)
        here = _ranked(review)
        if here is not None:
            review.passed.add(here)
        return _most_doubtful(review, here)

    def foreseen(self, review: Review, cue: int) -> int | None:
        """Return the gap that will most likely come next, without passing by the current one."""
        if self.by_doubt:
            return review.session.most_doubtful({*review.passed, review.current})
        return review.session.next_open(_position(review, cue, after=True))

    def preceding(self, review: Review, cue: int) -> int | None:
        """Return the open gap before; it no longer counts as passed by."""
        if not self.by_doubt:
            return review.session.previous_open(_position(review, cue, after=False))
        here = _ranked(review)
        here = _most_doubtful(review, None) if here is None else here
        gap = review.session.previous_doubtful(here)
        if gap is not None:
            review.passed.discard(gap)
        return gap

    def after_decision(self, review: Review, cue: int) -> int | None:
        """Return the gap that comes next after a decision.

        A decision may change how doubtful other gaps are: the most doubtful one comes next, of
        those that were not passed by.
        """
        gap = review.session.most_doubtful(review.passed) if self.by_doubt else None
        if gap is not None:
            return gap
        review.passed.clear()
        return self.following(review, cue)


def _ranked(review: Review) -> int | None:
    """Return the current gap if a model has a confidence for it."""
    gap = review.current
    return None if gap is None or review.session.is_by_editor(gap) else gap


def _most_doubtful(review: Review, here: int | None) -> int | None:
    """Return the most doubtful gap that was not passed by; when all were, begin anew."""
    found = review.session.most_doubtful(review.passed)
    if found is not None:
        return found
    review.passed.clear()
    if here is not None:
        review.passed.add(here)
    found = review.session.most_doubtful(review.passed)
    return review.session.most_doubtful() if found is None else found


def _position(review: Review, cue: int, *, after: bool) -> int | None:
    """Return where to search from: the current gap, or else the edge of a cue."""
    if review.current is not None:
        return review.current
    words = review.transcript.words_of(cue)
    return words.start or None if after else words.stop + 1
