"""Places in a cue counted in letters, and its text cut to what is around a suggestion."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.subtitles.writing.fair_copy import hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.review.views.cue_runs import Run
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.words import Word


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


def units(text: str) -> int:
    """Return how long a text is to Qt, which counts in UTF-16 units."""
    return len(text.encode("utf-16-le", "replace")) // 2


def clip(runs: Sequence[Run], gap: int, reach: int) -> list[Run]:
    """Return the runs around a gap, with at most so many characters seen before and after it."""
    inside = [at for at, run in enumerate(runs) if run.gap == gap]
    if not inside:
        return list(runs)
    before = _tail(runs[: inside[0]], reach)
    return [*before, *runs[inside[0] : inside[-1] + 1], *_head(runs[inside[-1] + 1 :], reach)]


def _head(runs: Sequence[Run], reach: int) -> list[Run]:
    kept: list[Run] = []
    for run in runs:
        seen = _places_seen(run.text)
        if len(seen) >= reach:
            end = seen[reach - 1] + 1 if reach else 0
            whole = run.text[:end].rpartition(" ")[0] or run.text[:end]
            cut = replace(run, text=f"{whole} …")
            return [*kept, cut if len(seen) > reach else run]
        kept.append(run)
        reach -= len(seen)
    return kept


def _tail(runs: Sequence[Run], reach: int) -> list[Run]:
    kept: list[Run] = []
    for run in reversed(runs):
        seen = _places_seen(run.text)
        if len(seen) >= reach:
            tail = run.text[seen[-reach] :] if reach else ""
            cut = replace(run, text=f"… {tail.partition(' ')[2] or tail}")
            return [cut if len(seen) > reach else run, *kept]
        kept.insert(0, run)
        reach -= len(seen)
    return kept


def _places_seen(text: str) -> list[int]:
    """Return the places of the characters that are seen."""
    unseen = {at for span in hidden(text) for at in range(*span)}
    return [at for at in range(len(text)) if at not in unseen]
