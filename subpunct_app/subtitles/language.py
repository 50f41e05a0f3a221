"""Tell which language a document is written in."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from subpunct_app.core.scripts import IDEOGRAPHS
from subpunct_app.subtitles.codes import language_name, normal_code
from subpunct_app.subtitles.document import Document, Format
from subpunct_app.subtitles.latin import count_letters
from subpunct_app.subtitles.markup import see_through
from subpunct_app.subtitles.plain_english import is_plain_english

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_HEADER = re.compile(r"^Language:[ \t]*([\w-]+)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_BLANK = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
# What names of files say besides the language: for the deaf, signs and songs only, and so on.
QUALIFIERS = frozenset({"sdh", "cc", "hi", "forced", "default", "auto", "orig", "punct", "full"})
_WORD = re.compile(rf"[{IDEOGRAPHS}]|[^\W\d_]{{2,}}")
# Written so much alike that a sample may be any of them: the best one is told.
_KIN = ({"bs", "hr", "sr"}, {"id", "ms"}, {"gom", "hi", "mr", "ne"}, {"da", "nb", "nn", "no"})
_ARABIC = re.compile("[\u0620-\u06ff]")
_SAMPLE = 4000
_LEAST_SURE = 0.9
_LEAST_WORDS = 12
_LEAST_LETTERS = 2
_LATIN_SHARE = 0.2


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
    code = identify(_sample(document))
    return Language(code, Source.TEXT) if code else None


def identify(text: str) -> str | None:
    """Return the code of the language that the beginning of a text is in, None if unsure."""
    text = text[:_SAMPLE]
    if is_plain_english(text):
        return "en"
    # What is written in other letters is in none of the many languages written in Latin ones.
    foreign = _is_foreign(text)
    if len(_WORD.findall(text)) < _LEAST_WORDS and not foreign:
        return None
    shares: Counter[str] = Counter()
    for code, share in _identifier().rank(text.lower()):
        shares[normal_code(code) or code] += share
    best = max(shares, key=lambda code: shares[code])
    # What holds nothing it knows looks Arabic to the identifier.
    if best == "ar" and not _ARABIC.search(text):
        return None
    kin = next((group for group in _KIN if best in group), {best})
    sure = sum(shares[code] for code in kin)
    return normal_code(best) if foreign or sure >= _LEAST_SURE else None


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
    blank = _BLANK.search(document.text)
    found = _HEADER.search(document.text, 0, blank.start() if blank else len(document.text))
    return normal_code(found[1]) if found else None


def _is_foreign(text: str) -> bool:
    """Tell whether nearly all letters of a text are others than Latin ones."""
    latin, letters = count_letters(text)
    return letters >= _LEAST_LETTERS and latin <= _LATIN_SHARE * letters


def _sample(document: Document) -> str:
    """Return some of what is shown, from all over the document."""
    step = max(1, len(document.cues) * 40 // _SAMPLE)
    shown = (
        see_through(document.text, cue.start, cue.end, document.format).text
        for cue in document.cues[::step]
    )
    return " ".join(shown)


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
