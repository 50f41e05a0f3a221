"""Words that are looked for as they are typed, be the line broken between them or not."""

from __future__ import annotations

import re
from itertools import chain, islice, repeat

_BETWEEN_WORDS = re.compile(r"(?<=\S) (?=\S)")
_CURLY = "’"
_APOSTROPHES = f"['{_CURLY}]"


def phrase(text: str) -> str:
    """Return an expression for a text, whose spaces between words stand for line ends, too.

    So does the apostrophe of a keyboard for one that is curly: l'eau finds l’eau.
    """
    words = map(re.escape, _BETWEEN_WORDS.split(text))
    return r"\s".join(word.replace("'", _APOSTROPHES) for word in words)


def replaced(
    pattern: re.Pattern[str], text: str, words: str, most: int | None = None
) -> tuple[str, int]:
    """Return a text with other words for each hit of a phrase, and how many there were.

    Spaces and curly apostrophes stay those that were there. A line that ended within the hit ends
    behind it where the new words have no room for that. No more than `most` hits are replaced, from
    the first on.
    """
    typed = _APOSTROPHES in pattern.pattern
    hits = [*islice(pattern.finditer(text), most)]
    pieces: list[str] = []
    at = 0
    for hit in hits:
        curled = words.replace("'", _CURLY) if typed and _CURLY in hit[0] else words
        new, line_ends = _put(curled, hit[0])
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
