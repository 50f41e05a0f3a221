"""Tell which parts of English names are acronyms: AI-first, pre-COVID, WebGPU; and FPGAs."""

from __future__ import annotations

import re

from subpunct_app.decoding.suggestions.spelling.names import family_name, known_name

# fmt: off
_WORDS = frozenset(
    {
        "ad", "ah", "al", "am", "an", "as", "at", "dr", "ed", "eh", "el", "em", "en", "er", "es",
        "et", "ex", "id", "if", "ik", "il", "in", "is", "it", "jr", "mc", "mr", "ms", "mt", "ng",
        "of", "oh", "ok", "on", "or", "ox", "st", "ud", "ul", "um", "un", "up", "ur", "vs"
    }
)
_KNOWN = frozenset(
    {
        "aids", "api", "asic", "aws", "ceo", "ci", "cia", "cio", "cli", "covid", "cpu",
        "cto", "dna", "ecdsa", "esm", "fbi", "gmo", "gpu", "gui", "hiv", "ide", "ipo",
        "iso", "json", "kpi", "lan", "mit", "mri", "nasa", "nato", "ngo", "oop", "osi", "oss",
        "qa", "ram", "rna", "seo", "sla", "slo", "stem", "suv", "uhd", "unesco", "url", "usa",
        "usb", "utxo", "vip", "xml", "yaml"
    }
)
# fmt: on
# No syllables: of two letters none is a consonant before a vowel, in more there is no vowel.
_SPELLED = re.compile(r"[aeiou][a-z]|[b-df-hj-np-tv-xz]{2,5}")
# A vowel at most: names mostly have more, as BitDevs.
_SEVERAL = re.compile(r"(?=[^aeiou]*[aeiou]?[^aeiou]*$)([a-z]{4,5})s")


def several(word: str) -> str:
    """Return how an acronym of four or five letters with an s is written, empty for others."""
    found = _SEVERAL.fullmatch(word)
    return found[1].upper() + "s" if found else ""


def own_capitals(part: str) -> str:
    """Return how a known name or an acronym is written as part of another, empty for others."""
    name = known_name(part) or family_name(part)
    return name or (part.upper() if "." in part or _is_acronym(part) else "")


def _is_acronym(part: str) -> bool:
    """Tell whether a part of a name is an acronym, mostly by its vowels."""
    lower = part.lower()
    if lower in _WORDS:
        return False
    return lower in _KNOWN or _SPELLED.fullmatch(lower) is not None
