"""Find titles that lack their dot: mr Smith, dr Jones, st Louis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from subpunct_app.core.text import Word, base_of

TITLES = frozenset({"mr", "mrs", "ms", "dr", "st"})
# Where English has no dot behind them.
_WITHOUT = ("en-gb", "en-au", "en-ie", "en-nz", "en-za")


def has_dots(language: str) -> bool:
    """Tell whether titles have dots: in English, but for its British kind."""
    return base_of(language) == "en" and not language.lower().startswith(_WITHOUT)


def bare_titles(words: Sequence[Word], large: Sequence[float], *, shouted: bool) -> Iterator[int]:
    """Yield the gaps between a title in small letters and a name, or as in Mr. and Mrs.

    `large` tells how likely each word is large. A title with a capital was meant without a dot,
    but in a `shouted` text, where none means anything.
    """
    texts = [word.text.lower() if shouted else word.text for word in words]
    for at in range(1, len(texts)):
        if texts[at - 1] not in TITLES:
            continue
        pair = texts[at : at + 2]
        if large[at] > 0.5 or (pair[0] in {"and", "or"} and pair[-1] in TITLES):
            yield at
