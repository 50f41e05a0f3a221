"""A document with its words and decisions, and how far each decision reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.fair_copy import FairCopy, fair_copy, reviewed_copy
from subpunct_app.subtitles.writing.mark_placement import final_mark
from subpunct_app.text.decisions import Decision, Edit, Standing, Verdict, untouched
from subpunct_app.text.splice import Splice
from subpunct_app.text.words import Case, Suggestion


@dataclass(frozen=True, slots=True)
class CueEdit:
    """What an editor wants a cue to read, accepted marks included.

    Lines end in a line feed, whatever ends them in the file. Made again on the same document with
    the same decisions, it leads to the same document and the same decisions.
    """

    cue: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document, and where a model was asked its words and the decisions about them.

    `splice` tells which words of the sheet before an edit gave way to which.
    """

    document: Document
    transcript: Transcript | None = None
    session: ReviewSession | None = None
    splice: Splice | None = None

    def copy_of(self, cue: int) -> FairCopy:
        """Return a cue as it would be written now."""
        if self.transcript is None or self.session is None:
            return fair_copy(self.document, cue)
        around = Reach(self.transcript, self.session).gaps_around(cue)
        return reviewed_copy(self.transcript, cue, self.session.accepted(around))

    def texts(self, task: Task) -> list[str]:
        """Return every cue as it would be written now."""
        changed: set[int] = set()
        if self.transcript is not None and self.session is not None:
            changed.update(*map(self.transcript.cues_of, self.session.edits()))
        found = []
        for cue in range(len(self.document.cues)):
            if not cue % 1000:
                task.step(cue, len(self.document.cues), "Looking through the text")
            found.append(
                (self.copy_of(cue) if cue in changed else fair_copy(self.document, cue)).text
            )
        return found

    def unlike(self, before: Sheet, edits: Sequence[CueEdit]) -> range:
        """Return the cues that may look different since edits of a sheet, and any between them."""
        cues = {edit.cue for edit in edits}
        if before.transcript and self.transcript and self.splice:
            gaps = self.splice.gaps
            cues |= _at_ends(before.transcript, gaps.old) | _at_ends(self.transcript, gaps.new)
        return range(min(cues), max(cues) + 1)


def _at_ends(transcript: Transcript, gaps: range) -> set[int]:
    """Return the cues that the first and the last of some gaps may change, whatever is decided."""
    ends = (transcript.cues_of(gap, lambda _: False) for gap in (gaps.start, gaps.stop - 1))
    return set().union(*ends)


@dataclass(frozen=True, slots=True)
class Reach:
    """Look no further than to where a sentence ends for sure, by the decisions of the moment.

    What is open or rejected may be drawn and may be left out, so a sentence ends there only where
    it does both ways.
    """

    transcript: Transcript
    session: ReviewSession

    def gaps_around(self, cue: int) -> range:
        """Return the gaps that tell how a cue is drawn, and how it is written."""
        return self.transcript.gaps_around(cue, self._ends)

    def cues_of(self, gap: int) -> set[int]:
        """Return the cues that may look different since something was decided at a gap."""
        return self.transcript.cues_of(gap, self._ends)

    def _ends(self, gap: int) -> bool:
        current = self.transcript.gaps[gap].current
        if gap not in self.session:
            return current.ends_sentence
        edit, decision = self.session.verdict(gap).edit, self.session.verdict(gap).decision
        if decision is not Decision.ACCEPTED and not current.ends_sentence:
            return False
        return final_mark(self.transcript, {gap: edit}, gap).ends_sentence


_CASES = (Case.KEEP, Case.CAPITALISED, Case.LOWER, Case.UPPER)


def standing_at(transcript: Transcript, session: ReviewSession, gap: int) -> Standing:
    """Return what is proposed at a gap, or that an editor may decide there, and the verdict."""
    if gap in session:
        return session.suggestion(gap), session.verdict(gap)
    found = Suggestion.of_editor(gap, transcript.gaps[gap].current)
    return found, untouched(found)


def settled(
    transcript: Transcript, standing: Standing, edit: Edit, *, seen: bool = True
) -> Standing:
    """Return how things stand at a gap once it reads as after an edit, by decision of an editor."""
    suggestion, verdict = standing
    if edit != Edit(transcript.gaps[suggestion.gap].current, Case.KEEP):
        return suggestion, Verdict(edit, Decision.ACCEPTED, seen)
    if suggestion.by_editor:
        return suggestion, untouched(suggestion)
    return suggestion, Verdict(verdict.edit, Decision.REJECTED, seen)


def case_as(transcript: Transcript, suggestion: Suggestion, word: str) -> Case:
    """Return the case that makes this word of the one after a gap, as it is in the file.

    It is the one that is suggested there, if that does.
    """
    gap = suggestion.gap
    stored, language = transcript.spelling_of(gap), transcript.language_at(gap)
    if stored == word:
        return Case.KEEP
    cases = (suggestion.case, *_CASES)
    return next(
        (case for case in cases if case.apply(stored, language) == word), Case.spelled(word)
    )
