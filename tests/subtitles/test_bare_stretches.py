from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.subtitles.bare_stretches import (
    BareRun,
    lacks_marks,
    runs,
    within,
)
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.words import Case, Mark, Suggestion

DAMS = (Path(__file__).parents[1] / "written" / "dams.srt").read_bytes()
GOOD = "We waited, as always. Then the bus came, and it was full. "
LOST = "and then we went on to the next one which was not much better "
Change = tuple[Mark, Case]
CHANGES = st.lists(st.tuples(st.sampled_from(Mark), st.sampled_from(Case)), min_size=1, max_size=20)


def read(text: str) -> Transcript:
    return read_words(parse(text.encode()))


def span(transcript: Transcript, run: BareRun) -> tuple[int, int]:
    """Return the offsets between which the words and open gaps of a run stand."""
    first, last = max(0, run.first_gap - 1), min(run.last_gap, len(transcript.words) - 1)
    ends = transcript.words[last].end, transcript.gaps[run.last_gap].end
    return transcript.words[first].start, max(ends)


def proposed(transcript: Transcript, changes: Sequence[Change]) -> list[Suggestion]:
    """Propose these changes in turn at every gap."""
    pairs = zip(range(len(transcript.gaps)), cycle(changes), strict=False)
    return [Suggestion(at, mark, case, 1.0) for at, (mark, case) in pairs]


def restored(transcript: Transcript, suggestions: Sequence[Suggestion]) -> str:
    return render(transcript, accepted(within(suggestions, runs(transcript)), 0.0)).text


def test_the_run_of_a_recogniser_is_found() -> None:
    transcript = read_words(parse(DAMS))
    (run,) = runs(transcript)
    assert (run.first_cue, run.last_cue, run.marks, run.opening) == (11, 28, 0, Mark.PERIOD)
    assert transcript.words[run.first_gap].text == "what"
    assert transcript.words[run.last_gap].text == "kind"


@given(st.integers(0, 6), st.integers(8, 15), st.integers(0, 6), CHANGES)
def test_nothing_outside_the_runs_changes(
    before: int, lost: int, after: int, changes: list[Change]
) -> None:
    transcript = read(GOOD * before + LOST * lost + GOOD * after)
    (run,) = runs(transcript)
    start, end = span(transcript, run)
    old, new = transcript.document.text, restored(transcript, proposed(transcript, changes))
    assert new.startswith(old[:start])
    assert new.endswith(old[end:])


def test_the_first_word_of_a_run_gets_its_capital() -> None:
    transcript = read(GOOD * 5 + LOST * 9)
    (run,) = runs(transcript)
    first = run.first_gap - 1
    capital = Suggestion(first, Mark.PERIOD, Case.CAPITALISED, 0.9)
    comma = Suggestion(first, Mark.COMMA, Case.LOWER, 0.9)
    assert within([capital], [run]) == (capital,)
    assert within([comma], [run]) == ()


@pytest.mark.parametrize("text", ["hello", LOST, LOST * 50, "so ... we — went"])
def test_a_text_without_marks_is_one_run(text: str) -> None:
    transcript = read(text)
    (run,) = runs(transcript)
    assert (run.first_gap, run.last_gap) == (0, len(transcript.words))
    assert run.words == len(transcript.words)


@pytest.mark.parametrize("text", ["", "...", GOOD, GOOD * 200])
def test_good_text_has_no_runs(text: str) -> None:
    assert runs(read(text)) == ()


def test_lone_marks_do_not_end_a_run() -> None:
    transcript = read(GOOD * 20 + LOST * 4 + "well, " + LOST * 5 + "no. " + LOST * 6 + GOOD * 20)
    (run,) = runs(transcript)
    assert run.marks == 2
    assert run.words >= 15 * len(LOST.split())


@pytest.mark.parametrize(
    ("cues", "last"),
    [
        ([LOST] * 8 + [GOOD] * 9, 12),
        ([LOST] * 8 + [f"{LOST}{GOOD}"] + [GOOD] * 8, 13),
        ([LOST * 8] + [LOST * 4 + GOOD] + [GOOD] * 8, 6),
        ([LOST] * 9, 13),
        ([LOST * 8 + GOOD] + [GOOD] * 8, 5),
    ],
)
def test_a_cue_with_the_mark_that_ends_a_run_is_named_where_it_lacks_others(
    cues: list[str], last: int
) -> None:
    payloads = enumerate([*[GOOD] * 4, *cues], 1)
    blocks = (
        f"{at}\n00:{at:02}:00,000 --> 00:{at:02}:30,000\nx{at} {text}\n" for at, text in payloads
    )
    (run,) = runs(read("\n".join(blocks)))
    assert (run.first_cue, run.last_cue) == (5, last)


@given(st.lists(st.sampled_from([GOOD, LOST, "so. ", "so "]), max_size=60).map("".join))
def test_runs_are_in_order_and_do_not_overlap(text: str) -> None:
    transcript = read(text)
    found = runs(transcript)
    gaps = [gap for run in found for gap in range(run.first_gap, run.last_gap + 1)]
    assert gaps == sorted(set(gaps))
    assert all(0 <= gap < len(transcript.gaps) for gap in gaps)
    assert all(run.words > 0 and run.first_cue <= run.last_cue for run in found)


def test_a_cue_that_has_its_marks_keeps_its_capitals() -> None:
    lost = [f"{letter} {LOST}" for letter in "abcdefghi"]
    payloads = [GOOD * 5, *lost, "As Miss Example, we waited.", GOOD * 5]
    times = "00:00:01,000 --> 00:00:02,000"
    transcript = read("\n".join(f"{at}\n{times}\n{it}\n" for at, it in enumerate(payloads, 1)))
    (run,) = runs(transcript)
    assert run.last_cue == 10
    small = proposed(transcript, [(Mark.NONE, Case.LOWER)])
    lowered = render(transcript, accepted(within(small, [run]), 0.0)).cue_text(10)
    assert lowered.startswith("As Miss Example, we")
    stops = proposed(transcript, [(Mark.PERIOD, Case.CAPITALISED)])
    restored = render(transcript, accepted(within(stops, [run]), 0.0))
    assert restored.cue_text(9).endswith("Better. ")


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (20 * LOST, True),
        (GOOD + 40 * LOST, True),
        (20 * GOOD + 20 * LOST, False),
        (20 * GOOD, False),
        ("", False),
    ],
)
def test_a_text_lacks_its_marks_where_nearly_all_of_it_does(text: str, lacking: bool) -> None:
    assert lacks_marks(read(text)) is lacking
