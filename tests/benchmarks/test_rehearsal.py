from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.benchmarks.rehearsal import (
    Following,
    Played,
    Rehearsal,
    RehearsalOptions,
    first_gaps,
    play,
    rehearse,
    strip_marks,
    total,
)
from subpunct_app.decoding.proposing.pipeline import Proposal
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Decision, Edit, Edits
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.benchmarks.texts import BARE, SRT
from tests.gui.fakes import FakePunctuator


def test_marks_and_capitals_are_taken_off() -> None:
    bare, _ = strip_marks(parse(SRT), language="en")
    assert bare.to_bytes() == BARE


def test_all_capitals_and_a_share_of_the_marks_can_be_kept() -> None:
    text = b"So, she said, we go. " * 200
    bare, _ = strip_marks(parse(text), kept=0.75, language="en")
    words, left = text.split(), bare.to_bytes().split()
    assert [word.strip(b",.") for word in left] == [word.strip(b",.") for word in words]
    assert 0.7 < bare.text.count(",") / 400 < 0.8
    assert 0.65 < bare.text.count(".") / 200 < 0.85
    assert strip_marks(parse(text), kept=0.75, language="en")[0] == bare


def test_the_truth_gives_the_text_back() -> None:
    bare, truth = strip_marks(parse(SRT), language="en")
    edits = {gap: Edit(mark, Case.spelled(word)) for gap, (mark, word) in enumerate(truth[:-1])}
    edits[len(edits)] = Edit(truth[-1][0], Case.KEEP)
    assert render(read_words(bare), edits).to_bytes() == SRT


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("It was J. Doe.", "It was J. Doe.", id="a dot of an initial"),
        pytest.param("It works\n(see page 3).", "It works\n(see page 3).", id="no sound"),
        pytest.param("We met Dr. Doe, too.", "we met dr. doe too", id="a dot of any case"),
    ],
)
def test_a_cue_keeps_marks_that_tell_its_words(text: str, left: str) -> None:
    bare, truth = strip_marks(parse(SRT.replace(b"Why not?", text.encode())), language="en")
    assert bare.text.splitlines()[7:] == left.splitlines()
    words = [word.text.lower() for word in read_words(bare).words]
    assert words == [word.lower() for _, word in truth[:-1]]


def test_a_review_can_be_stopped() -> None:
    transcript, task = read_words(parse(BARE)), Task()
    session = ReviewSession([Suggestion(2, Mark.COMMA, Case.KEEP, 0.9)])
    following = Following(Proposal(transcript, ()), FakePunctuator(), Options(), task)
    task.cancel()
    with pytest.raises(Cancelled):
        following.follow(session, session.decide([2], Decision.ACCEPTED, ""))


def test_a_lesson_leaves_what_the_editor_reads_as_it_is() -> None:
    words = b" ".join(b"so we went" for _ in range(20))
    transcript = read_words(parse(b"1\n00:00:01,000 --> 00:00:09,000\n" + words + b"\n"))
    ranked = ((Mark.COMMA, 0.55), (Mark.NONE, 0.45))
    gaps = range(1, 58, 3)
    session = ReviewSession(Suggestion(gap, Mark.COMMA, Case.KEEP, 0.55, ranked) for gap in gaps)
    following = Following(Proposal(transcript, ()), FakePunctuator(), Options(), Task())
    for gap in gaps[:5]:
        following.follow(session, session.apply(session.decide([gap], Decision.REJECTED, "")), 16)
    asked = [gap for gap in gaps[5:] if session.suggestion(gap).asked]
    assert asked == [gap for gap in gaps[5:] if gap != 16]


# Gap k comes before word k: good 0 morning 1 everyone 2 this 3 is 4 nasa 5 and 6 my 7 ...
EVERY = {
    0: Edit(Mark.NONE, Case.CAPITALISED),
    2: Edit(Mark.COMMA, Case.KEEP),
    3: Edit(Mark.EXCLAMATION, Case.CAPITALISED),
    5: Edit(Mark.NONE, Case.UPPER),
    8: Edit(Mark.NONE, Case.spelled("iPhone")),
    11: Edit(Mark.PERIOD, Case.CAPITALISED),
    13: Edit(Mark.QUESTION, Case.KEEP),
}


def test_a_text_that_kept_marks_needs_fewer() -> None:
    kept, all_ = (
        rehearse(
            parse(SRT), FakePunctuator(), Task(), language="en", review=RehearsalOptions(kept=at)
        )
        for at in (0.5, 1.0)
    )
    assert 0 < kept.wrong < rehearse(parse(SRT), FakePunctuator(), Task(), language="en").wrong
    assert all_.wrong == 0


def test_a_model_that_is_right_needs_no_look() -> None:
    played = played_with(EVERY)
    assert (played.gaps, played.wrong) == (14, 7)
    assert played.accepted == Played(0, 0)
    assert played.every == Played(7, 0)


@pytest.mark.parametrize(
    ("gap", "mark", "case"),
    [
        pytest.param(7, Mark.PERIOD, Case.CAPITALISED, id="a mark too many"),
        pytest.param(3, Mark.COMMA, Case.KEEP, id="another mark and no capital"),
        pytest.param(5, Mark.NONE, Case.CAPITALISED, id="another case"),
        pytest.param(8, Mark.NONE, Case.CAPITALISED, id="another spelling"),
    ],
)
def test_a_wrong_suggestion_is_put_right_where_it_is_looked_at(
    gap: int, mark: Mark, case: Case
) -> None:
    played = played_with({**EVERY, gap: Edit(mark, case)})
    assert (played.accepted.left, played.every.left) == (1, 0)


def test_what_was_not_proposed_is_never_found() -> None:
    played = played_with({gap: edit for gap, edit in EVERY.items() if gap != 2})
    assert [looked.left for looked in (played.accepted, played.every)] == [1, 1]


def test_the_most_doubtful_is_looked_at_first() -> None:
    document = long(50)
    bare, truth = strip_marks(document, language="en")
    transcript = read_words(bare)
    gaps = range(1, len(truth))
    suggestions = [Suggestion(gap, Mark.COLON, Case.KEEP, gap / len(truth)) for gap in gaps]
    played = play(transcript, suggestions, truth)
    lefts = [played.accepted.left, *(looked.left for looked in played.looked.values())]
    looks = [0, *(round(share * len(truth)) for share in played.looked)]
    assert lefts == [lefts[0] - looked for looked in looks]


def test_who_reads_the_text_mends_what_is_wrong_and_nothing_else() -> None:
    reading = played_with({**EVERY, 7: Edit(Mark.PERIOD, Case.CAPITALISED)}).read
    assert (reading.decisions, reading.left) == (1, 0)
    assert reading.minutes(pace=4) == pytest.approx(4 / 60 + 13 / 238)


@pytest.mark.parametrize("gap", [2, 5, 11])
def test_who_reads_the_text_finds_what_was_not_proposed(gap: int) -> None:
    reading = played_with({at: edit for at, edit in EVERY.items() if at != gap}).read
    assert (reading.decisions, reading.left) == (1, 0)


def test_by_hand_the_text_is_read_and_every_place_takes_a_decision() -> None:
    assert played_with({}).by_hand == Played(7, 0, 13)


def test_texts_add_up() -> None:
    one = played_with(EVERY)
    both = total([one, one])
    assert both.gaps == 28
    assert both.by_hand.decisions == 2 * one.by_hand.decisions
    assert both.looked[0.2].decisions == 2 * one.looked[0.2].decisions


@given(
    st.dictionaries(
        st.integers(1, 13),
        st.builds(Edit, st.sampled_from(list(Mark)[:6]), st.sampled_from(list(Case))),
    )
)
def test_who_looks_at_more_leaves_no_more_errors(proposed: dict[int, Edit]) -> None:
    played = played_with(proposed)
    lefts = [played.accepted.left, *(p.left for p in played.looked.values()), played.every.left]
    assert lefts == sorted(lefts, reverse=True)
    missed = set(EVERY) - set(proposed)
    assert played.every.left == len(missed)


def test_a_text_is_cut_after_so_many_gaps() -> None:
    document = first_gaps(parse(SRT), 5, language="en")
    assert len(document.cues) == 1
    assert parse(SRT).text.startswith(document.text.rstrip())
    assert first_gaps(parse(SRT), 1000, language="en").to_bytes() == SRT


def test_who_takes_commas_out_is_offered_fewer_of_them() -> None:
    lines = "".join(
        f"{at + 1}\n00:{at:02}:00,000 --> 00:{at:02}:03,000\nOn day {at} it rained so we went.\n\n"
        for at in range(59)
    )
    document, model = parse(lines.encode()), FakePunctuator()
    learned = rehearse(document, model, Task(), language="en")
    review = RehearsalOptions(learn=False)
    alone = rehearse(document, model, Task(), language="en", review=review)
    assert learned.accepted == alone.accepted
    assert learned.looked[0.05].left < alone.looked[0.05].left - 30
    assert learned.read.decisions < alone.read.decisions - 30


def played_with(proposed: Edits) -> Rehearsal:
    bare, truth = strip_marks(parse(SRT), language="en")
    suggestions = [Suggestion(gap, edit.mark, edit.case, 0.9) for gap, edit in proposed.items()]
    return play(read_words(bare), suggestions, truth)


def long(cues: int) -> Document:
    blocks = (f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\nWell, go on.\n" for n in range(1, cues))
    return parse("\n".join(blocks).encode())


def test_a_name_that_was_put_right_once_is_written_so_everywhere() -> None:
    text = b"1\n00:00:01,000 --> 00:00:02,000\nthen Frodo left and Frodo's dog saw Frodo\n"
    bare, truth = strip_marks(parse(text), language="en")
    reading = play(read_words(bare), [], truth).read
    assert (reading.decisions, reading.left) == (1, 0)


def test_a_name_that_is_a_word_elsewhere_is_put_right_where_it_stands() -> None:
    text = b"1\n00:00:01,000 --> 00:00:02,000\nthen Rose and the rose and Rose\n"
    bare, truth = strip_marks(parse(text), language="en")
    reading = play(read_words(bare), [], truth).read
    assert (reading.decisions, reading.left) == (2, 0)
