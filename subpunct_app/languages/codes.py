"""The codes of languages (ISO 639-1 and 639-2) and their English names."""

from __future__ import annotations

import re

from subpunct_app.languages.language_data import (
    known_languages,
    known_regions,
    language_data,
    short_codes,
)

_CODE = re.compile(
    r"(?P<base>[a-z]{2,3}|[A-Z]{2,3})"
    r"(?:[-_](?P<script>[A-Z][a-z]{3}))?(?:[-_](?P<region>[A-Za-z]{2}|\d{3}))?"
)
_SHORT = 2


def normal_code(text: str) -> str | None:
    """Return a language code as BCP 47 writes it, `pt-BR` for `pt_br` and `de` for `ger`.

    None where the text is no code of a known language. A capital and a small letter, as in a
    title, make no code.
    """
    found = _CODE.fullmatch(text)
    if not found:
        return None
    base = found["base"].lower()
    if len(base) > _SHORT:
        base = short_codes().get(base, base)
    if base not in known_languages():
        return None
    region = found["region"] and found["region"].upper()
    return "-".join(filter(None, (base, found["script"], region)))


def language_name(code: str) -> str:
    """Return the English name of a language, or its code where it has none here."""
    return language_data(code).name or code


def listed_languages() -> frozenset[str]:
    """Return the codes of all languages of which something is known, some with a region."""
    return known_languages() | known_regions()
