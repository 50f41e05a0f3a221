"""What a journal is told while a review goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.core.verdicts import untouched
from subpunct_app.services.journal.records import Decided, Suggested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.core.review import ReviewSession
    from subpunct_app.core.text import Suggestion
    from subpunct_app.core.verdicts import Change, Standing


def of_change(session: ReviewSession, change: Change) -> Iterator[Decided | Suggested]:
    """Yield what there is to tell of a change, as it came about, once it is made.

    Where nothing had been proposed, no record before tells what the decision is about.
    """
    old = {gap: change.before[gap][0].original for gap in change.renewed}
    latest = {gap: _standing(session, one) for gap, (one, _) in change.after.items()}
    unknown = [made for made, _ in latest.values() if made.by_editor]
    others = [latest[gap][0] for gap in old if latest[gap][0] is not old[gap]]
    yield from _suggested((*unknown, *others))
    yield Decided({gap: verdict for gap, (_, verdict) in latest.items()})


def of_renewed(session: ReviewSession, gaps: Iterable[int]) -> Iterator[Suggested]:
    """Yield what a model made of the gaps that it thought again of."""
    yield from _suggested(tuple(map(session.made, gaps)))


def _suggested(made: tuple[Suggestion, ...]) -> Iterator[Suggested]:
    if made:
        yield Suggested(made)


def _standing(session: ReviewSession, suggestion: Suggestion) -> Standing:
    """Return how things stand at the gap of a suggestion; the editor's own may be taken back."""
    if suggestion.gap in session:
        return session.standing(suggestion.gap)
    return suggestion, untouched(suggestion)
