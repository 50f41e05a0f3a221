from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.registry import TEXT_SUFFIXES
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import pieces, render
from subpunct_app.text.decisions import Edit, Edits
from subpunct_app.text.words import Case, Mark
from tests.subtitles.unmarked import strip_marks

FRAGMENTS = st.sampled_from(
    [
        *"aAzıßé.,?!:;-—–…'\"()[]{}<>&#♪*  \n\r\t",
        "00:00:01,000 --> 00:00:02,000",
        "00:01.000 --> 00:02.000",
        "0:00:03.000,0:00:04.500",
        "WEBVTT",
        "NOTE",
        "\n\n",
        "\r\n",
        "1\n",
        "<i>",
        "</i>",
        "<v Bob>",
        "<00:00:01.000>",
        "{\\an8}",
        "[Events]\n",
        "Format: Start, End, Text\n",
        "Dialogue: 0:00:01.00,0:00:02.00,",
        "&amp;",
        "&amp",
        "&period;",
        "&hellip;",
        "JOHN: ",
        ">> ",
        "- ",
        "...",
        " -- ",
        "?!",
        "Dr.",
        "U.S.",
        "3.14",
        "http://a.b/c.",
        "me@a.org",
        "(laughs)",
        "word\n.\nword",
        "\n¿\nqué",
        "[music]",
        "\n1) ",
        "\u200f",
        "\u2028",
        "\ufeff",
        "\0",
        "word",
        " word ",
        "it's",
        "goin'",
        "it?s",
        "No?S",
        "n??o",
        "it\ufffds",
        "it\x1as",
    ]
)
TEXTS = st.lists(FRAGMENTS, max_size=40).map("".join)
WORDS = st.lists(
    st.sampled_from(
        ["one", "Two", "three,", "four.", "five?", "<i>six</i>", '"seven"', "it's", "8"]
    ),
    min_size=1,
    max_size=6,
).map(" ".join)
# The first guess of an encoding loads tables for a while.
EDITS = st.builds(Edit, st.sampled_from(Mark), st.sampled_from(Case))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    head = draw(st.sampled_from(("1\n00:00:01,000 --> 00:00:02,000", "0:00:01.000,0:00:02.000")))
    text = draw(TEXTS.filter(lambda text: text.count("\0") < 3))
    return parse(f"{head}\n{text}".encode())


@st.composite
def plain_documents(draw: st.DrawFn) -> Document:
    payloads = draw(st.lists(WORDS, min_size=1, max_size=4))
    blocks = (f"00:0{at}.000 --> 00:0{at}.500\n{text}\n" for at, text in enumerate(payloads))
    return parse("\n".join(["WEBVTT\n", *blocks]).encode())


def drawn(data: st.DataObject, transcript: Transcript) -> Edits:
    return data.draw(st.dictionaries(st.integers(0, len(transcript.gaps) - 1), EDITS))


@given(
    st.one_of(
        st.binary(max_size=200),
        TEXTS.map(lambda text: text.encode()),
        TEXTS.map(lambda text: text.encode("utf-16")),
        TEXTS.map(lambda text: text.encode("utf-16-be")),
    ),
    st.sampled_from(["", *(f"a{suffix}" for suffix in TEXT_SUFFIXES)]),
)
def test_what_opens_is_written_as_it_was(content: bytes, name: str) -> None:
    try:
        document = parse(content, name=name)
    except FileError:
        return
    assert document.to_bytes() == content
    ends = [0, *(end for cue in document.cues for end in (cue.start, cue.end)), len(document.text)]
    assert ends == sorted(ends)


@given(documents(), st.data())
def test_new_texts_change_only_their_payloads(document: Document, data: st.DataObject) -> None:
    changes = data.draw(st.dictionaries(st.integers(0, len(document.cues) - 1), st.text()))
    result = document.with_texts(changes)
    texts = [changes.get(at, document.cue_text(at)) for at in range(len(document.cues))]
    assert [result.cue_text(at) for at in range(len(document.cues))] == texts
    assert between_cues(result) == between_cues(document)


@given(documents(), st.data())
def test_edits_keep_words_and_everything_else(document: Document, data: st.DataObject) -> None:
    transcript = read_words(document)
    rendered = render(transcript, drawn(data, transcript))
    assert between_cues(rendered) == between_cues(document)
    for at in range(len(document.cues)):
        before, after = document.cue_text(at), rendered.cue_text(at)
        assert strip_marks(after, document.format) == strip_marks(before, document.format)


@given(documents(), st.sampled_from(["en", "es", "fr", "zh"]), st.data())
def test_no_edit_leaves_a_line_empty(
    document: Document, language: str, data: st.DataObject
) -> None:
    transcript = read_words(document, language)
    rendered = render(transcript, drawn(data, transcript))
    for at in range(len(document.cues)):
        assert empty_lines(rendered.cue_text(at)) == empty_lines(document.cue_text(at))


@given(documents())
def test_gaps_and_words_stand_in_their_order(document: Document) -> None:
    transcript = read_words(document)
    assert len(transcript.gaps) == len(transcript.words) + 1
    at = 0
    for word, gap in zip(transcript.words, transcript.gaps[1:], strict=True):
        assert at <= word.start < word.end <= gap.start <= gap.end
        assert gap.cue == word.cue
        assert gap.end <= document.cues[word.cue].end
        at = gap.end


@given(documents())
def test_edits_that_stand_there_already_change_nothing(document: Document) -> None:
    transcript = read_words(document)
    edits = {
        gap: Edit(transcript.gaps[gap].current, Case.of(word.text))
        for gap, word in enumerate(transcript.words)
    }
    assert render(transcript, edits) is document


@given(documents(), st.data())
def test_pieces_give_back_the_cue(document: Document, data: st.DataObject) -> None:
    transcript = read_words(document)
    edits = drawn(data, transcript)
    for at in range(len(document.cues)):
        old = [p.text for p in pieces(transcript, at, edits) if p.kind in ("plain", "removed")]
        recased = [p for p in pieces(transcript, at, edits) if p.kind == "recased"]
        assert sum(map(len, old)) + sum(len(p.text) for p in recased) == len(document.cue_text(at))


@given(plain_documents(), st.data())
def test_a_written_document_reads_as_it_was_edited(document: Document, data: st.DataObject) -> None:
    transcript = read_words(document)
    # A word in capitals with a colon at the start of a line is a speaker from then on.
    edits = {
        at: edit for at, edit in drawn(data, transcript).items() if edit.mark is not Mark.COLON
    }
    again = read_words(parse(render(transcript, edits).to_bytes()))
    assert [word.text.casefold() for word in again.words] == [
        word.text.casefold() for word in transcript.words
    ]
    for at in range(1, len(transcript.gaps)):
        wanted = edits[at].mark if at in edits else transcript.gaps[at].current
        assert again.gaps[at].current is wanted


def empty_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(LINE_END.split(text)) if not line.strip()]


def between_cues(document: Document) -> list[str]:
    ends = [0, *(end for cue in document.cues for end in (cue.start, cue.end)), len(document.text)]
    return [document.text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True)]
