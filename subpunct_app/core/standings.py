"""How things stand at the gaps of a text, in reading order, and after an edit of its words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from subpunct_app.core.placed import Placed, placed
from subpunct_app.core.splice import Splice
from subpunct_app.core.text import Suggestion
from subpunct_app.core.verdicts import Standing, Verdict

# Of more gaps than this it is quicker to sort all.
_MANY = 20


class Standings(Mapping[int, Standing]):
    """The suggestion and the verdict at each gap.

    Those behind an edit of the words are moved along once they are looked at.
    """

    def __init__(self, standings: Mapping[int, Standing]) -> None:
        """Take them in reading order."""
        self._found = dict(standings)
        self._gaps = tuple(self._found)
        self._adapted = _adapted(self._found)
        # Whether an edit has moved any of them, which are then placed once they are looked at.
        self._moved = False

    def __len__(self) -> int:
        return len(self._gaps)

    def __contains__(self, gap: object) -> bool:
        return gap in self._found

    def __iter__(self) -> Iterator[int]:
        return iter(self._gaps)

    def __getitem__(self, gap: int) -> Standing:
        found = self._found[gap]
        if found[0].gap != gap:
            found = self._found[gap] = placed(found[0], gap), found[1]
        return found

    @property
    def gaps(self) -> Sequence[int]:
        """Return the gaps, in reading order."""
        return self._gaps

    @property
    def suggestions(self) -> Sequence[Suggestion]:
        """Return what is proposed, in reading order."""
        return Placed(self._gaps, [suggestion for suggestion, _ in self._in_order(self._gaps)])

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
        known = self._found
        found = {gap: known[gap] for gap in gaps if gap in known}
        if self._moved:
            moved = [gap for gap, (suggestion, _) in found.items() if suggestion.gap != gap]
            found.update((gap, self[gap]) for gap in moved)
        return found

    def take(self, standings: Mapping[int, Standing], gone: Collection[int] = ()) -> None:
        """Set suggestion and verdict of some gaps, and drop the gaps that have none any more."""
        come = [gap for gap in standings if gap not in self._found and gap not in gone]
        left = [gap for gap in gone if gap in self._found]
        self._found.update(standings)
        self._adapted.difference_update(standings)
        self._adapted |= _adapted(standings)
        for gap in gone:
            del self._found[gap]
            self._adapted.discard(gap)
        self._list([*come, *left])

    def copied(self) -> Standings:
        """Return a copy that later changes of these do not reach."""
        after = Standings({})
        after._found, after._gaps = self._found.copy(), self._gaps
        after._adapted, after._moved = self._adapted.copy(), self._moved
        return after

    def spliced(self, splice: Splice, found: Mapping[int, Standing]) -> Standings:
        """Return these after an edit: others in its gaps, and those behind moved along."""
        start, stop = (bisect_left(self._gaps, gap) for gap in (splice.old.start, splice.old.stop))
        before, gone, rest = self._gaps[:start], self._gaps[start:stop], self._gaps[stop:]
        moved, after = splice.moved_along(rest), Standings({})
        # To copy all and put some elsewhere is quicker than to put all in.
        known = after._found = self._found.copy()
        for gap in gone:
            del known[gap]
        if splice.by:
            known.update(zip(moved, [*map(known.pop, rest)], strict=True))
        known.update(found)
        after._gaps = (*before, *sorted(found), *moved)
        after._adapted = {*splice.moved_along(self._adapted.difference(gone)), *_adapted(found)}
        after._moved = self._moved or splice.by != 0
        return after

    def _in_order(self, gaps: Sequence[int]) -> Iterator[Standing]:
        """Yield how things stand at some gaps, what is proposed as it was before any edits."""
        return map(self._found.__getitem__, gaps)

    def _list(self, changed: Sequence[int]) -> None:
        """Put those of some gaps that are new in their places, and the others out.

        A few are put in one by one, many sorted with all others.
        """
        if len(changed) > _MANY:
            self._gaps = tuple(sorted(self._found))
            return
        for gap in changed:
            at = bisect_left(self._gaps, gap)
            here, rest = ((gap,), at) if gap in self._found else ((), at + 1)
            self._gaps = (*self._gaps[:at], *here, *self._gaps[rest:])


def _adapted(standings: Mapping[int, Standing]) -> set[int]:
    """Return the gaps where what is proposed was adapted to the editor."""
    return {gap for gap, (suggestion, _) in standings.items() if suggestion.made}
