"""From which side a text is read: from the left, or from the right as Arabic and Hebrew are."""

from __future__ import annotations

from unicodedata import bidirectional

from subpunct_app.subtitles.formats.document import Format
from subpunct_app.subtitles.reading.markup import see_through

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
