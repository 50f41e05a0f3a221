"""Carry suggestions and decisions over to a text that was edited."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.formats.document import Cue
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.fair_copy import Move
from subpunct_app.text.splice import Splice
from subpunct_app.text.verdicts import Decision, Edit, Standing, Verdict, case_for
from subpunct_app.text.words import Case, Suggestion, folded


class Moves:
    """Tell where a place of the old document lies in the new one, unless it is gone."""

    def __init__(self) -> None:
        self._done = self._shift = 0
        self._stretches: list[Move] = []

    def add(self, cue: Cue, length: int, moves: Sequence[Move]) -> None:
        """Take in what became of the next cue."""
        self.add_rest(cue.start)
        begin = cue.start + self._shift
        self._stretches += [Move(move.start, move.end, begin + move.new) for move in moves]
        self._done = cue.end
        self._shift += length - (cue.end - cue.start)

    def add_rest(self, end: int) -> None:
        """Take in what is unchanged up to a place."""
        if self._done < end:
            self._stretches.append(Move(self._done, end, self._done + self._shift))

    def __getitem__(self, offset: int) -> int | None:
        at = bisect_right(self._stretches, offset, key=attrgetter("start")) - 1
        if at < 0 or offset >= self._stretches[at].end:
            return None
        return self._stretches[at].new + offset - self._stretches[at].start


def gap_after(old: Transcript, new: Transcript, gap: int, cue: int | None = None) -> int:
    """Return which gap stands, after an edit, where one stood before it.

    Where its words are gone that is as far in the same cue: the one in which its mark shows first,
    unless another one is told that shows it.
    """
    if cue is None:
        cue = old.words[gap - 1].cue if gap else 0
    before, after = old.words_of(cue), new.words_of(cue)
    at = gap - before.start
    words, others = (
        [folded(text.words[word].text) for word in span]
        for text, span in ((old, before), (new, after))
    )
    if words[:at] == others[:at]:
        return after.start + at
    behind = words[at:]
    if behind == others[len(others) - len(behind) :]:
        return after.stop - len(behind)
    return after.start + min(at, len(after))


class Carrier:
    """Carry suggestions and decisions over to where their words stand now.

    Only words that were read again, as the splice tells, have to be looked for.
    """

    def __init__(
        self, old: Transcript, new: Transcript, splice: Splice, moves: Moves, cues: Collection[int]
    ) -> None:
        self._old = old
        self._new = new
        self._splice = splice
        self._moves = moves
        self._cues = frozenset(cues)
        self._starts = [new.words[at].start for at in splice.new]

    def word(self, index: int) -> int | None:
        """Return which word an old one is now, None where it is gone."""
        if index not in self._splice.old:
            return index if index < self._splice.old.start else index + self._splice.by
        old = self._old.words[index]
        place = self._moves[old.start]
        if place is None:
            return None
        found = bisect_left(self._starts, place)
        if found == len(self._starts) or self._starts[found] != place:
            return None
        at = self._splice.new[found]
        same = folded(self._new.words[at].text) == folded(old.text)
        return at if same else None

    def carried(self, session: ReviewSession, touched: Collection[int]) -> ReviewSession:
        """Return what stays of a session, by the gaps of the new text."""
        found: dict[int, Standing] = {}
        gaps = self._splice.gaps
        for gap in session.gaps_within(gaps.old):
            pair = session.standing(gap)
            at = None if gap in touched else self._gap(gap)
            pairs = self._halves(gap, *pair) if at is None else [(at, *pair)]
            for place, suggestion, verdict in pairs:
                moved = suggestion if place == suggestion.gap else replace(suggestion, gap=place)
                found[place] = _joined(found.get(place), (moved, verdict))
        left = {at: left for at, one in found.items() if (left := self._possible(*one))}
        return session.spliced(gaps, left)

    def _possible(self, suggestion: Suggestion, verdict: Verdict) -> Standing | None:
        """Return what can be done of a suggestion: no mark is put any more where one is fixed now.

        What was accepted there stays, for it has to be written.
        """
        gap = self._new.gaps[suggestion.gap]
        marks = {suggestion.mark, verdict.edit.mark}
        if not gap.fixed or verdict.decision is Decision.ACCEPTED or marks == {gap.current}:
            return suggestion, verdict
        case = case_for(gap.current, suggestion)
        if suggestion.asked or case is Case.KEEP:
            return None
        edit = Edit(gap.current, case)
        return replace(suggestion, mark=edit.mark, case=case), replace(verdict, edit=edit)

    def _gap(self, gap: int) -> int | None:
        """Return which gap lies between the same two words now."""
        left = self.word(gap - 1) if gap else -1
        right = self.word(gap) if gap < len(self._old.words) else len(self._new.words)
        return right if left is not None and right == left + 1 else None

    def _halves(
        self, gap: int, suggestion: Suggestion, verdict: Verdict
    ) -> Iterator[tuple[int, Suggestion, Verdict]]:
        """Yield what a suggestion goes on to mean for a cue that was not edited."""
        accepted = verdict.decision is Decision.ACCEPTED
        left = self.word(gap - 1) if self._lies_elsewhere(gap - 1) else None
        if left is not None and verdict.edit.mark is not self._old.gaps[gap].current:
            edit = replace(verdict.edit, case=Case.KEEP) if accepted else verdict.edit
            yield left + 1, suggestion, replace(verdict, edit=edit)
        right = self.word(gap) if self._lies_elsewhere(gap) else None
        if right is not None and accepted and verdict.edit.case is not Case.KEEP:
            edit = Edit(self._new.gaps[right].current, verdict.edit.case)
            yield right, replace(suggestion, mark=edit.mark), replace(verdict, edit=edit)

    def _lies_elsewhere(self, word: int) -> bool:
        words = self._old.words
        return 0 <= word < len(words) and words[word].cue not in self._cues


def _joined(left: Standing | None, right: Standing) -> Standing:
    """Return what the mark left of words that are gone and the case right of them come to."""
    if left is None or left[1].decision is not Decision.ACCEPTED:
        return right
    suggestion, verdict = left
    edit = replace(verdict.edit, case=right[1].edit.case)
    return replace(suggestion, case=right[0].case), replace(verdict, edit=edit)
