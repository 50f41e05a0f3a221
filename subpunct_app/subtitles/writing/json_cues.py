"""Write a document as JSON: every cue with its words and marks and where they stand."""

from __future__ import annotations

import json
import re
from bisect import bisect_left

from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.reading.transcript import Transcript

_LONG_LINE_END = re.compile(r"\r\n")


def listing(transcript: Transcript) -> str:
    """Return JSON, a line a cue: number, start_ms, end_ms, text, words, marks.

    `text` is what is shown, its lines ended by a line feed. `start` and `end` of a word or mark
    count the characters of `text`; `meaning` of a mark is the mark as English writes it.
    """
    rows = (
        json.dumps(_row(transcript, index), ensure_ascii=False)
        for index in range(len(transcript.document.cues))
    )
    name = json.dumps(transcript.document.format.name)
    return f'{{"format": {name}, "cues": [\n' + ",\n".join(rows) + "\n]}\n"


def _row(transcript: Transcript, index: int) -> dict[str, object]:
    document = transcript.document
    cue = document.cues[index]
    shown = _Lines(document.shown(cue.start, cue.end))
    places = list(transcript.places_of(index))
    return {
        "number": index + 1,
        "start_ms": cue.start_ms,
        "end_ms": cue.end_ms,
        "text": shown.text,
        "words": [
            {"text": transcript.words[place.word].text, **shown.span(place.start, place.end)}
            for place in places
        ],
        "marks": [
            {
                "meaning": transcript.gaps[place.word + 1].current.value,
                **shown.span(place.gap_start, place.gap_end),
            }
            for place in places
            if place.gap_start < place.gap_end
        ],
    }


class _Lines:
    """Offsets in the raw text of a file, turned into offsets in what a cue shows."""

    def __init__(self, shown: Shown) -> None:
        self.text = shown.text.replace("\r\n", "\n").replace("\r", "\n")
        self._starts = shown.starts
        self._long = [end.start() for end in _LONG_LINE_END.finditer(shown.text)]

    def span(self, start: int, end: int) -> dict[str, int]:
        return {"start": self._place(start), "end": self._place(end)}

    def _place(self, raw: int) -> int:
        at = bisect_left(self._starts, raw)
        return at - bisect_left(self._long, at)
