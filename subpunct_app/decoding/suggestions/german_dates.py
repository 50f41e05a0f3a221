"""Find the days of German dates that lack their dot: am 13 Januar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from subpunct_app.text.words import Break, Gap, Word, base_of, folded

_MONTHS = frozenset(
    {
        *("januar", "jänner", "februar", "feber", "märz", "april", "mai", "juni", "juli"),
        *("august", "september", "oktober", "november", "dezember"),
    }
)
# These are names, too: Mai Linh, August Müller.
_NAMES = frozenset({"april", "august", "juli", "mai"})
_DAYS = frozenset({*map(str, range(1, 32)), *(f"0{day}" for day in range(1, 10))})
# A day surely follows.
_BEFORE_DAYS = frozenset({"ab", "am", "bis", "dem", "den", "der", "seit", "vom", "zum"})
# Any number follows: Zimmer 5, Seite 12.
_BEFORE_NUMBERS = frozenset(
    {
        *("ausgabe", "heft", "kapitel", "nr", "nummer", "platz", "punkt", "raum", "seite", "teil"),
        "zimmer",
    }
)
_BETWEEN_DAYS = frozenset({"bis", "oder", "und"})


def bare_days(words: Sequence[Word], gaps: Sequence[Gap], language: str) -> Iterator[int]:
    """Yield the gaps behind the days of dates, of which a dot makes ordinals in German.

    Two days may share a month: vom 1. bis 5. Mai. `gaps` holds one more than `words` (see Gap).
    """
    if base_of(language) != "de":
        return
    said = [folded(word.text).rstrip(".") for word in words]
    for at in range(1, len(words)):
        if said[at] not in _MONTHS or said[at - 1] not in _DAYS:
            continue
        first = _first_day(said, at)
        before = said[first - 2] if first > 1 else ""
        if before in _BEFORE_NUMBERS or not _reads_on(gaps[at], before):
            continue
        if before in _BEFORE_DAYS or not _is_name(words, gaps, at):
            yield from {first, at}


def _first_day(said: Sequence[str], at: int) -> int:
    """Return the gap behind the first of two days before a month, or that behind the only one."""
    pair = at > 2 and said[at - 2] in _BETWEEN_DAYS and said[at - 3] in _DAYS
    return at - 2 if pair else at


def _reads_on(gap: Gap, before: str) -> bool:
    """Tell whether a day and a month belong together: nothing parts them, or a line of a date."""
    return gap.break_ is Break.NONE or (gap.break_ is Break.LINE and before in _BEFORE_DAYS)


def _is_name(words: Sequence[Word], gaps: Sequence[Gap], at: int) -> bool:
    """Tell whether what looks like a month may be a first name."""
    if folded(words[at].text) not in _NAMES or at + 1 == len(words) or gaps[at + 1].current:
        return False
    return words[at + 1].text[0].isupper()
