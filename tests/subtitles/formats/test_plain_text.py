"""A long paragraph of plain text is shown in parts, and read as one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.subtitles.formats.document import Cue, Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.speakers import speakers_of
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.subtitles.unmarked import strip_marks

TOKENS = st.sampled_from(
    [
        *("one", "Two,", "three.", "JOHN:", "- no", '"seven', 'eight"', "1.", "2)", "Dr.", "–"),
        *("¿qué?", ", nine", "? Ten", "(laughs).", "(NLP)"),
    ]
)
PARAGRAPHS = st.lists(
    st.tuples(st.lists(TOKENS, min_size=1, max_size=5).map(" ".join), st.sampled_from(" \n")),
    min_size=30,
    max_size=70,
).map(lambda parts: "".join(text + end for text, end in parts).strip())


def read(text: str) -> Document:
    return parse(text.encode(), name="a.txt")


def uncut(document: Document) -> Document:
    spans = map(document.span_of, document.wholes())
    return replace(document, cues=tuple(Cue(start, end) for start, end in spans))


def in_one(transcript: Transcript, document: Document) -> Transcript:
    """Return what was read of parts as if the words stood in whole paragraphs."""
    of = {cue: at for at, whole in enumerate(transcript.document.wholes()) for cue in whole}
    return replace(
        transcript,
        document=document,
        words=tuple(replace(word, cue=of[word.cue]) for word in transcript.words),
        gaps=tuple(replace(gap, cue=of[gap.cue]) for gap in transcript.gaps),
    )


def with_cuts(whole: Transcript, transcript: Transcript) -> Transcript:
    """Return the words of whole paragraphs, marks fixed that stand in another part than theirs."""
    ends = (transcript.document.cues[gap.cue].end for gap in transcript.gaps)
    gaps = zip(whole.gaps, ends, strict=True)
    return replace(
        whole, gaps=tuple(replace(gap, fixed=gap.fixed or gap.end > end) for gap, end in gaps)
    )


def sizes(text: str) -> list[int]:
    document = read(text)
    return [len(document.cue_text(cue).split()) for cue in range(len(document.cues))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("word " * 74, [74]),
        ("word " * 75, [50, 25]),
        ("word " * 230, [50, 50, 50, 50, 30]),
        (("word " * 12 + "\n") * 20, [36] * 6 + [24]),
        (("word " * 45 + "\n") * 3, [45, 45, 45]),
        ("word\n" * 4 + "\n" + "word " * 110, [3, 1, 50, 60]),
    ],
)
def test_a_long_paragraph_has_parts(text: str, expected: list[int]) -> None:
    assert sizes(text) == expected


@given(PARAGRAPHS, st.sampled_from(["en", "es", "fr"]))
def test_parts_are_read_as_one(text: str, language: str) -> None:
    document = read(text)
    whole = uncut(document)
    transcript, expected = read_words(document, language), read_words(whole, language)
    assert in_one(transcript, whole) == with_cuts(expected, transcript)
    assert speakers_of(transcript) == speakers_of(expected)
    assert all(document.cues[word.cue].start <= word.start for word in transcript.words)
    assert all(word.end <= document.cues[word.cue].end for word in transcript.words)


@pytest.mark.parametrize(
    "text",
    [
        "one\ntwo\nthree\n? Four\nfive",
        "one\ntwo\nthree\n(laughs), four\nfive",
        "word " * 50 + "[laughter]. And so " + "word " * 40,
        "word " * 47 + "natural language processing (NLP) and so " + "word " * 40,
    ],
)
def test_a_mark_in_another_part_than_its_word_stays(text: str) -> None:
    document = read(text)
    transcript = read_words(document)
    edits = {gap: Edit(Mark.COLON, Case.KEEP) for gap in range(len(transcript.gaps))}
    written = render(transcript, edits).text
    assert strip_marks(written, document.format) == strip_marks(text, document.format)


@given(PARAGRAPHS, st.data())
def test_marks_leave_every_word_in_its_part(text: str, data: st.DataObject) -> None:
    document = read(text)
    transcript = read_words(document)
    edits = st.builds(
        Edit, st.sampled_from([Mark.NONE, Mark.COMMA, Mark.PERIOD]), st.just(Case.KEEP)
    )
    chosen = data.draw(st.dictionaries(st.integers(0, len(transcript.gaps) - 1), edits))
    rendered = render(transcript, chosen)
    again = parse(rendered.to_bytes(), name="a.txt")
    assert again.cues == rendered.cues
    assert strip_marks(again.text, again.format) == strip_marks(text, document.format)
