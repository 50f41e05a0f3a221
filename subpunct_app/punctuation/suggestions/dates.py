"""Find the days of German dates that lack their dot: am 13 Januar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from subpunct_app.core.text import Word, base_of, folded

_MONTHS = frozenset(
    {
        *("januar", "jänner", "februar", "feber", "märz", "april", "mai", "juni", "juli"),
        *("august", "september", "oktober", "november", "dezember"),
    }
)
_DAYS = frozenset(map(str, range(1, 32)))


def bare_days(words: Sequence[Word], language: str) -> Iterator[int]:
    """Yield the gaps between a day and a month, as a dot makes an ordinal of the day in German."""
    if base_of(language) != "de":
        return
    for at in range(1, len(words)):
        if words[at - 1].text in _DAYS and folded(words[at].text) in _MONTHS:
            yield at
