"""How a file names its speakers is known after an edit as if all of it were read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.voices import voices_after, voices_of
from tests.subtitles.reading.spoken import cues

# As many cues as tell of the whole.
BEGUN = 200
KINDS = (
    "so we went",
    "so. we went",
    "Ann: so",
    "[Ann] so",
    "(Ann) so",
    "ANN so",
    "Ann\nso",
    "- so",
)
TEXTS = st.sampled_from(
    [
        *KINDS,
        *("", " ", "we", "we,", "we.", "Bob: so", "Bob: no", "Then: so", "[Bob] so", "(Bob) so"),
        *("BOB so", "Bob\nso", "bob lee: so", "[speaker 1] so", "Q. so", "A. so", "<Bob> so"),
        *("Bob: so.", "so\nBob: no", "so.\nBob: no", "so.\nBob: we", "Bob&#58; so", "ann x: so"),
        *("it was 9:30", "we went <i>on</i>", "- Bob: so", "MAN: so", "I said MAN: so", "1 so"),
    ]
)


def begun(kind: str) -> Document:
    return cues(*[kind] * BEGUN, *["we"] * 9)


BEGINNINGS = {kind: begun(kind) for kind in KINDS}


@given(st.sampled_from(KINDS), st.lists(TEXTS, min_size=9, max_size=9), st.data())
def test_voices_after_an_edit_are_those_of_the_document(
    kind: str, tail: list[str], data: st.DataObject
) -> None:
    before = BEGINNINGS[kind].with_texts(dict(enumerate(tail, BEGUN)))
    places = st.integers(BEGUN - 1, BEGUN + 8)
    texts = data.draw(st.dictionaries(places, TEXTS, min_size=1, max_size=3))
    after = before.with_texts(texts)
    found = voices_after(before, voices_of(before), after, list(texts))
    assert found == voices_of(after)


def test_a_cue_that_names_nobody_has_no_other_one_read() -> None:
    before = begun("Ann: so")
    voices = voices_of(before)
    after = before.with_texts({BEGUN: "we went"})
    assert voices_after(before, voices, after, [BEGUN]) is voices


@pytest.mark.parametrize(
    ("was", "said"),
    [
        ("Ann: so", "Ann: so we went"),
        ("Ann: so", "Ann: so."),
        ("[Ann] so", "[Ann] so on"),
        ("we.\nBob: so", "and we.\nBob: so on"),
    ],
)
def test_other_words_of_who_is_named_have_no_other_cue_read(was: str, said: str) -> None:
    before = begun("Ann: so").with_texts({BEGUN: was})
    voices = voices_of(before)
    after = before.with_texts({BEGUN: said})
    assert voices_after(before, voices, after, [BEGUN]) is voices


@pytest.mark.parametrize(
    ("kind", "was", "said"),
    [
        ("(Ann) so", "we", "(Bob) so"),
        ("[Ann] so", "we", "[Bob] so"),
        ("Ann\nso", "we", "Bob\nso"),
        ("Ann: so", "we", "bob lee: so"),
        ("Ann: so.", "so.\nBob: no", "so,\nBob: no"),
        ("so we went", "so we\nThen: no", "so we\nwe"),
    ],
)
def test_one_cue_may_tell_of_another_name_or_of_none(kind: str, was: str, said: str) -> None:
    others = dict(enumerate(["so we\nThen: no", "so we\nThen: no", "bob lee: no"], BEGUN + 4))
    before = begun(kind).with_texts({BEGUN: was, **others})
    after = before.with_texts({BEGUN: said})
    found = voices_after(before, voices_of(before), after, [BEGUN])
    assert found == voices_of(after) != voices_of(before)


@pytest.mark.parametrize("between", [[], [""]])
@pytest.mark.parametrize("end", ["so.", "so,", ""])
def test_the_end_of_a_cue_tells_of_the_label_in_the_next_one(end: str, between: list[str]) -> None:
    before = cues(*["Ann: so."] * BEGUN, "so we", *between, "Bob Lee: no", "we.")
    after = before.with_texts({BEGUN: end})
    found = voices_after(before, voices_of(before), after, [BEGUN])
    assert found == voices_of(after)
    assert ("Bob Lee" in found.names) is (end != "so,")


def test_in_plain_text_any_line_may_tell() -> None:
    lines = [f"line {at}" for at in range(BEGUN)]
    before = parse("\n\n".join([*lines, "0:01 so", "0:02 so", "so"]).encode())
    after = before.with_texts({BEGUN + 2: "0:03 so"})
    found = voices_after(before, voices_of(before), after, [BEGUN + 2])
    assert found == voices_of(after) != voices_of(before)
