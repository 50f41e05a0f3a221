"""What a journal is told while a review goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.review.journal.records import Decided, Suggested
from subpunct_app.text.verdicts import is_untouched, untouched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.review.session import ReviewSession
    from subpunct_app.text.verdicts import Change, Verdict
    from subpunct_app.text.words import Suggestion


def of_change(change: Change) -> Iterator[Decided | Suggested]:
    """Yield what there is to tell of a change, as it came about.

    Where nothing had been proposed, no record before tells what the decision is about.
    """
    renewed = ((gap, change.before[gap][0].original) for gap in change.renewed)
    others = [made for gap, old in renewed if (made := change.after[gap][0].original) is not old]
    unknown = [one for one, _ in change.after.values() if one.by_editor]
    yield from _suggested((*unknown, *others))
    yield Decided({gap: _said(*standing) for gap, standing in change.after.items()})


def of_renewed(session: ReviewSession, gaps: Iterable[int]) -> Iterator[Suggested]:
    """Yield what a model made of the gaps that it thought again of."""
    yield from _suggested(tuple(map(session.made, gaps)))


def _suggested(made: tuple[Suggestion, ...]) -> Iterator[Suggested]:
    if made:
        yield Suggested(made)


def _said(suggestion: Suggestion, verdict: Verdict) -> Verdict:
    """Return what an editor did about what the model made, where an adapted one is shown."""
    if suggestion.made is None or not is_untouched(suggestion, verdict):
        return verdict
    return untouched(suggestion.made)
