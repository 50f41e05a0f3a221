"""What becomes of the texts of cues that are typed anew, those that show the same lines too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from subpunct_app.review.editing.sheet import CueEdit, Sheet
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.formats.file_lines import LINE_END
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.fair_copy import FairCopy
from subpunct_app.subtitles.writing.text_diff import Block, compare, stretches

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")


@dataclass(frozen=True, slots=True)
class CueChange:
    """Another text for a cue, and which parts of the old one it keeps."""

    cue: int
    copy: FairCopy
    text: str
    blocks: Sequence[Block]


def changes_of(sheet: Sheet, edits: Sequence[CueEdit]) -> dict[int, CueChange]:
    """Return by cue what changes, the copies of rolling lines included."""
    changes = {edit.cue: _change(sheet, edit) for edit in edits}
    for repeat in list(_repeats(sheet, changes)):
        changes[repeat.cue] = _change(sheet, repeat)
    return {cue: change for cue, change in changes.items() if change.text != change.copy.text}


def unchanged(sheet: Sheet, cue: int) -> CueChange:
    """Return a cue that is written anew as it reads."""
    copy = sheet.copy_of(cue)
    return CueChange(cue, copy, copy.text, compare(copy.text, copy.text))


def _change(sheet: Sheet, edit: CueEdit) -> CueChange:
    copy = sheet.copy_of(edit.cue)
    old = copy.text
    text = _tidied(old, edit.text)
    if not sheet.document.format.timed:
        # What stands before the first word of a paragraph is read as no part of it.
        text = text.lstrip()
    if sheet.document.format.has_times(text):
        raise FileError(
            "A cue cannot hold a line that reads as the times of another cue.",
            "Write it in another way.",
        )
    if set(_CONTROL.findall(text)) - set(_CONTROL.findall(old)):
        raise FileError(
            "A control character cannot be put into a cue.",
            r"Leave it out; an expression puts in all that it found by \g<0>.",
        )
    return CueChange(edit.cue, copy, text, compare(old, text))


def _tidied(old: str, text: str) -> str:
    """Return a text without blank lines, which would end the cue, but those that it had."""
    if "\r" not in old:
        text = LINE_END.sub("\n", text)
    had = set(old.split("\n")) if old else set()
    return "\n".join(line for line in text.split("\n") if line.strip() or line in had)


def _repeats(sheet: Sheet, changes: Mapping[int, CueChange]) -> Iterator[CueEdit]:
    """Yield the other cues that show changed lines again, with the same change."""
    if sheet.transcript is None or not sheet.transcript.copies:
        return
    seen = set(changes)
    for words, change in _first_changes(sheet.transcript, changes.values()):
        cues = {cue for word in words for cue in sheet.transcript.cues_with(word)} - seen
        if not cues:
            continue
        seen |= cues
        new = _new_lines(change.copy.text.split("\n"), change.text.split("\n"))
        for cue in cues:
            old = sheet.copy_of(cue).text.split("\n")
            yield CueEdit(cue, "\n".join(new.get(_bare(line), line) for line in old))


def _first_changes(
    transcript: Transcript, changes: Iterable[CueChange]
) -> Iterator[tuple[set[int], CueChange]]:
    """Yield each change with those of its words that no change before it has."""
    seen: set[int] = set()
    for change in changes:
        words = {*transcript.words_of(change.cue)} - seen
        seen |= words
        yield words, change


def _new_lines(old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Return what became of each line that was changed, not of those that came or went.

    A blank line is none.
    """
    return {
        _bare(line): other
        for a, b, c, d, _ in stretches(old, new)
        if b - a == d - c
        for line, other in zip(old[a:b], new[c:d], strict=True)
        if line != other and _bare(line) and _bare(other)
    }


def _bare(line: str) -> str:
    return " ".join(line.split())
