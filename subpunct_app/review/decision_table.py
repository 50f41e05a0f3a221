"""The suggestion and the decision at each gap, in reading order, and after an edit of the words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from subpunct_app.text.decisions import (
    Change,
    Standing,
    Verdict,
    is_untouched,
    untouched,
)
from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Suggestion

# Of more gaps than this it is quicker to sort all.
_MANY = 20


class DecisionTable(Mapping[int, Standing]):
    """The suggestion and the verdict at each gap.

    They lie in a list by gap, with None where there is none: an edit of the words moves all that
    are behind it at once. What is suggested there is moved once it is looked at.
    """

    def __init__(self, standings: Mapping[int, Standing]) -> None:
        """Take them in reading order."""
        self._at: list[Standing | None] = []
        self._put(standings)
        self._gaps = tuple(standings)
        self._adapted = _adapted(standings)
        # Whether an edit has moved any of them, which is then done once they are looked at.
        self._moved = False

    def __len__(self) -> int:
        return len(self._gaps)

    def __contains__(self, gap: object) -> bool:
        return isinstance(gap, int) and self._known(gap) is not None

    def __iter__(self) -> Iterator[int]:
        return iter(self._gaps)

    def __getitem__(self, gap: int) -> Standing:
        found = self.as_stored(gap)
        if found[0].gap != gap:
            found = self._at[gap] = moved_to(found[0], gap), found[1]
        return found

    def as_stored(self, gap: int) -> Standing:
        """Return how things stand at a gap, what is proposed as it was before any edits.

        Who goes through a whole text so keeps no copies of what is proposed in memory.
        """
        found = self._known(gap)
        if found is None:
            raise KeyError(gap)
        return found

    @property
    def gaps(self) -> Sequence[int]:
        """Return the gaps, in reading order."""
        return self._gaps

    @property
    def suggestions(self) -> Sequence[Suggestion]:
        """Return what is proposed, in reading order."""
        known = zip(self._in_order(self._gaps), self._gaps, strict=True)
        return tuple([moved_to(suggestion, gap) for (suggestion, _), gap in known])

    @property
    def verdicts(self) -> Iterator[tuple[int, Verdict]]:
        """Yield each gap with what was said about it, in reading order."""
        return zip(self._gaps, map(itemgetter(1), self._in_order(self._gaps)), strict=True)

    @property
    def adapted(self) -> Sequence[int]:
        """Return the gaps where what is proposed was adapted to the editor, in reading order."""
        return sorted(self._adapted)

    def within(self, gaps: range) -> Sequence[int]:
        """Return those of the gaps that lie in a range, in reading order."""
        return self._gaps[bisect_left(self._gaps, gaps.start) : bisect_left(self._gaps, gaps.stop)]

    def among(self, gaps: Iterable[int]) -> dict[int, Standing]:
        """Return suggestion and verdict of those of some gaps that have any."""
        known, count = self._at, len(self._at)
        found = {gap: one for gap in gaps if 0 <= gap < count and (one := known[gap]) is not None}
        if self._moved:
            moved = [gap for gap, (suggestion, _) in found.items() if suggestion.gap != gap]
            found.update((gap, self[gap]) for gap in moved)
        return found

    def take(self, standings: Mapping[int, Standing], gone: Collection[int] = ()) -> None:
        """Set suggestion and verdict of some gaps, and drop the gaps that have none any more."""
        before = self._put(standings)
        come = [gap for gap, old in zip(standings, before, strict=True) if old is None]
        self._adapted.difference_update(standings)
        self._adapted |= _adapted(standings)
        for gap in gone:
            self._at[gap] = None
            self._adapted.discard(gap)
        self._list({*come}.symmetric_difference(gone))

    def copied(self) -> DecisionTable:
        """Return a copy that later changes of these do not reach."""
        after = DecisionTable({})
        after._at, after._gaps = self._at.copy(), self._gaps
        after._adapted, after._moved = self._adapted.copy(), self._moved
        return after

    def spliced(self, splice: Splice, found: Mapping[int, Standing]) -> DecisionTable:
        """Return these after an edit: others in its gaps, and those behind moved along."""
        old, after = splice.old, DecisionTable({})
        start, stop = (bisect_left(self._gaps, gap) for gap in (old.start, old.stop))
        gone, moved = self._gaps[start:stop], splice.moved_along(self._gaps[stop:])
        after._at = self._at + [None] * (old.start - len(self._at))
        after._at[old.start : old.stop] = map(found.get, splice.new)
        after._gaps = (*self._gaps[:start], *sorted(found), *moved)
        after._adapted = {*splice.moved_along(self._adapted.difference(gone)), *_adapted(found)}
        after._moved = self._moved or splice.by != 0
        return after

    def _known(self, gap: int) -> Standing | None:
        return self._at[gap] if 0 <= gap < len(self._at) else None

    def _in_order(self, gaps: Sequence[int]) -> Iterator[Standing]:
        """Yield how things stand at some gaps, what is proposed as it was before any edits."""
        return filter(None, map(self._at.__getitem__, gaps))

    def _put(self, standings: Mapping[int, Standing]) -> list[Standing | None]:
        """Put some in their places, and return what was there before."""
        known = self._at
        known += [None] * (max(standings, default=-1) + 1 - len(known))
        before = [known[gap] for gap in standings]
        for gap, standing in standings.items():
            known[gap] = standing
        return before

    def _list(self, changed: Collection[int]) -> None:
        """Put those of some gaps that are new in their places, and the others out.

        A few are put in one by one, many sorted with all others.
        """
        if len(changed) > _MANY:
            self._gaps = tuple(sorted({*self._gaps}.symmetric_difference(changed)))
            return
        for gap in changed:
            at = bisect_left(self._gaps, gap)
            here, rest = ((gap,), at) if self._at[gap] is not None else ((), at + 1)
            self._gaps = (*self._gaps[:at], *here, *self._gaps[rest:])


def _adapted(standings: Mapping[int, Standing]) -> set[int]:
    return {gap for gap, (suggestion, _) in standings.items() if suggestion.made}


def moved_to(suggestion: Suggestion, gap: int) -> Suggestion:
    """Return a suggestion at a gap, the same one where it stands there already."""
    return suggestion if suggestion.gap == gap else suggestion.moved(gap - suggestion.gap)


def come_about(
    change: Change, before: Mapping[int, Standing], waiting: dict[int, Suggestion]
) -> Change:
    """Return a change as it comes about, given how things stand before it, and what is waiting.

    Where the step leaves nothing that the editor said, the latest suggestion shows and waits no
    more. Where it leaves something that was said about an earlier one, the latest waits.
    """
    wanted, after = change.after, dict(change.after)
    others = [
        gap for gap, (one, _) in wanted.items() if gap in waiting or before[gap][0] is not one
    ]
    for gap in others:
        one, said = wanted[gap]
        latest = waiting.pop(gap, before[gap][0])
        if is_untouched(one, said):
            # Of thousands most want the same as before.
            same = latest.mark is one.mark and latest.case is one.case
            after[gap] = latest, said if same else untouched(latest)
        elif latest is not one:
            waiting[gap] = latest
    renewed = [gap for gap in others if after[gap][0] is not before[gap][0]]
    return Change(change.label, before, after, renewed)
