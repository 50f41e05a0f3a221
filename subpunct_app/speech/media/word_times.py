"""When cues are shown, and when each of their words is heard."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING

from subpunct_app.speech.recognition.recogniser import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from subpunct_app.runtime.task import Task
    from subpunct_app.subtitles.formats.document import Cue, Document
    from subpunct_app.subtitles.reading.transcript import Place, Transcript

_STEP = 256


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word of a transcript, by its index, and when it is heard, in milliseconds."""

    word: int
    start_ms: int
    end_ms: int


def word_times(transcript: Transcript, cue: int) -> tuple[HeardWord, ...]:
    """Return when the words of a cue are heard, nothing where it has no times.

    Lines that roll on from the cue before are not heard again.
    """
    document = transcript.document
    begin, end = times_of(document.cues[cue])
    places = [at for at in transcript.places_of(cue) if transcript.words[at.word].cue == cue]
    if begin >= end or not places:
        return ()
    texts = (transcript.words[place.word].text for place in places)
    lengths = [max(1, sum(map(str.isalnum, text))) for text in texts]
    times = _filled(lengths, _stamped(document, cue, places), begin, end)
    return tuple(HeardWord(place.word, *time) for place, time in zip(places, times, strict=True))


def word_heard_at(heard: Sequence[HeardWord], time_ms: int) -> HeardWord | None:
    """Return the word that is heard at a time, None before the first and in between."""
    at = bisect_right(heard, time_ms, key=attrgetter("start_ms")) - 1
    return heard[at] if at >= 0 and time_ms < heard[at].end_ms else None


def gap_times(transcript: Transcript, gap: int) -> tuple[int, int] | None:
    """Return when the word before a gap ends and the one after it starts, None without times."""
    words = transcript.words
    cues = {words[word].cue for word in (gap - 1, gap) if 0 <= word < len(words)}
    heard = {one.word: one for cue in cues for one in word_times(transcript, cue)}
    before, after = heard.get(gap - 1), heard.get(gap)
    if before and after:
        return min(before.end_ms, after.start_ms), max(before.end_ms, after.start_ms)
    if before:
        return before.end_ms, before.end_ms
    return (after.start_ms, after.start_ms) if after else None


def gaps_heard(transcript: Transcript, gaps: Iterable[int], task: Task) -> dict[int, int]:
    """Return at what time each of some gaps is heard, without those that have none."""
    found: dict[int, int] = {}
    for count, gap in enumerate(gaps):
        if not count % _STEP:
            task.step(0, 0, "Placing the marks")
        if times := gap_times(transcript, gap):
            found[gap] = sum(times) // 2
    return found


def times_of(cue: Cue) -> tuple[int, int]:
    """Return the times of a cue in milliseconds, twice zero where it has none."""
    return cue.start_ms or 0, cue.end_ms or 0


def _stamped(document: Document, cue: int, places: Sequence[Place]) -> dict[int, int]:
    """Return by place the starts that the file tells of words."""
    known: dict[int, int] = {}
    for end, start_ms in document.format.word_starts(document, cue):
        first = bisect_left(places, end, key=attrgetter("start"))
        if first < len(places):
            known[first] = start_ms
    return known


def _filled(
    lengths: Sequence[int], starts: Mapping[int, int], begin: int, end: int
) -> list[tuple[int, int]]:
    """Return the times of all words, in order and within the cue; `starts` are those known."""
    times: list[tuple[int, int]] = []
    at, time = 0, begin
    for word in sorted(starts):
        start = min(max(starts[word], time), end)
        times += laid_out(lengths[at:word], time, start)
        at, time = word, start
    return times + laid_out(lengths[at:], time, end)


class CueTimeline:
    """Find the cues of a document by time; made in one pass, asked in logarithmic time."""

    def __init__(self, cues: Sequence[Cue] = ()) -> None:
        timed = [
            (cue.start_ms, cue.end_ms, index)
            for index, cue in enumerate(cues)
            if cue.start_ms is not None and cue.end_ms is not None and cue.start_ms < cue.end_ms
        ]
        timed.sort()
        self._starts = [start for start, _, _ in timed]
        self._ends = [end for _, end, _ in timed]
        self._cues = [index for _, _, index in timed]
        # The latest end so far tells where to stop looking back.
        self._latest = list(accumulate(self._ends, max))

    def at(self, time_ms: int) -> list[int]:
        """Return the cues that are shown at a time, the one that came last at the end."""
        found = []
        at = bisect_right(self._starts, time_ms) - 1
        while at >= 0 and self._latest[at] > time_ms:
            if self._ends[at] > time_ms:
                found.append(self._cues[at])
            at -= 1
        return found[::-1]
