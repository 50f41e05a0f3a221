"""A journal brings back a review as it stood, and nothing that is damaged or of other bytes."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.budget import ReviewCurve
from subpunct_app.review.journal.journal_writer import JournalWriter
from subpunct_app.review.journal.records import (
    Decided,
    EditorPlace,
    Exported,
    FileState,
    Record,
    Suggested,
    decode_record,
    encode_record,
)
from subpunct_app.review.journal.resume import LeftReview, carried_over, left_off
from subpunct_app.review.journal.review_journal import (
    MOST_DAYS,
    MOST_FILES,
    ReviewJournal,
    follow_moved,
    journal_path,
    journals_folder,
    journals_of,
    lock_path,
    outdated_journal,
    read_journal,
    remove_old_journals,
)
from subpunct_app.review.journal.snapshot import Snapshot, write_ahead
from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.open_review import Review
from subpunct_app.runtime.append_journal import decode_line
from subpunct_app.runtime.file_lock import take_lock
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.encoding import Encoding
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Decision, Edit, Verdict
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.limits import files_up_to
from tests.patience import PATIENCE
from tests.subtitles.reading.spoken import cues

TEXT = b"1\n00:00:01,000 --> 00:00:02,000\nwell anna said it falls\n"
SOURCE = FileState.of(Path("/talks/talk.srt"), TEXT)
WRITTEN = FileState.of(Path("talk.punct.srt"), b"So it goes.")
SUGGESTIONS = (
    Suggestion(0, Mark.NONE, Case.CAPITALISED, 0.9),
    Suggestion(1, Mark.COMMA, Case.CAPITALISED, 0.6, ((Mark.COMMA, 0.6), (Mark.NONE, 0.4))),
    Suggestion(5, Mark.PERIOD, Case.KEEP, 0.99, ((Mark.PERIOD, 0.99), (Mark.NONE, 0.01))),
)
CURVE = ReviewCurve(((0.0, 0.0), (0.1, 0.6), (1.0, 1.0)), 0.04)
VERDICTS = st.builds(
    Verdict,
    st.builds(Edit, st.sampled_from(Mark), st.sampled_from(Case)),
    st.sampled_from(Decision),
    st.booleans(),
)

GAPS = st.sampled_from([suggestion.gap for suggestion in SUGGESTIONS])
STEPS = st.lists(
    st.one_of(
        st.builds(Decided, st.dictionaries(GAPS, VERDICTS, min_size=1)),
        st.builds(
            EditorPlace,
            st.none() | GAPS,
            st.integers(0, 9),
            st.booleans(),
            st.floats(0, 1),
            st.none() | st.tuples(st.integers(0, 9), st.text()),
        ),
        st.builds(Exported, st.booleans(), st.sampled_from([None, WRITTEN]), st.booleans()),
    ),
    max_size=20,
)


def snapshot(edited: Document | None = None, temperature: float = 1.0) -> Snapshot:
    opened = parse(TEXT)
    review = Review(
        read_words(edited or opened),
        ReviewSession(SUGGESTIONS),
        model="en-compact",
        temperature=temperature,
        curve=CURVE,
    )
    return Snapshot(SOURCE, opened, edited or opened, review, chosen="en")


def about(review: Review) -> Snapshot:
    return replace(snapshot(), review=review)


def reviewed() -> Review:
    kept = snapshot()
    assert kept.review is not None
    return kept.review


def decoded(line: bytes) -> Record:
    return decode_record(decode_line(line))


def put(path: Path, records: Iterable[Record]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(encode_record, records)))
    return path


def sound(path: Path) -> ReviewJournal:
    found = read_journal(path)
    assert found is not None
    return found


def taken_up(opened: Document, records: Iterable[Record]) -> LeftReview:
    """Return a review as it comes back from the disk."""
    left = left_off(opened, sound(put(journal_path(SOURCE), records)))
    assert left is not None
    return left


def again(left: LeftReview) -> tuple[Transcript, ReviewSession]:
    assert left.review is not None
    return left.review.transcript, left.review.session


def accepted(suggestion: Suggestion) -> Decided:
    edit = Edit(suggestion.mark, suggestion.case)
    return Decided({suggestion.gap: Verdict(edit, Decision.ACCEPTED)})


def test_what_a_model_thought_last_counts(tmp_path: Path) -> None:
    thought = replace(SUGGESTIONS[1], mark=Mark.PERIOD, confidence=0.7)
    records = [*snapshot().records(), Suggested((thought,)), accepted(thought)]
    found = sound(put(tmp_path / "a.journal", records))
    assert found.suggestions == (SUGGESTIONS[0], thought, SUGGESTIONS[2])


@given(STEPS)
def test_every_record_comes_back_as_it_was(steps: list[Record]) -> None:
    records = [*snapshot(temperature=1.5).records(), *steps]
    assert [decoded(encode_record(record)) for record in records] == records
    assert all(encode_record(record).count(b"\n") == 1 for record in records)


@given(STEPS, st.data())
def test_a_journal_cut_anywhere_brings_back_a_moment_before(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Record], data: st.DataObject
) -> None:
    begun = [*snapshot().records()]
    content = b"".join(map(encode_record, [*begun, *steps]))
    start = len(b"".join(map(encode_record, begun)))
    cut = data.draw(st.integers(start, len(content)))
    path = tmp_path_factory.mktemp("cut") / "cut.journal"
    path.write_bytes(content[:cut])
    whole = content[:cut].count(b"\n") - len(begun)
    found = sound(path)
    expected: dict[int, Verdict] = {}
    for step in steps[:whole]:
        expected.update(step.verdicts if isinstance(step, Decided) else {})
    assert found.verdicts == expected
    assert found.suggestions == SUGGESTIONS


@given(st.binary(max_size=300))
def test_what_is_no_journal_is_none(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("foreign") / "foreign.journal"
    path.write_bytes(content)
    assert read_journal(path) is None


@pytest.mark.parametrize(
    "line",
    [
        b'{"decided":[[1,",","keep","perhaps",true]]}\n',
        b'{"decided":[[-1,",","keep","accepted",true]]}\n',
        b'{"decided":[[true,",","keep","accepted",true]]}\n',
        b'{"suggested":[[1,",","keep",7.5,[],false,""]]}\n',
        b'{"suggested":[[1,",","keep",NaN,[],false,""]]}\n',
        b'{"place":[1]}\n',
        b'{"place":[1,0,false,' + b"9" * 400 + b"]}\n",
        b'{"exported":1}\n',
        rb'{"exported":[true,"/a\u0000b","c"]}' + b"\n",
        rb'{"exported":[true,"/a\ud800b","c"]}' + b"\n",
        b'{"unknown":1}\n',
        b"[" * 100_000 + b"\n",
        b"7\n",
    ],
)
def test_nothing_counts_from_a_damaged_line_on(tmp_path: Path, line: bytes) -> None:
    path = put(tmp_path / "damaged.journal", [*snapshot().records(), accepted(SUGGESTIONS[0])])
    path.write_bytes(path.read_bytes() + line + encode_record(accepted(SUGGESTIONS[1])))
    assert sound(path).verdicts == accepted(SUGGESTIONS[0]).verdicts


def test_a_review_goes_on_where_it_was_left() -> None:
    place = EditorPlace(5, 0, by_doubt=True, line=0.75)
    exported = Exported(False, WRITTEN)
    steps: list[Record] = [accepted(SUGGESTIONS[1]), Exported(True), exported, place]
    left = taken_up(parse(TEXT), [*snapshot().records(), *steps])
    _, session = again(left)
    assert tuple(session.suggestions) == SUGGESTIONS
    assert session.edits() == {1: Edit(Mark.COMMA, Case.CAPITALISED)}
    found = left.journal
    assert (found.place, found.exported) == (place, exported)
    assert left.review is not None
    assert left.review.curve == CURVE


# As version 0.1 wrote it, in November 2026.
EARLIER = rb"""
{"kind":"subpunct review","version":1,"path":"/talks/t\udcff.srt","sha256":"ab",\
"encoding":"cp1250",\
"words":"2f287dccff4d2da9540e2a945b1d7ac8","language":"en","chosen":"en",\
"said":"a5c31b0e07cd615f87eb6540add8dd9b","model":"m","temperature":1.0,"capitals":true,\
"openings":[],"passages":[],"texts":[[0,"well anne said it falls\udcff"]],"former":[],\
"curve":[0.04,[[0.0,0.0],[0.5,0.8],[1.0,1.0]]]}
{"suggested":[[0,"","as iPhone",0.9,[],false,""],\
[1,",","capitalised",0.6,[[",",0.6],["",0.4]],false,""]]}
{"decided":[[1,",","capitalised","accepted",true]]}
{"place":[1,0,true,0.5,0,"hal\udcff"]}
{"exported":[true,"/x","cd",true]}
"""


def test_a_review_that_an_earlier_version_began_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "earlier.journal"
    path.write_bytes(EARLIER.replace(b"\\\n", b"").lstrip())
    left = left_off(parse(TEXT.replace(b"falls", b"falls\xff")), sound(path))
    assert left is not None
    transcript, session = again(left)
    assert "Well, anne" not in render(transcript, session.edits()).text
    assert "well, Anne said it falls" in render(transcript, session.edits()).text
    assert left.journal.place == EditorPlace(1, 0, True, 0.5, (0, "hal\udcff"))
    assert left.journal.exported == Exported(True, FileState(Path("/x"), "cd"), as_utf8=True)


def test_an_export_that_an_earlier_version_noted_is_known() -> None:
    line = json.dumps({"exported": [True, str(WRITTEN.path), WRITTEN.sha256]}).encode()
    assert decoded(line) == Exported(True, WRITTEN)


def test_what_the_model_was_asked_for_comes_back() -> None:
    kept = replace(
        about(replace(reviewed(), model="other", temperature=1.5, capitals=False)), chosen="de"
    )
    heading = taken_up(parse(TEXT), kept.records()).journal.heading
    asked = (heading.model, heading.temperature, heading.capitals, heading.chosen)
    assert asked == ("other", 1.5, False, "de")


def test_a_journal_for_bytes_to_come_holds_the_review_whatever_was_kept_about_them() -> None:
    document = parse(TEXT)
    path = put(journal_path(SOURCE), [*snapshot().records(), accepted(SUGGESTIONS[1])])
    result = render(read_words(document), {1: Edit(Mark.COMMA, Case.CAPITALISED)})
    written = FileState.of(SOURCE.path, result.to_bytes())
    ahead = put(journal_path(written), replace(snapshot(), source=written).records())
    write_ahead(path, written, result, document)
    left = left_off(parse(result.to_bytes()), sound(ahead))
    assert left is not None
    assert left.journal.exported == Exported(True, written)
    transcript, session = again(left)
    assert session.edits() == {1: Edit(Mark.COMMA, Case.CAPITALISED)}
    assert render(transcript, session.edits()) == result
    later = parse(result.to_bytes().replace(b"00:00:01,000", b"00:00:01,500"))
    assert carried_over(later, sound(ahead)) is not None


def test_marks_that_only_the_editor_has_put_come_back() -> None:
    typed = Suggestion.of_editor(3, Mark.NONE)
    comma = Decided({3: Verdict(Edit(Mark.COMMA, Case.KEEP), Decision.ACCEPTED)})
    _, session = again(taken_up(parse(TEXT), [*snapshot().records(), Suggested((typed,)), comma]))
    assert session.edits() == {3: Edit(Mark.COMMA, Case.KEEP)}


def test_suggestions_that_were_adapted_come_back_as_the_model_made_them() -> None:
    adapted = [replace(one, mark=Mark.COLON, case=Case.KEEP, made=one) for one in SUGGESTIONS]
    shown = ReviewSession(adapted)
    shown.apply(shown.decide([1], Decision.ACCEPTED, "Accept"))
    kept = about(replace(reviewed(), session=shown))
    _, session = again(taken_up(parse(TEXT), kept.records()))
    assert session.suggestions == SUGGESTIONS
    assert session.verdicts() == shown.as_made().verdicts()
    assert session.edits() == {1: Edit(Mark.COLON, Case.KEEP)}


def test_opening_signs_that_the_model_saw_come_back() -> None:
    seen = replace(read_words(parse(TEXT)), openings={2: ("¿", 0.75)})
    transcript, _ = again(
        taken_up(parse(TEXT), about(replace(reviewed(), transcript=seen)).records())
    )
    assert transcript == seen


def test_cues_changed_by_hand_come_back() -> None:
    edited = parse(TEXT).with_texts({0: "well Anne said it falls"})
    left = taken_up(parse(TEXT), snapshot(edited).records())
    transcript, _ = again(left)
    assert left.document == edited
    assert transcript.words[1].text == "Anne"


def test_cues_changed_before_any_model_was_asked_come_back() -> None:
    opened = parse(TEXT)
    edited = opened.with_texts({0: "another text"})
    left = taken_up(opened, Snapshot(SOURCE, opened, edited).records())
    assert (left.document, left.review) == (edited, None)


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [
        ("it falls\n? says anna", "so", {2: Edit(Mark.DASH, Case.KEEP)}),
        ("IT FALLS DOWN", "BOB: SO", {gap: Edit(Mark.NONE, Case.LOWER) for gap in range(3)}),
    ],
)
def test_what_reads_otherwise_once_it_is_written_comes_back_as_it_was(
    first: str, second: str, edits: dict[int, Edit]
) -> None:
    before = cues(first, second)
    made = [Suggestion(gap, edit.mark, edit.case, 0.6) for gap, edit in edits.items()]
    verdicts = {gap: Verdict(edit, Decision.ACCEPTED) for gap, edit in edits.items()}
    transcript = read_words(before)
    after = render(transcript, edits)
    review = Snapshot(
        SOURCE, after, before, Review(transcript, ReviewSession(made, verdicts)), before=before
    )
    found, session = again(taken_up(parse(after.to_bytes()), review.records()))
    assert render(found, session.edits()) == after


def test_only_cues_that_an_export_has_made_other_words_of_come_back_as_they_were() -> None:
    before = parse(
        b"1\n00:00:01,000 --> 00:00:02,000\nit falls\n\n"
        b"2\n00:00:02,000 --> 00:00:03,000\nare you the m. jackson\n\n"
        b"3\n00:00:04,000 --> 00:00:05,000\nit is so\n"
    )
    marks = [Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD, Mark.QUESTION]
    capitals = [
        Suggestion(gap, mark, Case.CAPITALISED, 0.6)
        for gap, mark in zip((0, 2, 5, 6, 7), marks, strict=True)
    ]
    verdicts = {one.gap: Verdict(Edit(one.mark, one.case), Decision.ACCEPTED) for one in capitals}
    transcript = replace(read_words(before), openings={2: ("¿", 0.9)})
    after = render(transcript, {gap: verdict.edit for gap, verdict in verdicts.items()})
    assert "the M. Jackson" in after.text
    review = Snapshot(
        SOURCE, after, before, Review(transcript, ReviewSession(capitals, verdicts)), before=before
    )
    opened = parse(after.to_bytes())
    left = taken_up(opened, review.records())
    found, session = again(left)
    assert left.document == opened.with_texts({1: before.cue_text(1)})
    assert found.openings == transcript.openings
    assert render(found, session.edits()) == after


def test_other_bytes_get_no_decisions_of_another_day() -> None:
    put(journal_path(SOURCE), [*snapshot().records(), accepted(SUGGESTIONS[0])])
    other = FileState.of(SOURCE.path, TEXT + b"\n")
    assert journals_of(other) == []
    old = outdated_journal(other)
    assert old is not None
    assert len(old.verdicts) == 1
    assert outdated_journal(SOURCE) is None
    assert outdated_journal(FileState.of(Path("/talks/other.srt"), TEXT)) is None


def test_a_journal_of_another_reading_is_kept_beside() -> None:
    latin = replace(parse(TEXT), encoding=Encoding("cp1252"))
    put(journal_path(SOURCE), [*snapshot().records(), accepted(SUGGESTIONS[0])])
    put(journal_path(SOURCE, latin.encoding), Snapshot(SOURCE, latin, latin).records())
    assert [len(kept.verdicts) for kept in journals_of(SOURCE)] == [1, 0]
    assert outdated_journal(SOURCE) is None


LATER = TEXT.replace(b"00:00:01,000", b"00:01:01,500").replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    ("now", "fits"), [(LATER, True), (LATER.replace(b"falls", b"fell"), False), (LATER * 2, False)]
)
def test_a_review_goes_on_where_only_times_and_line_ends_have_changed(
    now: bytes, *, fits: bool
) -> None:
    edited = parse(TEXT).with_texts({0: "well anna said it\nreally falls"})
    records = [*snapshot(edited).records(), accepted(SUGGESTIONS[2])]
    left = carried_over(parse(now), sound(put(journal_path(SOURCE), records)))
    assert (left is not None) is fits
    if left is not None:
        transcript, session = again(left)
        written = render(transcript, session.edits()).to_bytes()
        assert written == LATER.replace(b"it falls", b"it\r\nreally. falls")


@pytest.mark.parametrize(
    ("last", "whole"),
    [
        (Exported(True, SOURCE), True),
        (Exported(False, SOURCE), False),
        (Exported(True, WRITTEN), False),
        (Exported(True), False),
    ],
)
def test_an_export_to_elsewhere_does_not_hold_the_times_of_now(
    last: Exported, *, whole: bool
) -> None:
    steps: list[Record] = [accepted(SUGGESTIONS[0]), last]
    path = put(journal_path(SOURCE), [*snapshot().records(), *steps])
    left = carried_over(parse(LATER), sound(path))
    assert left is not None
    assert left.journal.exported.whole is whole


def test_edited_cues_go_on_where_another_program_has_written_utf8() -> None:
    content = TEXT.replace(b"falls", "fällt".encode("cp1252"))
    opened = parse(content, encoding="cp1252")
    edited = opened.with_texts({0: "well anna said es fällt"})
    path = put(journal_path(SOURCE), Snapshot(SOURCE, opened, edited).records())
    now = parse(LATER.replace(b"falls", "fällt".encode()))
    left = carried_over(now, sound(path))
    assert left is not None
    assert left.document.cue_text(0) == "well anna said es fällt"


@pytest.fixture
def moved(tmp_path: Path) -> FileState:
    """Review a file and give it another name."""
    old, new = tmp_path / "talks" / "old.srt", tmp_path / "talks" / "new.srt"
    new.parent.mkdir()
    new.write_bytes(TEXT)
    kept = replace(snapshot(), source=FileState.of(old, TEXT))
    put(journal_path(kept.source), [*kept.records(), accepted(SUGGESTIONS[0])])
    return FileState.of(new, TEXT)


def old_of(moved: FileState) -> FileState:
    return FileState.of(moved.path.with_name("old.srt"), TEXT)


def test_a_journal_goes_along_with_a_file_that_was_renamed(moved: FileState) -> None:
    exported = Exported(True, FileState.of(old_of(moved).path, b"So it goes."))
    with journal_path(old_of(moved)).open("ab") as kept:
        kept.write(encode_record(exported))
    assert journals_of(moved) == []
    (found,) = follow_moved(moved)
    assert found.verdicts == accepted(SUGGESTIONS[0]).verdicts
    assert found.exported == Exported(True)
    assert journals_of(moved)
    assert journals_of(old_of(moved)) == []


def test_a_journal_stays_with_its_file_whatever_copies_there_are(moved: FileState) -> None:
    old_of(moved).path.write_bytes(TEXT)
    assert follow_moved(moved) == []
    assert journals_of(old_of(moved))


def test_a_journal_waits_for_a_disk_that_is_away(moved: FileState, tmp_path: Path) -> None:
    moved.path.parent.rename(tmp_path / "here")
    assert follow_moved(FileState.of(tmp_path / "here" / "new.srt", TEXT)) == []


def test_of_two_files_that_went_nobody_knows_which_is_here(moved: FileState) -> None:
    other = replace(snapshot(), source=FileState.of(moved.path.with_name("other.srt"), TEXT))
    put(journal_path(other.source), other.records())
    assert follow_moved(moved) == []


def test_a_journal_that_a_window_keeps_stays(moved: FileState) -> None:
    lock = take_lock(lock_path(old_of(moved)))
    assert lock is not None
    with lock:
        assert follow_moved(moved) == []
    # As it is left where the window dies.
    assert lock_path(old_of(moved)).exists()
    assert follow_moved(moved)


@pytest.mark.parametrize("letter", [rb"\u0000", rb"\ud800"])
def test_a_journal_of_what_can_be_no_file_is_as_none(moved: FileState, letter: bytes) -> None:
    kept = journal_path(old_of(moved))
    kept.write_bytes(kept.read_bytes().replace(b"old.srt", letter))
    assert follow_moved(moved) == []


@pytest.mark.parametrize("otherwise", [b"wellanna ", b"wella nna"])
def test_words_that_are_read_otherwise_get_none_either(otherwise: bytes) -> None:
    found = sound(put(journal_path(SOURCE), snapshot().records()))
    assert left_off(parse(TEXT.replace(b"well anna", otherwise)), found) is None


def test_a_journal_of_another_program_version_is_left_alone() -> None:
    path = put(journal_path(SOURCE), snapshot().records())
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2'))
    assert journals_of(SOURCE) == []


def test_what_a_kill_long_ago_left_half_written_is_removed() -> None:
    put(journal_path(SOURCE), snapshot().records())
    old, new = (journals_folder() / f"{name}.journal.new" for name in ("old", "new"))
    for half in (old, new):
        half.write_bytes(TEXT)
    the_day_before_yesterday = time.time() - 2 * 86400
    os.utime(old, (the_day_before_yesterday, the_day_before_yesterday))
    remove_old_journals()
    assert not old.exists()
    assert new.exists()


def test_old_journals_and_too_many_are_removed() -> None:
    now = time.time()
    paths = [journals_folder() / f"{number}.journal" for number in range(MOST_FILES + 2)]
    for age, path in enumerate(paths):
        put(path, snapshot().records())
        os.utime(path, (now - age, now - age))
    remove_old_journals()
    assert set(journals_folder().iterdir()) == set(paths[:MOST_FILES])
    os.utime(paths[3], (0, now - (MOST_DAYS + 1) * 86400))
    remove_old_journals()
    assert set(journals_folder().iterdir()) == {*paths[:3], *paths[4:MOST_FILES]}


def test_work_that_is_not_exported_outlives_any_number_of_reviews_that_are() -> None:
    now = time.time()
    decided = [*snapshot().records(), accepted(SUGGESTIONS[0])]
    for number in range(MOST_FILES):
        put(journals_folder() / f"{number}.journal", [*decided, Exported(True, WRITTEN)])
    kept = put(journals_folder() / "kept.journal", [*decided, Exported(False)])
    done = put(journals_folder() / "done.journal", [*decided, Exported(True, WRITTEN)])
    damaged = put(journals_folder() / "damaged.journal", [])
    for path in (kept, done, damaged):
        os.utime(path, (now - 86400, now - 86400))
    remove_old_journals()
    assert (kept.exists(), done.exists(), damaged.exists()) == (True, False, False)


@pytest.mark.parametrize("date", [0, 86400 * 365 * 30])
def test_a_journal_that_a_wrong_clock_has_dated_is_kept(date: int) -> None:
    path = put(journal_path(SOURCE), snapshot().records())
    os.utime(path, (date, date))
    remove_old_journals()
    assert journals_of(SOURCE)


@pytest.fixture
def failures() -> list[str]:
    return []


@pytest.fixture
def writer(failures: list[str]) -> JournalWriter:
    return JournalWriter(lambda: failures.append("failed"), lambda: None)


def test_what_is_added_is_on_the_disk_when_the_writer_is_closed(
    writer: JournalWriter, failures: list[str]
) -> None:
    path = journal_path(SOURCE)
    writer.begin(path, snapshot().records)
    writer.add(accepted(SUGGESTIONS[0]))
    writer.close()
    assert sound(path).verdicts == accepted(SUGGESTIONS[0]).verdicts
    assert failures == []


def test_a_second_beginning_leaves_journals_of_other_files_whole(writer: JournalWriter) -> None:
    other = FileState.of(Path("/talks/other.srt"), TEXT)
    for source in (SOURCE, other, other):
        writer.begin(journal_path(source), snapshot().records)
        writer.add(accepted(SUGGESTIONS[1]))
    writer.remove(journal_path(other))
    writer.close()
    assert len(sound(journal_path(SOURCE)).verdicts) == 1
    assert not journal_path(other).exists()


def test_what_is_told_of_a_beginning_that_was_left_out_stays_out_too(
    writer: JournalWriter,
) -> None:
    path = journal_path(SOURCE)
    begun = [threading.Event(), threading.Event()]
    under_way = threading.Event()
    found: list[ReviewJournal | None] = []

    def slowly(event: threading.Event) -> Iterator[Record]:
        under_way.set()
        event.wait(PATIENCE)
        found.append(read_journal(path))
        yield from snapshot().records()

    writer.begin(path, partial(slowly, begun[0]))
    assert under_way.wait(PATIENCE)
    # While the first is written the words become others, something is decided, and again.
    writer.begin(path, snapshot().records)
    writer.add(accepted(replace(SUGGESTIONS[0], gap=90)))
    writer.begin(path, partial(slowly, begun[1]))
    for event in begun:
        event.set()
    writer.close()
    before, meanwhile = found
    assert before is None
    assert meanwhile is not None
    assert not meanwhile.verdicts


def test_what_is_told_of_many_keeps_its_place_and_is_there_at_once_for_who_reads(
    writer: JournalWriter,
) -> None:
    on: list[threading.Thread] = []

    def many() -> Iterator[Record]:
        on.append(threading.current_thread())
        yield Decided({one.gap: Verdict(Edit(one.mark, one.case)) for one in SUGGESTIONS})

    writer.begin(journal_path(SOURCE), snapshot().records)
    writer.add_later(many)
    writer.add(accepted(SUGGESTIONS[0]))
    writer.settle()
    assert sound(journal_path(SOURCE)).verdicts[SUGGESTIONS[0].gap].decision is Decision.ACCEPTED
    assert len(sound(journal_path(SOURCE)).verdicts) == len(SUGGESTIONS)
    assert on != [threading.current_thread()]
    writer.close()


def test_a_disk_that_refuses_is_told_once(
    writer: JournalWriter, failures: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    path = journal_path(SOURCE)
    path.mkdir(parents=True)
    writer.begin(path, snapshot().records)
    writer.add(accepted(SUGGESTIONS[0]))
    writer.close()
    assert failures == ["failed"]
    assert "not kept" in caplog.text
    caplog.clear()


def test_a_disk_that_is_full_by_now_is_told_once(
    writer: JournalWriter, failures: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    path = journal_path(SOURCE)
    writer.begin(path, snapshot().records)
    writer.settle()
    with files_up_to(path.stat().st_size):
        writer.add(accepted(SUGGESTIONS[0]))
        writer.add(accepted(SUGGESTIONS[1]))
        writer.settle()
    writer.close()
    assert failures == ["failed"]
    assert "not kept" in caplog.text
    caplog.clear()


def test_what_nobody_foresaw_is_told_too(
    writer: JournalWriter, failures: list[str], caplog: pytest.LogCaptureFixture
) -> None:

    def broken() -> Iterator[Record]:
        raise ArithmeticError("no such thing")

    writer.begin(journal_path(SOURCE), broken)
    writer.close()
    assert failures == ["failed"]
    assert "not foreseen" in caplog.text
    caplog.clear()


def test_adding_a_decision_does_not_wait_for_the_disk(writer: JournalWriter) -> None:
    busy, free = threading.Event(), threading.Event()

    def slowly() -> Iterator[Record]:
        busy.set()
        free.wait(PATIENCE)
        yield from snapshot().records()

    writer.begin(journal_path(SOURCE), slowly)
    busy.wait()
    for _ in range(200):
        writer.add(accepted(SUGGESTIONS[0]))
    assert journals_of(SOURCE) == []
    free.set()
    writer.close()
    assert sound(journal_path(SOURCE)).verdicts[0].decision is Decision.ACCEPTED


def test_cues_that_were_read_in_another_encoding_are_not_laid_over_others() -> None:
    other = parse(TEXT, encoding="cp1251")
    edited = parse(TEXT).with_texts({0: "wéll anna said it falls"})
    found = sound(put(journal_path(SOURCE), snapshot(edited).records()))
    assert left_off(parse(TEXT), found) is not None
    assert left_off(other, found) is None


def test_what_is_being_typed_comes_back() -> None:
    place = EditorPlace(5, 0, typed=(0, "well ann"))
    assert taken_up(parse(TEXT), [*snapshot().records(), place]).journal.place == place


def test_what_was_decided_in_another_encoding_goes_along_too(moved: FileState) -> None:
    kept, old = replace(snapshot(), source=old_of(moved)), old_of(moved)
    put(journal_path(old, Encoding("cp1252")), kept.records())
    assert [len(found.verdicts) for found in follow_moved(moved)] == [1, 0]
    assert journals_of(old) == []


@pytest.mark.parametrize("content", [b"", b"{\n"])
def test_a_damaged_journal_of_a_file_that_has_gone_is_as_none(
    moved: FileState, content: bytes
) -> None:
    journal_path(old_of(moved)).write_bytes(content)
    assert follow_moved(moved) == []


def test_other_bytes_under_another_name_get_no_decisions(moved: FileState) -> None:
    assert follow_moved(FileState.of(moved.path, TEXT + b"\n")) == []


def test_a_journal_can_be_read_while_it_is_kept(writer: JournalWriter) -> None:
    path = journal_path(SOURCE)
    writer.begin(path, snapshot().records)
    for suggestion in SUGGESTIONS:
        writer.add(accepted(suggestion))
    writer.settle()
    assert len(sound(path).verdicts) == len(SUGGESTIONS)
    writer.remove(path)
    writer.settle()
    assert not path.exists()
    writer.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a file that is open.")
def test_a_journal_that_somebody_removes_is_told_of(
    writer: JournalWriter, failures: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    writer.begin(journal_path(SOURCE), snapshot().records)
    writer.settle()
    journal_path(SOURCE).unlink()
    writer.add(accepted(SUGGESTIONS[0]))
    writer.add(accepted(SUGGESTIONS[1]))
    writer.close()
    assert failures == ["failed"]
    assert "not kept" in caplog.text
    caplog.clear()
