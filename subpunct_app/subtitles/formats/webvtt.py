"""WebVTT: the cues of the standard; all else is kept as it stands."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import Loss, NewCue, Payload, SubtitleFormat
from subpunct_app.subtitles.formats.cue_look import BoxPlace, Side, is_from_right
from subpunct_app.subtitles.formats.document import Cue, Document, Remark
from subpunct_app.subtitles.formats.file_lines import (
    LINE_END,
    Finding,
    after_line,
    behind_times,
    filled_lines,
    line_before,
    remarks_at,
)
from subpunct_app.subtitles.formats.markup import (
    ATTRIBUTED,
    ATTRIBUTES,
    BREAK,
    ENTITY,
    ESCAPE,
    ESCAPES,
    TIMING,
)
from subpunct_app.subtitles.formats.subrip import JOINER, has_subrip_fractions
from subpunct_app.text.quantities import milliseconds, time_stamp

_TIME = r"(?:\d{1,9}:)?[0-5]\d:[0-5]\d[.,]\d{3}(?!\d)"
_TIME_LINE = re.compile(
    rf"(?<![^\r\n])[ \t]*(?P<start>{_TIME})[ \t]*-->[ \t]*(?P<end>{_TIME})(?P<behind>[^\r\n]*)"
)
_SIGNATURE = re.compile(r"WEBVTT(?![^ \t\r\n])")
_LOOSE_SIGNATURE = re.compile(r"\s*WEBVTT", re.IGNORECASE)
_END = r"(?:\r\n|\r|\n|\Z)"
_LINE = r"(?![^\r\n]*-->)[^\r\n]+"
_PAYLOAD = re.compile(rf"{_LINE}(?:(?:\r\n|\r|\n){_LINE})*")
_BLOCK = re.compile(rf"(?:[^\r\n]+{_END})+")
# What the standard puts beside cues, and HLS, where segments were put end to end.
_KNOWN_BLOCK = re.compile(r"(?:NOTE|STYLE|REGION|X-TIMESTAMP-MAP)(?![^\s=:])")
_BLANK_LINE = re.compile(r"[^\S\r\n]*[\r\n]")
_HEADER_END = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
_JSON = re.compile(r'\s*(?:\[\s*)?\{\s*"[^"\r\n]*"\s*:')
_PICTURE = r"\.(?i:avif|gif|jpe?g|png|webp)(?:\?\S*)?"
# What a player shows where its bar is pointed at: a picture, or a part of one.
_THUMBNAIL = re.compile(rf"\s*+(?:\S[^\r\n]*#xywh=[a-z:]*[\d.,]+|\S+{_PICTURE})\s*+")


def _cues(text: str, findings: list[Finding], task: Task) -> Iterator[Cue]:
    done = _header_end(text)
    at, count = 0, 0
    while line := _TIME_LINE.search(text, at):
        if not count % 1000:
            task.step(at, len(text), "Reading")
        begin, label = _label_above(text, line.start(), done)
        findings.extend(_unread(text, done, begin))
        findings.extend(_oddities(line))
        start = after_line(text, line.end())
        end = _payload_end(text, start)
        yield Cue(start, end, _milliseconds(line["start"]), _milliseconds(line["end"]), label)
        done = at = after_line(text, end)
        count += 1
    findings.extend(_unread(text, done, len(text)))


def _header_end(text: str) -> int:
    first = _LOOSE_SIGNATURE.match(text)
    if not first:
        return 0
    line_end = LINE_END.search(text, first.end())
    return _payload_end(text, line_end.end()) if line_end else len(text)


def _payload_end(text: str, start: int) -> int:
    """Return the end of the lines up to an empty line or an arrow, without the last line end."""
    found = _PAYLOAD.match(text, start)
    return found.end() if found else start


def _label_above(text: str, start: int, floor: int) -> tuple[int, str]:
    """Return where a cue begins, with the identifier line that stands alone above its times."""
    begin, end = line_before(text, start, floor)
    if begin < 0 or begin == end or "-->" in text[begin:end]:
        return start, ""
    above = line_before(text, begin, floor)
    alone = above[0] == above[1]
    return (begin, text[begin:end]) if alone else (start, "")


def _unread(text: str, start: int, end: int) -> Iterator[Finding]:
    """Find blocks that are neither cues nor notes, styles and regions."""
    if not text[start:end].strip():
        return
    for block in _BLOCK.finditer(text, start, end):
        known = _KNOWN_BLOCK.match(block[0]) or _BLANK_LINE.match(block[0])
        if "-->" in block[0]:
            yield block.start(), "The times of this cue are not valid."
        elif block[0].strip() and not known:
            yield block.start(), "Nothing here could be read as a cue."


def _oddities(line: re.Match[str]) -> Iterator[Finding]:
    if _milliseconds(line["end"]) < _milliseconds(line["start"]):
        yield line.start(), "This cue ends before it starts."
    if "," in line["start"] + line["end"]:
        yield line.start(), "A comma stands in the times where WebVTT wants a dot."


def _milliseconds(time: str) -> int:
    *hours, minutes, seconds = time[:-4].split(":")
    return milliseconds(hours[0] if hours else "0", minutes, seconds, time[-3:])


# Bare ones that no other name in angle brackets is, as of who speaks or what is heard.
_HTML = "a|big|center|div|em|p|small|strong|sub|sup|tt"
_SUBRIP_MARKUP = re.compile(
    rf"(?P<kept></?[ibu](?:{ATTRIBUTES}|\s*)>)"
    rf"|(?P<break>{BREAK})"
    rf"|(?P<font></?(?:font|span|strike|s)(?:\s[^<>\r\n]*|{ATTRIBUTES})?>)"
    r"|(?P<override>\{\\[^{}\r\n]*\})"
    rf"|(?P<webvtt>(?-i:</?(?:c|lang|rt|ruby|v)(?:[.\s][^<>\r\n]*)?(?<!--)>)|{TIMING})"
    rf"|(?P<html></?(?:{_HTML})\s*/?>|{ATTRIBUTED})"
    rf"|(?P<escape>(?-i:{ESCAPE}))"
    rf"|(?P<entity>{ENTITY})"
    r"|(?P<sign>[&<>])",
    re.IGNORECASE,
)
_VTT_MARKUP = re.compile(
    r"(?P<kept></?[ibu](?:[.\s][^<>]*)?>)"
    r"|(?P<voice><v(?:\.[^\s<>]*)?\s+[^\s<>][^<>]*>)"
    r"|<rt>(?P<reading>[^<]*)(?=</r)"
    r"|(?P<plain></(?:v|c|lang|ruby|rt)?>|</?(?:ruby|rt)>)"
    rf"|(?P<break>{BREAK})"
    rf"|(?P<timing>{TIMING})"
    r"|(?P<other></?[A-Za-z][^<>]*>)"
    rf"|(?P<entity>{ENTITY})"
)
_CLASSED = re.compile(r"<\w\.")
_ANCHOR = re.compile(r"\\an([1-9])(?!\d)")
_ROWS = {"7": "line:0", "8": "line:0", "9": "line:0"} | dict.fromkeys("456", "line:50%")
_SIDES = dict.fromkeys("147", "align:left") | dict.fromkeys("369", "align:right")
_TOP = re.compile(r"(?<!\S)line:(?:[0-4]|(?:[0-3]?\d)(?:\.\d+)?%)(?:,\w+)?(?!\S)")


_SETTING = re.compile(r"(?<!\S)(line|position|size|align):(\S+)")
_PERCENT = re.compile(r"\d{1,3}(?:\.\d+)?%")
_LINE_NUMBER = re.compile(r"-?\d{1,3}")
_STAMP = re.compile(r"<(?:(\d{1,9}):)?(\d{1,9}):(\d{1,9})[.,](\d{3})>")
_NAMED_SIDES = {
    "start": Side.START,
    "left": Side.START,
    "line-left": Side.START,
    "center": Side.CENTRE,
    "middle": Side.CENTRE,
    "end": Side.END,
    "right": Side.END,
    "line-right": Side.END,
}
# What the sides of a text that is read from the right are called, counted from the left.
_TURNED = {"start": "end", "end": "start"}


class WebVtt(SubtitleFormat):
    """WebVTT as the standard has it, and as it is mostly meant."""

    name = "vtt"
    title = "WebVTT"
    suffixes = (".vtt",)
    tolerance = 1
    holds_metadata = True
    beside: ClassVar[Mapping[Loss, re.Pattern[str]]] = {
        Loss.HEADER: re.compile(r"\A\s*WEBVTT(?!\S)(?=\s*\S)(?!\s*[\r\n]\s*[\r\n])"),
        Loss.BLOCKS: re.compile(
            r"(?:(?<=\n\n)|(?<=\n\r\n)|(?<=\r\r))(?:NOTE|STYLE|REGION)(?![^\s=:])"
        ),
    }

    def recognises(self, text: str, suffix: str) -> bool:
        loosely = _LOOSE_SIGNATURE.match(text) is not None
        return loosely or (suffix in self.suffixes and not has_subrip_fractions(text))

    def read(self, text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
        findings: list[Finding] = []
        if not _SIGNATURE.match(text):
            findings.append((0, "The first line is not WEBVTT, so players will refuse this file."))
        cues = tuple(_cues(text, findings, task))
        return cues, remarks_at(text, findings)

    def has_times(self, payload: str) -> bool:
        # An arrow is for times alone.
        return "-->" in payload

    def header(self, text: str, name: str) -> str:
        end = _HEADER_END.search(text)
        line = re.compile(rf"^{name}:[ \t]*([\w-]+)[ \t]*$", re.MULTILINE | re.IGNORECASE)
        found = line.search(text, 0, end.start() if end else len(text))
        return found[1] if found else ""

    def word_starts(self, document: Document, cue: int) -> Iterable[tuple[int, int]]:
        start, end = document.cues[cue][:2]
        for stamp in _STAMP.finditer(document.text, start, end):
            yield stamp.end(), milliseconds(*stamp.groups(default="0"))

    def place(self, document: Document, cue: int) -> BoxPlace:
        settings = behind_times(document, cue)
        found = dict(_SETTING.findall(settings))
        return _by_settings(found, document.cue_text(cue)) if settings else BoxPlace()

    def to_subrip(self, document: Document, cue: int) -> Payload:
        return vtt_to_srt(document.cue_text(cue), behind_times(document, cue))

    def from_subrip(self, payload: Payload) -> Payload:
        """Return a SubRip payload as WebVTT; what only looks like markup is shown as it stands.

        Tags of WebVTT that somebody has left in it mean again what they say.
        """
        made = Payload(losses=set(payload.losses))
        text = filled_lines(_SUBRIP_MARKUP.sub(lambda found: _as_vtt(found, made), payload.text))
        made.text = (
            f"<v {html.escape(payload.speaker)}>{text}" if payload.speaker and text else text
        )
        return made

    def write(self, cues: Sequence[NewCue]) -> str:
        import webvtt

        captions = [
            webvtt.Caption(
                time_stamp(cue.start_ms),
                time_stamp(cue.end_ms),
                cue.payload.text,
                settings=cue.payload.settings,
            )
            for cue in cues
        ]
        return webvtt.WebVTT(captions=captions).content


WEBVTT = WebVtt()


def _by_settings(settings: dict[str, str], text: str) -> BoxPlace:
    """Return a place as the WebVTT standard works it out; what makes no sense is left out."""
    named = settings.get("align", "")
    if is_from_right(text):
        named = _TURNED.get(named, named)
    align = _NAMED_SIDES.get(named, Side.CENTRE)
    where, _, beside = settings.get("position", "").partition(",")
    x, side = _share(where), _NAMED_SIDES.get(beside, align)
    if x is None:
        x = (0.0, 0.5, 1.0)[align]
    room = (1 - x, 2 * min(x, 1 - x), x)[side]
    size = _share(settings.get("size", ""))
    place = BoxPlace(x, side, room if size is None else min(size, room), align)
    line, _, edge = settings.get("line", "").partition(",")
    if _LINE_NUMBER.fullmatch(line):
        return replace(place, row=int(line))
    return replace(place, y=_share(line), edge=_NAMED_SIDES.get(edge, Side.START))


def _share(text: str) -> float | None:
    return min(1.0, float(text[:-1]) / 100) if _PERCENT.fullmatch(text) else None


def vtt_to_srt(raw: str, settings: str) -> Payload:
    """Return a WebVTT payload as SubRip, the names of voices before what they say.

    How a character is read, in ruby, stands in brackets behind it.
    """
    payload = Payload()
    if _TOP.sub("", settings).strip():
        payload.losses.add(Loss.PLACES)
    labels = _Labels()
    text = _VTT_MARKUP.sub(lambda found: _as_srt(found, payload, labels), raw)
    payload.text = ("{\\an8}" if _TOP.search(settings) else "") + filled_lines(text)
    return payload


def _as_vtt(found: re.Match[str], payload: Payload) -> str:
    kind, old = found.lastgroup, found[0]
    if kind == "kept":
        bare = _bare(old).lower()
        if bare != re.sub(r"\s", "", old).lower():
            payload.losses.add(Loss.HTML)
        return bare
    if kind == "break":
        return "\n"
    if kind == "escape":
        return ESCAPES[old]
    if kind == "webvtt":
        return old
    if kind == "entity" and html.unescape(old) != old:
        return f"{old.removesuffix(';')};"
    if kind in {"entity", "sign"}:
        return html.escape(old, quote=False)
    if kind in {"font", "html"}:
        payload.losses.add(Loss.FONTS if kind == "font" else Loss.HTML)
        return ""
    anchor = _ANCHOR.search(old)
    if anchor:
        row, side = _ROWS.get(anchor[1]), _SIDES.get(anchor[1])
        payload.settings = " ".join(filter(None, (row, side)))
    if anchor is None or anchor[0] != old[1:-1]:
        payload.losses.add(Loss.OVERRIDES)
    return ""


def _as_srt(found: re.Match[str], payload: Payload, labels: _Labels) -> str:
    kind, old = found.lastgroup, found[0]
    if kind in {"kept", "voice"} and _CLASSED.match(old):
        payload.losses.add(Loss.CLASSES)
    if kind == "kept":
        return _bare(old)
    if kind == "break":
        return "\n"
    if kind == "voice":
        return labels.label(found)
    if kind == "reading":
        reading = _VTT_MARKUP.sub(
            lambda inner: _as_srt(inner, payload, labels), found["reading"].strip()
        )
        return f"({reading})" if reading else ""
    if kind == "entity":
        return _decoded(found)
    if kind == "timing":
        payload.losses.add(Loss.TIMINGS)
    elif kind == "other":
        payload.losses.add(Loss.CLASSES)
    return ""


def _bare(tag: str) -> str:
    """Return a tag whose name is one letter without anything behind that."""
    return f"{tag[: 3 if tag[1] == '/' else 2]}>"


class _Labels:
    """Write the voices of one payload, from the first to the last, as labels."""

    def __init__(self) -> None:
        self._read = 0
        self._line = ""

    def label(self, voice: re.Match[str]) -> str:
        """Return the name of a voice, on a line of its own where something was said before it."""
        name = " ".join(html.unescape(voice[0][:-1]).split()[1:])
        said = html.unescape(re.sub(r"<[^<>]*>", "", voice.string[self._read : voice.start()]))
        line = re.split(r"[\r\n]", self._line + said)[-1]
        self._read, self._line = voice.end(), name
        lead = "" if not any(map(str.isalnum, line)) else "\n"
        gap = "" if voice.string[voice.end() : voice.end() + 1].isspace() else " "
        return f"{lead}{name}:{gap}"


def _decoded(entity: re.Match[str]) -> str:
    character = html.unescape(entity[0])
    following = entity.string[entity.end() : entity.end() + 1]
    if character == "<" and (following.isalpha() or following == "/"):
        return character + JOINER
    return character


def unspoken(document: Document) -> list[int]:
    """Return the cues of a document that hold nothing that is said."""
    metadata = Metadata(document)
    return [at for at, cue in enumerate(document.cues) if metadata.holds(cue.start, cue.end)]


class Metadata:
    """The cues of a document that hold JSON or name a picture, or all where its header says so."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._may = document.format.holds_metadata
        self._all = (
            self._may and document.format.header(document.text, "Kind").lower() == "metadata"
        )

    def holds(self, start: int, end: int) -> bool:
        """Tell whether the cue between two offsets holds nothing that is said."""
        if self._all or not self._may:
            return self._all
        found = _JSON.match(self._text, start, end) or _THUMBNAIL.fullmatch(self._text, start, end)
        return found is not None
