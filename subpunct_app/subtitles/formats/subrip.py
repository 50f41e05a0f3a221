"""SubRip: numbers, times and lines, as most subtitles are; what others are converted by way of."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import Loss, NewCue, Payload, SubtitleFormat
from subpunct_app.subtitles.formats.document import Cue, Document, Remark
from subpunct_app.subtitles.formats.file_lines import (
    Finding,
    after_line,
    behind_times,
    filled_lines,
    filled_span,
    line_before,
    remarks_at,
)
from subpunct_app.text.quantities import milliseconds

# Invisible characters that editors of right-to-left languages leave around numbers and times.
HIDDEN = "\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
SPACE = rf"(?:[^\S\r\n]|[{HIDDEN}])"
CLOCK_MARK = "[:：;.,，،]"
DASHED_ARROW = r"(?:[-–—][^\S\r\n]?){1,3}>{1,2}"

# The file begins here, or the line above is empty: searching for what is neither is quicker.
_BLOCK_START = r"(?<![^\n])(?<![^\r\n]\n)(?<![^\n]\r\n)"
_END = r"\r?\n"
_CLOCK = "([0-9]{2}:[0-5][0-9]):([0-5][0-9]),([0-9]{3})"
# Neither blank nor a time line, be it damaged, which most lines show by their first character. A
# line matches in one way only, so that nothing is tried twice.
_TIMES = rf"[−-]?\d{{1,9}}{SPACE}?{CLOCK_MARK}|{DASHED_ARROW}"
_LINE = rf"(?:[^\s\d−–—{HIDDEN}-]|(?!{_TIMES})[\d−–—-])[^\r\n]*+"
_BLOCK = re.compile(
    rf"{_BLOCK_START}([0-9]{{1,9}}){_END}{_CLOCK} --> {_CLOCK}({_END})"
    rf"{_LINE}(?:{_END}{_LINE})*({_END}){_END}"
)
# The payload itself is no group: as one it would be copied.
_BEFORE_PAYLOAD, _AFTER_PAYLOAD = 8, 9
_SECONDS = {f"{value:02}": value * 1000 for value in range(60)}
_FRACTIONS = {f"{value:03}": value for value in range(1000)}


class _Minutes(dict[str, int]):
    """Milliseconds of hours and minutes, of which there are but 6000, each read once."""

    def __missing__(self, clock: str) -> int:
        self[clock] = (int(clock[:2]) * 60 + int(clock[3:])) * 60_000
        return self[clock]


_MINUTES = _Minutes()


def blocks(text: str) -> Iterator[tuple[tuple[int, int], Cue]]:
    """Yield the span of each well-formed block, its blank line included, and its cue.

    Where the next block starts at the end of one, a patient reader finds the very same cue.
    """
    make = tuple.__new__  # what Cue() does, but for a Python call a cue
    for block in _BLOCK.finditer(text):
        number, minutes, seconds, part, end_minutes, end_seconds, end_part, _, _ = block.groups()
        start_ms = _MINUTES[minutes] + _SECONDS[seconds] + _FRACTIONS[part]
        end_ms = _MINUTES[end_minutes] + _SECONDS[end_seconds] + _FRACTIONS[end_part]
        if start_ms <= end_ms:
            start, end = block.end(_BEFORE_PAYLOAD), block.start(_AFTER_PAYLOAD)
            yield block.span(), make(Cue, (start, end, start_ms, end_ms, number, False, ""))


_ARROW = r"(?:[-–—][^\S\r\n]?){0,3}>{1,2}"
_FIELD = rf"{SPACE}?{CLOCK_MARK}{SPACE}*\d{{1,9}}"
_CLOCK_SECONDS = rf"\d{{1,9}}(?:{_FIELD}){{2}}"
# A space may stand for the comma. Behind an end whose start has no fraction, words may begin with
# the number.
_AFTER_SPACE = rf"{SPACE}\d{{3}}"
_START = rf"{_CLOCK_SECONDS}(?P<fraction>{_AFTER_SPACE}(?={SPACE}*{_ARROW})|{_FIELD})?"
_TIME_LINE = re.compile(
    rf"(?<![^\r\n]){SPACE}*(?P<start_sign>[-−]?)(?P<start>{_START})"
    rf"{SPACE}*{_ARROW}{SPACE}*(?P<end_sign>[-−]?)"
    rf"(?P<end>{_CLOCK_SECONDS}(?:{_FIELD}|(?(fraction){_AFTER_SPACE}|(?!)))?)"
    rf"(?![^\s{HIDDEN}])(?P<behind>[^\r\n]*)"
)
# An arrow beside a clock, where the other clock is missing or is none. Numbers count down and
# versions go up in speech: only hours with a colon behind them begin a clock.
_HOURS = rf"\d{{1,9}}{SPACE}?[:：]"
_SURE_CLOCK = rf"{_HOURS}{SPACE}*\d{{1,9}}(?:{SPACE}?{CLOCK_MARK}{SPACE}*\d{{1,9}}){{1,2}}"
_DAMAGED_LINE = re.compile(
    rf"(?<![^\r\n]){SPACE}*(?:{DASHED_ARROW}{SPACE}*{_SURE_CLOCK}|(?=[−-]?{_HOURS})"
    rf"[^\r\n]*?(?:{_SURE_CLOCK}{SPACE}*{DASHED_ARROW}|{DASHED_ARROW}{SPACE}*{_SURE_CLOCK}))"
)
_NUMBER = re.compile(rf"{SPACE}*(\d{{1,9}}){SPACE}*")
_NUMBERED_START = re.compile(
    r"(?:\n|\r(?!\n))[^\S\r\n]*(?:\r\n|\r|\n)(\d{1,9})[^\S\r\n]*(?=[\r\n])"
)
_SEPARATORS = re.compile(r"\D+")
_PARTED = re.compile(rf"\d{SPACE}+\d")
_DECIMAL = ".,，،"


def has_subrip_fractions(text: str) -> bool:
    """Tell whether fractions of the first times follow a comma or a space, in WebVTT a dot."""
    line = _TIME_LINE.search(text)
    clocks = (line["start"], line["end"]) if line else ()
    return any("," in clock or _PARTED.search(clock) for clock in clocks)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a text from one line to another, and the number of the cue that follows it."""

    start: int
    end: int
    follower: str = ""


def read_srt(text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
    """Return the cues of a SubRip text, and what in it is odd or could not be read.

    Blocks that follow each other are taken as they are. Anything between them is read patiently,
    together with the block before it, to which it may belong.
    """
    cues: list[Cue] = []
    findings: list[Finding] = []
    last = done = 0
    for (begin, end), cue in blocks(text):
        if begin != done:
            cues[-1:], more = read_patiently(text, Stretch(last, begin, cue.label), task)
            findings += more
        if not len(cues) % 1000:
            task.step(begin, len(text), "Reading")
        cues.append(cue)
        last, done = begin, end
    cues[-1:], more = read_patiently(text, Stretch(last, len(text)), task)
    findings += more
    if not cues:
        findings = [(0, "This file holds no cue.")] if text.strip() else []
    return tuple(cues), remarks_at(text, findings)


def read_patiently(text: str, stretch: Stretch, task: Task) -> tuple[list[Cue], list[Finding]]:
    """Return the cues of a stretch, however it is written, and what is odd about them."""
    heads = list(_heads(text, stretch, task))
    starts = [*(head.start for head in heads), stretch.end]
    followers = [*(head.number for head in heads), stretch.follower][1:]
    findings = [finding for head in heads for finding in head.findings]
    if text[stretch.start : starts[0]].strip():
        findings.append((stretch.start, "Nothing here could be read as a cue."))
    cues: list[Cue] = []
    for head, limit, follower in zip(heads, starts[1:], followers, strict=True):
        if not len(cues) % 1000:
            task.step(stretch.end, len(text), "Reading")
        broken = sorted(_broken_blocks(text, head, limit, follower))
        findings.extend((at, "This block has no times.") for at in broken)
        start, end = filled_span(text, head.end, broken[0] if broken else limit)
        cues.append(Cue(start, end, head.start_ms, head.end_ms, head.number))
    return cues, findings


@dataclass(frozen=True, slots=True)
class _Head:
    """The number and time lines of one cue; `end` is where its payload can begin."""

    start: int
    end: int
    number: str
    start_ms: int
    end_ms: int
    findings: tuple[Finding, ...]


def _heads(text: str, stretch: Stretch, task: Task) -> Iterator[_Head]:
    floor, last = stretch.start, ""
    for count, line in enumerate(_TIME_LINE.finditer(text, stretch.start, stretch.end)):
        if not count % 1000:
            task.step(line.start(), len(text), "Reading")
        begin, number, oddities = _label(text, line.start(), floor, last)
        floor, last = after_line(text, line.end()), number
        start_ms, end_ms, findings = _times(line)
        yield _Head(begin, floor, number, start_ms, end_ms, oddities + findings)


def _label(text: str, start: int, floor: int, last: str) -> tuple[int, str, tuple[Finding, ...]]:
    """Return where the cue of a time line begins, its number, and what is odd about it."""
    begin, end = line_before(text, start, floor)
    if begin < 0:
        return start, "", ()
    number = _NUMBER.fullmatch(text, begin, end)
    if number:
        return _repeated(text, begin, floor, number[1])
    if text[begin:end].strip():
        return _odd_label(text, start, begin, floor)
    begin, end = line_before(text, begin, floor)
    number = _NUMBER.fullmatch(text, begin, end) if begin >= 0 else None
    if number and (not floor or (last and int(number[1]) == int(last) + 1)):
        return begin, number[1], ()
    return start, "", ()


def _repeated(
    text: str, begin: int, floor: int, number: str
) -> tuple[int, str, tuple[Finding, ...]]:
    """Take a second line with the same number for a part of the head."""
    above, end = line_before(text, begin, floor)
    found = _NUMBER.fullmatch(text, above, end) if above >= 0 else None
    if not found or found[1] != number:
        return begin, number, ()
    return above, number, ((above, "The number of this cue stands there twice."),)


def _odd_label(
    text: str, start: int, begin: int, floor: int
) -> tuple[int, str, tuple[Finding, ...]]:
    """Take a lone line between a blank line and the times for a damaged number.

    Right below other times it is what these show.
    """
    if floor and begin == floor:
        return start, "", ()
    above = line_before(text, begin, floor)
    if above[0] >= 0 and text[slice(*above)].strip():
        return start, "", ()
    return begin, "", ((begin, "The number of this cue is not a number."),)


def _times(line: re.Match[str]) -> tuple[int, int, tuple[Finding, ...]]:
    start_ms, start_usual = _milliseconds(line["start"])
    end_ms, end_usual = _milliseconds(line["end"])
    start_ms = -start_ms if line["start_sign"] else start_ms
    end_ms = -end_ms if line["end_sign"] else end_ms
    findings = []
    if end_ms < start_ms:
        findings.append((line.start(), "This cue ends before it starts."))
    if not (start_usual and end_usual):
        findings.append((line.start(), "The times of this cue are written in an unusual way."))
    return start_ms, end_ms, tuple(findings)


def _milliseconds(clock: str) -> tuple[int, bool]:
    """Return the time, and whether it is written as SubRip has it."""
    hours, minutes, seconds, fraction = _fields(clock)
    usual = int(minutes) < 60 and int(seconds) < 60 and (not fraction or len(fraction) == 3)
    return milliseconds(hours, minutes, seconds, fraction), usual and not _PARTED.search(clock)


def _fields(clock: str) -> tuple[str, str, str, str]:
    """Return hours, minutes, seconds and the digits after the decimal mark."""
    parts = _SEPARATORS.split(clock)
    if len(parts) == 4:
        return parts[0], parts[1], parts[2], parts[3]
    marks = "".join(_SEPARATORS.findall(clock))
    if marks[-1] in _DECIMAL and marks[0] not in _DECIMAL:
        return "0", parts[0], parts[1], parts[2]
    return parts[0], parts[1], parts[2], ""


def _broken_blocks(text: str, head: _Head, limit: int, follower: str) -> set[int]:
    """Return where blocks begin whose times are damaged, or whose number is missing there."""
    damaged = _DAMAGED_LINE.finditer(text, head.end, limit)
    above = (_block_start(text, line.start(), head.end) for line in damaged)
    starts = {start for start in above if start is not None}
    missing = _missing(head.number, follower)
    numbered = _NUMBERED_START.finditer(text, head.end, limit) if head.number else ()
    found = (block for block in numbered if any(int(block[1]) in span for span in missing))
    return starts | {block.start(1) for block in islice(found, 1)}


def _missing(number: str, follower: str) -> tuple[range, range]:
    """Return the numbers between two; they begin anew where one file was put behind another."""
    first, after = int(number or 0) + 1, int(follower or 0)
    if after >= first:
        return range(first, after), range(0)
    return range(first, first + 1), range(after)


def _block_start(text: str, start: int, floor: int) -> int | None:
    """Return where the number above a line begins, that line below a blank one, else None.

    Below times or words it is spoken, whatever it looks like.
    """
    begin, end = line_before(text, start, floor)
    if begin < 0:
        return None
    if _NUMBER.fullmatch(text, begin, end):
        return begin
    return None if text[begin:end].strip() else start


# Keeps signs apart that would be markup side by side; it is never drawn.
JOINER = "\u2060"


def as_subrip_lines(text: str) -> str:
    """Return lines as a SubRip cue can hold them: none is empty or reads as the times of a cue."""
    return filled_lines(text).replace("-->", f"--{JOINER}>")


class SubRip(SubtitleFormat):
    """SubRip as pysrt writes it, and in all the ways that people and programs do."""

    name = "srt"
    title = "SubRip"
    suffixes = (".srt",)
    tolerance = 2

    def recognises(self, text: str, suffix: str) -> bool:
        return self.has_times(text)

    def read(self, text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
        return read_srt(text, task)

    def has_times(self, payload: str) -> bool:
        return _TIME_LINE.search(payload) is not None

    def to_subrip(self, document: Document, cue: int) -> Payload:
        losses = {Loss.PLACES} if behind_times(document, cue) else set[Loss]()
        return Payload(document.cue_text(cue), losses=losses)

    def from_subrip(self, payload: Payload) -> Payload:
        losses = payload.losses | ({Loss.SPEAKERS} if payload.speaker else set())
        return Payload(as_subrip_lines(payload.text), losses=losses)

    def write(self, cues: Sequence[NewCue]) -> str:
        import pysrt

        items = [
            pysrt.SubRipItem(number, cue.start_ms, cue.end_ms, cue.payload.text)
            for number, cue in enumerate(cues, start=1)
        ]
        written = io.StringIO()
        pysrt.SubRipFile(items, eol="\n").write_into(written)
        return written.getvalue()


SUBRIP = SubRip()
