"""Read plain text: each paragraph becomes a cue without times."""

from __future__ import annotations

import re

from subpunct_app.core.task import Task
from subpunct_app.subtitles.document import Cue

_PARAGRAPH = re.compile(r"\S[^\r\n]*(?:(?:\r\n|\r|\n)[^\S\r\n]*\S[^\r\n]*)*")


def read_plain(text: str, task: Task) -> tuple[Cue, ...]:
    """Return the maximal runs of lines that are not blank."""
    cues: list[Cue] = []
    for paragraph in _PARAGRAPH.finditer(text):
        if not len(cues) % 1000:
            task.step(paragraph.start(), len(text), "Reading")
        cues.append(Cue(paragraph.start(), paragraph.end()))
    return tuple(cues)
