"""Letters and their capitals, in a language as its code without script and region says.

No word gets longer or shorter by any of this, nor gets other letters.
"""

from __future__ import annotations

_DOTTED = str.maketrans("iı", "İI"), str.maketrans("İI", "iı")
# The large letters of small ones, and the other way round, where they are not those of English.
_CAPITALS = {"tr": _DOTTED, "az": _DOTTED}
# Two letters that are one, with one capital.
_PAIRS = {"nl": "ij"}
_AS_IN_ENGLISH: tuple[dict[int, int], dict[int, int]] = {}, {}


def capitalised(word: str, language: str) -> str:
    """Return a word with one capital, that of its first letter, unless a digit comes first."""
    lower = lowercased(word, language)
    for at, letter in enumerate(word):
        if letter.isdigit():
            return lower
        if has_case(letter):
            pair = lower[at : at + 2]
            if pair == _PAIRS.get(language):
                return word[:at] + pair.upper() + lower[at + 2 :]
            large = letter.translate(_CAPITALS.get(language, _AS_IN_ENGLISH)[0])
            return word[:at] + _same_letter(large, large.title()) + lower[at + 1 :]
    return word


def uppercased(word: str, language: str) -> str:
    """Return a word all in capitals."""
    word = word.translate(_CAPITALS.get(language, _AS_IN_ENGLISH)[0])
    return "".join(_same_letter(c, c.upper()) for c in word)


def lowercased(word: str, language: str) -> str:
    """Return a word all in small letters."""
    word = word.translate(_CAPITALS.get(language, _AS_IN_ENGLISH)[1])
    if word.isascii():
        return word.lower()
    # As a whole, for the sigma at its end, unless that makes it longer.
    lower = word.lower()
    letters = lower if len(lower) == len(word) else map(str.lower, word)
    return "".join(map(_same_letter, word, letters))


def as_spelled(word: str, spelling: str) -> str:
    """Return a word with the capitals of a spelling of it, as it is where that is another word."""
    if len(word) != len(spelling):
        return word
    return "".join(map(_same_letter, word, spelling))


def has_case(letter: str) -> bool:
    """Tell whether a letter is a small or a large one."""
    return letter.islower() or letter.istitle()


def _same_letter(old: str, new: str) -> str:
    """Keep the old spelling where the new one is longer or another letter, as for dotless i and µ.

    A final sigma has the capital of any sigma.
    """
    same = new.lower() == old.lower() or {old, new} == {"Σ", "ς"}
    return new if len(new) == 1 and same else old
