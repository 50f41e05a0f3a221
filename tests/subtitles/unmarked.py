"""What no edit may change of a text: an oracle for what the renderer promises."""

from __future__ import annotations

import re

from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import CORE, MARKS, SIGNS
from subpunct_app.languages.scripts import IDEOGRAPHS
from subpunct_app.subtitles.formats.adapter import Format
from subpunct_app.subtitles.formats.markup import see_through
from subpunct_app.text.words import folded

_IN_WORD = rf"(?<={CORE})(?<![{IDEOGRAPHS}])[{MARKS}]+(?![{IDEOGRAPHS}])(?={CORE})"
_MARKS = re.compile(rf"(?P<inner>{_IN_WORD}|(?<![^\s{SIGNS}])\.(?={CORE}))|[{MARKS}]+|[{SIGNS}]")


def strip_marks(text: str, kind: Format, language: str = "en") -> str:
    """Return what no edit may change: a text without marks, case and runs of spaces.

    Marks between two characters of one word stay, as in 3.14, 10:30 and U.S.A; tags and
    entities stay as they are written. The language tells which spaces belong to marks.
    """
    spaces = language_data(language).typography.spaces
    shown = see_through(text, 0, len(text), kind.markup)
    kept: list[str] = []
    at = 0
    for marks in _MARKS.finditer(shown.text):
        if marks["inner"] is not None:
            continue
        for index in range(shown.run_start(marks.start(), spaces), marks.end()):
            kept.append(text[at : shown.starts[index]])
            at = shown.ends[index]
    return " ".join(folded("".join([*kept, text[at:]])).split())
