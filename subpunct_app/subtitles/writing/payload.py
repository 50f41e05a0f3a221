"""Carry the markup of one cue from SubRip to WebVTT and back, and from SBV to SubRip."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from enum import StrEnum

from subpunct_app.subtitles.formats.markup import (
    ATTRIBUTED,
    ATTRIBUTES,
    BREAK,
    ENTITY,
    ESCAPE,
    ESCAPES,
    TIMING,
)
from subpunct_app.subtitles.reading.speakers import opens_line

# Keeps signs apart that would be markup side by side; it is never drawn.
JOINER = "\u2060"

# Bare ones that no other name in angle brackets is, as of who speaks or what is heard.
_HTML = "a|big|center|div|em|p|small|strong|sub|sup|tt"
_SRT = re.compile(
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
_VTT = re.compile(
    r"(?P<kept></?[ibu](?:[.\s][^<>]*)?>)"
    r"|(?P<voice><v(?:\.[^\s<>]*)?\s+[^\s<>][^<>]*>)"
    r"|<rt>(?P<reading>[^<]*)(?=</r)"
    r"|(?P<plain></(?:v|c|lang|ruby|rt)?>|</?(?:ruby|rt)>)"
    rf"|(?P<break>{BREAK})"
    rf"|(?P<timing>{TIMING})"
    r"|(?P<other></?[A-Za-z][^<>]*>)"
    rf"|(?P<entity>{ENTITY})"
)
_BREAK = re.compile(BREAK)
_CLASSED = re.compile(r"<\w\.")
_ANCHOR = re.compile(r"\\an([1-9])(?!\d)")
_ROWS = {"7": "line:0", "8": "line:0", "9": "line:0"} | dict.fromkeys("456", "line:50%")
_SIDES = dict.fromkeys("147", "align:left") | dict.fromkeys("369", "align:right")
_TOP = re.compile(r"(?<!\S)line:(?:[0-4]|(?:[0-3]?\d)(?:\.\d+)?%)(?:,\w+)?(?!\S)")


class Loss(StrEnum):
    """What a new file has no way to say."""

    FONTS = "Fonts and colours"
    HTML = "Tags and attributes of web pages"
    OVERRIDES = "Effects in braces"
    PLACES = "Places on the screen"
    BESIDE = "Words beside the times"
    CLASSES = "Classes and languages"
    TIMINGS = "Times of single words"
    NAMES = "Names of cues"
    HEADER = "Lines of the header"
    BLOCKS = "Notes, styles and regions"
    UNREAD = "Blocks that could not be read"
    EARLY = "Times before zero"
    BYTES = "Bytes that are no text"
    LANGUAGE = "Lines in another language"
    METADATA = "Cues that only programs read"


@dataclass(slots=True)
class Payload:
    """The lines of a cue in another format, its WebVTT settings, and what was left out."""

    text: str = ""
    settings: str = ""
    losses: set[Loss] = field(default_factory=set)


def srt_to_vtt(raw: str, coordinates: str) -> Payload:
    """Return a SubRip payload as WebVTT; what only looks like markup is shown as it stands.

    Tags of WebVTT that somebody has left in it mean again what they say.
    """
    payload = Payload()
    if coordinates:
        payload.losses.add(Loss.PLACES)
    payload.text = _filled_lines(_SRT.sub(lambda found: _as_vtt(found, payload), raw))
    return payload


def vtt_to_srt(raw: str, settings: str) -> Payload:
    """Return a WebVTT payload as SubRip, the names of voices before what they say.

    How a character is read, in ruby, stands in brackets behind it.
    """
    payload = Payload()
    if _TOP.sub("", settings).strip():
        payload.losses.add(Loss.PLACES)
    labels = _Labels()
    text = _VTT.sub(lambda found: _as_srt(found, payload, labels), raw)
    text = _without_arrows(_filled_lines(text))
    payload.text = "{\\an8}" + text if _TOP.search(settings) else text
    return payload


def sbv_to_srt(raw: str) -> Payload:
    """Return an SBV payload as SubRip, whose tags it has, if any."""
    return Payload(text_to_srt(_BREAK.sub("\n", raw)))


def text_to_srt(raw: str) -> str:
    """Return the lines that are shown as a SubRip cue can hold them, with the tags in them."""
    return _without_arrows(_filled_lines(raw))


def _filled_lines(text: str) -> str:
    """Return the lines that hold something: an empty one would end the cue."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _without_arrows(text: str) -> str:
    """Return a text that holds no line with the times of a SubRip cue."""
    return text.replace("-->", f"--{JOINER}>")


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
        reading = _VTT.sub(lambda inner: _as_srt(inner, payload, labels), found["reading"].strip())
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
        lead = "" if opens_line(line) else "\n"
        gap = "" if voice.string[voice.end() : voice.end() + 1].isspace() else " "
        return f"{lead}{name}:{gap}"


def _decoded(entity: re.Match[str]) -> str:
    character = html.unescape(entity[0])
    following = entity.string[entity.end() : entity.end() + 1]
    if character == "<" and (following.isalpha() or following == "/"):
        return character + JOINER
    return character
