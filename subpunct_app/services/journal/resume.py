"""Bring back what a journal holds: the words, the suggestions and what was decided."""

from __future__ import annotations

from dataclasses import dataclass, replace

from subpunct_app.core.review import ReviewSession
from subpunct_app.core.verdicts import is_untouched, untouched
from subpunct_app.services.journal.snapshot import fingerprint
from subpunct_app.services.journal.store import Journal
from subpunct_app.subtitles.document import Document
from subpunct_app.subtitles.transcript import Transcript
from subpunct_app.subtitles.words import read_words


@dataclass(frozen=True, slots=True)
class Left:
    """A document as it was left, its words and what was decided about them, if a model was asked.

    The journal holds the rest.
    """

    document: Document
    journal: Journal
    transcript: Transcript | None = None
    session: ReviewSession | None = None


def left_off(opened: Document, journal: Journal) -> Left | None:
    """Return the review of a document as it was left, None where its words are others now."""
    heading = journal.heading
    if not all(cue < len(opened.cues) for cue in heading.texts):
        return None
    document = opened.with_texts(heading.texts)
    if not heading.words:
        return Left(document, journal) if journal.has_work else None
    transcript = replace(read_words(document, heading.language), openings=heading.openings)
    gaps = {suggestion.gap for suggestion in journal.suggestions}
    known = gaps <= set(range(len(transcript.gaps))) and journal.verdicts.keys() <= gaps
    if not known or fingerprint(transcript) != heading.words:
        return None
    return Left(document, journal, transcript, _session(journal))


def _session(journal: Journal) -> ReviewSession:
    """Return the session; where only the editor put a mark and took it back, there is nothing."""
    verdicts = journal.verdicts
    idle = {
        one.gap
        for one in journal.suggestions
        if one.by_editor and is_untouched(one, verdicts.get(one.gap, untouched(one)))
    }
    suggestions = (one for one in journal.suggestions if one.gap not in idle)
    said = {gap: verdict for gap, verdict in verdicts.items() if gap not in idle}
    return ReviewSession(suggestions, said)
