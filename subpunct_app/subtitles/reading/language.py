"""Tell which language a document is written in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from subpunct_app.languages.codes import language_name, normal_code
from subpunct_app.languages.identifier import SAMPLE, identify
from subpunct_app.subtitles.formats.document import Document, Format
from subpunct_app.subtitles.formats.markup import see_through
from subpunct_app.subtitles.formats.webvtt import header_value
from subpunct_app.subtitles.reading.bilingual import pair_of
from subpunct_app.subtitles.reading.metadata import Metadata

# What names of files say besides the language: for the deaf, signs and songs only, and so on.
QUALIFIERS = frozenset({"sdh", "cc", "hi", "forced", "default", "auto", "orig", "punct", "full"})


class Source(StrEnum):
    """What told the language."""

    USER = "user"
    NAME = "name"
    HEADER = "header"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Language:
    """A language code as `pt-BR` or `de`, and where it comes from."""

    code: str
    source: Source

    @property
    def name(self) -> str:
        """Return the English name of the language."""
        return language_name(self.code)


def detect(document: Document, name: str = "") -> Language | None:
    """Return the language that the file's name, its header or its text tells, None if unsure."""
    found = ((_from_name(name), Source.NAME), (_from_header(document), Source.HEADER))
    for code, source in found:
        if code is not None:
            return Language(code, source)
    code = _from_text(document)
    return Language(code, Source.TEXT) if code else None


def _from_text(document: Document) -> str | None:
    """Return the language of the text; of two that stand above each other English, or the upper."""
    pair = pair_of(document)
    if pair is None:
        return identify(_sample(document))
    return pair.lower if pair.lower == "en" else pair.upper


def _from_name(name: str) -> str | None:
    """Return the code before the suffix of a name, as in `film.pt-BR.forced.srt`."""
    parts = PurePath(name).name.split(".")[1:-1]
    while parts:
        code = normal_code(parts[-1])
        qualified = parts[-1].lower() in QUALIFIERS
        if qualified and (code is None or (len(parts) > 1 and normal_code(parts[-2]))):
            parts.pop()
            continue
        return code
    return None


def _from_header(document: Document) -> str | None:
    if document.format is not Format.VTT:
        return None
    return normal_code(header_value(document.text, "Language"))


def _sample(document: Document) -> str:
    """Return some of what is shown, from all over the document."""
    metadata = Metadata(document)
    step = max(1, len(document.cues) * 40 // SAMPLE)
    shown = (
        see_through(document.text, cue.start, cue.end, document.format).text
        for cue in document.cues[::step]
        if not metadata.holds(cue.start, cue.end)
    )
    return " ".join(shown)
