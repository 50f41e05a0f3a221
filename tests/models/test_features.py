from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.models.features import (
    COLUMNS,
    SIZES,
    BreakCode,
    Column,
    Features,
    features_of,
    settle,
    within_cues,
)
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Mark

TALK = [
    (0, 1000, "we saw the\nold bridge"),
    (1000, 2000, "and"),
    (2100, 3000, "went home"),
    (5100, 6000, "- why not"),
    (6600, 7000, "no"),
]

FILE = [Column.PAUSES, Column.SPREAD, Column.FILL, Column.PACE, Column.SHORT]

fewer = settings(max_examples=50)
cues = st.lists(
    st.tuples(
        st.integers(0, 4000),
        st.integers(1, 9000),
        st.lists(
            st.sampled_from(("so", "we\nleft", "- and you", "at last.")), min_size=1, max_size=3
        ).map(" ".join),
    ),
    min_size=1,
    max_size=8,
)


def srt_of(cues: list[tuple[int, int, str]], later: int = 0) -> bytes:
    blocks = (
        f"{at}\n{_stamp(start + later)} --> {_stamp(end + later)}\n{text}\n"
        for at, (start, end, text) in enumerate(cues, 1)
    )
    return "\n".join(blocks).encode()


def _stamp(ms: int) -> str:
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"


def in_a_row(lengths: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Make cues of (pause before, duration, text)."""
    placed, at = [], 0
    for pause, duration, text in lengths:
        placed.append((at + pause, at + pause + duration, text))
        at += pause + duration
    return placed


def read(content: bytes) -> Features:
    document = parse(content)
    found = read_words(document)
    return features_of(found.words, found.gaps, document.cues, rolling=bool(found.copies))


def test_breaks_pauses_and_turns_are_told_apart() -> None:
    features = read(srt_of(TALK))
    #                                           we saw the old bridge and went home why not no
    assert features[:, Column.BREAK].tolist() == [1, 1, 2, 1, 3, 3, 1, 3, 1, 3, 3]
    assert features[:, Column.PAUSE].tolist() == [1, 1, 1, 1, 2, 3, 1, 7, 1, 5, 0]
    assert features[:, Column.TURN].tolist() == [1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1]
    assert not features[:, Column.MARK].any()


@fewer
@given(cues, st.integers(0, 10_000_000))
def test_only_differences_of_times_count(rows: list[tuple[int, int, str]], later: int) -> None:
    placed = in_a_row(rows)
    assert np.array_equal(read(srt_of(placed)), read(srt_of(placed, later)))


@fewer
@given(cues)
def test_every_code_has_its_place(rows: list[tuple[int, int, str]]) -> None:
    features = read(srt_of(in_a_row(rows)))
    assert features.shape[1] == COLUMNS == len(SIZES)
    assert (features >= 0).all()
    assert (features < np.array(SIZES)).all()
    # What describes the file is the same for all of its words.
    assert (features[:, FILE] == features[:1, FILE]).all()


@fewer
@given(cues)
def test_marks_that_stand_there_are_not_told(rows: list[tuple[int, int, str]]) -> None:
    placed = in_a_row(rows)
    bare = [(start, end, text.replace(".", "")) for start, end, text in placed]
    gaps = slice(None, Column.MARK + 1)
    assert np.array_equal(read(srt_of(placed))[:, gaps], read(srt_of(bare))[:, gaps])


def test_text_without_times_tells_nothing() -> None:
    assert not read(b"We saw the old bridge.\n\nAnd went home.\n").any()
    assert read(b"").shape == (0, COLUMNS)


def test_settled_marks_are_told_where_they_stand() -> None:
    known = {1: Mark.NONE, 2: Mark.COMMA, 3: Mark.SEMICOLON, 4: Mark.COLON}
    features = settle(read(b"so we left at last"), known)
    assert features[:, Column.MARK].tolist() == [1, 2, 3, 6, 0]


def test_few_cues_say_nothing_of_the_file() -> None:
    assert not read(srt_of(TALK[:3]))[:, Column.MARK + 1 :].any()
    assert read(srt_of(TALK))[:, Column.MARK + 1 :].all()


def test_lines_of_rolling_captions_are_no_cues_of_their_own() -> None:
    lines = ["so here we are", "at the old bridge", "in the north of", "the town and we", "go on"]
    rows = [(0, 1000, lines[0])] + [
        (1000 * at, 1000 * at + 1000, f"{lines[at - 1]}\n{lines[at]}") for at in range(1, 5)
    ]
    features = read(srt_of(rows))
    ends = np.cumsum([len(line.split()) for line in lines]) - 1
    assert np.flatnonzero(features[:, Column.BREAK] == BreakCode.ROLLED_LINE).tolist() == list(ends)
    assert (features[ends[:-1], Column.PAUSE] == 2).all()
    assert len(features) == sum(len(line.split()) for line in lines)


@pytest.mark.parametrize(
    ("column", "rows"),
    [
        (Column.PAUSES, [(400, 1000, "so we left")]),
        (Column.SPREAD, [(0, 3000, "so we left"), (0, 300, "so we left")]),
        (Column.FILL, [(0, 1000, "a long line of many words"), (0, 1000, "so so so so")]),
        (Column.PACE, [(0, 1000, "so we left and went home and saw the bridge")]),
    ],
)
def test_the_file_is_described(column: Column, rows: list[tuple[int, int, str]]) -> None:
    plain = read(srt_of(in_a_row(told_on([(0, 1000, "so we left")]))))
    other = read(srt_of(in_a_row(told_on(rows))))
    assert plain[0, column] != other[0, column]


def test_short_words_seldom_end_cues_that_were_cut_with_care() -> None:
    seen = ["bridge", "river", "house", "tower", "market"]
    careful, careless = (
        read(srt_of(in_a_row([(0, 1000, text.format(name)) for name in seen])))
        for text in ("so we saw the {}", "{} was what we saw")
    )
    assert 0 < careful[0, Column.SHORT] < careless[0, Column.SHORT]


def test_a_cue_that_lingers_hides_a_silence() -> None:
    lasting = [1000, 1000, 1700, 1000, 800, 1000, 5000, 1000]
    features = read(srt_of(in_a_row([(0, ms, f"so we left {ms}") for ms in lasting])))
    ends = features[:, Column.BREAK] == BreakCode.CUE
    codes = features[ends, Column.LINGER].tolist()
    usual = codes[0]
    assert [codes[at] for at in (1, 3, 5)] == [usual] * 3
    assert codes[4] < usual < codes[2] < codes[6]
    assert (features[~ends, Column.LINGER] == 1).all()


def told_on(rows: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Repeat cues up to a dozen, no two the same: else they would be rolling."""
    many = rows * (12 // len(rows))
    return [
        (pause, lasting, f"{text} {letter}")
        for (pause, lasting, text), letter in zip(many, "abcdefghijkl", strict=True)
    ]


@fewer
@given(cues)
def test_a_word_too_many_stands_inside_its_cue(rows: list[tuple[int, int, str]]) -> None:
    features = read(srt_of(in_a_row(rows)))
    inside = within_cues(features)
    assert (inside[:, : Column.MARK + 1] == (BreakCode.NONE, 1, 1, 0)).all()
    assert np.array_equal(inside[:, FILE], features[:, FILE])
    assert len(set(inside[:, Column.LINGER].tolist())) == 1
    nothing = np.zeros_like(features)
    assert np.array_equal(within_cues(nothing), nothing)
