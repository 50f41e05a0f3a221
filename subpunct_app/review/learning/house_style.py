"""Propose what the editor of a text would put, by what was decided about it so far."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.text.decisions import Decision, case_for
from subpunct_app.text.words import Break, Case, Mark, Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from subpunct_app.decoding.suggestions.adaptation import Adaptation
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.text.decisions import Change
    from subpunct_app.text.words import Gap

    Ranked: TypeAlias = tuple[tuple[Mark, float], ...]

# After so many verdicts it is worth while to learn again; in a text of very many suggestions after
# more of them, as it takes longer.
_OFTEN = 5
_SELDOM = 1 / 500
_SAME = 0.01


def enough_verdicts(suggestions: int) -> int:
    """Return how many new verdicts are worth while to learn again in a text of so many gaps."""
    return max(_OFTEN, ceil(_SELDOM * suggestions))


def verdicts_in(change: Change, most: int) -> int:
    """Return how many decisions a step makes, changes or takes back; what is on offer is none.

    Of a step with thousands no more than `most` are counted.
    """
    before, undecided = change.before, Decision.OPEN
    decided = (
        gap
        for gap, (_, after) in change.after.items()
        if after.decision is not undecided or before[gap][1].decision is not undecided
    )
    return sum(1 for _ in islice(decided, most))


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """How a text is punctuated unlike a model does, and which `marks` may be proposed."""

    adaptation: Adaptation
    marks: frozenset[Mark]
    capitals: bool

    def suited(
        self, made: Sequence[Suggestion], shown: Sequence[Suggestion], gaps: Sequence[Gap]
    ) -> dict[int, Suggestion]:
        """Return by gap the suggestions that this style changes.

        `made` are those of the model, `shown` those proposed now, at the same gaps. Where a mark
        stands in the file, no other than that may replace the one that the model proposed.
        """
        from subpunct_app.decoding.suggestions.adaptation import choose_by

        pairs = [pair for pair in zip(made, shown, strict=True) if _is_free(pair[0], gaps)]
        if not pairs:
            return {}
        table = _Table([suggestion for suggestion, _ in pairs], gaps)
        may = self._may(table)
        adapted = choose_by(self.adaptation, table.labels, table.choice, table.ends, allowed=may)
        marks = map(table.labels.__getitem__, adapted.chosen.tolist())
        rows = zip(table.gaps, marks, adapted.sure.tolist(), adapted.probabilities, strict=True)
        found = {}
        for (one, now), (gap, mark, sure, likely) in zip(pairs, rows, strict=True):
            # Confidences that differ by less than this say the same.
            as_sure = _is_about_case(now, gap) or abs(now.confidence - sure) < _SAME
            if not (as_sure and _chosen(now, gap) is mark):
                ranked = _ranked(table.labels, likely.tolist())
                found[one.gap] = self._with_mark(one, gap, mark, sure, ranked)
        return found

    def _may(self, table: _Table) -> NDArray[np.bool_]:
        """Tell which labels may be chosen at each gap: (n, labels)."""
        import numpy as np

        current = [gap.current for gap in table.gaps]
        stands = np.array([[mark is label for label in table.labels] for mark in current])
        bare = np.array([mark is Mark.NONE for mark in current])
        return stands | np.outer(bare, [label in self.marks for label in table.labels])

    def _with_mark(
        self, made: Suggestion, gap: Gap, mark: Mark, sure: float, ranked: Ranked
    ) -> Suggestion:
        """Return a suggestion that puts a mark, or leaves the gap as it stands."""
        if mark is _chosen(made, gap):
            confidence = made.confidence if _is_about_case(made, gap) else sure
            return Suggestion(made.gap, made.mark, made.case, confidence, ranked, made.asked)
        if mark is not gap.current:
            case = case_for(mark, made) if self.capitals else made.case
            return Suggestion(made.gap, mark, case, sure, ranked)
        if made.case.spelling or (made.case.has_capital and not made.mark.ends_sentence):
            return Suggestion(made.gap, mark, made.case, sure, ranked)
        if made.mark is Mark.NONE:
            return Suggestion(made.gap, mark, Case.KEEP, sure, ranked)
        return Suggestion(made.gap, made.mark, made.case, sure, ranked, asked=True)


class StyleEstimator:
    """Gather what an editor's verdicts tell, some gaps at a time, and estimate a style from them.

    `gaps` are all of the text. `capitals` tells whether a mark brings the capital of the next word.
    """

    def __init__(self, session: ReviewSession, gaps: Sequence[Gap], *, capitals: bool) -> None:
        self._session = session
        self._gaps = gaps
        self._capitals = capitals
        self._marks: set[Mark] = set()
        self._columns = {Mark.NONE: 0}
        self._probabilities: list[dict[int, float]] = []
        self._found: list[int] = []
        self._at_ends: list[bool] = []

    def take(self, some: Iterable[int]) -> None:
        """Take what is proposed at some gaps, and the verdicts that were given one by one."""
        for gap in some:
            shown, verdict = self._session.suggestion(gap), self._session.verdict(gap)
            if shown.by_editor:
                continue
            made = shown.original
            self._marks.add(shown.mark)
            self._marks.add(made.mark)
            found = verdict.left(self._gaps[gap].current)
            offered = dict(made.alternatives)
            if verdict.settled and found in offered and _is_free(made, self._gaps):
                self._note(made, found)

    def style(self) -> HouseStyle:
        """Return how the editor punctuates, by all that was taken."""
        import numpy as np

        from subpunct_app.decoding.suggestions.adaptation import fit_adaptation

        columns = range(len(self._columns))
        rows = [[row.get(column, 0.0) for column in columns] for row in self._probabilities]
        adaptation = fit_adaptation(
            np.array(rows, dtype=np.float64).reshape(len(rows), len(columns)),
            tuple(self._columns),
            np.array(self._found, dtype=np.int64),
            np.array(self._at_ends, dtype=np.bool_),
        )
        return HouseStyle(adaptation, frozenset(self._marks), self._capitals)

    def _note(self, made: Suggestion, found: Mark) -> None:
        columns = self._columns
        offered = {columns.setdefault(mark, len(columns)): p for mark, p in made.alternatives}
        self._probabilities.append(offered)
        self._found.append(columns[found])
        self._at_ends.append(self._gaps[made.gap].break_ is Break.CUE)


def learn_style(
    session: ReviewSession, gaps: Sequence[Gap], *, capitals: bool = True
) -> HouseStyle:
    """Return how an editor punctuates, by all verdicts that were given one by one."""
    estimator = StyleEstimator(session, gaps, capitals=capitals)
    estimator.take(session.gaps)
    return estimator.style()


def following(
    session: ReviewSession, among: Iterable[int], style: HouseStyle, gaps: Sequence[Gap]
) -> dict[int, Suggestion]:
    """Return by gap the suggestions that a house style changes, of those `among` some gaps.

    Those that were decided about are among them, for when a decision is taken back.
    """
    latest = [session.latest(gap) for gap in session.suggested(among)]
    return style.suited([suggestion.original for suggestion in latest], latest, gaps)


def renew(
    session: ReviewSession,
    found: Mapping[int, Suggestion | None],
    style: HouseStyle | None,
    gaps: Sequence[Gap],
) -> list[int]:
    """Take what a model thinks of some gaps now, by a house style where one is known.

    Return which of them changed.
    """
    changed = session.renew(found)
    if style is not None:
        made = [session.latest(gap).original for gap in session.suggested(found)]
        return sorted({*changed, *session.suit(style.suited(made, made, gaps))})
    return changed


class _Table:
    """Suggestions for n gaps as arrays: what is chosen, by which probabilities, and cue ends."""

    def __init__(self, suggestions: Sequence[Suggestion], gaps: Sequence[Gap]) -> None:
        import numpy as np

        from subpunct_app.decoding.suggestions.adaptation import Choice

        offered = (mark for one in suggestions for mark, _ in one.alternatives)
        self.labels = tuple(dict.fromkeys((Mark.NONE, *offered)))
        self.gaps = [gaps[one.gap] for one in suggestions]
        self.ends = np.array([gap.break_ is Break.CUE for gap in self.gaps], dtype=np.bool_)
        likely = np.zeros((len(suggestions), len(self.labels)))
        columns = {mark: at for at, mark in enumerate(self.labels)}
        for row, one in zip(likely, suggestions, strict=True):
            for mark, probability in one.alternatives:
                row[columns[mark]] = probability
        pairs = list(zip(suggestions, self.gaps, strict=True))
        chosen = np.array([self.labels.index(_chosen(*pair)) for pair in pairs], dtype=np.int64)
        likely_chosen = likely[np.arange(len(chosen)), chosen]
        sure = [one.confidence for one in suggestions]
        about_case = np.array([_is_about_case(*pair) for pair in pairs], dtype=np.bool_)
        self.choice = Choice(likely, chosen, np.where(about_case, likely_chosen, sure))


def _ranked(labels: Sequence[Mark], likely: Iterable[float]) -> Ranked:
    pairs = zip(labels, likely, strict=True)
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _is_free(made: Suggestion, gaps: Sequence[Gap]) -> bool:
    """Tell whether a mark is a matter of taste: the last of a text or a turn is none."""
    gap = gaps[made.gap]
    inside = 0 < made.gap < len(gaps) - 1 and not gap.turn and not gap.fixed
    return inside and _chosen(made, gap) in dict(made.alternatives)


def _chosen(suggestion: Suggestion, gap: Gap) -> Mark:
    return gap.current if suggestion.asked else suggestion.mark


def _is_about_case(suggestion: Suggestion, gap: Gap) -> bool:
    """Tell whether a confidence is about a capital, and not about a mark."""
    return suggestion.mark is gap.current and not suggestion.asked
