"""A word that is written right in one place is written so in all others."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.editing.everywhere import write_everywhere
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Decision, Edit
from subpunct_app.text.words import Case, Mark, Suggestion, folded
from tests.growth import check_linear

CAPITAL = Edit(Mark.NONE, Case.CAPITALISED)
SMALL = Edit(Mark.NONE, Case.LOWER)
IPHONE = Edit(Mark.NONE, Case.spelled("iPhone"))


def read(text: str) -> Transcript:
    return read_words(parse(text.encode()))


def written(
    text: str, gap: int, edit: Edit, suggestions: Mapping[int, Edit] | None = None
) -> tuple[str, ReviewSession]:
    """Return a text where this is chosen at a gap and everywhere, and the session after that."""
    transcript = read(text)
    pairs = (suggestions or {}).items()
    session = ReviewSession(Suggestion(at, one.mark, one.case, 0.9) for at, one in pairs)
    session.point_at(gap, transcript.gaps[gap].current)
    session.apply(session.choose(gap, edit, Decision.ACCEPTED, ""))
    session.apply(write_everywhere(transcript, session, gap).change)
    return render(transcript, session.edits()).text, session


@pytest.mark.parametrize(
    ("text", "gap", "edit", "result"),
    [
        ("so frodo saw frodo", 1, CAPITAL, "so Frodo saw Frodo"),
        ("so frodo held frodo's ring", 1, CAPITAL, "so Frodo held Frodo's ring"),
        ("so frodo’s ring for frodo", 1, CAPITAL, "so Frodo’s ring for Frodo"),
        ("frodo saw FRODO and Frodo", 2, CAPITAL, "Frodo saw Frodo and Frodo"),
        ("an iphone and iphones", 1, IPHONE, "an iPhone and iPhones"),
        ("The Cat saw a cat. Cat and Cat", 1, SMALL, "The cat saw a cat. Cat and cat"),
        ("the us told us", 1, Edit(Mark.NONE, Case.UPPER), "the US told US"),
        ("so Let's see Let me", 1, SMALL, "so let's see Let me"),
        ("he there and there", 1, Edit(Mark.PERIOD, Case.CAPITALISED), "he. There and there"),
        ("a dog and dogs", 1, CAPITAL, "a Dog and dogs"),
        ("so it's it and it", 1, CAPITAL, "so It's it and it"),
        ("see data at data.com and data", 1, CAPITAL, "see Data at data.com and Data"),
    ],
)
def test_a_word_is_written_alike(text: str, gap: int, edit: Edit, result: str) -> None:
    assert written(text, gap, edit)[0] == result


def test_marks_that_are_open_stay_open_with_the_word_put_right() -> None:
    comma = Edit(Mark.COMMA, Case.KEEP)
    text, session = written("so frodo saw frodo", 1, CAPITAL, {3: comma})
    assert text == "so Frodo saw frodo"
    assert session.is_open(3)
    session.apply(session.accept_above(0.0))
    assert render(read("so frodo saw frodo"), session.edits()).text == "so Frodo saw, Frodo"


def test_a_mark_that_was_decided_stays() -> None:
    transcript = read("so frodo saw frodo")
    session = ReviewSession([Suggestion(3, Mark.COMMA, Case.KEEP, 0.9)])
    session.apply(session.decide([3], Decision.ACCEPTED, ""))
    session.point_at(1)
    session.apply(session.choose(1, CAPITAL, Decision.ACCEPTED, ""))
    session.apply(write_everywhere(transcript, session, 1).change)
    assert render(transcript, session.edits()).text == "so Frodo saw, Frodo"


def test_a_small_letter_is_left_where_a_full_stop_is_proposed() -> None:
    period = Edit(Mark.PERIOD, Case.CAPITALISED)
    _, session = written("a Code saw code but Code", 1, SMALL, {3: period})
    assert session.verdict(3).edit == period
    assert session.verdict(5).edit == SMALL


def test_a_capital_that_was_refused_is_refused_everywhere() -> None:
    transcript = read("a code saw code")
    proposed = [Suggestion(gap, Mark.NONE, Case.CAPITALISED, 0.9) for gap in (1, 3)]
    session = ReviewSession(proposed)
    session.apply(session.choose(1, Edit(Mark.NONE, Case.KEEP), Decision.OPEN, ""))
    session.apply(write_everywhere(transcript, session, 1).change)
    assert session.open_count == 0
    assert session.edits() == {1: Edit(Mark.NONE, Case.KEEP)}


def test_what_was_not_looked_at_teaches_nothing_of_marks() -> None:
    _, session = written("so frodo saw frodo", 1, CAPITAL, {3: CAPITAL})
    assert not session.verdict(3).settled
    _, session = written("a Code saw code", 1, SMALL, {3: CAPITAL})
    assert not session.verdict(3).settled
    _, session = written("a Code saw Code", 1, SMALL, {3: Edit(Mark.NONE, Case.UPPER)})
    assert session.verdict(3).edit == SMALL
    assert not session.verdict(3).settled


def test_a_question_about_a_word_that_is_written_so_stays_open() -> None:
    transcript = read("so frodo saw Frodo")
    asked = Suggestion(3, Mark.COMMA, Case.KEEP, 0.6, asked=True)
    session = ReviewSession([Suggestion(1, Mark.NONE, Case.CAPITALISED, 0.9), asked])
    session.apply(write_everywhere(transcript, session, 1).change)
    assert session.is_open(3)


@given(
    st.lists(st.sampled_from(["ann", "Ann", "ANN", "ann's", "it", "annie"]), min_size=1),
    st.data(),
)
def test_no_word_and_no_mark_is_another_and_one_step_takes_it_back(
    words: list[str], data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from([" ", ", ", ". "])).join(words)
    transcript = read(text)
    gap = data.draw(st.integers(0, len(words) - 1))
    session = ReviewSession()
    session.point_at(gap, transcript.gaps[gap].current)
    change = session.apply(write_everywhere(transcript, session, gap).change)
    result = render(transcript, session.edits())
    assert folded(result.text) == folded(text)
    assert _spelled(result)[gap] == _spelled(transcript.document)[gap]
    session.apply(change.inverse())
    assert session.edits() == {}


def _spelled(document: Document) -> list[str]:
    return [word.text for word in read_words(document).words]


def test_a_long_film_takes_no_more_for_each_word() -> None:
    def find(transcript: Transcript) -> None:
        session = ReviewSession([Suggestion(1, Mark.NONE, Case.CAPITALISED, 0.9)])
        change = session.apply(write_everywhere(transcript, session, 1).change)
        assert len(change.after) > 1
        session.apply(change.inverse())

    check_linear(lambda count: read("so frodo " * count), find, 20_000)


def test_a_refusal_stays_and_its_word_is_written_as_it_stands() -> None:
    transcript = read("a code saw code")
    session = ReviewSession([Suggestion(gap, Mark.NONE, Case.CAPITALISED, 0.9) for gap in (1, 3)])
    session.apply(session.decide([1], Decision.REJECTED, ""))
    session.apply(write_everywhere(transcript, session, 1).change)
    assert session.open_count == 0
    assert session.edits() == {}
