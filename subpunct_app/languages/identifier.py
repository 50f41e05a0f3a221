"""Tell which language a text is in by its words and letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import language_data, normal_code
from subpunct_app.languages.scripts import IDEOGRAPHS, count_letters
from subpunct_app.runtime.errors import FileError
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# How much of a text is looked at.
SAMPLE = 4000
_WORD = re.compile(rf"[{IDEOGRAPHS}]|[^\W\d_]{{2,}}")
_ARABIC = re.compile("[\u0620-\u06ff]")
_LEAST_SURE = 0.9
_LEAST_WORDS = 12
_LEAST_LETTERS = 2
_LATIN_SHARE = 0.2
_LETTERS = re.compile(r"[^\W\d_]+")
# Reading in what tells a hundred languages apart takes as long as punctuating thousands of words.
# Of all English words one in five or six is among the commonest, in a text that is half in English
# one in eleven.
_LEAST_COMMONEST = 0.13
_LEAST_IN_PARTS = 0.07
_LEAST_PLAIN_WORDS = 100
_PARTS = 4
_LEAST_COMMON = 0.18
_FOREIGN_SHARE = 0.01


def identify(text: str) -> str | None:
    """Return the code of the language that the beginning of a text is in, None if unsure."""
    text = text[:SAMPLE]
    if is_plain_english(text):
        return "en"
    # What is written in other letters is in none of the many languages written in Latin ones.
    foreign = _is_foreign(text)
    if len(_WORD.findall(text)) < _LEAST_WORDS and not foreign:
        return None
    shares: Counter[str] = Counter()
    for code, share in _identifier().rank(text.lower()):
        shares[normal_code(code) or code] += share
    best = max(shares, key=lambda code: shares[code])
    # What holds nothing it knows looks Arabic to the identifier.
    if best == "ar" and not _ARABIC.search(text):
        return None
    near = {best, *language_data(best).alike}
    sure = sum(share for code, share in shares.items() if code in near)
    return normal_code(best) if foreign or sure >= _LEAST_SURE else None


def are_alike(language: str, other: str) -> bool:
    """Tell whether two codes are of one language, or of such that a sample may be any of."""
    both = {base_of(language), base_of(other)}
    return len(both) == 1 or any(both & language_data(code).alike for code in both)


def is_plain_english(text: str) -> bool:
    """Tell whether a text is English for sure, all of it; False where it is short or mixed."""
    words = _LETTERS.findall(text.lower())
    latin, letters = count_letters(text)
    if len(words) < _LEAST_PLAIN_WORDS or letters - latin > _FOREIGN_SHARE * letters:
        return False
    commonest = language_data("en").detection.commonest
    size = len(words) // _PARTS
    parts = [_share(words[i * size : (i + 1) * size], commonest) for i in range(_PARTS)]
    return _share(words, commonest) >= _LEAST_COMMONEST and min(parts) >= _LEAST_IN_PARTS


def is_plain_part(text: str) -> bool:
    """Tell whether some dozens of words are English for sure."""
    words = _LETTERS.findall(text.lower())
    known = language_data("en").detection
    return bool(words) and _share(words, known.commonest | known.common) >= _LEAST_COMMON


def _share(words: Sequence[str], among: frozenset[str]) -> float:
    return sum(word in among for word in words) / len(words)


def _is_foreign(text: str) -> bool:
    """Tell whether nearly all letters of a text are others than Latin ones."""
    latin, letters = count_letters(text)
    return letters >= _LEAST_LETTERS and latin <= _LATIN_SHARE * letters


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    try:
        return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    except OSError as error:
        # It is unpacked into a temporary file.
        raise FileError(
            f"The language of a text cannot be told: {error.strerror or error}.",
            "Make room for temporary files, or name the language.",
        ) from error
