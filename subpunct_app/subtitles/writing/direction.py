"""From which side a text is read: from the left, or from the right as Arabic and Hebrew are."""

from __future__ import annotations

from unicodedata import bidirectional

from subpunct_app.subtitles.files.document import Format
from subpunct_app.subtitles.words.markup import see_through

_TELLING = {"L": False, "R": True, "AL": True}


def is_from_right(text: str) -> bool:
    """Tell whether a text is read from the right.

    The first letter tells, as in players of WebVTT; those of tags are no part of the text.
    """
    shown = see_through(text, 0, len(text), Format.VTT).text
    kinds = (_TELLING.get(bidirectional(letter)) for letter in shown)
    return next((kind for kind in kinds if kind is not None), False)
