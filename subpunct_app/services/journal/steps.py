"""What a journal is told while a review goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.services.journal.records import Decided, Suggested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.core.review import ReviewSession
    from subpunct_app.core.verdicts import Change


def of_change(session: ReviewSession, change: Change) -> Iterator[Decided | Suggested]:
    """Yield what there is to tell of a change, as it came about, once it is made.

    Where nothing had been proposed, no record before tells what the decision is about.
    """
    old = {gap: change.before[gap][0].original for gap in change.renewed}
    unknown = [gap for gap, (suggestion, _) in change.after.items() if suggestion.by_editor]
    others = [gap for gap in old if session.made(gap) is not old[gap]]
    yield from of_renewed(session, [*unknown, *others])
    yield Decided({gap: session.standing(gap)[1] for gap in change.after})


def of_renewed(session: ReviewSession, gaps: Iterable[int]) -> Iterator[Suggested]:
    """Yield what a model made of the gaps that it thought again of."""
    if made := tuple(map(session.made, gaps)):
        yield Suggested(made)
