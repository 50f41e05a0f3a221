"""Bring back what a journal holds: the words, the suggestions and what was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from subpunct_app.review.budget import ReviewCurve
from subpunct_app.review.journal.records import FileState
from subpunct_app.review.journal.review_journal import ReviewJournal
from subpunct_app.review.journal.snapshot import (
    fingerprint_of_texts,
    fingerprint_of_words,
    other_cues,
)
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.rereading import reread
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edits, is_untouched, untouched
from subpunct_app.text.words import folded


@dataclass(frozen=True, slots=True)
class LeftReview:
    """A document as it was left, and the review of it, if a model was asked.

    The journal holds the rest. `before` is what the document would be, had no cue been changed by
    hand.
    """

    document: Document
    journal: ReviewJournal
    before: Document
    review: Review | None = None

    def is_of(self, source: FileState) -> bool:
        """Tell whether it was left with a file of these bytes."""
        return self.journal.heading.sha256 == source.sha256


def left_off(opened: Document, journal: ReviewJournal) -> LeftReview | None:
    """Return the review of a document as it was left, None where its words are others now.

    In another encoding the letters of cues that were changed by hand would be wrong, too.
    """
    heading = journal.heading
    former = dict(heading.former)
    texts = {**dict(heading.texts), **former}
    if texts and heading.encoding != opened.encoding.name:
        return None
    if not all(cue < len(opened.cues) for cue in texts):
        return None
    document = opened.with_texts(texts)
    if not heading.words:
        return LeftReview(document, journal, opened) if journal.has_work else None
    transcript = replace(
        read_words(document, heading.language),
        openings={word: (sign, sure) for word, sign, sure in heading.openings},
        passages=dict(heading.passages),
    )
    gaps = {suggestion.gap for suggestion in journal.suggestions}
    known = gaps <= set(range(len(transcript.gaps))) and journal.verdicts.keys() <= gaps
    if not known or fingerprint_of_words(transcript) != heading.words:
        return None
    session = _session(journal)
    transcript = _as_written(opened, transcript, session.edits(), list(former))
    document = transcript.document
    before = opened.with_texts({cue: document.cue_text(cue) for cue in former})
    review = _review(journal, transcript, session)
    return LeftReview(document, journal, before, review)


def carried_over(opened: Document, journal: ReviewJournal) -> LeftReview | None:
    """Return the review of a file that was changed since, None where its cues read otherwise now.

    Their times and numbers may be others, as another program moves them, how their lines end,
    and the encoding. No export has these times, unless it is the file itself.
    """
    heading, exported = journal.heading, journal.exported
    if fingerprint_of_texts(opened) != heading.said:
        return None
    found = LINE_END.search(opened.text)
    line_end = found[0] if found else "\n"
    whole = exported.whole and exported.last is not None and exported.last.sha256 == heading.sha256
    heading = replace(
        heading,
        encoding=opened.encoding.name,
        texts=tuple((cue, LINE_END.sub(line_end, text)) for cue, text in heading.texts),
        former=tuple((cue, LINE_END.sub(line_end, text)) for cue, text in heading.former),
    )
    return left_off(
        opened, replace(journal, heading=heading, exported=replace(exported, whole=whole))
    )


def _as_written(
    opened: Document, before: Transcript, edits: Edits, written: Sequence[int]
) -> Transcript:
    """Return the words of a file in which what was accepted stands already in some cues.

    Where a mark has made other words of a cue, as a colon makes a speaker's name, or is another
    one by now, as a dash before a line is, the cue reads as it was before; so it does where
    something was taken back since.
    """
    if not (edits and written):
        return before
    texts = {cue: opened.cue_text(cue) for cue in written}
    wanted = render(before, edits)
    fresh = _reread(before, before.document.with_texts(texts), written)
    if cues := _other_words(before, fresh):
        fresh = _as_before(fresh, before, cues)
        if _other_words(before, fresh):
            return before
    if cues := other_cues(render(fresh, edits), wanted):
        fresh = _as_before(fresh, before, cues)
        if _other_words(before, fresh) or other_cues(render(fresh, edits), wanted):
            return before
    return fresh


def _as_before(fresh: Transcript, before: Transcript, cues: Sequence[int]) -> Transcript:
    """Return the words where some cues read as they did before the export."""
    texts = {cue: before.document.cue_text(cue) for cue in cues}
    return _reread(fresh, fresh.document.with_texts(texts), cues)


def _reread(transcript: Transcript, document: Document, cues: Sequence[int]) -> Transcript:
    found, _ = reread(transcript, document, cues)
    return replace(found, openings=transcript.openings)


def _other_words(before: Transcript, fresh: Transcript) -> list[int]:
    """Return the cues in which other words are read than before."""
    cues = range(len(fresh.document.cues))
    return [
        cue
        for cue in cues
        if _spoken(before, before.words_of(cue)) != _spoken(fresh, fresh.words_of(cue))
    ]


def _spoken(transcript: Transcript, words: range) -> list[str]:
    return [folded(word.text) for word in transcript.words[words.start : words.stop]]


def _session(journal: ReviewJournal) -> ReviewSession:
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


def _review(journal: ReviewJournal, transcript: Transcript, session: ReviewSession) -> Review:
    heading = journal.heading
    curve = heading.curve and ReviewCurve(heading.curve[1], heading.curve[0])
    return Review(
        transcript,
        session,
        current=journal.place.gap,
        capitals=heading.capitals,
        curve=curve,
        model=heading.model,
        temperature=heading.temperature,
    )
