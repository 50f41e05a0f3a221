"""How a file names its speakers is known after an edit as if all of it were read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.subtitles.files.document import Document
from subpunct_app.subtitles.files.parse import parse
from subpunct_app.subtitles.words.speakers import voices_after, voices_of
from tests.subtitles.words.spoken import cues

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


def test_in_plain_text_any_line_may_tell() -> None:
    lines = [f"line {at}" for at in range(BEGUN)]
    before = parse("\n\n".join([*lines, "0:01 so", "0:02 so", "so"]).encode())
    after = before.with_texts({BEGUN + 2: "0:03 so"})
    found = voices_after(before, voices_of(before), after, [BEGUN + 2])
    assert found == voices_of(after) != voices_of(before)
