"""Tell which language a text is in by its words and letters."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from subpunct_app.languages.codes import normal_code
from subpunct_app.languages.latin import count_letters
from subpunct_app.languages.plain_english import is_plain_english
from subpunct_app.languages.scripts import IDEOGRAPHS
from subpunct_app.runtime.errors import FileError
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# How much of a text is looked at.
SAMPLE = 4000
_WORD = re.compile(rf"[{IDEOGRAPHS}]|[^\W\d_]{{2,}}")
# Written so much alike that a sample may be any of them: the best one is told.
_KIN = ({"bs", "hr", "sr"}, {"id", "ms"}, {"gom", "hi", "mr", "ne"}, {"da", "nb", "nn", "no"})
_ARABIC = re.compile("[\u0620-\u06ff]")
_LEAST_SURE = 0.9
_LEAST_WORDS = 12
_LEAST_LETTERS = 2
_LATIN_SHARE = 0.2


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
    sure = sum(share for code, share in shares.items() if are_alike(best, code))
    return normal_code(best) if foreign or sure >= _LEAST_SURE else None


def are_alike(language: str, other: str) -> bool:
    """Tell whether two codes are of one language, or of such that a sample may be any of."""
    both = {base_of(language), base_of(other)}
    return len(both) == 1 or any(both <= group for group in _KIN)


def _is_foreign(text: str) -> bool:
    """Tell whether nearly all letters of a text are others than Latin ones."""
    latin, letters = count_letters(text)
    return letters >= _LEAST_LETTERS and latin <= _LATIN_SHARE * letters


@lru_cache(maxsize=1)
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
