"""Spell English names of two words in one, of which only is known that they have capitals within.

OpenShift, RethinkDB and the like: with what such names mostly begin and end.
"""

from __future__ import annotations

import re

from subpunct_app.decoding.suggestions.spelling.acronyms import own_capitals, several
from subpunct_app.decoding.suggestions.spelling.known_names import TOLD

# fmt: off
_FIRST = (
    "air", "alpha", "auto", "big", "bit", "black", "blue", "cloud", "code", "coin", "core",
    "crypto", "data", "deep", "dev", "dream", "event", "fast", "gen", "go", "gopher", "hacker",
    "hyper", "iron", "kube", "libre", "linux", "live", "map", "mc", "net", "node", "one", "open",
    "pay", "pocket", "rails", "red", "ruby", "simple", "smart", "source", "stack", "start", "super",
    "tech", "text", "tiny", "type", "web", "you", "zero",
)
_LAST = (
    "ai", "app", "auth", "bank", "book", "books", "bot", "box", "bridge", "bsd", "camp", "card",
    "cast", "chain", "chat", "cloud", "code", "con", "conf", "core", "corp", "css", "db", "dns",
    "fest", "fi", "flow", "gpt", "gpu", "hash", "hq", "html", "hub", "js", "kit", "link", "loop",
    "mail", "map", "ml", "net", "ops", "pack", "pad", "pay", "pool", "press", "ql", "rank",
    "script", "space", "speed", "sql", "ssl", "stack", "store", "stream", "swap", "sync", "talk",
    "tech", "tube", "tv", "ui", "vault", "view", "vm", "wallet", "watch", "works", "world",
)
# fmt: on
_LONGEST_FIRST = sorted(_FIRST, key=len, reverse=True)
_LONGEST_LAST = sorted(_LAST, key=len, reverse=True)
_LEAST = 2
# No part of a name begins with a letter twice: Gottlieb.
_DOUBLED = re.compile(r"(\w)\1")
# Two or three letters with an s are rather an acronym.
_SHORT = re.compile("[a-z]{2,3}(?<!j)s")


def english_name(word: str) -> str:
    """Return how a word is written that has capitals within it, empty where nothing tells."""
    lower = word.lower()
    ending = lower[-2:] if lower.endswith(("'s", "’s")) else ""
    name = lower.removesuffix(ending)
    own = TOLD.get(name, "")
    if not own and not _SHORT.fullmatch(name):
        own = joined_name(name) or ("" if ending else several(name))
    return own + ending if own else ""


def joined_name(name: str) -> str:
    """Return how a name in small letters is written that begins or ends as others do, else "".

    What is longer counts where it does both.
    """
    first = next((part for part in _LONGEST_FIRST if name.startswith(part)), "")
    last = next((part for part in _LONGEST_LAST if name.endswith(part)), "")
    if len(first) > len(last):
        parts = first, name.removeprefix(first)
    else:
        parts = name.removesuffix(last), last
    if min(map(len, parts)) < _LEAST or _DOUBLED.match(parts[1]):
        return ""
    return "".join(map(_part, parts))


def _part(word: str) -> str:
    return own_capitals(word) or word.capitalize()
