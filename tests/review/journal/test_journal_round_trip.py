"""Whatever happens in a review, its journal brings back what the model made and what was said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis.stateful import invariant, precondition, rule

from subpunct_app.review.journal.records import (
    FileState,
    Record,
    encode_record,
    records_of_change,
    records_of_renewed,
)
from subpunct_app.review.journal.resume import left_off
from subpunct_app.review.journal.review_journal import read_journal
from subpunct_app.review.journal.snapshot import Snapshot
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Change
from subpunct_app.text.words import Suggestion
from tests.reviewing import Editor, begun, found, gaps

WORDS = "well anna said so and then she left us there"
DOCUMENT = parse(f"1\n00:00:01,000 --> 00:00:02,000\n{WORDS}\n".encode())
TRANSCRIPT = read_words(DOCUMENT)


class Keeping(Editor):
    """Keep a journal of a review in which anything happens, and take it up now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name, "a.journal")
        self.begin(begun())

    def teardown(self) -> None:
        self.folder.cleanup()

    @precondition(lambda self: self.done > 0)
    @rule()
    def undo(self) -> None:
        self.done -= 1
        self.make(self.changes[self.done].inverse())

    @precondition(lambda self: self.done < len(self.changes))
    @rule()
    def redo(self) -> None:
        self.done += 1
        self.make(self.changes[self.done - 1])

    @rule(found=found)
    def think_again(self, found: Mapping[int, Suggestion]) -> None:
        self.add(records_of_renewed(self.session, self.session.renew(found)))

    @rule(gap=gaps)
    def propose_nothing_any_more(self, gap: int) -> None:
        self.add(records_of_renewed(self.session, self.session.renew({gap: None})))

    @rule(gap=gaps)
    def think_as_the_style_has_it(self, gap: int) -> None:
        shown = replace(self.session.latest(gap), made=None)
        self.add(records_of_renewed(self.session, self.session.renew({gap: shown})))

    @rule(found=found)
    def follow_a_style(self, found: Mapping[int, Suggestion]) -> None:
        self.session.suit(found)

    @rule()
    def forget_the_style(self) -> None:
        self.session.suit(self.session.made_otherwise())

    @rule()
    def take_up(self) -> None:
        self.begin(self.left())

    @invariant()
    def the_journal_holds_what_was_made_and_said(self) -> None:
        left, made = self.left(), self.session.as_made()
        assert left.suggestions == made.suggestions
        assert left.verdicts() == made.verdicts()

    def begin(self, session: ReviewSession) -> None:
        self.session = session
        self.changes: list[Change] = []
        self.done = 0
        source = FileState(Path("talk.srt"), "")
        snapshot = Snapshot(source, DOCUMENT, DOCUMENT, Review(TRANSCRIPT, session.as_made()))
        self.path.write_bytes(b"")
        self.add(snapshot.records())

    def push(self, change: Change) -> None:
        if change:
            self.make(change)
            self.changes[self.done :] = [change]
            self.done += 1

    def make(self, change: Change) -> None:
        self.add(records_of_change(self.session.apply(change)))

    def add(self, records: Iterable[Record]) -> None:
        with self.path.open("ab") as stream:
            stream.writelines(map(encode_record, records))

    def left(self) -> ReviewSession:
        """Return the review as the journal has it."""
        journal = read_journal(self.path)
        assert journal is not None
        left = left_off(DOCUMENT, journal)
        assert left is not None
        assert left.review is not None
        return left.review.session


Keeping.TestCase.settings = settings(max_examples=50, stateful_step_count=20)
TestKeeping = Keeping.TestCase
