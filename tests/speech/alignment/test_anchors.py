from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.speech.alignment.anchors import Anchor, anchors, sections
from subpunct_app.speech.alignment.sphinx import Heard

TEXT = ["and", "so", "we", "went", "to", "the", "house", "on", "the", "hill"]


def heard(words: str, start_ms: int = 0, step_ms: int = 300) -> list[Heard]:
    return [
        Heard(word, start_ms + at * step_ms, start_ms + at * step_ms + 200)
        for at, word in enumerate(words.split())
    ]


def test_words_heard_in_a_row_are_anchors_but_for_the_first_and_the_last() -> None:
    found = anchors(TEXT, heard("oh we went to the mouse"))
    assert [(anchor.entry, anchor.start_ms) for anchor in found] == [(3, 600), (4, 900)]
    assert found[0].before_ms == 300
    assert found[0].silence_ms == 100


def test_words_that_are_alike_by_chance_are_no_anchors() -> None:
    assert anchors(TEXT, heard("we are the ones on top")) == []


def test_runs_with_no_time_between_them_for_the_text_are_not_both_believed() -> None:
    text = [*TEXT, *(f"word{at}" for at in range(60)), *["that", "was", "all", "there", "is"]]
    both = heard("went to the house") + heard("that was all there is", 1300)
    assert {anchor.entry for anchor in anchors(text, both)} == {71, 72, 73}
    early = heard("and so we went to the house") + heard("that was all there is", 2200)
    assert {anchor.entry for anchor in anchors(text, early)} == {1, 2, 3, 4, 5}


@st.composite
def _anchors(draw: st.DrawFn) -> list[Anchor]:
    entries = sorted(draw(st.sets(st.integers(2, 400), max_size=60)))
    found, time = [], 500
    for entry in entries:
        time += draw(st.integers(300, 9_000))
        found.append(Anchor(entry, time - 250, time, time + 200, draw(st.integers(0, 900))))
    return found


@given(_anchors(), st.integers(402, 500))
def test_sections_keep_every_word_once_and_never_go_back(found: list[Anchor], count: int) -> None:
    made = list(sections(count, 900_000, found))
    kept = [entry for one in made for entry in range(one.kept, one.kept_end)]
    assert kept == list(range(count))
    starts = [one.start_ms for one in made]
    assert starts == sorted(starts)
    for one in made:
        assert one.first <= one.kept < one.kept_end <= one.end
        assert one.start_ms < one.end_ms


@given(_anchors())
def test_sections_between_anchors_are_short_enough_to_be_aligned_at_once(
    found: list[Anchor],
) -> None:
    made = list(sections(500, 900_000, found))
    assert all(one.end_ms - one.start_ms < 22_000 for one in made[:-1])
