from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.differences.compare import (
    compare,
    compare_cue,
    differs_beside,
    without_labels,
)
from subpunct_app.review.differences.difference import Difference, PieceKind, Times
from subpunct_app.review.differences.report import as_json, figures, verdict
from subpunct_app.review.differences.report import render as page
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.markup import see_through
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.subtitles.writing.render import pieces, render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.growth import check_linear
from tests.subtitles.paragraphs import PARAGRAPHS
from tests.subtitles.test_properties import TEXTS, documents, drawn, plain_documents

REAL = Path(__file__).parents[3].parent / "shared" / "subtitles" / "real"
ROLLING = "".join(
    f"{at}\n00:00:{at:02},000 --> 00:00:{at + 1:02},000\n{before}\n{line}\n\n"
    for at, (before, line) in enumerate(
        [("", "so we went"), ("so we went", "up the hill"), ("up the hill", "and saw the sea")] * 6
    )
)


def read(*payloads: str, seconds: int = 2) -> Document:
    blocks = (
        f"{at}\n00:{at:02}:00,000 --> 00:{at:02}:{seconds:02},000\n{text}\n\n"
        for at, text in enumerate(payloads, start=1)
    )
    return parse("".join(blocks).encode())


def changes(difference: Difference) -> list[tuple[int, str, str, str]]:
    return [
        (cue.cue + 1, piece.kind.value, piece.old, piece.new)
        for cue in difference.cues
        for piece in cue.pieces
        if piece.kind is not PieceKind.KEPT
    ]


def shown(document: Document, cue: int) -> str:
    text = document.cue_text(cue)
    return see_through(text, 0, len(text), document.format.markup).text


def asked_for(transcript: Transcript, edits: dict[int, Edit]) -> Counter[str]:
    """Return what edits do to a document, as the window draws it, counted by kind."""
    counts = Counter[str]()
    for cue in range(len(transcript.document.cues)):
        found = [piece for piece in pieces(transcript, cue, edits) if piece.gap is not None]
        inserted = {piece.gap for piece in found if piece.kind == "inserted"}
        removed = {piece.gap for piece in found if piece.kind == "removed"}
        counts["inserted"] += len(inserted - removed)
        counts["removed"] += len(removed - inserted)
        counts["replaced"] += len(removed & inserted)
        counts["recased"] += sum(piece.kind == "recased" for piece in found)
    return +counts


@given(TEXTS)
def test_nothing_differs_from_itself(text: str) -> None:
    document = parse(f"1\n00:00:01,000 --> 00:00:02,000\n{text.replace(chr(0), '')}".encode())
    difference = compare(document, document)
    assert changes(difference) == []
    assert verdict(difference) == "Nothing differs."


@given(documents(), st.data())
def test_edits_never_change_words_or_times(document: Document, data: st.DataObject) -> None:
    transcript = read_words(document)
    rendered = render(transcript, drawn(data, transcript))
    difference = compare(document, rendered)
    assert difference.only_marks_and_case
    assert any(cue.changed for cue in difference.cues) == any(
        shown(document, at) != shown(rendered, at) for at in range(len(document.cues))
    )


NAMED = ["- <v Ann Lee>so: we</v> <v.loud B &amp; C>go", "Ann Leer: so", "- <i><v Ann Lee>so"]
NAMED_TWICE = ["<i><v Ann Lee>Bob: so", "<v Bob>Ann Lee: come"]


@pytest.mark.parametrize(("kind", "cues"), [(SUBRIP, NAMED + NAMED_TWICE), (PLAIN_TEXT, NAMED)])
def test_names_of_voices_are_no_words_where_another_format_has_them_as_labels(
    kind: OutputFormat, cues: list[str]
) -> None:
    blocks = (f"00:0{at}.000 --> 00:0{at}.500\n{text}\n\n" for at, text in enumerate(cues))
    web = parse("".join(["WEBVTT\n\n", *blocks]).encode())
    made = convert(web, kind).content
    assert b"B & C: go" in made
    for pair in ((web, parse(made)), (parse(made), web)):
        assert verdict(compare(*pair)).startswith(("Words and times are the", "Words are the same"))
    other = parse(made.replace(b"B & C: go", b"D: go"))
    assert compare(web, other).totals.words == 1


@pytest.mark.parametrize("text", ["a'.'", "a?!{\0", "ahttp://a.b/c.(laughs)", 'so, "no?" (yes)'])
def test_taking_all_marks_out_changes_no_word(text: str) -> None:
    transcript = read_words(read(text))
    bare = render(
        transcript, dict.fromkeys(range(len(transcript.gaps)), Edit(Mark.NONE, Case.KEEP))
    )
    assert compare(transcript.document, bare).only_marks_and_case


@given(documents(), documents())
def test_pieces_hold_the_words_of_both_texts(old: Document, new: Document) -> None:
    difference = compare(old, new)
    for at, cue in enumerate(difference.cues):
        assert "".join(piece.old for piece in cue.pieces) == shown(old, at)
    got = "".join(piece.new for cue in difference.cues for piece in cue.pieces)
    wanted = "".join(shown(new, at) for at in range(len(new.cues)))
    assert list(filter(str.isalnum, got)) == list(filter(str.isalnum, wanted))


@given(plain_documents(), st.data())
def test_exactly_the_edits_are_listed(document: Document, data: st.DataObject) -> None:
    transcript = read_words(document)
    edits = dict(drawn(data, transcript))
    rendered = parse(render(transcript, edits).to_bytes())
    difference = compare(document, rendered)
    assert Counter(kind for _, kind, _, _ in changes(difference)) == asked_for(transcript, edits)
    assert difference.only_marks_and_case


@given(plain_documents(), st.data())
def test_the_other_format_changes_nothing(document: Document, data: st.DataObject) -> None:
    transcript = read_words(document)
    rendered = render(transcript, drawn(data, transcript))
    again = parse(convert(rendered, SUBRIP).content)
    assert changes(compare(document, again)) == changes(compare(document, rendered))


@pytest.mark.parametrize("language", PARAGRAPHS)
def test_bare_text_has_the_same_words_in_every_language(language: str) -> None:
    document = parse(PARAGRAPHS[language].encode())
    transcript = read_words(document, language[:2].lower())
    bare = render(
        transcript, dict.fromkeys(range(len(transcript.gaps)), Edit(Mark.NONE, Case.LOWER))
    )
    difference = compare(document, bare)
    assert difference.only_marks_and_case
    assert difference.totals.added == 0
    assert difference.totals.removed == sum(
        gap.current is not Mark.NONE and not gap.fixed for gap in transcript.gaps
    )


@given(documents(), st.data())
def test_a_cue_alone_differs_as_it_does_in_its_text(
    document: Document, data: st.DataObject
) -> None:
    transcript = read_words(document)
    new = render(transcript, drawn(data, transcript))
    for cue in compare(document, new).cues if document.cues else ():
        alone = compare_cue(document, cue.cue, new.cue_text(cue.cue))
        assert alone.cue == cue.cue
        assert alone.changed == cue.changed
        assert {piece.kind for piece in alone.pieces} == {piece.kind for piece in cue.pieces}


def test_marks_and_case_are_told_apart() -> None:
    old = read("so. they said no we left, then", 'He said "no" and - Left?')
    new = read("So, they said no. We left then", 'He said "no," and - Left?!')
    difference = compare(old, new)
    assert changes(difference) == [
        (1, "recased", "so", "So"),
        (1, "replaced", ".", ","),
        (1, "inserted", "", "."),
        (1, "recased", "we", "We"),
        (1, "removed", ",", ""),
        (2, "inserted", "", ","),
        (2, "inserted", "", "!"),
    ]
    assert verdict(difference) == "Words and times are the same."
    totals = difference.totals
    assert (totals.added, totals.removed, totals.replaced) == (3, 1, 1)


def test_the_capitals_of_turkish_are_no_other_words() -> None:
    difference = compare(read("ilk ışık IŞIK var"), read("İlk Işık ışık var"))
    assert {change[1] for change in changes(difference)} == {"recased"}
    assert difference.only_marks_and_case


def test_words_that_differ_are_said_at_once() -> None:
    difference = compare(read("we saw the sea.", "Then"), read("we saw a sea.", "Then we left"))
    assert changes(difference) == [
        (1, "reworded", "the", "a"),
        (2, "reworded", "", "we left"),
    ]
    assert verdict(difference) == "Words differ; times are the same."
    assert difference.totals.words == 3


def test_times_that_differ_are_said_at_once() -> None:
    difference = compare(read("one", "two"), read("one", "two", seconds=3))
    assert verdict(difference) == "Times differ; words are the same."
    assert difference.cues[1].times == Times(120_000, 122_000)
    assert difference.cues[1].new_times == Times(120_000, 123_000)
    assert difference.totals.times == 2


def test_another_cutting_is_compared_by_words() -> None:
    old = read("so they went", "home. Then they", "slept")
    new = read("So they", "went home.", "then they slept!")
    difference = compare(old, new)
    assert changes(difference) == [
        (1, "recased", "so", "So"),
        (2, "recased", "Then", "then"),
        (3, "inserted", "", "!"),
    ]
    assert not difference.words_differ
    assert difference.times_differ


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (["they went", "Well, home they", "slept"], [(2, "", "Well, ")]),
        (["they went far", "so home they", "slept"], [(1, "", "far"), (2, "", "so ")]),
        (["they went far", "off they", "slept"], [(1, "", "far"), (2, "home", "off")]),
        (
            ["they walked", "up", "and slept"],
            [(1, "went", "walked"), (2, "home they", "up"), (3, "", "and ")],
        ),
    ],
)
def test_a_word_belongs_to_the_cue_that_it_is_put_in(
    new: list[str], expected: list[tuple[int, str, str]]
) -> None:
    difference = compare(read("they went", "home they", "slept"), read(*new))
    assert [(cue, old, new) for cue, _, old, new in changes(difference)] == expected
    assert verdict(difference) == "Words differ; times are the same."


def test_texts_without_times_are_compared_by_words() -> None:
    difference = compare(read("so they went", "home"), parse(b"So they went home.\n"))
    assert [kind for _, kind, _, _ in changes(difference)] == ["recased", "inserted"]
    assert verdict(difference) == "Words are the same; there are no times to compare."
    assert difference.only_marks_and_case


def test_other_quotes_are_no_marks() -> None:
    difference = compare(read('it\'s "no"'), read("it’s “no”"))
    assert {kind for _, kind, _, _ in changes(difference)} == {"other"}
    assert not difference.words_differ
    assert verdict(difference).endswith("other signs differ.")


def test_other_tags_and_lines_are_told() -> None:
    difference = compare(read("<i>one</i> two", "three four"), read("one two", "three\nfour"))
    assert changes(difference) == []
    assert (difference.totals.tags, difference.totals.lines) == (1, 1)
    same = "Words and times are the same. Marks and case are the same too."
    assert verdict(difference) == f"{same} Lines or spaces differ. Tags differ."


@pytest.mark.parametrize("tag", ["<v Ann>", "<c.loud>", "<00:00:01.500>", "<i>"])
def test_a_lost_tag_is_a_loss_where_the_format_has_the_same(tag: str) -> None:
    text = f"WEBVTT\n\n00:01.000 --> 00:02.000\none {tag}two\n\n00:03.000 --> 00:04.000\nthree\n"
    marked = text.replace("three", "Three.")
    kept, lost = (
        compare(parse(text.encode()), parse(new.encode()))
        for new in (marked, marked.replace(tag, ""))
    )
    assert kept.only_marks_and_case
    assert not lost.only_marks_and_case
    assert lost.tags_differ
    # Subtitles in another format have others.
    other = compare(parse(text.encode()), parse(convert(parse(text.encode()), SUBRIP).content))
    assert not other.tags_differ


@pytest.mark.parametrize("space", ["\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", " "])
def test_the_space_of_a_french_mark_is_no_other_line(space: str) -> None:
    difference = compare(read("ah bon oui"), read(f"ah bon{space}? Oui{space}!"))
    assert (difference.totals.added, difference.totals.lines) == (2, 0)
    assert compare(read("ah bon oui"), read("ah bon  oui")).totals.lines == 1


def test_rolling_captions_count_once() -> None:
    old = parse(ROLLING.encode())
    new = parse(ROLLING.replace("up the hill", "up the hill,").encode())
    difference = compare(old, new)
    assert difference.totals.added == 6
    assert sum(cue.changed for cue in difference.cues) == 12


def test_what_stands_for_a_line_shown_again_and_again_is_told_once() -> None:
    words = [f"w{at}" for at in range(3000)]
    stuck = "".join(
        f"00:{at // 60:02}:{at % 60:02}.000 --> 00:{at // 60:02}:{at % 60:02}.900\nThank you.\n\n"
        for at in range(1000)
    )
    difference = compare(parse(f"WEBVTT\n\n{stuck}".encode()), read(" ".join(words)))
    told = [len(piece.new) for cue in difference.cues for piece in cue.pieces]
    assert difference.totals.words == len(words)
    assert told[0] >= len(" ".join(words))
    assert sum(told) < 200_000


def test_rolling_captions_and_their_text_hold_the_same_words() -> None:
    lines = ["so we went", "up the hill", "and saw the sea"] * 6
    difference = compare(parse(ROLLING.encode()), parse("\n".join(lines).encode()))
    assert difference.only_marks_and_case
    assert changes(difference) == []


def test_an_empty_text_can_be_compared() -> None:
    empty = parse(b"")
    assert changes(compare(empty, read("one two"))) == [(1, "reworded", "", "one two")]
    assert changes(compare(read("one two"), empty)) == [(1, "reworded", "one two", "")]


def test_the_page_shows_both_sides_and_hides_nothing() -> None:
    old = read("so <b>they</b> & we", "kept", "kept too", "שלום עולם")
    new = read("So they & we.", "kept", "kept too", "שלום, עולם")
    text = page(compare(old, new), "<old>.srt", "new.srt")
    assert '<del class="recased">so</del> they &amp; we</div>' in text
    assert '<ins class="recased">So</ins> they &amp; we<ins class="inserted">.</ins></div>' in text
    assert "… 2 cues\nas they were …" in text
    assert '<div dir="auto">שלום<ins class="inserted">,</ins> עולם</div>' in text
    assert "<old>" not in text
    assert "src=" not in text
    assert "http" not in text


def test_cues_that_are_more_or_fewer_are_counted() -> None:
    short, long = read("one two"), read("one", "two", "three")
    assert ("cues more", 2) in figures(compare(short, long))
    assert ("cues fewer", 2) in figures(compare(long, short))


def test_json_holds_what_changed() -> None:
    row = as_json(compare(read("one two", "kept"), read("one, two", "kept")))
    assert row["totals"] == {
        "added": 1,
        "removed": 0,
        "replaced": 0,
        "capitals": 0,
        "words": 0,
        "others": 0,
        "times": 0,
        "tags": 0,
        "lines": 0,
    }
    assert row["changes"] == [
        {
            "cue": 1,
            "times": (60_000, 62_000),
            "new_times": (60_000, 62_000),
            "pieces": [
                {"kind": "kept", "old": "one"},
                {"kind": "inserted", "old": "", "new": ","},
                {"kind": "kept", "old": " two"},
            ],
        }
    ]


@pytest.mark.skipif(not REAL.is_dir(), reason="the collection of real subtitles is not at hand")
@pytest.mark.parametrize("path", sorted(REAL.glob("*.[sv]*t")), ids=lambda path: path.name)
def test_real_files_keep_their_words_under_edits(path: Path) -> None:
    document = parse(path.read_bytes(), name=path.name)
    transcript = read_words(document)
    marks, cases = list(Mark), list(Case)
    edits = {at: Edit(marks[at % 9], cases[at % 4]) for at in range(0, len(transcript.gaps), 7)}
    difference = compare(document, render(transcript, edits))
    assert difference.only_marks_and_case


def test_the_parts_of_a_long_paragraph_are_compared_one_by_one() -> None:
    old = parse(" ".join(["and so we went on"] * 30).encode(), name="talk.txt")
    transcript = read_words(old, "en")
    new = render(transcript, {len(transcript.words): Edit(Mark.PERIOD, Case.KEEP)})
    assert len(old.cues) > 1
    *before, last = (compare_cue(old, cue, new.cue_text(cue)) for cue in range(len(old.cues)))
    assert not any(cue.changed for cue in before)
    assert last.changed


NOTED = "WEBVTT\n\nNOTE checked by Ann\n\nintro\n00:01.000 --> 00:02.000 line:0\nSo they left.\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [("NOTE checked by Ann\n\n", ""), ("intro\n", ""), (" line:0", " line:90%")],
)
def test_what_goes_beside_the_cues_is_told(old: str, new: str) -> None:
    difference = compare(parse(NOTED.encode()), parse(NOTED.replace(old, new).encode()))
    assert not difference.only_marks_and_case
    assert "beside the cues" in verdict(difference)
    assert as_json(difference)["beside_differs"] is True


@pytest.mark.parametrize(
    "new",
    [
        NOTED.replace("\n", "\r\n"),
        NOTED.replace("left.", "left!"),
        NOTED.replace("00:02.000", "00:03.000"),
        NOTED.replace("left.\n", "left.\n\n"),
    ],
)
def test_line_ends_and_times_are_not_beside_the_cues(new: str) -> None:
    assert not compare(parse(NOTED.encode()), parse(new.encode())).beside_differs


def test_sharp_s_is_not_two_letters() -> None:
    difference = compare(read("in Maßen"), read("in Massen"))
    assert difference.totals.words == 1
    assert compare(read("ΟΔΟΣ"), read("οδος")).totals.capitals == 1
    assert compare(read("οδός"), read("ΟΔΌΣ")).totals.words == 0


def test_a_long_line_beside_the_cues_takes_no_longer_than_its_letters() -> None:
    def noted(size: int) -> Document:
        return parse(
            f"WEBVTT\n\nNOTE {'checked ' * size}\n\n00:01.000 --> 00:02.000\nSo\n".encode()
        )

    check_linear(noted, lambda document: differs_beside(document, document), 2_000)


def test_the_time_for_labels_grows_no_faster_than_a_line() -> None:
    web = parse(b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>So\n")
    for lead in ("-", "<", "a", "<b>"):

        def lined(size: int, lead: str = lead) -> Document:
            return read(lead * size + "\nb: c")

        check_linear(lined, lambda document: without_labels(web, document), 40_000)
