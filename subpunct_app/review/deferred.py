"""Suggestions that a model renewed at gaps where the editor has spoken about an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from subpunct_app.review.placed import placed
from subpunct_app.text.splice import Splice
from subpunct_app.text.verdicts import Change, Decision, Standing, is_untouched, untouched
from subpunct_app.text.words import Suggestion


class Deferred:
    """Hold the latest suggestion of each such gap until the editor takes back what was said."""

    def __init__(self, latest: Mapping[int, Suggestion] | None = None) -> None:
        self._latest = dict(latest or {})

    def __iter__(self) -> Iterator[int]:
        return iter(self._latest)

    def at(self, gap: int) -> Suggestion | None:
        """Return what waits at a gap, if anything does."""
        return self._latest.get(gap)

    def put(self, suggestion: Suggestion) -> None:
        """Let a suggestion wait at its gap, and no longer the one that waited there before."""
        self._latest[suggestion.gap] = suggestion

    def applied(self, change: Change, before: Mapping[int, Standing]) -> Change:
        """Return a change as it comes about, given how things stand before it.

        Where the step leaves nothing that the editor said, the latest suggestion shows and waits no
        more. Where it leaves something that was said about an earlier one, the latest waits.
        """
        waiting, undecided = self._latest, Decision.OPEN
        wanted, after = change.after, dict(change.after)
        others = [
            gap for gap, (one, _) in wanted.items() if gap in waiting or before[gap][0] is not one
        ]
        for gap in others:
            one, said = wanted[gap]
            latest = waiting.pop(gap, before[gap][0])
            if said.decision is undecided and is_untouched(one, said):
                # Of thousands most want the same as before.
                same = latest.mark is one.mark and latest.case is one.case
                after[gap] = latest, said if same else untouched(latest)
            elif latest is not one:
                waiting[gap] = latest
        renewed = [gap for gap in others if after[gap][0] is not before[gap][0]]
        return Change(change.label, before, after, renewed)

    def spliced(self, splice: Splice) -> Deferred:
        """Return these after an edit: those in its gaps are gone, those behind moved along."""
        kept = [gap for gap in self._latest if gap not in splice.old]
        moved = zip(kept, splice.moved_along(kept), strict=True)
        return Deferred({gap: placed(self._latest[old], gap) for old, gap in moved})

    def copied(self) -> Deferred:
        """Return a copy that later changes of these do not reach."""
        return Deferred(self._latest)
