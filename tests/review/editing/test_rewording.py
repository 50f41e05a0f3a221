"""Words are changed in the cue that was edited, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from subpunct_app.review.editing.rewording import edited, gap_after
from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Decision, Edit, Verdict
from subpunct_app.text.words import Case, Mark, Suggestion
from tests.growth import check_linear
from tests.subtitles.reading.spoken import cues

SRT = (
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>there is ice</i>\r\nin the glass\r\n\r\n"
    "2\r\n00:00:03,000 --> 00:00:04,000\r\nand it floats why\r\n\r\n"
    "3\r\n00:00:05,000 --> 00:00:06,000\r\nnobody knows\r\n"
)
ICE, GLASS, FLOATS, WHY = 3, 6, 9, 10
SUGGESTED = (
    Suggestion(0, Mark.NONE, Case.CAPITALISED, 0.9),
    Suggestion(ICE, Mark.COMMA, Case.KEEP, 0.6),
    Suggestion(GLASS, Mark.PERIOD, Case.CAPITALISED, 0.9),
    Suggestion(FLOATS, Mark.COMMA, Case.KEEP, 0.7),
    Suggestion(WHY, Mark.QUESTION, Case.CAPITALISED, 0.8),
)
PAYLOADS = st.lists(
    st.sampled_from(
        [
            *("one", "Two", "three,", "four.", "five?", "it's", "8", "JOHN:", "- yes", "Dr."),
            *("it?s", "\n3. so", "(a", "(4)", "5)", "http://an.org/"),
            *(
                "<i>six</i>",
                '"seven"',
                "<00:00:01.000><c> eight</c>",
                "a\u00a0b",
                "&amp;",
                "\udc80",
            ),
        ]
    ),
    max_size=6,
).map(" ".join)
TYPED = st.lists(
    st.sampled_from(
        [
            "one",
            "Two",
            "nine.",
            "three,",
            "four",
            "it's",
            "it?s",
            "JOHN:",
            "- ",
            "<i>",
            "(",
            "2.",
            "...",
            "\n",
        ]
    ),
    max_size=6,
).map(" ".join)


def sheet_of(text: str, suggestions: tuple[Suggestion, ...] = SUGGESTED) -> Sheet:
    document = parse(text.encode("utf-8", "surrogateescape"))
    return Sheet(document, read_words(document), ReviewSession(suggestions))


def decide(sheet: Sheet, decision: Decision, *gaps: int) -> None:
    assert sheet.session is not None
    sheet.session.apply(sheet.session.decide(gaps or sheet.session.gaps, decision, ""))


def state_of(sheet: Sheet) -> dict[str, Decision]:
    """Return what is decided about each suggestion, by the words around it."""
    assert sheet.session is not None
    assert sheet.transcript is not None
    words = ["^", *(word.text for word in sheet.transcript.words), "$"]
    return {
        f"{words[gap]} {words[gap + 1]}": sheet.session.verdict(gap).decision
        for gap in sheet.session.gaps
    }


def result(sheet: Sheet) -> Document:
    assert sheet.session is not None
    assert sheet.transcript is not None
    return render(sheet.transcript, sheet.session.edits())


def around(document: Document, *cues: int) -> list[bytes]:
    places = [0, *(place for cue in sorted(cues) for place in document.cues[cue][:2])]
    ends = [*places[1:], len(document.text)]
    parts = [document.text[start:end] for start, end in zip(places, ends, strict=True)]
    return [document.encoding.encode(part) for part in parts[::2]]


def rolling_text() -> str:
    lines = ["thank you", "we talked about bridges", "and today", "about kitchens", "why", "bye"]
    payloads = [lines[0]]
    for at in range(1, len(lines)):
        payloads += [f"{lines[at - 1]}\n{lines[at]}", lines[at]]
    cues = (
        f"00:0{n // 10}.{n % 10}00 --> 00:0{n // 10}.{n % 10}50\n{text}\n"
        for n, text in enumerate(payloads)
    )
    return "WEBVTT\n\n" + "\n".join(cues)


def beside(transcript: Transcript, cue: int) -> set[int]:
    words = transcript.words_of(cue)
    return transcript.cues_of(words.start) | transcript.cues_of(words.stop)


def test_what_is_edited_reads_as_it_would_be_written() -> None:
    sheet = sheet_of(SRT)
    decide(sheet, Decision.ACCEPTED, 0, GLASS)
    assert sheet.copy_of(0).text == "{\\an8}<i>There is ice</i>\nin the glass."
    assert sheet.copy_of(1).text == "And it floats why"


@pytest.mark.parametrize("others", [(), (Suggestion(1, Mark.PERIOD, Case.KEEP, 0.6),)])
def test_a_spanish_question_opens_behind_the_last_mark_for_sure(
    others: tuple[Suggestion, ...],
) -> None:
    document = parse("dime\n\ndónde vives\n\nahora\n".encode())
    asked = Suggestion(4, Mark.QUESTION, Case.KEEP, 0.9)
    sheet = Sheet(document, read_words(document, "es"), ReviewSession([*others, asked]))
    decide(sheet, Decision.ACCEPTED, 4)
    assert [sheet.copy_of(cue).text for cue in range(3)] == ["¿dime", "dónde vives", "ahora?"]


def test_one_word_is_changed_and_nothing_else() -> None:
    new = edited(sheet_of(SRT), [CueEdit(0, "{\\an8}<i>there is snow</i>\nin the glass")])
    assert new.document.text == SRT.replace("ice", "snow")
    assert set(state_of(new)) == {"^ there", "glass and", "floats why", "why nobody"}


def test_suggestions_behind_the_edit_move_along() -> None:
    sheet = sheet_of(SRT)
    decide(sheet, Decision.REJECTED, FLOATS)
    new = edited(sheet, [CueEdit(0, "{\\an8}<i>there is a lot of ice</i>\nin the glass")])
    assert new.session is not None
    assert new.session.gaps == (0, ICE + 3, GLASS + 3, FLOATS + 3, WHY + 3)
    assert state_of(new) == state_of(sheet)


def test_decisions_beside_an_edit_stay_decisions() -> None:
    sheet = sheet_of(SRT)
    decide(sheet, Decision.ACCEPTED)
    new = edited(sheet, [CueEdit(1, "And now it floats, why?")])
    assert new.document.text == SRT.replace("and it", "and now it")
    assert state_of(new) == {
        **dict.fromkeys(["^ there", "ice in", "glass and"], Decision.ACCEPTED),
        **dict.fromkeys(["floats why", "why nobody"], Decision.ACCEPTED),
    }
    assert result(new).text == result(sheet).text.replace("And it", "And now it")


def test_a_sign_that_the_model_saw_goes_with_its_word() -> None:
    sheet = sheet_of(SRT)
    assert sheet.transcript is not None
    seen = replace(sheet.transcript, openings={FLOATS - 2: ("¿", 0.8), WHY - 1: ("¿", 0.7)})
    new = edited(replace(sheet, transcript=seen), [CueEdit(1, "and so it's afloat why")])
    assert new.transcript is not None
    assert new.transcript.openings == {WHY: ("¿", 0.7)}


def test_an_accepted_mark_that_was_deleted_is_gone() -> None:
    sheet = sheet_of(SRT)
    decide(sheet, Decision.ACCEPTED)
    new = edited(sheet, [CueEdit(1, "And it floats why?")])
    assert "floats why" not in state_of(new)
    assert result(new).text == result(sheet).text.replace("floats,", "floats")


def test_what_an_accepted_mark_did_to_the_next_cue_stays() -> None:
    sheet = sheet_of(SRT)
    decide(sheet, Decision.ACCEPTED)
    new = edited(sheet, [CueEdit(0, "{\\an8}<i>There is ice,</i>\nin the jug.")])
    assert result(new).text == result(sheet).text.replace("glass", "jug")
    back = edited(new, [CueEdit(1, "it floats, why?")])
    assert result(back).text == result(new).text.replace("And it", "it")


def test_a_cue_without_review_can_be_edited() -> None:
    document = parse(SRT.encode())
    for sheet in (Sheet(document), Sheet(document, read_words(document))):
        new = edited(sheet, [CueEdit(2, "nobody knew\nthat")])
        assert new.document.text == SRT.replace("knows", "knew\r\nthat")


def test_markup_behind_a_mark_that_was_taken_out_stays() -> None:
    text = SRT.replace("and it floats why", "and, it <i>floats</i> why")
    sheet = sheet_of(text, (Suggestion(GLASS + 1, Mark.NONE, Case.KEEP, 0.9),))
    decide(sheet, Decision.ACCEPTED)
    new = edited(sheet, [CueEdit(1, "and it <i>floats</i> so")])
    assert result(new).text == text.replace("and, ", "and ").replace("why", "so")


def test_times_of_words_are_neither_shown_nor_lost() -> None:
    payload = "good<00:00:01.500><c> old</c><00:00:01.800><c> morning</c>"
    sheet = sheet_of(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{payload}\n", ())
    assert sheet.copy_of(0).text == "good old morning"
    new = edited(sheet, [CueEdit(0, "good old evening, dear")])
    assert new.document.cue_text(0) == payload.replace("morning", "evening, dear")


@pytest.mark.parametrize(
    ("cue", "typed"),
    [
        (1, "thank you\nwe spoke about bridges."),
        (2, "we spoke about bridges."),
        (3, "we spoke about bridges.\nAnd today"),
    ],
)
def test_a_rolling_line_is_edited_wherever_it_shows(cue: int, typed: str) -> None:
    text = rolling_text()
    sheet = sheet_of(text, (Suggestion(6, Mark.PERIOD, Case.CAPITALISED, 0.9),))
    decide(sheet, Decision.ACCEPTED)
    new = edited(sheet, [CueEdit(cue, typed)])
    assert new.document.text == text.replace("talked", "spoke")
    assert state_of(new) == {"bridges and": Decision.ACCEPTED}


def test_a_blank_line_of_rolling_captions_is_filled_where_it_stands_only() -> None:
    spoken = "we talked about bridges"
    text = rolling_text().replace(f"\n{spoken}\n", f"\n{spoken}\n \n")
    new = edited(sheet_of(text, ()), [CueEdit(3, f"{spoken}\nso\nand today")])
    assert new.document.text == text.replace("\n \nand", "\nso\nand")


def test_a_line_of_rolling_captions_is_taken_out_where_it_stands_only() -> None:
    text = rolling_text()
    new = edited(sheet_of(text, ()), [CueEdit(2, "")])
    times = "00:00.200 --> 00:00.250\n"
    assert new.document.text == text.replace(f"{times}we talked about bridges", times)


@pytest.mark.parametrize("cue", [1, 2, 3])
@pytest.mark.parametrize(
    "typed",
    [lambda old: "", lambda old: old + "\nindeed", lambda old: old.replace(" about", "\nabout")],
)
def test_lines_that_roll_on_no_more_keep_their_marks(cue: int, typed: Callable[[str], str]) -> None:
    case_of = dict.fromkeys(Mark, Case.CAPITALISED) | {Mark.COMMA: Case.KEEP}
    marks = {2: Mark.PERIOD, 4: Mark.COMMA, 6: Mark.PERIOD, 8: Mark.QUESTION}
    sheet = sheet_of(
        rolling_text(),
        tuple(Suggestion(gap, mark, case_of[mark], 0.9) for gap, mark in marks.items()),
    )
    decide(sheet, Decision.ACCEPTED)
    wanted = [result(sheet).cue_text(at) for at in range(len(sheet.document.cues))]
    wanted[cue] = typed(wanted[cue])
    new = edited(sheet, [CueEdit(cue, wanted[cue])])
    assert [result(new).cue_text(at) for at in range(len(new.document.cues))] == wanted


@pytest.mark.parametrize("typed", ["00:00:01,000 --> 00:00:02,000", "a\n1:02:03,5 -> 1:02:04,0"])
def test_a_text_that_would_be_a_cue_of_its_own_is_refused(typed: str) -> None:
    with pytest.raises(FileError):
        edited(sheet_of(SRT), [CueEdit(0, typed)])


@pytest.mark.parametrize("typed", ["there is ice\x00", "there\x0bis", "there\x1b is"])
def test_a_control_character_is_refused(typed: str) -> None:
    with pytest.raises(FileError, match="control character"):
        edited(sheet_of(SRT), [CueEdit(1, typed)])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_the_file_has_it(end: str) -> None:
    new = edited(sheet_of(SRT), [CueEdit(1, f"there is{end}ice")])
    assert new.document.cue_text(1) == "there is\r\nice"


def test_blank_lines_do_not_end_the_cue() -> None:
    new = edited(sheet_of(SRT), [CueEdit(1, "and it\n\n \nfloats why\n")])
    assert new.document.cue_text(1) == "and it\r\nfloats why"
    assert len(parse(new.document.to_bytes()).cues) == 3


def test_blanks_before_a_paragraph_are_no_part_of_it_but_of_a_cue() -> None:
    sheet = sheet_of("there is ice\n\nin the glass\n", (Suggestion(3, Mark.PERIOD, Case.KEEP, 1),))
    decide(sheet, Decision.ACCEPTED)
    new = edited(sheet, [CueEdit(1, "  on the glass")])
    assert result(new).text == "there is ice.\n\non the glass\n"
    assert edited(sheet_of(SRT), [CueEdit(1, "  and")]).document.cue_text(1) == "  and"


def test_an_empty_cue_can_be_filled_and_emptied() -> None:
    text = SRT.replace("and it floats why\r\n", "")
    new = edited(sheet_of(text, ()), [CueEdit(1, "filled")])
    assert [cue.label for cue in parse(new.document.to_bytes()).cues] == ["1", "2", "3"]
    assert edited(new, [CueEdit(1, "")]).document.cue_text(1).strip() == ""


@pytest.mark.parametrize("number", ["2\r\n", "", " \r\n2\r\n", " \r\n"])
def test_an_empty_cue_without_a_blank_line_behind_it_can_be_filled(number: str) -> None:
    times = "00:00:01,000 --> 00:00:02,000\r\n"
    text = f"1\r\n{times}{number}{times}ice\r\n"
    new = edited(sheet_of(text, ()), [CueEdit(0, "filled")]).document
    assert new.text == text.replace(f"{times}{number}", f"{times}filled\r\n\r\n{number}", 1)
    again = parse(new.to_bytes())
    assert [again.cue_text(cue).strip() for cue in range(2)] == ["filled", "ice"]
    assert edited(Sheet(new), [CueEdit(0, "")]).document.text == text


@pytest.mark.parametrize(
    "text",
    [
        "1\r\n00:00:01,000 --> 00:00:02,000",
        "WEBVTT\r\n\r\n00:01.000 --> 00:02.000",
        "0:00:01.000,0:00:02.000",
    ],
)
def test_a_cue_can_be_filled_where_the_file_ends_with_its_times(text: str) -> None:
    new = edited(sheet_of(text, ()), [CueEdit(0, "filled")]).document
    assert new.text.splitlines() == [*text.splitlines(), "filled"]
    assert parse(new.to_bytes()).cue_text(0) == "filled"


@pytest.mark.parametrize(
    ("now", "gap", "there"),
    [
        ("one two five", 5, 5),
        ("one and two three", 5, 6),
        ("four five six seven", 4, 4),
        ("four", 5, 4),
        ("four five six seven", 6, 7),
    ],
)
def test_a_place_is_found_by_the_words_before_or_behind_it_or_as_far_as_it_was(
    now: str, gap: int, there: int
) -> None:
    old, new = (read_words(cues("it is so", text, "and on")) for text in ("one two three", now))
    assert gap_after(old, new, gap) == there


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    payloads = draw(st.lists(PAYLOADS, min_size=1, max_size=4))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    blocks = (f"00:0{at}.000 --> 00:0{at}.500\n{text}\n" for at, text in enumerate(payloads))
    # So much in lower case keeps a file from being taken for one that is all in capitals.
    last = "00:09.000 --> 00:09.500\n" + "and so on " * 9 + "\n"
    text = "\n".join(["WEBVTT\n", *blocks, last]).replace("\n", end)
    document = parse(text.encode("utf-8", "surrogateescape"))
    transcript = read_words(document)
    gaps = draw(st.sets(st.integers(0, len(transcript.gaps) - 1)))
    edits = st.tuples(st.sampled_from(Mark), st.sampled_from(Case))
    suggestions = [_possible(transcript, Suggestion(gap, *draw(edits), 0.5)) for gap in gaps]
    session = ReviewSession(suggestions)
    for gap in gaps:
        suggestion = session.suggestion(gap)
        verdict = Verdict(Edit(suggestion.mark, suggestion.case), draw(st.sampled_from(Decision)))
        session.apply(session.decide([gap], verdict.decision, ""))
    return Sheet(document, transcript, session)


def _possible(transcript: Transcript, suggestion: Suggestion) -> Suggestion:
    gap = transcript.gaps[suggestion.gap]
    return replace(suggestion, mark=gap.current) if gap.fixed else suggestion


@st.composite
def edits_of(draw: st.DrawFn, sheet: Sheet) -> CueEdit:
    """Change one stretch of a cue, as people do, or all of it."""
    cue = draw(st.integers(0, len(sheet.document.cues) - 1))
    text = sheet.copy_of(cue).text
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    return CueEdit(cue, text[:start] + draw(TYPED) + text[end:])


@given(sheets(), st.data())
def test_other_cues_keep_every_byte(sheet: Sheet, data: st.DataObject) -> None:
    edit = data.draw(edits_of(sheet))
    new = edited(sheet, [edit])
    assert sheet.transcript is not None
    written = {
        cue
        for cue in beside(sheet.transcript, edit.cue)
        if new.document.cue_text(cue) != sheet.document.cue_text(cue)
    } | {edit.cue}
    assert around(new.document, *written) == around(sheet.document, *written)
    # What was accepted beside the cue may have to be written, to go on reading so.
    for cue in written - {edit.cue}:
        assert new.copy_of(cue).text == sheet.copy_of(cue).text
    assert new.transcript == read_words(new.document)


@given(sheets(), st.data())
def test_the_cue_reads_as_typed_and_others_as_before(sheet: Sheet, data: st.DataObject) -> None:
    edit = data.draw(edits_of(sheet))
    new = edited(sheet, [edit])
    typed = "\n".join(line for line in edit.text.split("\n") if line.strip())
    shown = [new.copy_of(cue).text for cue in range(len(new.document.cues))]
    wanted = [sheet.copy_of(cue).text for cue in range(len(new.document.cues))]
    wanted[edit.cue] = typed
    assert [text.strip("\n") for text in shown] == wanted


@given(sheets(), st.data())
def test_one_edit_after_the_other_is_kept(sheet: Sheet, data: st.DataObject) -> None:
    for _ in range(3):
        sheet = edited(sheet, [data.draw(edits_of(sheet))])
        assert sheet.transcript == read_words(sheet.document)
        assert sheet.session is not None
        same = ReviewSession(sheet.session.suggestions, sheet.session.verdicts())
        assert in_every_order(sheet.session) == in_every_order(same)
        assert not impossible_in(sheet)


@given(TYPED, st.integers(0, 5), st.booleans())
def test_a_part_of_a_long_paragraph_is_read_with_the_others(
    typed: str, cue: int, wrapped: bool
) -> None:
    words = ["JOHN: one two", "three. four", "- five (six)", "1. seven"] * 40
    sheet = sheet_of(("\n" if wrapped else " ").join(words))
    edit = CueEdit(cue, f"{sheet.copy_of(cue).text} {typed}")
    new = edited(sheet, [edit])
    assert new.transcript == read_words(new.document)


def impossible_in(sheet: Sheet) -> list[int]:
    """Return the gaps where a mark is on offer that cannot be put."""
    assert sheet.transcript is not None
    assert sheet.session is not None
    gaps, verdicts = sheet.transcript.gaps, sheet.session.verdicts()
    return [
        gap
        for gap, verdict in verdicts.items()
        if gaps[gap].fixed and verdict.edit.mark is not gaps[gap].current
    ]


def in_every_order(session: ReviewSession) -> tuple[object, ...]:
    """Return all that a session says, and where it leads in the order of text and of doubt."""
    gaps = list(session.gaps)
    return (
        gaps,
        session.suggestions,
        session.verdicts(),
        session.open_count,
        [(session.next_open(gap), session.previous_doubtful(gap)) for gap in gaps],
        [session.count_above(sure) for sure in (0.0, 0.5, 0.9)],
    )


@given(sheets(), st.data())
def test_an_edit_that_is_taken_back_by_hand_leaves_no_trace(
    sheet: Sheet, data: st.DataObject
) -> None:
    bare = Sheet(sheet.document)
    edit = data.draw(edits_of(bare))
    # What is not shown stays, but nobody can tell where in words that were typed anew.
    assume(bare.copy_of(edit.cue).text == bare.document.cue_text(edit.cue).replace("\r\n", "\n"))
    new = edited(bare, [edit])
    assert edited(new, [CueEdit(edit.cue, bare.copy_of(edit.cue).text)]).document == sheet.document


@pytest.mark.parametrize(("words", "suggested"), [(("one", "one"), False), (("one", "two"), True)])
def test_thousands_of_cues_are_changed_at_once_in_linear_time(
    words: tuple[str, str], suggested: bool
) -> None:
    cues = "".join(f"1\n00:00:01,000 --> 00:00:02,000\n{word}\n\n" for word in words)

    def made(count: int) -> Sheet:
        gaps = range(1, count) if suggested else ()
        proposed = tuple(Suggestion(gap, Mark.COMMA, Case.KEEP, 0.5) for gap in gaps)
        return sheet_of(cues * (count // 2), proposed)

    def change(sheet: Sheet) -> None:
        count = len(sheet.document.cues)
        new = edited(sheet, [CueEdit(cue, "three") for cue in range(count)])
        assert new.document.to_bytes().count(b"three") == count
        assert new.transcript is not None
        assert {word.text for word in new.transcript.words} == {"three"}

    check_linear(made, change, 4000)


def test_a_word_in_a_huge_cue_is_changed_in_linear_time() -> None:
    def made(words: int) -> Sheet:
        text = " ".join(f"one{at} two" for at in range(words // 2))
        document = parse(f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n".encode())
        suggestions = [Suggestion(gap, Mark.COMMA, Case.KEEP, 0.9) for gap in range(1, words, 2)]
        session = ReviewSession(suggestions)
        session.apply(session.accept_above(0.5))
        return Sheet(document, read_words(document), session)

    def change(sheet: Sheet) -> None:
        text = sheet.copy_of(0).text.replace("two one", "two or one")
        assert edited(sheet, [CueEdit(0, text)]).copy_of(0).text == text

    check_linear(made, change, 6000)
