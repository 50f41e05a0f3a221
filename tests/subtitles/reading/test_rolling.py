from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import pieces, render, render_cue
from subpunct_app.subtitles.writing.transcripts import prose
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Break, Case, Mark
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues

LINES = [
    "i know people",
    "are going to",
    "[Music]",
    "ask why. it is",
    "so",
    "yes yes",
    "good <i>bye</i>",
]


def rolling(*lines: str) -> Document:
    """Show each new line word by word, then alone, then above the next one, as YouTube does."""
    payloads = [" \n" + _timed(lines[0])]
    for old, new in pairwise(lines):
        payloads += [f"{old}\n ", f"{old}\n{_timed(new)}"]
    return cues(*payloads)


def _timed(line: str) -> str:
    first, *rest = line.split(" ")
    return first + "".join(f"<00:00:01.000><c> {word}</c>" for word in rest)


def test_long_blank_lines_are_read_in_linear_time() -> None:
    words = [word.text for word in read_words(cues(f"a\n{' ' * 50}\nb", "c")).words]
    assert words == ["a", "b", "c"]
    check_linear(lambda size: cues(f"a\n{' ' * size}\nb", "c"), read_words, 50_000)


def test_repeated_lines_are_read_once() -> None:
    transcript = read_words(rolling(*LINES))
    text = "i know people are going to ask why it is so yes yes good bye"
    assert " ".join(word.text for word in transcript.words) == text
    assert len(transcript.copies) == 2 * len(transcript.words) - 4


def test_words_and_gaps_of_a_cue_include_the_repeated_ones() -> None:
    transcript = read_words(rolling(*LINES))
    assert [list(transcript.words_of(cue)) for cue in range(4)] == [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1, 2, 3, 4, 5],
        [3, 4, 5],
    ]
    assert transcript.cues_of(3) == {0, 1, 2, 3, 4}


def test_a_line_that_grows_is_read_once() -> None:
    shown = ["so", "so we", "so we went", "so we went\nout", "so we went\nout  in", "out in", "out"]
    transcript = read_words(cues(*shown, "no", "no way"))
    assert " ".join(word.text for word in transcript.words) == "so we went out in out no way"
    edits = {2: Edit(Mark.COMMA, Case.KEEP), 4: Edit(Mark.NONE, Case.CAPITALISED)}
    assert [render_cue(transcript, cue, edits) for cue in (1, 3)] == ["so we,", "so we, went\nout"]
    words = read_words(render(transcript, edits)).words
    assert " ".join(word.text for word in words) == "so we went out In out no way"


def test_a_line_is_read_once_whose_words_are_highlighted_in_turn() -> None:
    for shown in (
        ["GOOD day ann", "good DAY ann", "good day ANN", "SO we", "so WE", "so we"],
        ["*good* day ann", "good *day* ann", "good day *ann*", "*so* we", "so *we*", "so we"],
    ):
        transcript = read_words(cues(*shown))
        assert [word.text for word in transcript.words] == ["good", "day", "ann", "so", "we"]


def test_capitals_that_show_which_word_is_said_stay() -> None:
    document = cues("GOOD day ann", "good DAY ann", "good day ANN", "SO we", "so WE", "so we")
    large = Edit(Mark.NONE, Case.CAPITALISED)
    edits = {0: large, 2: Edit(Mark.COMMA, Case.CAPITALISED), 3: Edit(Mark.PERIOD, large.case)}
    found = render(read_words(document), edits)
    assert [found.cue_text(cue) for cue in range(6)] == [
        "GOOD day, Ann.",
        "Good DAY, Ann.",
        "Good day, ANN.",
        "SO we",
        "So WE",
        "So we",
    ]
    assert prose(read_words(found)) == "Good day, Ann. So we\n"


def test_beside_a_cue_is_what_says_more() -> None:
    transcript = read_words(rolling(*LINES))
    assert [transcript.beside(cue, 1) for cue in range(4)] == [2, 2, 5, 5]
    assert [transcript.beside(cue, -1) for cue in range(1, 5)] == [-1, -1, 2, 2]
    assert read_words(cues("so", "[rain]", "so")).beside(0, 1) == 1


def test_edits_reach_every_copy() -> None:
    transcript = read_words(rolling(*LINES))
    edits = {0: Edit(Mark.NONE, Case.CAPITALISED), 3: Edit(Mark.COMMA, Case.KEEP)}
    assert [render_cue(transcript, cue, edits) for cue in range(3)] == [
        " \nI<00:00:01.000><c> know</c><00:00:01.000><c> people,</c>",
        "I know people,\n ",
        "I know people,\nare<00:00:01.000><c> going</c><00:00:01.000><c> to</c>",
    ]


def test_what_a_cue_shows_again_is_told_from_what_is_new() -> None:
    transcript = read_words(rolling("i know people,", *LINES[1:]))
    edits = {3: Edit(Mark.PERIOD, Case.CAPITALISED), 6: Edit(Mark.PERIOD, Case.KEEP)}

    def told(cue: int, *, repeated: bool) -> str:
        found = pieces(transcript, cue, edits)
        return "".join(piece.text for piece in found if piece.repeated is repeated)

    again = [told(cue, repeated=True) for cue in range(3)]
    new = [told(cue, repeated=False) for cue in range(3)]
    assert again == ["", "i know people,.", "i know people,."]
    assert new[1:] == ["\n ", "\nAre<00:00:01.000><c> going</c><00:00:01.000><c> to.</c>"]


def test_marks_of_copies_are_removed_with_the_first() -> None:
    transcript = read_words(rolling(*LINES))
    rendered = render(transcript, {8: Edit(Mark.NONE, Case.KEEP)})
    assert "why." in transcript.document.text
    assert "why." not in rendered.text


def test_pauses_skip_the_copies() -> None:
    transcript = read_words(rolling(*LINES))
    assert transcript.gaps[3].break_ is Break.CUE
    assert transcript.gaps[3].pause_ms == 3100


@pytest.mark.parametrize("shown", ["yes yes no no I think so do we all", "yes yes yes yes"])
def test_a_line_that_is_said_twice_stays_two_lines_elsewhere(shown: str) -> None:
    assert read_words(cues(*shown.split())).copies == ()


def test_a_poem_that_is_said_again_and_again_does_not_roll() -> None:
    verses = "\n".join(f"line number {line}" for line in range(16))
    transcript = read_words(cues(*[verses] * 5))
    assert (len(transcript.words), transcript.copies) == (5 * 16 * 3, ())


@given(st.lists(st.sampled_from(LINES), min_size=6, max_size=10, unique_by=id), st.data())
def test_copies_stay_alike(lines: list[str], data: st.DataObject) -> None:
    transcript = read_words(rolling(*lines))
    edits = data.draw(
        st.dictionaries(
            st.integers(0, len(transcript.words)),
            st.builds(
                Edit, st.sampled_from([Mark.NONE, Mark.COMMA, Mark.PERIOD]), st.sampled_from(Case)
            ),
        )
    )
    again = read_words(render(transcript, edits))
    assert [word.text.casefold() for word in again.words] == [
        word.text.casefold() for word in transcript.words
    ]
    assert [place.word for place in again.copies] == [place.word for place in transcript.copies]
