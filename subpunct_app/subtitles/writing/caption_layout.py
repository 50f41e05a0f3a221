"""What a viewer sees of a cue: its styles, its place in the picture, the side it is read from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING
from unicodedata import bidirectional

from subpunct_app.subtitles.formats.document import Format
from subpunct_app.subtitles.formats.markup import see_through
from subpunct_app.subtitles.formats.text_lines import line_before

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Document


_TAG = re.compile(r"<(?P<end>/?)(?P<name>[biuBIU])(?:[.\s][^<>]*)?>|\{\\(?P<sub>[biu])(?P<on>\d)\}")
_ANCHOR = re.compile(r"\{[^{}\r\n]*\\an([1-9])(?!\d)[^{}\r\n]*\}")
_BEHIND = re.compile(r">\s*\S+[ \t]+(\S.*)")
_SETTING = re.compile(r"(?<!\S)(line|position|size|align):(\S+)")
_PERCENT = re.compile(r"\d{1,3}(?:\.\d+)?%")
_ROW = re.compile(r"-?\d{1,3}")
_NAMES = {"b": "bold", "i": "italic", "u": "underline"}
_EDGE = 0.03


class Side(IntEnum):
    """The side of a box or of a line of text, counted from the left or from the top."""

    START = 0
    CENTRE = 1
    END = 2


_SIDES = {
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


@dataclass(frozen=True, slots=True)
class Style:
    """How a letter is drawn."""

    bold: bool = False
    italic: bool = False
    underline: bool = False


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Where the box of a cue stands, as shares of the picture from 0 to 1.

    `x` is where its `side` lies. `y` is where its `edge` lies; where it is None the box stands
    `row` lines from the top, or from the bottom where that is negative: -1 is the last line.
    """

    x: float = 0.5
    side: Side = Side.CENTRE
    width: float = 1.0
    align: Side = Side.CENTRE
    y: float | None = None
    edge: Side = Side.START
    row: int = -1


def styles(raw: str) -> list[tuple[int, Style]]:
    """Return from which offsets in a payload on which style holds, the plain one from 0 on."""
    found = [(0, Style())]
    for tag in _TAG.finditer(raw):
        name = _NAMES[(tag["name"] or tag["sub"]).lower()]
        on = tag["on"] != "0" if tag["sub"] else not tag["end"]
        found.append((tag.end(), replace(found[-1][1], **{name: on})))
    return found


def behind_times(document: Document, cue: int) -> str:
    """Return what stands behind the times of a cue: settings, coordinates or stray words."""
    floor = document.cues[cue - 1].end if cue else 0
    line = line_before(document.text, document.cues[cue].start, floor)
    found = _BEHIND.search(document.text, *line)
    return found[1].strip() if found else ""


def place_of(document: Document, cue: int) -> BoxPlace:
    """Return where a cue stands: by its WebVTT settings, or by an anchor like that of an ASS."""
    text = document.cue_text(cue)
    if document.format is Format.VTT:
        settings = behind_times(document, cue)
        return _by_settings(dict(_SETTING.findall(settings)), text) if settings else BoxPlace()
    anchor = _ANCHOR.search(text)
    return _by_anchor(int(anchor[1])) if anchor else BoxPlace()


def _by_anchor(number: int) -> BoxPlace:
    """Return a place of the number pad: 1 to 3 at the bottom, 7 to 9 at the top."""
    side = Side((number - 1) % 3)
    x = (_EDGE, 0.5, 1 - _EDGE)[side]
    place = BoxPlace(x=x, side=side, align=side)
    if number < 4:
        return place
    return replace(place, row=0) if number > 6 else replace(place, y=0.5, edge=Side.CENTRE)


def _by_settings(settings: dict[str, str], text: str) -> BoxPlace:
    """Return a place as the WebVTT standard works it out; what makes no sense is left out."""
    named = settings.get("align", "")
    if is_from_right(text):
        named = _TURNED.get(named, named)
    align = _SIDES.get(named, Side.CENTRE)
    where, _, beside = settings.get("position", "").partition(",")
    x, side = _share(where), _SIDES.get(beside, align)
    if x is None:
        x = (0.0, 0.5, 1.0)[align]
    room = (1 - x, 2 * min(x, 1 - x), x)[side]
    size = _share(settings.get("size", ""))
    place = BoxPlace(x, side, room if size is None else min(size, room), align)
    line, _, edge = settings.get("line", "").partition(",")
    if _ROW.fullmatch(line):
        return replace(place, row=int(line))
    return replace(place, y=_share(line), edge=_SIDES.get(edge, Side.START))


def _share(text: str) -> float | None:
    return min(1.0, float(text[:-1]) / 100) if _PERCENT.fullmatch(text) else None


_TELLING = {"L": False, "R": True, "AL": True}


def is_from_right(text: str) -> bool:
    """Tell whether a text is read from the right.

    The first letter tells, as in players of WebVTT; those of tags are no part of the text.
    """
    return _begins_from_right(_shown(text)) is True


def is_mostly_from_right(text: str) -> bool:
    """Tell whether most words of a text are read from the right; of as many the first one tells.

    A reader takes it so: a text in Hebrew stays one where its first word is a name in Latin.
    """
    if text.isascii():
        return False
    sides = [side for side in map(_begins_from_right, _shown(text).split()) if side is not None]
    more = sides.count(True) - sides.count(False)
    return more > 0 or (more == 0 and sides[:1] == [True])


def _begins_from_right(text: str) -> bool | None:
    """Tell whether the first letter is read from the right, None where there is none."""
    kinds = (_TELLING.get(bidirectional(letter)) for letter in text)
    return next((kind for kind in kinds if kind is not None), None)


def _shown(text: str) -> str:
    return see_through(text, 0, len(text), Format.VTT).text
