"""Suggestions for a part of a text change nothing outside it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.decoding.proposing.selection import about, joined, words_by, words_in
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.speakers import speakers_of
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.words import Case, Mark, Suggestion

LINES = (
    "well we talked about it and",
    'she said, "why not" to nobody',
    "so it goes. And then",
    "he came home at last",
    "where is it? Here it is",
)
SIGNED = (
    "¿Vienes, Ana? pero no sé",
    "qué quieres, amigo",
    "dime por qué, ¿no? Y luego",
    "él vino. ¿Cómo, así",
    "estás aquí? Bien, hola",
)
TALK = """WEBVTT

00:01.000 --> 00:02.000
<v Anna Bell>well this is it</v>

00:02.000 --> 00:03.000
is it not <v Ben>no it is not

00:03.000 --> 00:04.000
and here I go on
- yes you do
CHARLIE: who are you

00:04.000 --> 00:05.000
<v Anna Bell>- nobody
"""
MARKS = st.sampled_from([mark for mark in Mark if mark is not Mark.DASH])


def srt(lines: tuple[str, ...] = LINES) -> str:
    return "\n".join(
        f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n{line}\n" for at, line in enumerate(lines, 1)
    )


def texts(transcript: Transcript, found: tuple[Suggestion, ...]) -> list[str]:
    result = render(transcript, accepted(found, 0.0))
    return [result.cue_text(cue) for cue in range(len(result.cues))]


@settings(max_examples=40)
@given(
    st.data(),
    st.sets(st.integers(0, 4)),
    st.sampled_from([("en", LINES), ("fr", LINES), ("es", LINES), ("es", SIGNED)]),
)
def test_other_cues_keep_every_byte(
    data: st.DataObject, cues: set[int], written: tuple[str, tuple[str, ...]]
) -> None:
    language, lines = written
    transcript = read_words(parse(srt(lines).encode()), language)
    proposed = [
        Suggestion(gap, data.draw(MARKS), data.draw(st.sampled_from(Case)), 0.9)
        for gap in range(len(transcript.gaps))
    ]
    kept = about(transcript, proposed, words_in(transcript, cues))
    for subset in (kept, kept[::2], kept[1::3]):
        after = texts(transcript, subset)
        assert [after[cue] for cue in range(5) if cue not in cues] == [
            lines[cue] for cue in range(5) if cue not in cues
        ]


def test_without_signs_around_all_but_questions_comes_at_the_edge_of_some_cues() -> None:
    lines = ("así fue todo", "hola qué tal", "está muy caro", "bueno pues nada")
    transcript = read_words(parse(srt(lines).encode()), "es")
    marks = {4: Mark.COMMA, 6: Mark.QUESTION, 9: Mark.PERIOD}
    proposed = [Suggestion(gap, mark, Case.CAPITALISED, 0.9) for gap, mark in marks.items()]
    kept = about(transcript, proposed, words_in(transcript, {1, 2}))
    assert texts(transcript, kept) == [lines[0], "hola, Qué tal", "está muy caro.", lines[3]]
    beside = read_words(parse(srt((*lines[:3], "¿bueno pues nada?")).encode()), "es")
    assert about(beside, proposed, words_in(beside, {1, 2})) == ()


def test_a_first_capital_that_is_not_proposed_again_is_gone() -> None:
    transcript = read_words(parse(srt().encode()))
    old = [Suggestion(gap, Mark.NONE, Case.CAPITALISED, 0.9) for gap in (0, 9)]
    found = joined(transcript, old, [], words_in(transcript, {0}))
    assert [suggestion.gap for suggestion in found] == [9]


def test_a_full_stop_at_the_edge_leaves_the_next_capital_alone() -> None:
    transcript = read_words(parse(srt().encode()))
    edge = max(words_in(transcript, {0})) + 1
    ends = Suggestion(edge, Mark.PERIOD, Case.CAPITALISED, 0.9)
    first = Suggestion(0, Mark.NONE, Case.CAPITALISED, 0.9)
    kept = about(transcript, [first, ends], words_in(transcript, {0}))
    assert texts(transcript, kept)[:2] == ["Well we talked about it and.", LINES[1]]


def test_a_mark_before_the_part_is_not_put_and_brings_no_capital() -> None:
    transcript = read_words(parse(srt().encode()))
    start = min(words_in(transcript, {1}))
    before = Suggestion(start, Mark.PERIOD, Case.CAPITALISED, 0.9)
    alone = Suggestion(start, Mark.NONE, Case.CAPITALISED, 0.9)
    assert about(transcript, [before], words_in(transcript, {1})) == ()
    assert about(transcript, [alone], words_in(transcript, {1})) == (alone,)


@settings(max_examples=40)
@given(st.data(), st.sets(st.integers(0, 4)))
def test_old_suggestions_stay_as_they_were_outside(data: st.DataObject, cues: set[int]) -> None:
    transcript = read_words(parse(srt().encode()))
    words = words_in(transcript, cues)
    old, new = (
        tuple(
            Suggestion(gap, data.draw(MARKS), data.draw(st.sampled_from(Case)), 0.9)
            for gap in sorted(data.draw(st.sets(st.integers(0, len(transcript.gaps) - 1))))
        )
        for _ in range(2)
    )
    found = joined(transcript, old, about(transcript, new, words), words)
    after, before = texts(transcript, found), texts(transcript, old)
    assert [after[cue] for cue in range(5) if cue not in cues] == [
        before[cue] for cue in range(5) if cue not in cues
    ]


def test_speakers_are_those_whom_the_file_names() -> None:
    transcript = read_words(parse(TALK.encode()))
    said = {
        name: " ".join(transcript.words[at].text for at in sorted(words))
        for name, words in speakers_of(transcript).items()
    }
    assert said == {
        "Anna Bell": "well this is it is it not nobody",
        "Ben": "no it is not and here I go on",
        "CHARLIE": "who are you",
    }
    assert words_by(transcript, "nobody") == frozenset()


def test_a_file_without_names_has_no_speakers() -> None:
    assert speakers_of(read_words(parse(srt().encode()))) == {}


def test_only_what_one_speaker_says_is_about_that_speaker() -> None:
    transcript = read_words(parse(TALK.encode()))
    proposed = [Suggestion(at, Mark.COMMA, Case.UPPER, 0.9) for at in range(len(transcript.gaps))]
    kept = about(transcript, proposed, words_by(transcript, "Ben"))
    assert texts(transcript, kept)[:3] == [
        "<v Anna Bell>well this is it</v>",
        "is it not <v Ben>NO, IT, IS, NOT,",
        "AND, HERE, I, GO, ON,\n- yes you do\nCHARLIE: who are you",
    ]
