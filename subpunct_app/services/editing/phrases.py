"""Words that are looked for as they are typed, be the line broken between them or not."""

from __future__ import annotations

import re
from itertools import chain, islice, repeat

_BETWEEN_WORDS = re.compile(r"(?<=\S) (?=\S)")


def phrase(text: str) -> str:
    """Return an expression for a text, whose spaces between words stand for line ends, too."""
    return r"\s".join(map(re.escape, _BETWEEN_WORDS.split(text)))


def replaced(
    pattern: re.Pattern[str], text: str, words: str, most: int | None = None
) -> tuple[str, int]:
    """Return a text with other words for each hit of a phrase, and how many there were.

    Spaces stay those that were there. A line that ended within the hit ends behind it where the
    new words have no room for that. No more than `most` hits are replaced, from the first on.
    """
    hits = [*islice(pattern.finditer(text), most)]
    pieces: list[str] = []
    at = 0
    for hit in hits:
        new, line_ends = _put(words, hit[0])
        pieces += [text[at : hit.start()], new]
        at = hit.end()
        if line_ends and text[at : at + 1] == " ":
            pieces.append("\n")
            at += 1
    return "".join([*pieces, text[at:]]), len(hits)


def _put(words: str, old: str) -> tuple[str, bool]:
    """Return words with the spaces of what they replace, and whether a line end is left over."""
    spaces = re.findall(r"\s", old)
    first, *others = words.split(" ")
    new = first + "".join(
        space + other for space, other in zip(chain(spaces, repeat(" ")), others, strict=False)
    )
    return new, "\n" in spaces[len(others) :]
