"""How names are written that have capitals of their own: iPhone, McDonald, Hugging Face."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from subpunct_app.core.text import Case, base_of, folded
from subpunct_app.punctuation.suggestions.known_names import KNOWN

_FAMILY = re.compile(r"(mc|o')([^\W\d_]{4,})")
# Of known names that are so long none is a plain word elsewhere.
_LONG_ENOUGH = 6
# Where nothing else begins so: Uzbek has o'zbek.
_WITH_FAMILIES = frozenset({"de", "en", "es", "fr", "it", "nl", "pt"})
_TIMES = frozenset({"o'clock", "o'clocks"})
_STAMMERED_I = re.compile(r"(?:i-)+i(?='|$)")
# An acronym with an ending: GPUs, NASA's.
_ACRONYM = re.compile(r"[^\W\d_]{2,3}(s)|[^\W\d_]{2,4}(['’]s)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"[^\W\d_]{2,}(['’]s)", re.IGNORECASE)
# A Roman number with its ending: XIXe.
_ROMAN = re.compile(r"(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})(e|es|ème)", re.IGNORECASE)
_NAME = r"(?P<name>[^\W\d_]{2,}(?:-[^\W\d_]+)*)"
_ELIDED_D = re.compile(rf"(?P<article>d['’]){_NAME}", re.IGNORECASE)
_ELIDED_ANY = re.compile(rf"(?P<article>[^\W\d_]+['’]){_NAME}", re.IGNORECASE)
# fmt: off
# Small before a name, but in German; and small between two parts of one.
_PREFIXES = frozenset(
    {"all", "anti", "ex", "mid", "non", "pan", "post", "pre", "pro", "sub", "trans"}
)
_LINKS = frozenset(
    {
        "a", "al", "am", "an", "and", "au", "aux", "da", "de", "del", "den", "der", "des", "di",
        "do", "du", "e", "el", "en", "et", "i", "in", "la", "le", "les", "o", "of", "on", "op",
        "s", "sous", "sur", "the", "ul", "und", "upon", "van", "von", "y"
    }
)
# Small behind an acronym: behind a name of one capital they leave nothing to guess.
_ENDINGS = frozenset(
    {
        "approved", "assisted", "backed", "based", "compatible", "compliant", "driven", "enabled",
        "focused", "funded", "generated", "ing", "level", "licensed", "like", "native", "only",
        "powered", "related", "specific", "style", "type"
    }
)
# Words before a hyphen, and behind an article, that are as short as an acronym.
_SHORT_HEADS = frozenset(
    {"alt", "app", "co", "kfz", "lkw", "no", "ost", "pi", "pkw", "ski", "st", "wi"}
)
_SHORT_NAMES = frozenset(
    {
        "air", "arc", "art", "ave", "elf", "est", "eve", "or", "oro", "ovo", "uno", "ève", "île"
    }
)
# fmt: on
_ELIDED = dict.fromkeys(("ca", "fr", "it", "oc"), _ELIDED_ANY)
# Two letters that begin a compound are an acronym, and three with two consonants side by side.
_COMPOUNDS = frozenset({"de", "nl"})
_CONSONANT = "[b-df-hj-np-tv-xz]"
_HEAD = re.compile(rf"[^\W\d_]{{2}}|(?=...$)[^\W\d_]?{_CONSONANT}{{2}}[^\W\d_]?")
_NO_HEADS = _PREFIXES | _LINKS | _SHORT_HEADS
# Where what is stammered has one capital at the start of a sentence: N-não. Others have both.
_STAMMERED = frozenset({"es", "fr", "it", "nl", "pt"})
# So are two or three letters behind an article: l'ONU.
_SHORT = 3
_NO_ACRONYMS = _LINKS | _SHORT_NAMES


@dataclass(frozen=True, slots=True)
class Names:
    """An editor's names of one word, and by their first word those of several, the longest first.

    Words are folded and have straight apostrophes where they are looked up.
    """

    words: Mapping[str, str]
    phrases: Mapping[str, Sequence[Sequence[str]]]

    @staticmethod
    def of(spellings: Iterable[str]) -> Names:
        """Return the names of an editor, spelled as they should be."""
        names = [name for spelling in spellings if (name := spelling.split())]
        words = {_key(name[0]): name[0] for name in names if len(name) == 1}
        phrases: dict[str, list[list[str]]] = {}
        for name in sorted(names, key=len, reverse=True):
            if len(name) > 1:
                phrases.setdefault(_key(name[0]), []).append(name)
        return Names(words, phrases)

    def cases(self, words: Sequence[str], language: str) -> dict[int, Case]:
        """Return by its place how each word is written that is a name, or stands in one.

        Some known names are plain words of other languages than English: Finnish "saas nähdä".
        """
        base = base_of(language)
        key_of = {word: _key(word) for word in set(words)}
        keys = [key_of[word] for word in words]
        known = {key: self._word(key, base) for key in set(keys)}
        spelled = {at: known[key] for at, key in enumerate(keys) if known[key]}
        spelled |= self._in_phrases(keys)
        return {at: Case.spelled(word) for at, word in spelled.items()}

    def _in_phrases(self, keys: Sequence[str]) -> dict[int, str]:
        """Return by its place how each word is written that stands in a name of several."""
        found: dict[int, str] = {}
        for at in (at for at, key in enumerate(keys) if key in self.phrases):
            if at not in found:
                found |= enumerate(self._phrase(keys, at), at)
        return found

    def _phrase(self, keys: Sequence[str], at: int) -> list[str]:
        """Return how the words from one on are written that are a name of several, else nothing."""
        for first, *inner, last in self.phrases.get(keys[at], ()):
            end = at + len(inner) + 1
            if list(map(_key, inner)) == keys[at + 1 : end] and end < len(keys):
                ending = _ending(keys[end], last)
                if ending is not None:
                    return [first, *inner, last + ending]
        return []

    def _word(self, key: str, base: str) -> str:
        """Return how a word is written that is a name by itself, empty where it is none."""
        known = _KNOWN if base == "en" else _LONG
        own = _spelled(key, self.words) or _spelled(key, known)
        family = _family_name(key) if base in _WITH_FAMILIES else ""
        return own or family or (_stammered(key) if base == "en" else "")


def mixed_case(word: str, language: str = "en", *, starts: bool = False) -> Case:
    """Return how a word is written of which only is known that it has capitals within it.

    Each part that a hyphen joins or a dot ends has one. An article that has lost its vowel leaves
    it to the name or the acronym, as in l'Italie and l'ONU, but for the one of a sentence that
    `starts`. A capital at the beginning is nearer than none.
    """
    elided = _ELIDED.get(base_of(language), _ELIDED_D).fullmatch(word)
    if elided:
        first = Case.CAPITALISED if starts else Case.LOWER
        name = _behind_article(elided["name"], language)
        return Case.spelled(first.apply(elided["article"], language) + name)
    if "." in word:
        parts = (Case.CAPITALISED.apply(part, language) for part in word.split("."))
        return Case.spelled(".".join(parts))
    if "-" in word:
        return Case.spelled(_in_parts(word, language, starts=starts))
    return _acronym(word, language, _ACRONYM, Case.CAPITALISED)


def large_case(word: str, language: str) -> Case:
    """Return how a word is written of which only is known that it is an acronym: WC's, XIXe."""
    return _acronym(word, language, _POSSESSIVE, Case.UPPER)


def _acronym(word: str, language: str, endings: re.Pattern[str], other: Case) -> Case:
    """Return the case of an acronym or a number with a small ending, another of other words."""
    number = _ROMAN.fullmatch(word) if base_of(language) == "fr" else None
    found = number or endings.fullmatch(word)
    if found is None:
        return other
    ending = found[found.lastindex or 0]
    return Case.spelled(word.removesuffix(ending).upper() + ending.lower())


def _behind_article(name: str, language: str) -> str:
    """Return a name, or an acronym, as it is written behind an article without its vowel."""
    short = base_of(language) in _ELIDED and len(name) <= _SHORT
    if short and name.lower() not in _NO_ACRONYMS:
        return name.upper()
    return _in_parts(name, language, starts=True)


def _in_parts(name: str, language: str, *, starts: bool) -> str:
    """Return a name with a capital in each part that a hyphen joins: Jean-Luc, Port-au-Prince.

    What only stands before a name has one where a sentence `starts`: anti-American. English has
    endings that leave the capitals to an acronym, as in CDN-focused. In Dutch any noun does, in
    German it has its own: AI-systeem, EU-Gipfel.
    """
    first, *others = name.split("-")
    if starts and others and base_of(language) in _STAMMERED and _is_stammered(first, others):
        return Case.CAPITALISED.apply(name, language)
    head = _head(first, language) if others else ""
    compound = head.isupper() or any(map(str.isupper, head[1:]))
    compound &= base_of(language) == "nl"
    if len(others) == 1 and (compound or others[0].lower() in _ENDINGS):
        return f"{head or first.upper()}-{others[0].lower()}"
    prefixed = bool(others) and first.lower() in _PREFIXES and base_of(language) != "de"
    parts = [Case.LOWER if prefixed and not starts else Case.CAPITALISED]
    parts += [Case.LOWER if part.lower() in _LINKS else Case.CAPITALISED for part in others[:-1]]
    parts += [Case.CAPITALISED] * bool(others)
    written = [
        case.apply(part, language) for case, part in zip(parts, [first, *others], strict=True)
    ]
    return "-".join([head or written[0], *written[1:]])


def _is_stammered(first: str, others: Sequence[str]) -> bool:
    """Tell whether parts of a word only begin it again and again: n-n-não."""
    *again, whole = (part.lower() for part in (first, *others))
    return len(first) < _SHORT and all(map(whole.startswith, again))


def _head(first: str, language: str) -> str:
    """Return how an acronym or a known name is written before a hyphen, empty for other words."""
    known = _KNOWN.get(_key(first), "")
    if base_of(language) == "nl" and first.lower() == "s":
        # The rest of "des", behind its apostrophe: 's-Gravenhage.
        return first.lower()
    if known or base_of(language) not in _COMPOUNDS:
        return known
    lower = first.lower()
    return first.upper() if _HEAD.fullmatch(lower) and lower not in _NO_HEADS else ""


def _key(word: str) -> str:
    return folded(word).replace("’", "'")


def _spelled(key: str, names: Mapping[str, str]) -> str:
    """Return how a word is written that is one of some names, empty where it is none."""
    stems = (key, key.removesuffix("'s"), key.removesuffix("s"))
    found = (names[stem] for stem in stems if stem in names)
    endings = ((name, _ending(key, name)) for name in found)
    return next((name + end for name, end in endings if end is not None), "")


def _ending(key: str, name: str) -> str | None:
    """Return what a word has behind a name, None where it is another word.

    All names may have an 's, those with capitals within them an s: iPhones.
    """
    stem = _key(name)
    if key in (stem, stem + "'s"):
        return key.removeprefix(stem)
    return "s" if key == stem + "s" and Case.of(name) is Case.KEEP else None


def _family_name(key: str) -> str:
    """Return how a family name with a capital within it is written, empty for other words."""
    stem = key.removesuffix("'s")
    found = _FAMILY.fullmatch(stem)
    if found is None or stem in _TIMES:
        return ""
    return found[1].capitalize() + found[2].capitalize() + key.removeprefix(stem)


def _stammered(key: str) -> str:
    """Return how "I" is written that somebody stammers, as in "I-I'm", empty for other words."""
    found = _STAMMERED_I.match(key)
    return found[0].upper() + key.removeprefix(found[0]) if found else ""


NO_NAMES: Final = Names({}, {})
_KNOWN: Final = {_key(name): name for name in KNOWN}
_LONG: Final = {key: name for key, name in _KNOWN.items() if len(key) >= _LONG_ENOUGH}
