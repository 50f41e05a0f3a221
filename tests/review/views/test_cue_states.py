"""What each cue holds is known at once after a decision, as if all were looked at anew."""

from __future__ import annotations

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.session import ReviewSession
from subpunct_app.review.views.cue_states import CueStates, Filter
from subpunct_app.review.views.open_review import Review
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion

LINE = 0.7
TEXT = b"".join(
    b"%d\n00:00:0%d,000 --> 00:00:0%d,900\n%s\n\n" % (n, n, n, text)
    for n, text in enumerate([b"one two. three", b"four five", b"six seven eight"], start=1)
)
DOCUMENT = parse(TEXT, name="a.srt")
GAPS = range(1, 9)
SUGGESTIONS = [
    Suggestion(gap, Mark.NONE if gap == 2 else Mark.PERIOD, Case.CAPITALISED, 0.1 * gap)
    for gap in GAPS
]


def counted(review: Review) -> CueStates:
    states = CueStates(DOCUMENT, review.transcript.document, review, line=LINE)
    deque(states.recount(), maxlen=0)
    return states


def sets_of(states: CueStates) -> dict[Filter, set[int]]:
    return {wanted: set(states.cues(wanted)) for wanted in Filter}


decisions = st.tuples(
    st.lists(st.sampled_from(GAPS), min_size=1, unique=True), st.sampled_from(Decision)
)


@given(st.lists(decisions), st.floats(0, 1))
def test_cue_by_cue_is_as_all_anew(played: list[tuple[list[int], Decision]], line: float) -> None:
    review = Review(read_words(DOCUMENT), ReviewSession(SUGGESTIONS))
    states = counted(review)
    for gaps, decision in played:
        review.session.apply(review.session.decide(gaps, decision, ""))
        states.refresh(review.cues_of(gaps))
        assert sets_of(states) == sets_of(counted(review))
    states.draw_line(line)
    fresh = counted(review)
    fresh.draw_line(line)
    assert sets_of(states) == sets_of(fresh)


def test_other_words_are_a_change() -> None:
    edited = parse(TEXT.replace(b"five", b"5"), name="a.srt")
    review = Review(read_words(edited), ReviewSession())
    assert counted(review).cues(Filter.CHANGED) == {1}
