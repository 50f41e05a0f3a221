"""Write the words of a document: a transcript in paragraphs, or JSON with the place of each."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from subpunct_app.languages.scripts import WIDE
from subpunct_app.subtitles.formats.document import Cue
from subpunct_app.subtitles.formats.file_lines import line_start
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.formats.subrip import JOINER
from subpunct_app.subtitles.formats.webvtt import Metadata
from subpunct_app.subtitles.reading.rolling import end_of_repeated
from subpunct_app.subtitles.reading.speakers import end_of_sign
from subpunct_app.subtitles.reading.transcript import Transcript

_LONG_PAUSE_MS = 2000
_BEHIND_NAME = " \t\r\n:])}*-–—|"
# Between characters of these scripts a line break is not a space.
_SOLID_BREAK = re.compile(rf"(?<=[{WIDE}])(?<!\s)[^\S\n]*\n\s*(?=[{WIDE}])")


def prose(transcript: Transcript) -> str:
    """Return the shown text; a paragraph ends where the speaker changes or a long pause comes.

    A name that is not shown, as of a WebVTT voice, stands before what it says. What rolling
    captions show again is left out, lines in another language are, what only programs read, and so
    is the label of a cue in whose paragraph the same one speaks already.
    """
    document = transcript.document
    metadata = Metadata(document)
    paragraphs: list[list[str]] = [[]]
    before: Cue | None = None
    for index, cue in enumerate(document.cues):
        if metadata.holds(cue.start, cue.end):
            continue
        shown = _plain(transcript, index, _new(transcript, index, before))
        ended, begun = before.end_ms if before else None, cue.start_ms
        apart = ended is not None and begun is not None and begun - ended >= _LONG_PAUSE_MS
        done = end_of_sign(shown.text, transcript.labels)
        for at, resumed, opening in _openings(transcript, index, shown, apart=apart):
            paragraphs[-1].append(shown.text[done:at])
            if opening is not None:
                paragraphs.append([opening])
            done = max(done, resumed)
        paragraphs[-1] += shown.text[done:], "\n"
        before = cue
    solid = (_SOLID_BREAK.sub("", "".join(parts)).split(JOINER) for parts in paragraphs)
    texts = (" ".join("".join(map(str.strip, parts)).split()) for parts in solid)
    return "\n".join(f"{text}\n" for text in texts if text)


def _openings(
    transcript: Transcript, index: int, shown: Shown, *, apart: bool
) -> Iterator[tuple[int, int, str | None]]:
    """Yield where text of a cue ends, where it goes on, and what a paragraph opens with there.

    That is None where no paragraph begins, but the label of who speaks already is left out.
    """
    words = [at for at in transcript.words_of(index) if transcript.words[at].cue == index]
    if apart and not words:
        yield 0, 0, ""
    done = 0
    for at in words:
        speaker, opens = transcript.words[at].speaker, at == words[0]
        start = bisect_left(shown.starts, transcript.words[at].start)
        begins = transcript.gaps[at].turn or (opens and apart) or (at == 0 and bool(speaker))
        if begins or (opens and speaker):
            cut = 0 if opens else _turn(shown.text, done, start, speaker)
            label = shown.text[cut:start]
            end = label.find(speaker) + len(speaker)
            if begins and label.strip() in transcript.labels.heads:
                yield cut, start, f"{speaker}: "
            elif begins:
                known = speaker in label or (at > 0 and transcript.words[at - 1].speaker == speaker)
                yield cut, cut, "" if known else f"{speaker}: "
            elif speaker in label and not transcript.labels.stamped:
                yield 0, end + len(label[end:]) - len(label[end:].lstrip(_BEHIND_NAME)), None
        done = bisect_left(shown.starts, max(transcript.gaps[at + 1].end, transcript.words[at].end))


def _new(transcript: Transcript, index: int, before: Cue | None) -> int:
    """Return where in a cue the text begins that no cue before has shown.

    Rolling lines without words, as [Music], are shown again, too.
    """
    document = transcript.document
    cue = document.cues[index]
    new = transcript.end_of_repeated(index) or cue.start
    if before is None or not transcript.copies:
        return new
    last, shown = (document.shown(each.start, each.end) for each in (before, cue))
    again = end_of_repeated(last.text, shown.text)
    end = shown.ends[again - 1] if again else cue.start
    fresh = (transcript.words[word] for word in transcript.words_of(index))
    said_again = any(word.cue == index and word.start < end for word in fresh)
    return new if said_again else max(new, end)


def _plain(transcript: Transcript, index: int, start: int) -> Shown:
    """Return what is shown of a cue from an offset on, without lines in another language.

    Words are as they are when they are not said: rolling captions may show the one that is said
    now in capitals.
    """
    shown = transcript.document.shown_cues(range(index, index + 1), start)
    unread, end = (bisect_left(shown.starts, at) for at in transcript.unread.get(index, (0, 0)))
    text = shown.text[:unread] + " " * (end - unread) + shown.text[end:]
    for word in transcript.words_of(index):
        found = transcript.words[word]
        if found.cue == index and transcript.spelling_of(word) != found.text:
            at = bisect_left(shown.starts, found.start)
            if text[at : at + len(found.text)].casefold() == found.text.casefold():
                text = text[:at] + found.text + text[at + len(found.text) :]
    return replace(shown, text=text)


def _turn(text: str, start: int, end: int, speaker: str) -> int:
    """Return where a turn begins between two words: where the line does, else at a space."""
    named = text.find(speaker, start, end) if speaker else end
    line = line_start(text, named if named >= 0 else end, start)
    space = re.search(r"\s", text[start:end])
    return start + space.start() if line == start and space else line


_LONG_LINE_END = re.compile(r"\r\n")


def json_listing(transcript: Transcript) -> str:
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
