"""What a viewer sees of a cue: its styles, its place in the picture, the side it is read from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from unicodedata import bidirectional

from subpunct_app.subtitles.formats.markup import TAGGED, see_through

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[biuBIU])(?:[.\s][^<>]*)?>|\{\\(?P<sub>[biu])(?P<on>\d)\}")
_ANCHOR = re.compile(r"\{[^{}\r\n]*\\an([1-9])(?!\d)[^{}\r\n]*\}")
_NAMES = {"b": "bold", "i": "italic", "u": "underline"}
_EDGE = 0.03
_TELLING = {"L": False, "R": True, "AL": True}


class Side(IntEnum):
    """The side of a box or of a line of text, counted from the left or from the top."""

    START = 0
    CENTRE = 1
    END = 2


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


def place_by_anchor(payload: str) -> BoxPlace:
    r"""Return where a cue stands by an anchor as Advanced SubStation has it, `{\an8}`."""
    anchor = _ANCHOR.search(payload)
    if not anchor:
        return BoxPlace()
    # As on a number pad: 1 to 3 at the bottom, 7 to 9 at the top.
    number = int(anchor[1])
    side = Side((number - 1) % 3)
    place = BoxPlace(x=(_EDGE, 0.5, 1 - _EDGE)[side], side=side, align=side)
    if number < 4:
        return place
    return replace(place, row=0) if number > 6 else replace(place, y=0.5, edge=Side.CENTRE)


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
    return see_through(text, 0, len(text), TAGGED).text
