"""Write the words of a document: a transcript in paragraphs, or JSON with the place of each."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from subpunct_app.languages.scripts import WIDE
from subpunct_app.subtitles.formats.document import Cue
from subpunct_app.subtitles.formats.file_lines import line_start
from subpunct_app.subtitles.formats.markup import Shown
from subpunct_app.subtitles.formats.subrip import JOINER
from subpunct_app.subtitles.formats.webvtt import Metadata
from subpunct_app.subtitles.reading.labels import SpeakerLabels
from subpunct_app.subtitles.reading.rolling import end_of_repeated
from subpunct_app.subtitles.reading.speakers import (
    end_of_sign,
    head_of,
    name_in,
    opens_line,
    speaker_labels,
)
from subpunct_app.subtitles.reading.tokens import TokenKind, ends_line, tokens
from subpunct_app.subtitles.reading.transcript import Transcript

_LONG_PAUSE_MS = 2000
# Between characters of these scripts a line break is not a space.
_SOLID_BREAK = re.compile(rf"(?<=[{WIDE}])(?<!\s)[^\S\n]*\n\s*(?=[{WIDE}])")


def prose(transcript: Transcript) -> str:
    """Return the shown text; a paragraph ends where the speaker changes or a long pause comes.

    The name of a WebVTT voice stands before what it says, where another one spoke before. What
    rolling captions show again is left out, lines in another language are, what only programs read,
    and so is the label of a cue in whose paragraph the same one speaks already.
    """
    metadata = Metadata(transcript.document)
    paragraphs = _Paragraphs(transcript)
    for index, cue in enumerate(transcript.document.cues):
        if not metadata.holds(cue.start, cue.end):
            paragraphs.add(index)
    return paragraphs.text()


class _Paragraphs:
    """The paragraphs of the cues that were added so far.

    `_speaker` is the voice that spoke last, `_caller` whom the last label of the paragraph names.
    """

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._labels = speaker_labels(transcript.document)
        self._paragraphs: list[list[str]] = [[]]
        self._speaker = self._caller = ""
        self._before: Cue | None = None

    def add(self, index: int) -> None:
        """Add the next cue that people read."""
        shown = _plain(self._transcript, index, _new(self._transcript, index, self._before))
        cuts = self._cuts(index, shown)
        again = max(self._end_of_label(shown.text, cuts), end_of_sign(shown.text, self._labels))
        _cut(self._paragraphs, " " * again + shown.text[again:], cuts)
        if shown.voices:
            self._speaker = shown.voices[-1][1]
        self._before = self._transcript.document.cues[index]

    def text(self) -> str:
        """Return them with a blank line between two."""
        texts = (_flowing("".join(parts)) for parts in self._paragraphs)
        return "\n".join(f"{text}\n" for text in texts if text)

    def _cuts(self, index: int, shown: Shown) -> dict[int, str]:
        """Return the places in a cue where paragraphs begin, each with the label of its voice."""
        cuts = _named(shown, self._speaker)
        turns = _turn_cuts(self._transcript, index, shown, self._labels, list(cuts))
        cuts |= dict.fromkeys(turns, "")
        cue = self._transcript.document.cues[index]
        if self._before is not None and _is_long(self._before, cue):
            cuts.setdefault(0, "")
        return cuts

    def _end_of_label(self, text: str, cuts: dict[int, str]) -> int:
        """Return where the label of a cue ends; one that names another goes to the first cut."""
        name, end = head_of(text, self._labels)
        if not name:
            language = self._transcript.language
            self._caller, end = _called(text, cuts, self._caller, self._labels, language)
            return end
        if 0 in cuts or name != self._caller:
            cuts[0] = f"{name}: "
        self._caller = name
        return end


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
    """Return what is shown of a cue from an offset on, words as they are when they are not said.

    Rolling captions may show the one that is said now in capitals. Where a word is broken a joiner
    stands for the end of the line.
    """
    document = transcript.document
    shown = document.shown_cues(range(index, index + 1), start)
    text = _without_unread(transcript, index, shown)
    for word in transcript.words_of(index):
        found = transcript.words[word]
        if found.cue == index and transcript.spelling_of(word) != found.text:
            at = bisect_left(shown.starts, found.start)
            if text[at : at + len(found.text)].casefold() == found.text.casefold():
                text = text[:at] + found.text + text[at + len(found.text) :]
        if found.cue == index and transcript.gaps[word + 1].broken:
            at = bisect_left(shown.starts, found.end) + 1
            if ends_line(text, at - 1, at):
                text = text[:at] + JOINER + text[at + 1 :]
    return replace(shown, text=text)


def _without_unread(transcript: Transcript, index: int, shown: Shown) -> str:
    """Return what is shown with spaces in the place of lines in another language."""
    unread = transcript.unread.get(index, (0, 0))
    start, end = (bisect_left(shown.starts, offset) for offset in unread)
    return shown.text[:start] + " " * (end - start) + shown.text[end:]


def _named(shown: Shown, speaker: str) -> dict[int, str]:
    """Return the places where a named voice takes over, each with its label."""
    cuts = {}
    before = -1
    for at, name in shown.voices:
        if name != speaker:
            line = line_start(shown.text, at)
            opens = before < line and opens_line(shown.text[line:at])
            cuts[line if opens else at] = f"{name}: "
        speaker, before = name, at
    return cuts


def _turn_cuts(
    transcript: Transcript, index: int, shown: Shown, labels: SpeakerLabels, named: Sequence[int]
) -> Iterator[int]:
    """Yield the places before words that another speaker says, unless a voice is named there."""
    words = [at for at in transcript.words_of(index) if transcript.words[at].cue == index]
    if not any(transcript.gaps[at].turn for at in words):
        return
    signs = _signs(shown.text, labels, transcript.language)
    done = 0
    for at in words:
        word = transcript.words[at]
        start = bisect_left(shown.starts, word.start)
        if transcript.gaps[at].turn and not _has_any(named, done, start):
            yield from _turns(shown.text, signs, done, start)
        done = bisect_left(shown.starts, word.end)


def _called(
    text: str, cuts: Iterable[int], caller: str, labels: SpeakerLabels, language: str
) -> tuple[str, int]:
    """Return who was called last in a paragraph, and where a label ends that only says it again."""
    if labels.stamped or not (":" in text or labels.tags):
        return ("" if cuts else caller), 0
    ends = 0
    found = tokens(text, labels, language=language)
    naming = [token for token in found if token.kind is TokenKind.LABEL]
    for at, end in sorted([*((cut, 0) for cut in cuts), *((one.start, one.end) for one in naming)]):
        name = name_in(text[at:end].strip())
        if name and name == caller and not text[:at].strip():
            ends = end
        caller = name
    return caller, ends


def _signs(text: str, labels: SpeakerLabels, language: str) -> list[int]:
    """Return where labels of speakers and signs of turns begin."""
    found = tokens(text, labels, language=language)
    return [token.start for token in found if token.kind in (TokenKind.LABEL, TokenKind.TURN)]


def _turns(text: str, signs: Sequence[int], start: int, end: int) -> Sequence[int]:
    """Return where turns begin between two words: at each sign, else where the line does."""
    here = signs[bisect_left(signs, start) : bisect_left(signs, end)]
    return here or [_turn(text, start, end)]


def _has_any(places: Sequence[int], first: int, last: int) -> bool:
    """Tell whether one of some places, in their order, lies between two others or is one."""
    return bisect_left(places, first) < bisect_right(places, last)


def _turn(text: str, start: int, end: int) -> int:
    """Return where a turn begins between two words: at a line, else at the first space."""
    line = line_start(text, end, start)
    space = re.search(r"\s", text[start:end]) if start else None
    return start + space.start() if line == start and space else line


def _is_long(before: Cue, cue: Cue) -> bool:
    if before.end_ms is None or cue.start_ms is None:
        return False
    return cue.start_ms - before.end_ms >= _LONG_PAUSE_MS


def _cut(paragraphs: list[list[str]], text: str, cuts: dict[int, str]) -> None:
    """Add the text of a cue to the last paragraph, beginning a new one at each cut."""
    done = 0
    for at in sorted(cuts):
        paragraphs[-1].append(text[done:at])
        paragraphs.append([cuts[at]])
        done = at
    paragraphs[-1] += text[done:], "\n"


def _flowing(paragraph: str) -> str:
    joined = "".join(map(str.strip, _SOLID_BREAK.sub("", paragraph).split(JOINER)))
    return " ".join(joined.split())


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
