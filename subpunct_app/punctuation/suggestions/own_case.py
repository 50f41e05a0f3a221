"""English words whose case follows from what they are, whatever a network says of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from subpunct_app.core.text import Word

# fmt: off
# Shortened before numbers, and the heading of a book: a network that read CA. and CHAPTER may say
# that they are acronyms.
_SMALL = frozenset(
    {
        "art.", "ca.", "cf.", "ch.", "chap.", "chapter", "eq.", "fig.", "figs.", "nos.", "op.",
        "pp.", "sec.", "ver.", "vol.", "vols."
    }
)
# fmt: on
# Names of files and in programs: run.sh, os.path.
_CODE = re.compile(r"(?=.*[a-z]{3})[a-z_]\w*(?:\.\w+)+")
# Of a genus, before its species: E. coli.
_GENUS = re.compile(r"(?!I)[A-Z]\.?")
_DOCTORS = frozenset({"d", "d.", "ds"})
_EQUALS = frozenset({"=", "+=", "equals"})
# What begins a sentence behind a letter rather than names a species: plan B. it was.
_OPENERS = frozenset(
    {
        *("a", "also", "an", "and", "as", "at", "but", "for", "he", "her", "his", "how", "i", "if"),
        *("in", "is", "it", "its", "my", "no", "not", "now", "on", "or", "our", "she", "so"),
        *("that", "the", "their", "then", "there", "these", "they", "this", "to", "we", "what"),
        *("when", "where", "which", "who", "why", "with", "yes", "you", "your"),
    }
)


def is_no_acronym(word: str) -> bool:
    """Tell whether a word does not have all its letters large."""
    return word.lower() in _SMALL or _CODE.fullmatch(word.lower()) is not None


def may_be_species(genus: str, word: str) -> bool:
    """Tell whether a small word behind an initial is meant to be small."""
    return _GENUS.fullmatch(genus) is not None and word not in _OPENERS


def is_doctorate(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is the Ph of a Ph D."""
    following = words[at + 1].text.lower() if at + 1 < len(words) else ""
    return words[at].text.lower() == "ph" and following in _DOCTORS


def is_index(words: Sequence[Word], at: int) -> bool:
    """Tell whether a small "i" counts, as in mathematics and programs: i equals 1, x sub i."""
    if words[at].text != "i":
        return False
    earlier, before = ["", "", *(word.text.lower() for word in words[max(0, at - 2) : at])][-2:]
    behind = [word.text.lower() for word in words[at + 1 : at + 3]]
    if before in _EQUALS or not _EQUALS.isdisjoint(behind[:1]):
        return True
    looped = before == "for" and behind == ["in", "range"]
    return looped or (before == "sub" and len(earlier) == 1)


def counts_by_i(words: Sequence[Word]) -> bool:
    """Tell whether a text has an index i and writes who speaks with a capital: so I say i = 1."""
    small = [at for at, word in enumerate(words) if word.text == "i"]
    return any(is_index(words, at) for at in small) and any(word.text == "I" for word in words)
