from __future__ import annotations

from subpunct_app.subtitles.rereading import reread
from subpunct_app.subtitles.words import read_words
from tests.subtitles.test_words import cues


def test_who_spoke_last_before_a_change_goes_on_behind_it() -> None:
    before = cues("ANN: so", "BOB: we", "went", "BOB: out", "in")
    after = before.with_texts({3: "BOB: out now"})
    found, splice = reread(read_words(before), after, [3])
    assert splice.new == range(2, 6)
    assert found == read_words(after)


def test_nobody_known_goes_on_behind_an_unnamed_turn_before_a_change() -> None:
    before = cues("ANN: so", "- we", "went", "ANN: out", "in")
    after = before.with_texts({3: "ANN: out now"})
    found, splice = reread(read_words(before), after, [3])
    assert splice.new == range(2, 6)
    assert found == read_words(after)
