"""Spell English compounds of which only is known that they have capitals within: AI-first."""

from __future__ import annotations

from collections.abc import Sequence

from subpunct_app.decoding.suggestions.spelling.acronyms import own_capitals
from subpunct_app.decoding.suggestions.spelling.joined_names import joined_name
from subpunct_app.decoding.suggestions.spelling.names import family_name

# fmt: off
# Small before a name, and between two parts of one, in other languages too; and in English.
PREFIXES = frozenset(
    {"all", "anti", "ex", "mid", "non", "pan", "post", "pre", "pro", "sub", "trans"}
)
LINKS = frozenset(
    {
        "a", "al", "am", "an", "and", "au", "aux", "da", "de", "del", "den", "der", "des", "di",
        "do", "du", "e", "el", "en", "et", "i", "in", "la", "le", "les", "o", "of", "on", "op",
        "s", "sous", "sur", "the", "ul", "und", "upon", "van", "von", "y"
    }
)
_PREFIXES = PREFIXES | {"co", "inter", "multi", "pseudo", "semi", "un"}
_LINKS = LINKS | {"by", "to", "ud"}
# Small behind an acronym: behind a name of one capital they leave nothing to guess.
_ENDINGS = frozenset(
    {
        "able", "approved", "assisted", "aware", "backed", "based", "built", "capable", "centric",
        "certified", "compatible", "compliant", "controlled", "created", "driven", "ed", "enabled",
        "encoded", "esque", "first", "focused", "founded", "free", "friendly", "funded",
        "generated", "heavy", "hosted", "ing", "intensive", "ish", "led", "less", "level",
        "licensed", "like", "made", "native", "only", "optimized", "oriented", "owned", "powered",
        "produced", "protected", "rated", "ready", "related", "sized", "specific", "sponsored",
        "style", "trained", "type", "wide", "wise", "written"
    }
)
# Small behind any name; those that are no endings tell of no acronym: Mao-era.
_MODIFIERS = _ENDINGS | {
    "appointed", "branded", "educated", "era", "filled", "inspired", "published", "themed"
}
# fmt: on
_NATIONS = frozenset({"eu", "uk", "us", "usa"})
# Longer words before an ending are rather names.
_LONGEST = 4


def english_compound(word: str, *, starts: bool) -> str:
    """Return how a word is written whose parts hyphens join: AI-first, pre-COVID, Jean-Luc.

    Words are small behind an acronym and a name with capitals of its own, though not behind a
    nation or a family: GitHub-hosted, but US-China, McCarran-Ferguson. What only stands before a
    name has a capital where a sentence `starts`.
    """
    first, *others = word.lower().split("-")
    prefixed = first in _PREFIXES
    head = "" if prefixed else _head(first, others)
    named = first.replace(".", "") in _NATIONS or bool(family_name(first))
    small = bool(head) and not named
    begin = first if prefixed and not starts else head or first.capitalize()
    inner = (_part(part, _LINKS, small=small) for part in others[:-1])
    return "-".join([begin, *inner, _part(others[-1], _MODIFIERS, small=small)])


def _head(first: str, others: Sequence[str]) -> str:
    """Return how an acronym or a name before a hyphen is written, empty for other words."""
    own = own_capitals(first)
    if own or len(others) > 1 or others[0] not in _ENDINGS:
        return own
    return joined_name(first) or (first.upper() if len(first) <= _LONGEST else "")


def _part(part: str, words: frozenset[str], *, small: bool) -> str:
    """Return how what stands behind a hyphen is written: some words are always small."""
    if part in words:
        return part
    return own_capitals(part) or (part if small else part.capitalize())
