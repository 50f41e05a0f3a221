from __future__ import annotations

import pytest

from subpunct_app.benchmarks.following import Following
from subpunct_app.decoding.proposing.pipeline import Proposal
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.decisions import Decision
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.benchmarks.texts import BARE
from tests.gui.fakes import FakePunctuator


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
