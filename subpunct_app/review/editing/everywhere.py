"""Write a word in all its places as an editor wants it in one: names above all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from subpunct_app.decoding.inference.words_as_read import is_contraction
from subpunct_app.decoding.names import written_as
from subpunct_app.review.editing.sheet import case_as, settled, standing_at
from subpunct_app.review.session import ReviewSession
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.decisions import (
    Change,
    Decision,
    Edit,
    Standing,
    Verdict,
    is_open,
)
from subpunct_app.text.words import Case, Mark, folded

_POSSESSIVE = ("'s", "’s")


@dataclass(frozen=True, slots=True)
class Alike:
    """A word as it is written in one place, and the change by which it is in all others, too.

    `by_place` tells that it has its capital because a sentence begins there, which says nothing of
    other places.
    """

    word: str
    change: Change
    by_place: bool


def write_everywhere(transcript: Transcript, session: ReviewSession, gap: int) -> Alike:
    """Plan to write the word after a gap so everywhere, and to accept what is on offer there.

    What was decided about the gap stays. Names are written so with an ending behind them, too:
    Frodo's. Where a sentence begins, a small letter is not wanted. Marks that are proposed stay
    open, those that are only asked about are left out.
    """
    here = suggestion, verdict = standing_at(transcript, session, gap)
    if is_open(suggestion, verdict):
        here = suggestion, Verdict(verdict.edit, Decision.ACCEPTED)
    edit = _read(transcript, here)
    word = edit.case.apply(transcript.spelling_of(gap), transcript.language_at(gap))
    after = {} if here == standing_at(transcript, session, gap) else {gap: here}
    by_place = _begins(transcript, gap, edit.mark) and Case.of(word) is Case.CAPITALISED
    if not by_place:
        after |= _elsewhere(transcript, session, word, gap)
    before = {at: standing_at(transcript, session, at) for at in after}
    return Alike(word, Change("", before, after), by_place)


def _elsewhere(
    transcript: Transcript, session: ReviewSession, word: str, gap: int
) -> dict[int, Standing]:
    """Return how things are to stand before all other places of a word that are to be changed."""
    after: dict[int, Standing] = {}
    for at, stored, wanted in _places(transcript, word):
        if at == gap or (stored == wanted and at not in session):
            continue
        standing = standing_at(transcript, session, at)
        recased = _recased(transcript, standing, wanted)
        if recased != standing:
            after[at] = recased
    return after


def _read(transcript: Transcript, standing: Standing) -> Edit:
    """Return the edit by which a gap reads as it is shown: what is only asked is not made."""
    suggestion, verdict = standing
    if verdict.decision is Decision.ACCEPTED or _is_offered(standing):
        return verdict.edit
    return Edit(transcript.gaps[suggestion.gap].current, Case.KEEP)


def _is_offered(standing: Standing) -> bool:
    return is_open(*standing) and not standing[0].asked


def _places(transcript: Transcript, word: str) -> Iterator[tuple[int, str, str]]:
    """Yield the gaps before all places of a word, how it stands and is to be written there."""
    if not word:
        return
    text = transcript.document.text
    small = Case.of(word) is Case.LOWER
    owns = word.endswith(_POSSESSIVE) and not (small or is_contraction(word))
    name = word[: -len(_POSSESSIVE[0])] if owns else word
    # Cheaper than to fold all words of a film.
    initials = f"{name[0].lower()}{name[0].upper()}ıİ"
    first = frozenset(letter for letter in initials if folded(letter) == folded(name[0]))
    known: dict[str, str] = {}
    for at, found in enumerate(transcript.words):
        if text[found.start] in first:
            stored = text[found.start : found.end]
            if stored not in known:
                known[stored] = _spelled(stored, name, small=small)
            if known[stored]:
                yield at, stored, known[stored]


def _spelled(stored: str, name: str, *, small: bool) -> str:
    """Return how a word of the file is written that is a name, empty where it is another word."""
    wanted = written_as(stored, name)
    if not wanted or (small and len(wanted) > len(name)):
        return ""
    return Case.spelled(wanted).apply(stored)


def _recased(transcript: Transcript, standing: Standing, word: str) -> Standing:
    """Return how things stand at a gap once the word after it is written so."""
    suggestion, gap = standing[0], standing[0].gap
    language = transcript.language_at(gap)
    place = transcript.gaps[gap]
    shown = _read(transcript, standing)
    if place.fixed or (_begins(transcript, gap, shown.mark) and Case.of(word) is Case.LOWER):
        return standing
    if shown.case.apply(transcript.spelling_of(gap), language) == word:
        return standing
    edit = Edit(shown.mark, case_as(transcript, suggestion, word))
    if _is_offered(standing) and shown.mark is not place.current:
        return suggestion, Verdict(edit)
    return settled(transcript, standing, edit, seen=False)


def _begins(transcript: Transcript, gap: int, mark: Mark) -> bool:
    """Tell whether the word after a gap has a capital for where it stands."""
    place = transcript.gaps[gap]
    told = place.turn or place.opened or place.item
    return gap == 0 or mark.ends_sentence or told
