"""Places in a cue counted in letters and digits, which no mark and no capital changes."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Word

# The letters behind it take two units.
_LAST_OF_ONE = "\uffff"


class Letters(NamedTuple):
    """A stretch from one letter up to, but not including, another."""

    start: int
    end: int


def count(text: str) -> int:
    """Return how many letters and digits a text has."""
    return sum(map(str.isalnum, text))


def letters_of(document: Document, word: Word) -> Letters:
    """Return where a word stands among the letters of its cue."""
    before = count(document.text[document.cues[word.cue].start : word.start])
    return Letters(before, before + count(document.text[word.start : word.end]))


def word_at(transcript: Transcript, cue: int, letter: int) -> int | None:
    """Return the word of a cue that a letter belongs to, None behind the last one."""
    document = transcript.document
    start = document.cues[cue].start
    for place in transcript.places_of(cue):
        if letter < count(document.text[start : place.end]):
            return place.word
    return None


def letter_of(text: str, seen: str, place: int) -> int:
    """Return the letter at a place in UTF-16 units, or the one before where none is seen there.

    What is `seen` of a text has as many units, and other characters where letters are hidden.
    """
    before = _until(seen, place)
    if seen[len(before) : len(before) + 1].isalnum():
        return count(_until(text, place))
    while before and not before[-1].isalnum():
        before = before[:-1]
    return max(0, count(_until(text, units(before))) - 1)


def places_of(text: str, letters: Letters) -> tuple[int, int]:
    """Return from where to where in UTF-16 units a stretch of letters goes in a text."""
    reached = list(accumulate(map(str.isalnum, text)))
    inside = [at for at, so_far in enumerate(reached) if letters.start < so_far <= letters.end]
    if not inside:
        return 0, 0
    last = next(at for at in reversed(inside) if text[at].isalnum())
    return units(text[: inside[0]]), units(text[: last + 1])


def _until(text: str, place: int) -> str:
    return text.encode("utf-16-le")[: 2 * place].decode("utf-16-le", "ignore")


def unit_places(text: str) -> list[int]:
    """Return in UTF-16 units where each letter of a text begins, and where the text ends.

    A line end is drawn as one unit, whatever it is written with.
    """
    follows = zip(text, f"\0{text}", strict=False)
    lengths = (0 if pair == ("\n", "\r") else 1 + (pair[0] > _LAST_OF_ONE) for pair in follows)
    return list(accumulate(lengths, initial=0))


def units(text: str) -> int:
    """Return how long a text is to Qt, which counts in UTF-16 units."""
    return len(text.encode("utf-16-le", "replace")) // 2
