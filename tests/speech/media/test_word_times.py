"""When words are heard: by stamps, or in step with their letters."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.word_times import (
    CueTimeline,
    gap_times,
    gaps_heard,
    word_heard_at,
    word_times,
)
from subpunct_app.subtitles.formats.document import Cue
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.quantities import time_stamp

SRT = "1\n00:00:10,000 --> 00:00:12,000\n{}\n\n2\n00:00:13,000 --> 00:00:14,000\nand so\n"
STAMPED = (
    "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n"
    "I<00:00:01.500><c> really</c><00:00:03.000><c> do</c>\n\n"
)
LINES = [f"line {number} of many words" for number in ("one", "two", "three", "four", "five")]
ROLLING = "WEBVTT\n\n" + "".join(
    f"00:{2 * at:02}.000 --> 00:{2 * at + 2:02}.000\n{before}\n{line}\n\n"
    for at, (before, line) in enumerate(pairwise(["start", *LINES]))
)


def srt(text: str) -> Transcript:
    return read_words(parse(SRT.format(text).encode(), name="a.srt"))


def vtt(text: str) -> Transcript:
    return read_words(parse(text.encode(), name="a.vtt"))


def times(transcript: Transcript, cue: int) -> list[tuple[int, int]]:
    return [(one.start_ms, one.end_ms) for one in word_times(transcript, cue)]


def test_words_take_time_by_their_letters() -> None:
    assert times(srt("a <i>seven</i>, ten!"), 0) == [
        (10_000, 10_222),
        (10_222, 11_333),
        (11_333, 12_000),
    ]


def test_stamps_in_the_file_are_believed() -> None:
    assert times(vtt(STAMPED), 0) == [(1000, 1500), (1500, 3000), (3000, 5000)]


def test_stamps_of_endless_digits_are_none() -> None:
    assert times(vtt(STAMPED.replace("00:00:03", f"{'1' * 5000}:00:03")), 0) == [
        (1000, 1500),
        (1500, 4125),
        (4125, 5000),
    ]


def test_lines_that_roll_on_are_not_heard_again() -> None:
    transcript = vtt(ROLLING)
    heard = word_times(transcript, 1)
    assert [transcript.words[one.word].text for one in heard] == LINES[1].split()
    assert heard[0].start_ms == 2000


def test_no_times_no_words() -> None:
    assert word_times(read_words(parse(b"only text here", name="a.txt")), 0) == ()


def test_the_word_of_a_moment_is_found() -> None:
    heard = word_times(srt("one two"), 0)
    found = [word_heard_at(heard, ms) for ms in (9_999, 10_000, 11_000, 11_999, 12_000)]
    assert found == [None, heard[0], heard[1], heard[1], None]


def test_a_gap_lies_between_two_words_across_cues() -> None:
    transcript = srt("one two")
    assert gap_times(transcript, 0) == (10_000, 10_000)
    assert gap_times(transcript, 1) == (11_000, 11_000)
    assert gap_times(transcript, 2) == (12_000, 13_000)
    assert gap_times(transcript, 4) == (14_000, 14_000)
    assert gaps_heard(transcript, [2, 4], Task()) == {2: 12_500, 4: 14_000}


stamped_words = st.lists(
    st.tuples(st.sampled_from(["a", "seven", "ten"]), st.none() | st.integers(9_000, 13_000)),
    min_size=1,
)


@given(stamped_words)
def test_words_follow_one_another_within_their_cue(words: list[tuple[str, int | None]]) -> None:
    payload = " ".join(word if at is None else f"<{time_stamp(at)}>{word}" for word, at in words)
    text = f"WEBVTT\n\n00:10.000 --> 00:12.000\n{payload}\n"
    found = times(vtt(text), 0)
    assert len(found) == len(words)
    assert all(10_000 <= start <= end <= 12_000 for start, end in found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))


moments = st.integers(0, 60)
cues = st.lists(st.builds(lambda a, b: Cue(0, 0, a, b), moments, moments), max_size=12)


@given(cues, moments)
def test_all_cues_of_a_moment_are_found(listed: list[Cue], moment: int) -> None:
    wanted = [
        (cue.start_ms, cue.end_ms, index)
        for index, cue in enumerate(listed)
        if (cue.start_ms or 0) <= moment < (cue.end_ms or 0)
    ]
    assert CueTimeline(listed).at(moment) == [index for *_, index in sorted(wanted)]


def test_text_without_times_has_none() -> None:
    assert CueTimeline([Cue(0, 5)]).at(0) == []


def test_stamps_out_of_order_do_no_harm() -> None:
    odd = STAMPED.replace("03.000><c> do", "00.200><c> do")
    assert times(vtt(odd), 0) == [(1000, 1500), (1500, 1500), (1500, 5000)]
