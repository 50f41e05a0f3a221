"""Find German ordinals that lack their dot: im 19 Jahrhundert, in der 90 Minute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from subpunct_app.text.words import Break, Gap, Word, base_of, folded

# Of these there is but one behind a number that is none of them itself: two are zwei Jahrhunderte.
_SINGULAR = frozenset(
    {
        *("amtszeit", "auflage", "ausgabe", "bundesliga", "dynastie", "etage", "generation"),
        *("geburtstag", "geburtstages", "geburtstags", "jahrestag", "jahrestages", "jahrestags"),
        *("jahrhundert", "jahrhunderts", "jahrtausend", "jahrtausends", "klasse", "lebensjahr"),
        *("lebensjahres", "legislaturperiode", "liga", "minute", "quartal", "quartals", "runde"),
        *("schuljahr", "schuljahres", "staffel", "stunde"),
        *("weltkrieg", "weltkrieges", "weltkriegs", "woche"),
    }
)
# Of these there may be several, as in 10 Mal or die 3 Kapitel, but not behind some articles.
_COUNTED = frozenset(
    {
        *("akt", "band", "bezirk", "jahr", "kapitel", "mal", "monat", "platz", "rang", "satz"),
        *("semester", "stock", "stockwerk", "tag", "teil", "versuch"),
    }
)
_BEFORE_ONE = frozenset({"am", "beim", "das", "dem", "den", "des", "im", "ins", "vom", "zum"})
_ARTICLES = _BEFORE_ONE | {"der", "die", "zur"}
# A number follows these, and names them: Folge 3 Staffel 2.
_NUMBERED = _SINGULAR | _COUNTED | {"folge", "gruppe", "nummer", "nr", "seite", "version"}
_NUMBERS = frozenset(map(str, range(1, 100)))


def bare_ordinals(words: Sequence[Word], gaps: Sequence[Gap], language: str) -> Iterator[int]:
    """Yield the gaps behind numbers that a noun in the singular makes ordinals in German.

    `gaps` holds one more than `words` (see Gap).
    """
    if base_of(language) != "de":
        return
    said = [folded(word.text).rstrip(".") for word in words]
    for at in range(1, len(words)):
        if said[at - 1] in _NUMBERS and gaps[at].break_ is not Break.CUE and _is_one(said, at):
            yield at


def _is_one(said: Sequence[str], at: int) -> bool:
    """Tell whether a noun behind a number tells of one thing: der 2 Weltkrieg, im 3 Stock."""
    noun, number = said[at], said[at - 1]
    before, behind = said[at - 2] if at > 1 else "", said[at + 1] if at + 1 < len(said) else ""
    if before in _NUMBERED or behind[:1].isdigit():
        return False
    if noun in _COUNTED:
        return before in _BEFORE_ONE
    return noun in _SINGULAR and (number != "1" or before in _ARTICLES)
