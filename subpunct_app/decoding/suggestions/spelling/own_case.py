"""Words, mostly English, whose case follows from what they are, whatever a network says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from subpunct_app.decoding.suggestions.spelling.compounds import LINKS
from subpunct_app.text.words import Case, Gap, Mark, Word, base_of

# fmt: off
# Shortened before numbers or names, and the heading of a book: a network that read CA., VS. and
# CHAPTER may say that they are acronyms.
_SMALL = frozenset(
    {
        "art.", "ca.", "cf.", "ch.", "chap.", "chapter", "eq.", "fig.", "figs.", "nos.", "op.",
        "pp.", "sec.", "ver.", "vol.", "vols.", "vs."
    }
)
# fmt: on
# Names of files and in programs: run.sh, os.path.
_CODE = re.compile(r"(?=.*[a-z]{3})[a-z_]\w*(?:\.\w+)+")
# Not where one part is small, as in McCOY, nor where each part has its capital: Well-Known. No
# slip, as in iT, nor l for I, as in LlMlT.
_MIXED = re.compile(
    r"(?=.*[a-z][A-Z])(?=.*[A-Z][a-z])(?=.*[a-km-z])(?!.*[A-Z]{2})(?:[\W\d_]*[^\W\d_]){4}.*"
)
# Of a genus, before its species: E. coli.
_GENUS = re.compile(r"(?!I)[A-Z]\.?")
_DOCTORS = frozenset({"d", "d.", "ds"})
_HESITATIONS = frozenset({"er", "erm", "hm", "hmm", "mm", "uh", "um"})
_BEFORE_ROOMS = frozenset(
    {"an", "another", "her", "his", "my", "our", "that", "the", "their", "this", "third", "to"}
)
_OF_ROOMS = frozenset(
    {
        *("customs", "doctor", "doctors", "nurse", "nurses", "physician", "physicians", "room"),
        *("staff", "treasury", "visit", "visits"),
    }
)
_ZONES = frozenset(
    {
        *("bst", "cdt", "cest", "cet", "cst", "ct", "edt", "est", "et", "gmt", "mdt", "mst"),
        *("pdt", "pst", "pt", "utc"),
    }
)
_ZONE_NAMES = frozenset({"central", "eastern", "mountain", "pacific"})
_TIME = re.compile(r"[ap]\.?m\.?|o['’]clock|\d{1,2}:\d\d(?:[ap]m)?|\d{1,2}[ap]m")
_ROMAN = re.compile(r"(?=[lxvi]{2})l?x{0,3}(?:ix|iv|v?i{0,3})")
_NUMBERS = frozenset({"ii", "iv", "ix"})
_NO_NUMBERS = frozenset({"lii", "liv", "xxx"})
# Languages in which such numbers are no words, and those that have the word "vi".
_COUNTING = frozenset({"de", "es", "fr", "it", "nl", "pt"})
_WITH_VI = frozenset({"es", "it", "pt"})
# Names of kings and popes of whom there was a sixth, as these write them.
_SIXTHS = frozenset(
    {
        *("adriano", "afonso", "alejandro", "alessandro", "alexandre", "alfonso", "amedeo"),
        *("benedetto", "benedicto", "bento", "bonifacio", "bonifácio", "carlo", "carlos"),
        *("clemente", "constantino", "costantino", "cristián", "cristiano", "edoardo", "eduardo"),
        *("enrico", "enrique", "esteban", "estêvão", "federico", "felipe", "ferdinando"),
        *("fernando", "filipe", "filippo", "frederico", "giacomo", "giorgio", "giovanni"),
        *("gregorio", "gregório", "henrique", "inocencio", "inocêncio", "innocenzo", "jacobo"),
        *("jaime", "jorge", "joão", "juan", "leone", "leão", "león", "luigi", "luis", "luís"),
        *("mehmed", "mohamed", "mohammed", "pablo", "paolo", "paulo", "pio", "pío", "stefano"),
        *("urbano",),
    }
)
_NUMBERED = frozenset(
    {
        *("act", "book", "bowl", "chapter", "charles", "edward", "george", "henry", "james"),
        *("louis", "part", "phase", "rocky", "section", "title", "volume", "war"),
    }
)
_FORMULAS = frozenset({"co2", "h2o"})
# German for what belongs to an axis.
_OF_AXIS = re.compile(
    r"([xyz]-)(achsen?|ebenen?|komponenten?|koordinaten?|richtung(?:en)?|wert(?:e[ns]?|s)?)",
    re.IGNORECASE,
)
_DAYS = frozenset({"mon.", "tue.", "tues.", "weds.", "thu.", "thur.", "thurs.", "fri."})
_TO_ROOMS = frozenset({"at", "from", "in", "of", "to"})
_EQUALS = frozenset({"=", "+=", "equals"})
_BEFORE_CONDITIONS = frozenset({"if", "unless", "until", "when", "where", "while"})
_FUNCTION = re.compile("[fgh] of (?:[a-hj-z]|[0-9]+)", re.IGNORECASE)
# The most particles of a name: von und zu.
MOST_PARTICLES = 3
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


def is_meant_mixed(word: str) -> bool:
    """Tell whether who wrote all else in capitals meant the small letters of a word: ccSubs."""
    return _MIXED.fullmatch(word) is not None


def hesitates(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether a word is a sound of who looks for words, not a room of a hospital: the ER."""
    if words[at].text.lower() not in _HESITATIONS:
        return False
    bare = at > 0 and gaps[at].current is Mark.NONE
    behind = words[at + 1].text.lower() if at + 1 < len(words) else ""
    return behind not in _OF_ROOMS and not (bare and words[at - 1].text.lower() in _BEFORE_ROOMS)


def is_large(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether all letters of a word are large: a zone behind a time, a Roman number.

    Short ones are words or names, too: Henry VI, Xi Jinping.
    """
    bare = at > 0 and gaps[at].current is Mark.NONE
    word, before = words[at].text.lower(), words[at - 1].text.lower() if bare else ""
    if word in _ZONES:
        return _TIME.fullmatch(before) is not None
    return _is_plain_roman(word) or (before in _NUMBERED and _is_roman(word))


def is_zone_name(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether a word names the zone of the time before it: at 9 a.m. Eastern."""
    named = words[at].text.lower() in _ZONE_NAMES and at > 0 and gaps[at].current is Mark.NONE
    return named and _TIME.fullmatch(words[at - 1].text.lower()) is not None


def is_number_abroad(word: str, language: str, *, behind: str) -> bool:
    """Tell whether a word is a Roman number in another language: siglo xix, Ludwig IX.

    In some "vi" is a word, too, unless it is large `behind` the name of a king or pope: João VI.
    """
    if base_of(language) not in _COUNTING:
        return False
    sixth = word.lower() == "vi" and (behind.lower() in _SIXTHS or not is_vi(word, language))
    return sixth or _is_plain_roman(word.lower())


def is_vi(word: str, language: str) -> bool:
    """Tell whether a word may be the verb or pronoun that looks like a Roman six: a Pedro vi."""
    return word.lower() == "vi" and base_of(language) in _WITH_VI


def axis_case(word: str, language: str) -> Case:
    """Return how German writes what belongs to an axis, x-Achse; KEEP for any other word."""
    found = _OF_AXIS.fullmatch(word) if base_of(language) == "de" else None
    return Case.spelled(found[1].lower() + found[2].capitalize()) if found else Case.KEEP


def _is_roman(word: str) -> bool:
    return word not in _NO_NUMBERS and _ROMAN.fullmatch(word) is not None


def _is_plain_roman(word: str) -> bool:
    """Tell whether a word is a Roman number that is hardly anything else."""
    return _is_roman(word) and (len(word) > 2 or word in _NUMBERS)


def is_formula(word: str) -> bool:
    """Tell whether a word is a formula that everybody knows: CO2."""
    return word.lower() in _FORMULAS


def is_day(word: str) -> bool:
    """Tell whether a word is a day of the week that is shortened with a dot."""
    return word.lower() in _DAYS


def is_room(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is "room" shortened, before its number: in Rm. 12, but rm 3 files."""
    if at + 1 == len(words) or not words[at + 1].text[0].isdigit():
        return False
    word, before = words[at].text.lower(), words[at - 1].text.lower() if at else ""
    return word == "rm." or (word == "rm" and before in _TO_ROOMS)


def may_be_species(genus: str, word: str) -> bool:
    """Tell whether a small word behind an initial is meant to be small."""
    return _GENUS.fullmatch(genus) is not None and word not in _OPENERS


def leads_to_name(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether a word is a particle of the name behind it, the first or not: Jan van der Berg.

    A model that read Belgian names would write it large.
    """
    for link in range(at, min(at + MOST_PARTICLES, len(words) - 1)):
        if words[link].text not in LINKS or gaps[link + 1].current:
            return False
        if words[link + 1].text[0].isupper():
            return True
    return False


def is_page(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is "page" shortened, before its number: on p. 45."""
    behind = words[at + 1].text if at + 1 < len(words) else ""
    return words[at].text.lower() == "p." and behind[:1].isdigit()


def is_doctorate(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is the Ph of a Ph D."""
    following = words[at + 1].text.lower() if at + 1 < len(words) else ""
    return words[at].text.lower() == "ph" and following in _DOCTORS


def is_index(words: Sequence[Word], at: int) -> bool:
    """Tell whether a small "i" counts, as in programs: i equals 1, x sub i, while i is less."""
    if words[at].text != "i":
        return False
    earlier, before = ["", "", *(word.text.lower() for word in words[max(0, at - 2) : at])][-2:]
    behind = [word.text.lower() for word in words[at + 1 : at + 3]]
    if before in _EQUALS or not _EQUALS.isdisjoint(behind[:1]):
        return True
    looped = before == "for" and behind == ["in", "range"]
    looped |= before in _BEFORE_CONDITIONS and behind[:1] == ["is"]
    return looped or (before == "sub" and len(earlier) == 1)


def is_function(words: Sequence[Word], at: int) -> bool:
    """Tell whether a letter is a function or what it is a function of: f of x."""
    near = (words[start : start + 3] for start in (at, at - 2) if start >= 0)
    said = (" ".join(word.text for word in three) for three in near)
    return any(_FUNCTION.fullmatch(three) is not None for three in said)


def counts_by_i(words: Sequence[Word]) -> bool:
    """Tell whether a text has an index i and writes who speaks with a capital: so I say i = 1."""
    small = [at for at, word in enumerate(words) if word.text == "i"]
    return any(is_index(words, at) for at in small) and any(word.text == "I" for word in words)
