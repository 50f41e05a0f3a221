"""Where cues and lines may end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.languages.scripts import joined, width
from subpunct_app.speech.recognition.cues import (
    Boundary,
    CueLimits,
    TimedCue,
    boundaries,
    build_cues,
)
from subpunct_app.speech.recognition.recogniser import SpokenWord

PAUSE_MS = 1_000
_LONG = (
    "I wonder now whether you could look at No. 7 and then ask the old Gen. Lee or perhaps his "
    "friend Capt. Cook about what it was that Dr. Watson had seen"
)


def after(text: str, *, pause_ms: int = 0, language: str = "en") -> list[Boundary]:
    """Return the boundary after each word of a text, with a pause between any two."""
    words = [
        SpokenWord(word, at * (300 + pause_ms), at * (300 + pause_ms) + 300)
        for at, word in enumerate(text.split())
    ]
    return boundaries(words, PAUSE_MS, language)


@pytest.mark.parametrize("text", ["Dr. Watson", "well… maybe", "so but"])
def test_no_sentence_ends_after_titles_and_before_small_letters(text: str) -> None:
    assert not after(text, pause_ms=5 * PAUSE_MS)[0].sentence


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I met him on Jan. 5th and asked Gen. Lee or Capt. Cook about it."),
        ("en", "Please see No. 7 and p. 12, i.e. 40 pages at Acme Inc. of (Mr. Lee)."),
        ("en", "MEET GEN. LEE AND DR. COOK"),
        ("de", "Das ist z. B. am 3. Mai mit Hrn. Maier geplant."),
        ("fr", "Demandez à M. Dupont, p. 12."),
        ("xx-Latn", "so spoke Dr. Watson."),
    ],
)
def test_only_the_last_dot_ends_a_sentence(language: str, text: str) -> None:
    ends = [boundary.sentence for boundary in after(text, language=language)]
    assert not any(ends[:-1])


def test_a_title_and_a_number_stay_with_what_they_belong_to() -> None:
    words = [SpokenWord(word, 300 * at, 300 * at + 300) for at, word in enumerate(_LONG.split())]
    lines = [cue.text for cue in build_cues(words)]
    text = "\n".join(lines)
    assert all(pair in text for pair in ("No. 7", "Gen. Lee", "Capt. Cook", "Dr. Watson"))


def test_the_better_a_place_is_the_less_it_costs() -> None:
    costs = [after(text)[0].cost for text in ("It. And", "it, and", "it and", "it goes", "The end")]
    assert all(better < worse for better, worse in pairwise(costs))


def test_a_bracket_that_was_never_opened_holds_nothing() -> None:
    assert after("fun :) he said. Go on")[3].cost == 0


def test_nothing_ends_between_brackets() -> None:
    costs = [boundary.cost for boundary in after("people (they all laugh) leave (at last) early")]
    outside, inside = [costs[at] for at in (0, 3, 4, 6)], [costs[at] for at in (1, 2, 5)]
    assert min(inside) > 5 * max(outside)


LIMITS = CueLimits()


def spoken(text: str, *, word_ms: int = 300, start_ms: int = 0) -> list[SpokenWord]:
    """Return words said one after the other; `/` is a silence of 400 ms, `//` one of 2 s."""
    at, words = start_ms, []
    for token in text.split():
        if token in {"/", "//"}:
            at += 400 if token == "/" else 2000
            continue
        words.append(SpokenWord(token, at, at + word_ms))
        at += word_ms
    return words


@st.composite
def recordings(draw: st.DrawFn) -> list[SpokenWord]:
    """Return words of any length, some of them at the same time or after long silences."""
    at, words = 0, []
    letters = st.text("abcdé漢กあ,.?!()'", min_size=1, max_size=60)
    for text in draw(st.lists(letters, max_size=60)):
        at += draw(st.sampled_from((0, 0, 0, 50, 400, 5000)))
        end = at + draw(st.sampled_from((0, 1, 120, 300, 900, 9000)))
        words.append(SpokenWord(text, at, end))
        at = end
    return words


@given(recordings())
def test_every_word_stays_in_its_order(words: list[SpokenWord]) -> None:
    assert [word for cue in build_cues(words) for word in cue.words] == words


@given(recordings())
def test_cues_follow_one_another(words: list[SpokenWord]) -> None:
    cues = build_cues(words)
    assert all(cue.start_ms < cue.end_ms for cue in cues)
    assert all(before.end_ms <= after.start_ms for before, after in pairwise(cues))


@given(recordings())
def test_only_lone_words_break_the_limits(words: list[SpokenWord]) -> None:
    for cue in build_cues(words):
        assert cue.end_ms - cue.start_ms <= LIMITS.most_ms
        assert len(cue.lines) <= LIMITS.lines
        for line in cue.lines:
            assert len(line) == 1 or width(joined([w.text for w in line])) <= LIMITS.line_letters


@given(recordings())
def test_no_long_silence_lies_inside_a_cue(words: list[SpokenWord]) -> None:
    for cue in build_cues(words):
        for before, after in pairwise(cue.words):
            assert after.start_ms - before.end_ms < LIMITS.pause_ms


def texts(cues: list[TimedCue]) -> list[str]:
    return [cue.text.replace("\n", " / ") for cue in cues]


def test_sentences_are_cues_of_their_own() -> None:
    words = spoken("The bridge over the river was old. Nobody had crossed it in many years.")
    assert texts(build_cues(words)) == [
        "The bridge over the river was old.",
        "Nobody had crossed it in many years.",
    ]


@pytest.mark.parametrize("start_ms", [0, 60_000])
def test_a_short_sentence_goes_with_its_neighbour(start_ms: int) -> None:
    words = spoken("Yes. I have seen the bridge.", word_ms=200, start_ms=start_ms)
    assert texts(build_cues(words)) == ["Yes. I have seen the bridge."]


def test_what_is_said_too_quickly_to_be_read_is_shown_with_what_follows() -> None:
    slow = [*spoken("Unbelievable!", word_ms=1080), *spoken("I know.", start_ms=1080)]
    quick = [
        *spoken("Unbelievable, unforgettable, incomprehensible!", word_ms=360),
        *spoken("I know.", start_ms=1080),
    ]
    assert [len(build_cues(words)) for words in (slow, quick)] == [2, 1]


def test_unpunctuated_speech_is_cut_at_its_silences() -> None:
    words = spoken("we came to the river / the bridge was gone and so was / the boat")
    cues = build_cues([*words, *spoken("we had to swim across it in the cold", start_ms=6100)])
    assert texts(cues)[0].startswith("we came to the river")
    assert all(not text.endswith((" the", " was", " and")) for text in texts(cues))


def test_a_long_sentence_is_cut_before_phrases() -> None:
    words = spoken(
        "The old bridge across the river which had been built by the monks of the abbey was "
        "carried away by the flood that came in the spring of the following year",
        word_ms=250,
    )
    for text in texts(build_cues(words)):
        assert text.split()[-1] not in {"the", "of", "by", "which", "that", "and"}
        assert all(line.split()[-1] not in {"the", "of"} for line in text.split(" / "))


def test_a_line_ends_where_a_phrase_does() -> None:
    words = spoken("we walked along the river all day until it was dark", word_ms=250)
    assert texts(build_cues(words)) == ["we walked along the river all day / until it was dark"]


def test_of_two_lines_the_lower_one_is_the_longer() -> None:
    words = spoken("sometimes everybody remembers something wonderful", word_ms=700)
    assert texts(build_cues(words)) == ["sometimes everybody / remembers something wonderful"]


def test_a_cue_stays_until_it_can_be_read() -> None:
    hello, later = spoken("Hello!", word_ms=200)[0], spoken("Later.", start_ms=9000)[0]
    cues = build_cues([hello, later])
    assert cues[0].end_ms == LIMITS.least_ms


def test_lines_and_cues_may_be_filled_to_the_last_letter_and_millisecond() -> None:
    line = spoken("ten letters and eleven others make 42 of it", word_ms=100)
    line[-1] = SpokenWord("i", line[-1].start_ms, line[-1].end_ms)
    one_line = CueLimits(lines=1)
    assert texts(build_cues(line, one_line)) == ["ten letters and eleven others make 42 of i"]
    longer = [*line, SpokenWord("ts", line[-1].end_ms, line[-1].end_ms + 100)]
    assert len(build_cues(longer)[0].lines) == 2
    slow = spoken("one two three four five six seven", word_ms=1000)
    assert len(build_cues(slow)) == 1
    slow[-1] = SpokenWord("seven", 6000, 7001)
    assert len(build_cues(slow)) == 2


def test_nothing_is_shown_past_the_end_of_the_recording() -> None:
    words = spoken("we went home and", word_ms=100)
    assert build_cues(words)[-1].end_ms == LIMITS.least_ms
    assert build_cues(words, end_ms=700)[-1].end_ms == 700


def test_quick_speech_leaves_a_gap_between_cues() -> None:
    cues = build_cues(spoken("one two three four five six seven eight nine " * 8, word_ms=150))
    assert len(cues) > 2
    assert {b.start_ms - a.end_ms for a, b in pairwise(cues)} == {LIMITS.gap_ms}


def test_chinese_needs_no_spaces_and_takes_two_columns() -> None:
    words = spoken(" ".join("我们昨天去看了那座古老的桥，它已经被洪水冲走了。" * 3), word_ms=120)
    cues = build_cues(words, language="zh")
    assert all(" " not in cue.text for cue in cues)
    assert all(len(line) <= 21 for cue in cues for line in cue.text.split("\n"))
    assert all(cue.text[-1] in "。，" for cue in cues)
