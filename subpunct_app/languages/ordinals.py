"""Numbers that are written with a dot where they count: the 3. May, Henry V."""

from __future__ import annotations

import re

from subpunct_app.text.words import base_of

# fmt: off
_LANGUAGES = frozenset(
    {
        "bs", "cs", "da", "de", "et", "eu", "fi", "hr", "hu", "is", "lv", "nb", "nn", "no", "pl",
        "sk", "sl", "sr", "tr"
    }
)
# fmt: on
_NUMBER = re.compile(r"(?:\d{1,3}\.?[-–])?\d{1,3}(?:\.\d{1,2})?|[IVX]+")


def may_be_ordinal(word: str, language: str) -> bool:
    """Tell whether a dot after a number may belong to it in a language, and end no sentence."""
    return base_of(language) in _LANGUAGES and _NUMBER.fullmatch(word) is not None
