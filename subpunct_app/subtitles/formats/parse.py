"""Open any subtitle file: find its encoding and format, then let the format find the cues."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from pathlib import PurePath

from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.document import Cue, Document, Remark
from subpunct_app.subtitles.formats.encoding import decode
from subpunct_app.subtitles.formats.file_lines import remarks_at
from subpunct_app.subtitles.formats.registry import FORMATS_TEXT, format_of

# Words that a text may begin with, such as ID3, are followed by what no text holds.
_FOREIGN = {
    rb"\x89PNG|\xff\xd8\xff|GIF8": "a picture",
    rb"%PDF": "a PDF document",
    rb"PK\x03\x04": "an archive or an office document",
    rb"\x1f\x8b|Rar!\x1a|7z\xbc\xaf": "an archive",
    rb"\x1aE\xdf\xa3|\0...ftyp": "a video",
    rb"RIFF....(WAVE|AVI |WEBP)|OggS": "a video or a sound",
    rb"ID3[\2-\4]|fLaC": "a sound",
    rb"\x7fELF": "a program",
}
_STAMP = r"\d+:\d\d:\d\d\.\d\d"
_OTHER_FORMATS = {
    r"\{\\rtf": "a rich text document",
    r"<\?xml": "an XML file",
    r"<tt": "a TTML file",
    r"<SAMI": "a SAMI file",
    r"(?i:<!doctype html|<html)": "a web page",
    rf"\[INFORMATION\]|{_STAMP},{_STAMP}\s*[\r\n]": "a SubViewer file",
    r"\{\d+\}\{\d*\}": "a MicroDVD file",
    r"Scenarist_SCC": "a file of Scenarist captions",
    r'\{\s*"[^"\r\n]*"\s*:|\[\s*\{\s*"': "a JSON file",
}
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\v\f\r\x1a\x1b")
_STRAY = re.compile("[\ud800-\udfff]+")
_SAMPLE = 1 << 18
# A recogniser that went wrong makes such cues; one that works hears half a minute at a time.
_LONG_MS = 120_000
_HINT = f"Open a file of {FORMATS_TEXT}."


def parse(
    data: bytes, *, name: str = "", encoding: str | None = None, task: Task | None = None
) -> Document:
    """Return the document in these bytes, or raise FileError where they are not text.

    The content decides about the format; the suffix of `name` only where the content does not.
    """
    task = task or Task()
    for signature, foreign in _FOREIGN.items():
        if re.match(signature, data, re.DOTALL):
            raise FileError(f"{_title(name)} is {foreign}, not text.", _HINT)
    text, found = decode(data, encoding, title=_title(name))
    # Zeros behind the end are what a disk or a broken copy has left.
    written = text.rstrip("\0") or text
    _refuse_other_formats(written, name)
    kind = format_of(written, PurePath(name).suffix.lower())
    cues, remarks = kind.read(written, task)
    every = sorted(
        (*remarks, *_stray_bytes(text, found.name), *_long_cues(text, cues)), key=attrgetter("line")
    )
    return Document(kind, text, found, cues, tuple(every))


def _refuse_other_formats(text: str, name: str) -> None:
    """Refuse other formats, and what holds more control characters than damaged text does."""
    sample = text[:_SAMPLE].encode("utf-8", "surrogatepass")
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls > 3 and controls * 20 > len(sample):
        raise FileError(f"{_title(name)} does not hold text.", _HINT)
    start = text[:_SAMPLE].lstrip()
    for signature, kind in _OTHER_FORMATS.items():
        if re.match(signature, start):
            raise FileError(f"{_title(name)} is {kind}.", "Convert it to SRT or WebVTT first.")


def _stray_bytes(text: str, encoding: str) -> tuple[Remark, ...]:
    """Tell where bytes stand that the encoding of the file does not know."""
    # Several times as quick as a search that finds none.
    try:
        text.encode()
    except UnicodeEncodeError:
        reason = f"Bytes here are not {encoding}; they stay as they are."
        return remarks_at(text, ((found.start(), reason) for found in _STRAY.finditer(text)))
    return ()


def _long_cues(text: str, cues: Iterable[Cue]) -> tuple[Remark, ...]:
    """Tell which cues are shown for so long that something must have gone wrong there."""
    reason = "This cue is shown for more than two minutes."
    long = (cue for cue in cues if (cue.end_ms or 0) - (cue.start_ms or 0) > _LONG_MS)
    found = remarks_at(text, ((cue.start, reason) for cue in long))
    return tuple(replace(remark, read=True) for remark in found)


def _title(name: str) -> str:
    return PurePath(name).name or "This file"
