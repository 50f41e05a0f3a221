"""How English words and numbers are said, as entries of a recogniser's dictionary."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subpunct_app.runtime.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = (
    *("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"),
    "ninety",
)
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"))
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_UNITS = {"$": "dollars", "£": "pounds", "€": "euros", "%": "percent"}
_NUMBER = re.compile(
    r"(?P<before>[$£€]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)"
    r"(?:\.(?P<rest>\d+))?(?P<after>(?:st|nd|rd|th|s)\b|%)?"
)
# Longer ones are read figure by figure, like a telephone number.
_MOST_FIGURES = 12

# A spelling (a pattern from its place on; what is looked ahead at is left) and its sounds, in
# the symbols of the CMU dictionary.
_RULES = (
    (r"\bkn|\bgn|\bpn", "N"),
    (r"\bwr", "R"),
    (r"\bps", "S"),
    (r"\bx", "Z"),
    (r"\bmc", "M AH K"),
    (r"tch|ch(?!r)", "CH"),
    (r"[ct]ious", "SH AH S"),
    (r"[tsc]ian|ssion|[tc]ion", "SH AH N"),
    (r"sion", "ZH AH N"),
    (r"ture", "CH ER"),
    (r"sch", "S K"),
    (r"ss?h", "SH"),
    (r"th", "TH"),
    (r"ph", "F"),
    (r"wh", "W"),
    (r"qu", "K W"),
    (r"ck|cc(?![eiy])|ch(?=r)", "K"),
    (r"cc", "K S"),
    (r"c(?=[eiy])", "S"),
    (r"c", "K"),
    (r"dge", "JH"),
    (r"eigh", "EY"),
    (r"augh|ough", "AO"),
    (r"igh", "AY"),
    (r"\bgh|gg", "G"),
    (r"gh", ""),
    (r"g(?=[ey])", "JH"),
    (r"ng(?=[aeiou])", "NG G"),
    (r"ng\b", "NG"),
    (r"nk", "NG K"),
    (r"g", "G"),
    (r"j", "JH"),
    (r"x", "K S"),
    (r"bb?", "B"),
    (r"dd?", "D"),
    (r"ff?", "F"),
    (r"\by(?=[aeiou])", "Y"),
    (r"h", "HH"),
    (r"kk?", "K"),
    (r"le\b", "AH L"),
    (r"ll?", "L"),
    (r"mb\b|mm?", "M"),
    (r"nn?", "N"),
    (r"pp?", "P"),
    (r"rr?(?=[aeiouy])", "R"),
    (r"(?<=[aeiou])se\b|(?<=[bdglmnrvaeiouwy])s\b", "Z"),
    (r"ss?", "S"),
    (r"tt?", "T"),
    (r"vv?", "V"),
    (r"zz?", "Z"),
    (r"ar(?![aeiouy])", "AA R"),
    (r"(?:er|ir|ur|or(?=\b)|yr)(?![aeiouy])", "ER"),
    (r"or|oar|oor", "AO R"),
    (r"(?:air|are)\b", "EH R"),
    (r"(?:eer|ear|ere)\b", "IH R"),
    (r"r", "R"),
    (r"ai|ay", "EY"),
    (r"au|aw", "AO"),
    (r"ee|ea|ie(?=[^r])|ey\b", "IY"),
    (r"ei|eye", "AY"),
    (r"oa|oe", "OW"),
    (r"oi|oy", "OY"),
    (r"oo|ue\b|ui|ew|eu", "UW"),
    (r"ou|ow", "AW"),
    (r"a(?=[^aeiouwxyr]e\b)", "EY"),
    (r"e(?=[^aeiouwxyr]e\b)", "IY"),
    (r"[iy](?=[^aeiouwxyr]e\b)", "AY"),
    (r"o(?=[^aeiouwxyr]e\b)", "OW"),
    (r"u(?=[^aeiouwxyr]e\b)", "UW"),
    (r"(?<=[^aeiou\W])e\b|(?<=[^aeiou\Wtd])e(?=d\b)", ""),
    (r"a\b", "AH"),
    (r"a", "AE"),
    (r"e", "EH"),
    (r"[iy]\b", "IY"),
    (r"[iy]", "IH"),
    (r"o\b", "OW"),
    (r"o", "AA"),
    (r"u\b", "UW"),
    (r"u", "AH"),
    (r"w", "W"),
)
_SPELLING = re.compile("|".join(f"({pattern})" for pattern, _ in _RULES))
_DICTIONARY = "en-us/cmudict-en-us.dict"
_SIGNS = _UNITS | {"&": "and", "+": "plus", "=": "equals", "@": "at"}
_PART = re.compile(
    rf"[$£€]?\d[\d.,]*(?:(?:st|nd|rd|th|s)\b|%)?|[a-z]+(?:'[a-z]+)*|[{''.join(_SIGNS)}]"
)
_VOWELS = frozenset("aeiouy")
_HISSES = ("s", "x", "z", "ch", "sh")
_VOICELESS = ("p", "t", "k", "f", "c")
# As many letters are still spelled out where they make no word.
_SPELLED = 5


def number_words(text: str) -> list[str]:
    """Return the words of the numbers in a text such as `1,200th`, `$4.50` or `1990s`."""
    words: list[str] = []
    for found in _NUMBER.finditer(text):
        words += _said(found["whole"])
        if found["rest"]:
            words += ["point", *(_ONES[int(figure)] for figure in found["rest"])]
        after = found["after"] or ""
        last, stem = words[-1], words[-1].removesuffix("y")
        if after == "s":
            words[-1] = f"{last}s" if stem == last else f"{stem}ies"
        elif after and after != "%":
            words[-1] = _ORDINALS.get(last, f"{last}th" if stem == last else f"{stem}ieth")
        words += [_UNITS[sign] for sign in (after, found["before"]) if sign in _UNITS]
    return words


def _said(figures: str) -> list[str]:
    plain = figures.replace(",", "")
    if len(plain) > _MOST_FIGURES or (len(plain) > 1 and plain.startswith("0")):
        return [_ONES[int(figure)] for figure in plain]
    number = int(plain)
    if "," not in figures and (1100 <= number < 2000 or 2010 <= number < 2100):
        return _year(number)
    return _cardinal(number)


def _year(number: int) -> list[str]:
    century, rest = divmod(number, 100)
    if not rest:
        return [*_cardinal(century), "hundred"]
    between = ["oh"] if rest < 10 else []
    return [*_cardinal(century), *between, *_cardinal(rest)]


def _cardinal(number: int) -> list[str]:
    for scale, name in _SCALES:
        if number >= scale:
            head, rest = divmod(number, scale)
            return [*_cardinal(head), name, *(_cardinal(rest) if rest else ())]
    if number >= 100:
        head, rest = divmod(number, 100)
        return [_ONES[head], "hundred", *(_cardinal(rest) if rest else ())]
    if number < 20:
        return [_ONES[number]]
    tens, ones = divmod(number, 10)
    return [_TENS[tens], _ONES[ones]] if ones else [_TENS[tens]]


def sounds_of(word: str) -> list[str]:
    """Return the sounds of a word in small letters, empty where it has none."""
    sounds: list[str] = []
    for found in _SPELLING.finditer(word):
        if found.lastindex:
            sounds += _RULES[found.lastindex - 1][1].split()
    return sounds


def read_lexicon() -> dict[str, tuple[str, ...]]:
    """Return the phones of each word in lower case, as it is said first of all."""
    try:
        from pocketsphinx import get_model_path

        lines = Path(get_model_path(_DICTIONARY)).read_text(encoding="utf-8").splitlines()
    except (ImportError, OSError) as error:
        raise ModelError(
            "The dictionary of pocketsphinx cannot be read.", "Install the program again."
        ) from error
    # Further pronunciations are numbered: `the(2)`.
    entries = (line.split() for line in lines)
    return {word: tuple(phones) for word, *phones in entries if not word.endswith(")")}


class Pronunciation:
    """Find how written words are said, and teach a dictionary those that it does not know."""

    def __init__(self, dictionary: Any) -> None:  # noqa: ANN401 - pocketsphinx has no types
        self._dictionary = dictionary
        self._known: dict[str, tuple[str, ...]] = {}

    def entries(self, word: str) -> tuple[str, ...]:
        """Return the dictionary's entries that together say a word, none where nobody knows."""
        if word not in self._known:
            plain = _plain(word)
            # Letters with dots are entries with them, but `dr.` would be a drive.
            whole = plain if plain.count(".") > 1 else plain.strip(".")
            known = bool(whole) and self._dictionary.lookup_word(whole) is not None
            self._known[word] = (whole,) if known else tuple(self._parts(plain))
        return self._known[word]

    def _parts(self, plain: str) -> Iterator[str]:
        for part in _PART.findall(plain):
            if any(map(str.isdigit, part)):
                yield from map(self._entry, number_words(part))
            elif part in _SIGNS:
                yield _SIGNS[part]
            elif self._dictionary.lookup_word(part) is None and (
                len(part) == 1 or (len(part) <= _SPELLED and _VOWELS.isdisjoint(part))
            ):
                yield from part
            else:
                yield self._entry(part)

    def _entry(self, part: str) -> str:
        if self._dictionary.lookup_word(part) is None:
            self._dictionary.add_word(part, self._sounds(part), False)
        return part

    def _sounds(self, part: str) -> str:
        """Return the sounds of an unknown word, by its stem where that is known."""
        stem = part.removesuffix("'s")
        known = self._dictionary.lookup_word(stem) if stem != part else None
        sounds = known.split() if known else sounds_of(stem.replace("'", ""))
        if stem == part:
            return " ".join(sounds) or "AH"
        if stem.endswith(_HISSES):
            return " ".join([*sounds, "IH", "Z"])
        return " ".join([*sounds, "S" if stem.endswith(_VOICELESS) else "Z"])


def _plain(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word.replace("’", "'").replace("‘", "'"))
    return "".join(c for c in apart if not unicodedata.combining(c)).lower().strip("'")
