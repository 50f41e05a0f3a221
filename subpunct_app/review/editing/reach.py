"""How far decisions reach: which gaps a cue depends on, and which cues a gap changes."""

from __future__ import annotations

from dataclasses import dataclass

from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.sentence_signs import final_mark
from subpunct_app.text.verdicts import Decision


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
