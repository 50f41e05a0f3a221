"""How names are written that no list holds, and acronyms: Jean-Luc, l'ONU, AI-systeem, GPUs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from subpunct_app.decoding.suggestions.spelling.compounds import (
    LINKS,
    PREFIXES,
    english_compound,
)
from subpunct_app.decoding.suggestions.spelling.joined_names import english_name
from subpunct_app.decoding.suggestions.spelling.names import known_name
from subpunct_app.text.words import Case, base_of

# An acronym with an ending: GPUs, NASA's.
_ACRONYM = re.compile(r"[^\W\d_]{2,3}(s)|[^\W\d_]{2,4}(['’]s)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"[^\W\d_]{2,}(['’]s)", re.IGNORECASE)
# Behind letters with dots: the U.S.'s.
_DOT_S = re.compile(r"\.['’]s$", re.IGNORECASE)
# A place of a count, a lord or a duke, behind the rest of "des" without its apostrophe.
_CLIPPED_NAME = re.compile(r"(s-)((?:grav|heer|hertog)[^\W\d_]*)", re.IGNORECASE)
# A Roman number with its ending: XIXe, Ve, Ier, but IE.
_ROMAN = re.compile(
    r"(?=[ivx]{2}|[vx][eè])x{0,3}(?:ix|iv|v?i{0,3})(e|es|èmes?)|i(er|ère)", re.IGNORECASE
)
_NAME = r"(?P<name>[^\W\d_]{2,}(?:-[^\W\d_]+)*)"
_ELIDED_D = re.compile(rf"(?P<article>d['’]){_NAME}", re.IGNORECASE)
_ELIDED_ANY = re.compile(rf"(?P<article>[^\W\d_]+['’]){_NAME}", re.IGNORECASE)
_ARTICLE = re.compile(r"([^\W\d_]+)['’](?=[^\W\d_])")
# fmt: off
# Words that lose their vowel before a name. Not so those that names begin with: N'Golo, D'Alema.
_ARTICLES = {
    language: frozenset(words.split())
    for language, words in {
        "ca": "d l",
        "fr": "d jusqu l lorsqu puisqu qu quoiqu",
        "it": "all dall dell l nell quell sull un",
        "oc": "d l",
    }.items()
}
# Words with an s that are as short as an acronym with one.
_SHORT_WORDS = frozenset(
    {
        "als", "bis", "das", "des", "dies", "does", "dos", "dus", "gets", "goes", "has", "his",
        "its", "las", "les", "lets", "los", "mais", "mas", "más", "nos", "nous", "pas", "plus",
        "pues", "sans", "says", "ses", "thus", "this", "tous", "uns", "vos", "vous", "was", "yes"
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
_NO_HEADS = PREFIXES | LINKS | _SHORT_HEADS
# Where what is stammered has one capital at the start of a sentence: N-não. Others have both.
_STAMMERED = frozenset({"es", "fr", "it", "nl", "pt"})
# So are two or three letters behind an article: l'ONU.
_SHORT = 3
_NO_ACRONYMS = LINKS | _SHORT_NAMES


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
    english = base_of(language) == "en"
    if english and "-" in word:
        return Case.spelled(english_compound(word, starts=starts))
    if "." in word:
        parts = (Case.CAPITALISED.apply(part, language) for part in word.split("."))
        return Case.spelled(_DOT_S.sub(lambda ending: ending[0].lower(), ".".join(parts)))
    if "-" in word:
        return Case.spelled(_in_parts(word, language, starts=starts))
    own = english_name(word) if english else ""
    if own:
        return Case.spelled(own)
    return _acronym(word, language, _ACRONYM, Case.CAPITALISED)


def has_elided_article(word: str, language: str) -> bool:
    """Tell whether a word begins with an article that has lost its vowel: l'Italie."""
    return _ELIDED.get(base_of(language), _ELIDED_D).fullmatch(word) is not None


def article_case(word: str, language: str, *, starts: bool) -> Case:
    """Return how a word is written whose name keeps its capitals behind an article: L'UE, l'Italie.

    The article has one where a sentence `starts`. KEEP for all other words.
    """
    found = _ARTICLE.match(word)
    articles = _ARTICLES.get(base_of(language), frozenset())
    if found is None or found[1].lower() not in articles or not word[found.end()].isupper():
        return Case.KEEP
    first = Case.CAPITALISED if starts else Case.LOWER
    return Case.spelled(first.apply(found[0], language) + word[found.end() :])


def clipped_name_case(word: str, language: str) -> Case:
    """Return how a Dutch place is written that begins no larger in a sentence: 's-Gravenhage.

    KEEP for any other word.
    """
    found = _CLIPPED_NAME.fullmatch(word) if base_of(language) == "nl" else None
    if found is None:
        return Case.KEEP
    return Case.spelled(found[1].lower() + Case.CAPITALISED.apply(found[2], language))


def large_case(word: str, language: str) -> Case:
    """Return how a word is written of which only is known that it is an acronym: WC's, XIXe."""
    return _acronym(word, language, _POSSESSIVE, Case.UPPER)


def roman_case(word: str) -> Case:
    """Return how a Roman number with its French ending is written, KEEP for any other word."""
    found = _ROMAN.fullmatch(word)
    return Case.KEEP if found is None else _with_ending(word, found)


def _acronym(word: str, language: str, endings: re.Pattern[str], other: Case) -> Case:
    """Return the case of an acronym or a number with a small ending, another of other words."""
    number = roman_case(word) if base_of(language) == "fr" else Case.KEEP
    if number is not Case.KEEP:
        return number
    found = endings.fullmatch(word)
    if found is None or word.lower() in _SHORT_WORDS:
        return other
    return _with_ending(word, found)


def _with_ending(word: str, found: re.Match[str]) -> Case:
    """Return the case of letters that are large before an ending that is not."""
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

    What only stands before a name has one where a sentence `starts`: anti-American. In Dutch a noun
    leaves the capitals to an acronym, in German it has its own: AI-systeem, EU-Gipfel.
    """
    first, *others = name.split("-")
    if starts and others and base_of(language) in _STAMMERED and _is_stammered(first, others):
        return Case.CAPITALISED.apply(name, language)
    head = _head(first, language) if others else ""
    compound = head.isupper() or any(map(str.isupper, head[1:]))
    compound &= base_of(language) == "nl"
    if len(others) == 1 and compound:
        return f"{head}-{others[0].lower()}"
    prefixed = bool(others) and first.lower() in PREFIXES and base_of(language) != "de"
    parts = [Case.LOWER if prefixed and not starts else Case.CAPITALISED]
    parts += [Case.LOWER if part.lower() in LINKS else Case.CAPITALISED for part in others[:-1]]
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
    known = known_name(first)
    if base_of(language) == "nl" and first.lower() == "s":
        # The rest of "des", behind its apostrophe: 's-Gravenhage.
        return first.lower()
    if known or base_of(language) not in _COMPOUNDS:
        return known
    lower = first.lower()
    return first.upper() if _HEAD.fullmatch(lower) and lower not in _NO_HEADS else ""
