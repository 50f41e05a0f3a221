"""Plain text: each paragraph becomes a cue without times, a long one becomes several."""

from __future__ import annotations

import re
from collections.abc import Iterator

from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import Format
from subpunct_app.subtitles.formats.cue_look import BoxPlace
from subpunct_app.subtitles.formats.document import Cue, Document, Remark
from subpunct_app.subtitles.formats.markup import UNTAGGED

_PARAGRAPH = re.compile(r"\S[^\r\n]*(?:(?:\r\n|\r|\n)[^\S\r\n]*\S[^\r\n]*)*")
_RUN = re.compile(r"\S+")
_WORD = re.compile(r"\w")
_LINE_END = re.compile(r"[\r\n]")
# The words of a part that ends within a line, and of one that ends with a line.
_PART = 50
_NEARLY = 40
# As many lines as a row of the window shows.
_MOST_LINES = 3
# No line leaves its last part with fewer words.
_LEAST = 25


def _cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where a part of a long paragraph ends and the next begins, rather between two lines.

    Only words and lines count, so that other marks move no cut.
    """
    left = sum(_WORD.search(run[0]) is not None for run in _RUN.finditer(text, start, end))
    words, lines, ended, spoken = 0, 1, start, False
    for run in _RUN.finditer(text, start, end):
        is_word = _WORD.search(run[0]) is not None
        if _LINE_END.search(text, ended, run.start()):
            is_enough = words >= _NEARLY or lines >= _MOST_LINES
            lines += 1
        else:
            is_enough = words >= _PART and left >= _LEAST and spoken and is_word
        if is_enough:
            yield ended, run.start()
            words, lines = 0, 1
        words += is_word
        left -= is_word
        ended, spoken = run.end(), is_word


class PlainText(Format):
    """Text without times, in paragraphs; what no other format recognises."""

    name = "text"
    title = "Text"
    suffixes = (".txt",)
    timed = has_own_lines = False
    markup = UNTAGGED

    def recognises(self, text: str, suffix: str) -> bool:
        return False

    def read(self, text: str, task: Task) -> tuple[tuple[Cue, ...], tuple[Remark, ...]]:
        cues: list[Cue] = []
        for count, paragraph in enumerate(_PARAGRAPH.finditer(text)):
            if not count % 1000:
                task.step(paragraph.start(), len(text), "Reading")
            start = paragraph.start()
            for end, further in _cuts(text, start, paragraph.end()):
                cues.append(Cue(start, end, goes_on=start > paragraph.start()))
                start = further
            cues.append(Cue(start, paragraph.end(), goes_on=start > paragraph.start()))
        return tuple(cues), ()

    def place(self, document: Document, cue: int) -> BoxPlace:
        return BoxPlace()


PLAIN_TEXT = PlainText()
