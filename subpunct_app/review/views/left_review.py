"""What a journal holds of a review, and the review that it brings back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.review.views.open_review import Review

if TYPE_CHECKING:
    from subpunct_app.review.journal.resume import Left
    from subpunct_app.review.journal.snapshot import Snapshot


def with_review(snapshot: Snapshot, review: Review | None) -> Snapshot:
    """Return what a journal holds of a file, and of the review of it, where there is one."""
    if review is None:
        return snapshot
    return replace(
        snapshot,
        transcript=review.transcript,
        session=review.session.copied(),
        model=review.model,
        temperature=review.temperature,
        capitals=review.capitals,
        curve=review.curve,
    )


def review_of(left: Left) -> Review | None:
    """Return the review that was left, None where no model was asked."""
    if left.transcript is None or left.session is None:
        return None
    heading = left.journal.heading
    return Review(
        left.transcript,
        left.session,
        current=left.journal.place.gap,
        capitals=heading.capitals,
        curve=heading.curve,
        model=heading.model,
        temperature=heading.temperature,
    )
