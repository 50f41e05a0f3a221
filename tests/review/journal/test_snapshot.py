"""What a journal begins with is what a review was when it was asked for."""

from __future__ import annotations

from pathlib import Path

from subpunct_app.review.journal.records import Decided, FileState
from subpunct_app.review.journal.snapshot import Snapshot
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion

TEXT = b"1\n00:00:01,000 --> 00:00:02,000\nwell it falls\n"


def test_what_is_said_while_a_journal_waits_is_left_to_the_records_that_tell_of_it() -> None:
    document = parse(TEXT)
    session = ReviewSession([Suggestion(1, Mark.COMMA, Case.KEEP, 0.6)])
    review = Review(read_words(document), session)
    source = FileState.of(Path("talk.srt"), TEXT)
    kept = Snapshot(source, document, document, review.copied())
    review.apply(session.decide([1], Decision.ACCEPTED, ""))
    assert not any(isinstance(record, Decided) for record in kept.records())
    later = Snapshot(source, document, document, review)
    assert Decided(session.verdicts()) in list(later.records())
