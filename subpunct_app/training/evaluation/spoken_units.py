"""Cut words into units that do not depend on how numbers and abbreviations are spelled.

A reference writes "75", "Dr" and "5 %" where a recogniser writes "seventy five", "doctor" and
"five percent" (Guerreiro, Rei and Batista 2021, section 4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from text_to_num import find_numbers

LANGUAGES = ("en", "fr", "es", "pt", "de", "nl", "da", "it")

_JOINTS = re.compile(r"[-‐‑–/]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_MONEY = {"$": "dollars", "€": "euros", "£": "pounds"}
_SPELLED = {
    "capt": ("captain",),
    "dr": ("doctor",),
    "etc": ("et", "cetera"),
    "gen": ("general",),
    "gov": ("governor",),
    "jr": ("junior",),
    "km": ("kilometers",),
    "lt": ("lieutenant",),
    "mr": ("mister",),
    "ok": ("okay",),
    "percent": ("per", "cent"),
    "prof": ("professor",),
    "sen": ("senator",),
    "sgt": ("sergeant",),
    "sr": ("senior",),
    "vs": ("versus",),
}
_SCALES = {"100", "1000", "1000000", "1000000000", "1000000000000"}
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# Those that end in 00 are said as one number: nineteen hundred.
_YEAR = re.compile(r"[1-9]\d(?!00)\d{2}")
_LETTER = re.compile(r"[^\W\d_]")
# Words of their own in English.
_LETTER_WORDS = {"a", "i"}


@dataclass(frozen=True, slots=True)
class Unit:
    """What words `start` to `end` of a text say, or a part of it.

    `apart` tells that a mark stands before it: no number or acronym reaches across. Half a number
    only `begins` or `ends` where the words do.
    """

    name: str
    start: int
    end: int
    apart: bool
    begins: bool = True
    ends: bool = True

    def text(self) -> str:
        """Return the name, as the number finder asks for it."""
        return self.name

    def nt_separated(self, before: Unit) -> bool:
        """Tell the number finder whether this belongs to another number than what is before."""
        return self.apart

    def not_a_number_part(self) -> bool:
        """Tell the number finder that any unit can belong to a number."""
        return False


def units_of(words: Sequence[str], marked: Sequence[bool], language: str) -> list[Unit]:
    """Return the units of a text, at least one a word, in the order of the text.

    `words` are spelled as models read them, `marked` tells after which of them a mark stands.
    In a language that is not among LANGUAGES, numbers are read as English ones.
    """
    known = language if language in LANGUAGES else "en"
    numbered = _scaled(_numbered(list(_parts(words, marked)), known))
    return list(_halved(_acronyms(numbered)))


def _parts(words: Sequence[str], marked: Sequence[bool]) -> Iterator[Unit]:
    for at, word in enumerate(words):
        apart = at > 0 and bool(marked[at - 1])
        for part in _spelled(word):
            yield Unit(part, at, at + 1, apart)
            apart = False


def _spelled(word: str) -> Iterator[str]:
    """Yield the parts of a compound, with signs and abbreviations in full."""
    for part in [part for part in _JOINTS.split(word) if part] or [word]:
        bare = _THOUSANDS.sub("", part.strip("%$€£")) or part
        yield from _SPELLED.get(bare, (bare,))
        if part[0] in _MONEY and bare != part:
            yield _MONEY[part[0]]
        if part[-1] == "%" and bare != part:
            yield from _SPELLED["percent"]


def _numbered(parts: Sequence[Unit], language: str) -> Iterator[Unit]:
    """Write spelled numbers in figures, each as one unit."""
    done = 0
    for found in find_numbers(parts, language, 0.0):
        yield from parts[done : found.start]
        first, last = parts[found.start], parts[found.end - 1]
        yield Unit(found.text, first.start, last.end, first.apart)
        done = found.end
    yield from parts[done:]


def _scaled(units: Iterable[Unit]) -> Iterator[Unit]:
    """Multiply: "10 million" and "a hundred" are one number, as "ten million" is."""
    held: Unit | None = None
    for unit in units:
        if held is not None and unit.name in _SCALES and not unit.apart:
            product = _times(held.name, unit.name)
            if product:
                held = replace(held, name=product, end=unit.end)
                continue
        if held is not None:
            yield held
        held = unit
    if held is not None:
        yield held


def _times(count: str, scale: str) -> str:
    if count == "a":
        return scale
    if not _NUMBER.fullmatch(count) or count in _SCALES:
        return ""
    return f"{float(count) * int(scale):.0f}"


def _acronyms(units: Iterable[Unit]) -> Iterator[Unit]:
    """Join single letters that follow one another: "u s" is "us", as "U.S." is."""
    held: list[Unit] = []
    for unit in units:
        if held and (unit.apart or not _LETTER.fullmatch(unit.name)):
            yield from _joined(held)
            held = []
        if _LETTER.fullmatch(unit.name):
            held.append(unit)
            continue
        yield unit
    yield from _joined(held)


def _joined(letters: list[Unit]) -> Iterator[Unit]:
    if {unit.name for unit in letters} <= _LETTER_WORDS:
        yield from letters
        return
    name = "".join(unit.name for unit in letters)
    yield replace(letters[0], name=name, end=letters[-1].end)


def _halved(units: Iterable[Unit]) -> Iterator[Unit]:
    """Cut numbers of four figures in two: "1984" is often said "nineteen eighty four"."""
    for unit in units:
        if _YEAR.fullmatch(unit.name):
            yield replace(unit, name=unit.name[:2], ends=False)
            yield replace(unit, name=unit.name[2:], apart=False, begins=False)
            continue
        yield unit
