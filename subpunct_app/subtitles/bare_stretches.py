"""Find the stretches that lost their marks in a text that otherwise has them, and keep to them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from subpunct_app.text.words import Case, Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Suggestion

LEAST_WORDS = 50
_COUNTED = frozenset(
    {Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION, Mark.COLON, Mark.SEMICOLON}
)
# Before any are counted, so many words are believed to stand between two marks: in two stretches.
_USUAL = 10
_BELIEVED = 2
# Tuned on recognisers' transcripts with and without runs and on text punctuated by people, of
# which one word in a thousand lies in a run: both are multiples of the usual distance.
_PER_MARK = 3
_SURE = 8
# A text with more of its words in runs than this share has no marks to speak of.
MOSTLY = 0.9


@dataclass(frozen=True, slots=True)
class BareRun:
    """A stretch of words with no marks or hardly any; cues are counted from 1.

    Its gaps are `first_gap` to `last_gap`. The mark before its first word, `opening`, is not
    part of it, but the case of that word is. `intact` is the first of its words that stands behind
    `last_cue`, in a cue that has its marks and capitals.
    """

    first_cue: int
    last_cue: int
    words: int
    marks: int
    first_gap: int
    last_gap: int
    opening: Mark = Mark.NONE
    intact: int | None = None


def runs(transcript: Transcript) -> tuple[BareRun, ...]:
    """Return the runs of a text in its order; a text without any mark is one run.

    How long a stretch must be depends on how far apart marks stand elsewhere in the text. Lone
    marks, as a recogniser scatters them, do not end a run. Dashes and dots of omission do not
    count as marks.
    """
    count = len(transcript.words)
    marked = [at for at, gap in enumerate(transcript.gaps) if gap.current in _COUNTED]
    if count and not marked:
        return (_run(transcript, 0, count, 0),)
    bounds = sorted({0, *marked, count})
    lengths = [end - start for start, end in pairwise(bounds)]
    usual = _usual(lengths)
    worths = [length - _PER_MARK * usual for length in lengths]
    found = _rises(worths, max(LEAST_WORDS, _SURE * usual))
    sentence = round(_PER_MARK * usual)
    return tuple(_run(transcript, bounds[start], bounds[end], sentence) for start, end in found)


def lacks_marks(transcript: Transcript) -> bool:
    """Tell whether nearly all of a text lies in runs."""
    return sum(run.words for run in runs(transcript)) > MOSTLY * len(transcript.words)


def within(
    suggestions: Iterable[Suggestion], stretches: Sequence[BareRun]
) -> tuple[Suggestion, ...]:
    """Return the suggestions that change nothing outside these stretches.

    The case of the first word of one may change, the mark before it may not. Where its last words
    are in a cue that has its marks, their capitals stay.
    """
    inside = {gap for run in stretches for gap in range(run.first_gap, run.last_gap + 1)}
    openings = {run.first_gap - 1: run.opening for run in stretches}
    tails = (range(run.intact, run.last_gap + 1) for run in stretches if run.intact is not None)
    intact = {gap for tail in tails for gap in tail}
    found = (s for s in suggestions if s.gap in inside or openings.get(s.gap) is s.mark)
    return tuple(s for s in found if s.case is not Case.LOWER or s.gap not in intact)


def _usual(lengths: Sequence[int]) -> float:
    """Return how many words stand between two marks where the text has them."""
    short = [length for length in lengths if length < LEAST_WORDS]
    return (_BELIEVED * _USUAL + sum(short)) / (_BELIEVED + len(short))


def _rises(worths: Sequence[float], least: float) -> Iterator[tuple[int, int]]:
    """Yield the spans over which worths add up to `least`, each ended by an equal fall."""
    start = end = 0
    total = top = 0.0
    for at, worth in enumerate(worths):
        total += worth
        if total > top:
            top, end = total, at + 1
        if total <= max(0.0, top - least):
            if top >= least:
                yield start, end
            start, total, top = at + 1, 0.0, 0.0
    if top >= least:
        yield start, end


def _run(transcript: Transcript, start: int, end: int, sentence: int) -> BareRun:
    """Return the run of the words from `start` to before `end`, given how long sentences may be."""
    words, gaps = transcript.words, transcript.gaps
    first = start + 1 if start else 0
    last = end - 1 if gaps[end].current in _COUNTED else end
    last_cue = _last_cue(transcript, start, end, sentence)
    behind = transcript.words_of(last_cue).stop
    return BareRun(
        first_cue=words[start].cue + 1,
        last_cue=last_cue + 1,
        words=end - start,
        marks=sum(gap.current in _COUNTED for gap in gaps[first : last + 1]),
        first_gap=first,
        last_gap=last,
        opening=gaps[start].current if start else Mark.NONE,
        intact=behind if behind < end else None,
    )


def _last_cue(transcript: Transcript, start: int, end: int, sentence: int) -> int:
    """Return the cue in which the marks of a run are missing last.

    A cue that begins no more than a sentence before the mark at the end of the run has them.
    """
    cue = transcript.words[end - 1].cue
    first = transcript.words_of(cue).start
    closed = transcript.gaps[end].current in _COUNTED
    return transcript.words[first - 1].cue if closed and start < first >= end - sentence else cue
