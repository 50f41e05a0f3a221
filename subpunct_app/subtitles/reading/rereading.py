"""Read the words of a document anew after a few cues changed, without reading all the others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from subpunct_app.languages.language_data import language_data
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.markup import see_through
from subpunct_app.subtitles.reading.document_language import pair_after
from subpunct_app.subtitles.reading.labels import Voices
from subpunct_app.subtitles.reading.lists import numbers_of, opening_numbers
from subpunct_app.subtitles.reading.passes import (
    NOBODY,
    Floor,
    Reading,
    heard_in,
    read_words,
    spoken,
)
from subpunct_app.subtitles.reading.rolling import shows_again
from subpunct_app.subtitles.reading.speakers import voices_after
from subpunct_app.subtitles.reading.tokens import CueTokens
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.splice import Splice, spliced
from subpunct_app.text.words import Gap, Word

# What may name who speaks in a raw cue, or tell that somebody else does: a label, a turn's sign.
_NAMING = re.compile(r"[:>&]|(?<!\w)[-–—‐]")
# To read a longer stretch, or at more places, is hardly quicker than reading all.
_MOST = 200


def reread(
    before: Transcript, document: Document, changed: Sequence[int]
) -> tuple[Transcript, Splice]:
    """Return the words of a document that differs from the one before in some cues.

    What is returned is what `read_words` returns, with nothing but where it is known already,
    together with which of the old words were read again, and any between them. The others are the
    same words, though another one may say them now.
    """
    voices = voices_after(before.document, before.voices, document, changed)
    if not before.words or _is_far_reaching(before, document, changed, voices):
        return _read_all(before, document)
    edit = range(document.whole_of(min(changed)).start, document.whole_of(max(changed)).stop)
    named = list(_naming(document, before.voices.names ^ voices.names))
    if len(named) > _MOST:
        return _read_all(before, document)
    places = deque(sorted([edit, *named], key=attrgetter("start")))
    stretches: list[_Stretch] = []
    while places:
        speaker = stretches[-1].speaker if stretches else None
        stretches.append(_read_around(before, document, voices, places, speaker))
    return _joined(before, document, voices, stretches, edit.start)


def _read_all(before: Transcript, document: Document) -> tuple[Transcript, Splice]:
    new = replace(read_words(document, before.language), passages=before.passages)
    return new, Splice(range(len(before.words)), range(len(new.words)))


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Cues that were read again, from the last word before a change to the first one after it.

    `old` are the old words in them, `words` and `gaps` what is read of them now. `speaker` is who
    says what follows, up to the next cues that are read again, None where it is whoever said it
    before.
    """

    cues: range
    old: range
    words: Sequence[Word]
    gaps: Sequence[Gap]
    speaker: str | None


def _is_far_reaching(
    before: Transcript, document: Document, changed: Sequence[int], voices: Voices
) -> bool:
    """Tell whether a change can reach words that are far away from it."""
    return (
        not before.apart
        or max(changed) - min(changed) > _MOST
        or language_data(before.language).typography.stressed
        or voices != replace(before.voices, names=voices.names)
        or _counts_anew(before.document, document, changed)
        or shows_again(document, changed)
        or pair_after(document, changed) is not None
    )


def _counts_anew(before: Document, document: Document, changed: Sequence[int]) -> bool:
    """Tell whether other numbers count items of lists now; few changes touch one."""
    touched = any(
        opening_numbers(before.cue_text(index)) != opening_numbers(document.cue_text(index))
        for index in changed
    )
    return touched and numbers_of(before) != numbers_of(document)


def _naming(document: Document, names: Collection[str]) -> Iterator[range]:
    """Yield the cues in which one of these names may tell who speaks."""
    if not names:
        return
    label = re.compile(rf"(?:{'|'.join(map(re.escape, names))})\*{{0,3}}:")
    text = document.text
    for whole, span in zip(document.wholes(), document.spans(), strict=True):
        # A colon may be written as an entity.
        if text.find(":", *span) < 0 and text.find("&", *span) < 0:
            continue
        if label.search(see_through(text, *span, document.format).text):
            yield whole


def _read_around(
    before: Transcript,
    document: Document,
    voices: Voices,
    places: deque[range],
    speaker: str | None,
) -> _Stretch:
    """Read the first of some places, and on until the words are those of before.

    The places that were read are taken away. Where another one speaks by then, the next cue that
    tells who does becomes a place, too. `speaker` is as in `_Stretch`.
    """
    reading = Reading.of(document, before.language, voices)
    start = at = end = _start_before(before, places[0].start)
    first = Floor(_speaker_at(before, start) if speaker is None else speaker)
    floor, cues = first, []
    other = known = False
    while not known and at < len(document.cues):
        whole = document.whole_of(at)
        while places and places[0].start < whole.stop:
            end = max(end, places.popleft().stop)
        if whole.start >= end and _may_be_known(before, places, whole):
            other = floor.speaker != _speaker_at(before, whole.start)
            if other:
                _add_telling(before, places, range(whole.start, len(document.cues)))
            known = not _is_near(before, places, whole)
        cue = reading.tokens_of(whole)
        if cue is not None:
            cues.append(cue)
            _, floor = heard_in(cue, voices, floor)
        at = whole.stop
    old = range(_word_at(before, start), _word_at(before, at))
    words, gaps = spoken(reading, cues, first)
    return _Stretch(range(start, at), old, words, gaps, floor.speaker if other else None)


def _may_be_known(before: Transcript, places: Sequence[range], whole: range) -> bool:
    """Tell whether cues hold words with others behind them, and the next place is not near.

    What stands behind the last word of such cues is as it was, too.
    """
    first, stop = _word_at(before, whole.start), _word_at(before, whole.stop)
    return first < stop < len(before.words) and not _is_near(before, places, whole)


def _add_telling(before: Transcript, places: deque[range], cues: range) -> None:
    """Make a place of the first of some cues, ahead of all places, that tells who speaks."""
    stop = places[0].start if places else cues.stop
    telling = _next_telling(before, range(cues.start, stop))
    if telling is not None:
        places.appendleft(telling)


def _is_near(before: Transcript, places: Sequence[range], whole: range) -> bool:
    """Tell whether the last word before the next place stands in these cues."""
    return bool(places) and _start_before(before, places[0].start) < whole.stop


def _start_before(before: Transcript, cue: int) -> int:
    """Return the first of the cues that hold the last word before a cue, and are read as one."""
    at = _word_at(before, cue)
    start = before.document.whole_of(before.words[at - 1].cue).start if at else 0
    # A link before the first word tells something of the gap there, too.
    return start if _word_at(before, start) else 0


def _word_at(before: Transcript, cue: int) -> int:
    """Return which word is the first in a cue or behind it."""
    return bisect_left(before.words, cue, key=attrgetter("cue"))


def _speaker_at(before: Transcript, cue: int) -> str:
    """Return who spoke last before a cue, empty where nobody known did.

    A name may stand behind the last word, or by itself in cues without any.
    """
    reading = Reading.of(before.document, before.language, before.voices)
    at = _word_at(before, cue)
    last = before.words[at - 1] if at else None
    while cue > 0:
        whole = before.document.whole_of(cue - 1)
        found = _tokens_that_tell(reading, whole)
        if found is not None:
            return heard_in(found, before.voices, NOBODY)[1].speaker
        if last is not None and whole.start <= last.cue:
            return last.speaker
        cue = whole.start
    return ""


def _next_telling(before: Transcript, cues: range) -> range | None:
    """Return the first of some cues that tell who speaks, None where none does."""
    reading = Reading.of(before.document, before.language, before.voices)
    wholes = before.document.wholes(cues)
    return next((whole for whole in wholes if _tokens_that_tell(reading, whole)), None)


def _tokens_that_tell(reading: Reading, whole: range) -> CueTokens | None:
    """Return the tokens of cues that name who speaks, or tell that somebody else does."""
    voices = reading.voices
    start, end = reading.document.span_of(whole)
    if not (voices.heads or voices.tags or _NAMING.search(reading.document.text, start, end)):
        return None
    cue = reading.tokens_of(whole)
    if cue is None or cue.shown.voices:
        return cue
    return cue if any(token.kind.names_speaker for token in cue.tokens) else None


def _joined(
    before: Transcript,
    document: Document,
    voices: Voices,
    stretches: Sequence[_Stretch],
    edited: int,
) -> tuple[Transcript, Splice]:
    """Put what was read again in the place of what it was, and move the rest along."""
    by = len(document.text) - len(before.document.text)
    words, gaps, longer = _said(before, stretches), before.gaps, 0
    for stretch in stretches:
        old = range(stretch.old.start + longer, stretch.old.stop + longer)
        moved = by if edited in stretch.cues else 0
        # What stands beside it belongs to words outside of it, but at the ends of the text.
        first = 1 if old.start else 0
        last = 1 if old.stop < len(words) else 0
        inner = stretch.gaps[first : len(stretch.gaps) - last]
        gaps = spliced(gaps, range(old.start + first, old.stop + 1 - last), inner, moved)
        words = spliced(words, old, stretch.words, moved)
        longer += len(stretch.words) - len(old)
    read = range(stretches[0].old.start, stretches[-1].old.stop)
    new = replace(before, document=document, words=words, gaps=gaps, openings={}, voices=voices)
    return new, Splice(read, range(read.start, read.stop + longer))


def _said(before: Transcript, stretches: Sequence[_Stretch]) -> Sequence[Word]:
    """Return the old words, those behind each stretch said by who says them now."""
    words = before.words
    starts = [*(stretch.old.start for stretch in stretches[1:]), len(words)]
    for stretch, start in zip(stretches, starts, strict=True):
        if stretch.speaker is not None:
            behind = range(stretch.old.stop, start)
            said = [word.said_by(stretch.speaker) for word in words[behind.start : behind.stop]]
            words = spliced(words, behind, said, 0)
    return words
