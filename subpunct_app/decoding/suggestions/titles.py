"""Find titles that lack their dot: mr Smith, st Louis, Tom Hill jr, sra García, sig Rossi."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final

from subpunct_app.decoding.suggestions.spelling.own_case import MOST_PARTICLES
from subpunct_app.languages.language_data import language_data
from subpunct_app.text.words import Word, base_of

_USUAL = frozenset({"mr", "mrs", "ms", "dr", "st"})
# These are words or names, too, so that it takes a surer name: her rev share, Bheem Sen Joshi.
_OTHERS = frozenset(
    {
        "adm",
        "capt",
        "cmdr",
        "col",
        "cpl",
        "gov",
        "lt",
        "maj",
        "pres",
        "prof",
        "pvt",
        "rep",
        "rev",
        "sen",
        "sgt",
        "supt",
    }
)
TITLES = _USUAL | _OTHERS
# Feet, where it is small.
_FEET = "ft"
# Not such as stand behind a name, nor whom somebody is: he is a rep. Smith left.
_DOTTED = language_data("en").abbreviations.before_name - {"ave", "blvd", "co"}
_COUNTED = frozenset({"a", "an", "her", "his", "my", "our", "their"})
_NAME = 0.5
_SURE_NAME = 0.8
_BEHIND_NAMES = frozenset({"jr", "sr"})
# With a dot they are titles whatever a model makes of it.
_CERTAIN = frozenset({"mr", "mrs", "messrs"})
# With a dot they are titles before any word.
# Not a few ms., which are units, nor the ms. of a book.
_BEFORE_ALL = (_USUAL | {"messrs", "prof"}) - {"ms"}
# Not the hon. member of a parliament.
_BEFORE_LARGE = (_DOTTED | {"ms"}) - {"hon"}
# Where English has no dot behind them.
_WITHOUT = ("en-gb", "en-au", "en-ie", "en-nz", "en-za")


@dataclass(frozen=True, slots=True)
class _Titles:
    """The `bare` titles of another language than English that have a dot before a name.

    Where nouns are small, `particles` may stand before the name: dhr. van den Berg. Titles that are
    `small` themselves are so as every other word is: il sig. Rossi.
    """

    bare: str = ""
    particles: str = ""
    small: bool = False


_NO_TITLES: Final = _Titles()
# French has them by its models alone.
_ABROAD: Final = {
    "de": _Titles("dr prof st"),
    "es": _Titles("dr dra sr sra sres srta", particles="de del la las los"),
    "it": _Titles("dott prof sig", particles="d da de del della di", small=True),
    "nl": _Titles("dhr dr drs mevr prof", particles="de den der het ten ter van von", small=True),
    "pt": _Titles("dr dra sr sra srta", particles="da das de do dos"),
}


def has_large_titles(language: str) -> bool:
    """Tell whether titles have capitals: il sig. Rossi has none."""
    return not _ABROAD.get(base_of(language), _NO_TITLES).small


def bare_titles(
    words: Sequence[Word], large: Sequence[float], language: str, *, shouted: bool
) -> Iterator[int]:
    """Yield the gaps between a title in small letters and a name, or behind both as in Hill Jr.

    `large` tells how likely each word is large. A title with a capital was meant without a dot,
    but in a `shouted` text, where none means anything. British English has no such dots.
    """
    texts = [word.text.lower() if shouted else word.text for word in words]
    if base_of(language) != "en":
        yield from _bare_abroad(texts, large, _ABROAD.get(base_of(language), _NO_TITLES))
    elif not language.lower().startswith(_WITHOUT):
        for at in range(1, len(texts)):
            if _precedes_name(texts, large, at) or _follows_name(texts, large, at):
                yield at


def dotted_titles(words: Sequence[Word], large: Sequence[float]) -> Iterator[int]:
    """Yield the gaps between a shortened title and what is surely a name, in another cue or not."""
    for at in range(1, len(words)):
        title, before = words[at - 1].text, words[at - 2].text.lower() if at > 1 else ""
        dotted = title.lower() in _DOTTED and title != _FEET
        if dotted and before not in _COUNTED and large[at] > _SURE_NAME:
            yield at


def is_dotted_title(word: str, *, leads: bool, named: bool) -> bool:
    """Tell whether a word with its own dot is a title: Capt. Kirk, Mr. Chairman, Hill Jr. sang.

    It `leads` where no sentence ends with it, and what follows is `named` where it is large.
    """
    title = word.removesuffix(".").lower()
    if title == word.lower():
        return False
    before = title in _BEFORE_ALL or (named and title in _BEFORE_LARGE)
    return title in _CERTAIN | _BEHIND_NAMES or (leads and before)


def _precedes_name(texts: Sequence[str], large: Sequence[float], at: int) -> bool:
    """Tell whether a gap is between a title and a name, or another title as in Mr. and Mrs."""
    title, *pair = texts[at - 1 : at + 2]
    if title in _OTHERS:
        return large[at] > _SURE_NAME and pair[0][0].isalpha()
    joined = pair[0] in {"and", "or"} and pair[-1] in TITLES
    return title in _USUAL and (large[at] > _NAME or joined)


def _bare_abroad(texts: Sequence[str], large: Sequence[float], known: _Titles) -> Iterator[int]:
    """Yield the gaps between a title and a name, or another title: prof. dr. van Dam."""
    titles, particles = frozenset(known.bare.split()), frozenset(known.particles.split())
    for at in (at for at in range(1, len(texts)) if texts[at - 1] in titles):
        if texts[at] in titles or _leads_to_name(texts, large, at, particles):
            yield at


def _leads_to_name(
    texts: Sequence[str], large: Sequence[float], at: int, particles: Set[str]
) -> bool:
    """Tell whether a name begins with a word, or with particles from there on."""
    ahead = range(at, min(at + MOST_PARTICLES + 1, len(texts)))
    name = next((word for word in ahead if texts[word] not in particles), None)
    return name is not None and texts[name][0].isalpha() and large[name] > _NAME


def _follows_name(texts: Sequence[str], large: Sequence[float], at: int) -> bool:
    """Tell whether a gap is behind the jr of a name."""
    return at > 1 and texts[at - 1] in _BEHIND_NAMES and min(large[at - 2 : at]) > _NAME
