"""Places in a cue counted in letters, and where hits lie in the text as it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain, starmap
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from subpunct_app.review.views.cue_runs import Look
from subpunct_app.subtitles.writing.fair_copy import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from subpunct_app.review.editing.finding import Hit
    from subpunct_app.review.views.cue_runs import Run
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


# A run and an offset in its text.
RunOffset: TypeAlias = tuple[int, int]

_NOT_WRITTEN = frozenset({Look.INSERTED, Look.REPLACING, Look.DROPPED, Look.ASKED, Look.SLOT})


@dataclass(frozen=True, slots=True)
class Found:
    """A hit among the runs of a cue, and whether the editor looks at it."""

    start: RunOffset
    end: RunOffset
    current: bool


def found_in(runs: Sequence[Run], hits: Sequence[Hit], current: Hit | None) -> list[Found]:
    """Return where hits in the written text of a cue lie among the runs it is drawn with."""
    if not hits:
        return []
    places = [*_written(runs), (len(runs) - 1, len(runs[-1].text))] if runs else []
    return [
        Found(places[hit.start], _end(places, hit), hit == current)
        for hit in hits
        if hit.end < len(places)
    ]


def _end(places: Sequence[RunOffset], hit: Hit) -> RunOffset:
    """Return the place behind the last letter, before any mark that is only proposed."""
    if hit.start == hit.end:
        return places[hit.start]
    run, offset = places[hit.end - 1]
    return run, offset + 1


def _written(runs: Sequence[Run]) -> Iterator[RunOffset]:
    """Yield the place of every letter that would be written now; a line end counts as one."""
    whole = hidden("".join(run.text for run in runs))
    unseen = set(chain.from_iterable(starmap(range, whole)))
    start = 0
    for number, run in enumerate(runs):
        if run.look not in _NOT_WRITTEN:
            for offset, letter in enumerate(run.text):
                second = letter == "\n" and run.text[offset - 1 : offset] == "\r"
                if not second and start + offset not in unseen:
                    yield number, offset
        start += len(run.text)
