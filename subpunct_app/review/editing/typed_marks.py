"""Take marks and capitals that were typed into a cue as the decisions that they are."""

from __future__ import annotations

from dataclasses import dataclass

from subpunct_app.review.editing.sheet import Reach, Sheet, case_as, settled, standing_at
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.fair_copy import reviewed_copy
from subpunct_app.text.decisions import (
    Change,
    Decision,
    Edit,
    Edits,
    Standing,
    case_for,
    is_open,
)
from subpunct_app.text.words import Mark, folded


def decisions(old: Sheet, new: Sheet, cue: int, label: str, *, capitals: bool = True) -> Change:
    """Return the decisions by which a cue reads as it was typed, an empty change where none do.

    `new` is the sheet with that cue edited. None do where more than marks and case is another, or
    where a mark in the cue before is still open that the first word has its capital from. With
    `capitals`, a mark that is typed at the end where one was suggested brings the next word's.
    """
    nothing = Change(label, {}, {})
    if old.transcript is None or old.session is None:
        return nothing
    if new.transcript is None or new.session is None:
        return nothing
    before, after = _Text(old.transcript, old.session), _Text(new.transcript, new.session)
    words = before.transcript.words_of(cue)
    if words != after.transcript.words_of(cue) or before.spoken(words) != after.spoken(words):
        return nothing
    gaps = range(words.start, words.stop + 1)
    others = [gap for gap in gaps if before.reading(gap) != after.reading(gap)]
    if words.start in others:
        suggestion, verdict = standing_at(old.transcript, old.session, words.start)
        current = old.transcript.gaps[words.start].current
        if is_open(suggestion, verdict) and verdict.edit.mark is not current:
            return nothing
    decided = {
        gap: before.decided(gap, after, follows=capitals and gap == words.stop) for gap in others
    }
    if before.read_with(decided, cue) != new.copy_of(cue).text:
        return nothing
    undecided = {gap: standing_at(old.transcript, old.session, gap) for gap in others}
    return Change(label, undecided, decided)


@dataclass(frozen=True, slots=True)
class _Text:
    """Words with the decisions about them."""

    transcript: Transcript
    session: ReviewSession

    def spoken(self, words: range) -> list[str]:
        """Return words as all their cases have them."""
        return [folded(self.transcript.words[word].text) for word in words]

    def reading(self, gap: int) -> tuple[Mark, str]:
        """Return the mark that would be written at a gap, and the word after it."""
        word = self.transcript.spelling_of(gap)
        edit = self.session.accepted([gap]).get(gap)
        if edit is None:
            return self.transcript.gaps[gap].current, word
        return edit.mark, edit.case.apply(word, self.transcript.language_at(gap))

    def decided(self, gap: int, typed: _Text, *, follows: bool) -> Standing:
        """Return how things stand at a gap once it reads as typed."""
        standing = suggestion, _ = standing_at(self.transcript, self.session, gap)
        mark, word = typed.reading(gap)
        if follows and not suggestion.by_editor:
            case = case_for(mark, suggestion)
        else:
            case = case_as(self.transcript, suggestion, word)
        return settled(self.transcript, standing, Edit(mark, case))

    def read_with(self, decided: dict[int, Standing], cue: int) -> str:
        """Return a cue as it would read with other decisions, too."""
        around = Reach(self.transcript, self.session).gaps_around(cue)
        edits: Edits = {
            **{at: edit for at, edit in self.session.accepted(around).items() if at not in decided},
            **{
                at: verdict.edit
                for at, (_, verdict) in decided.items()
                if verdict.decision is Decision.ACCEPTED
            },
        }
        return reviewed_copy(self.transcript, cue, edits).text
