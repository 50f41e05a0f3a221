"""Read the words of a document anew after a few cues changed, without reading all the others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from subpunct_app.core.splice import Splice, spliced
from subpunct_app.subtitles.files.document import Document
from subpunct_app.subtitles.languages.typography import typography
from subpunct_app.subtitles.words.bilingual import pair_after
from subpunct_app.subtitles.words.bylines import Voices
from subpunct_app.subtitles.words.lists import numbers_of, opening_numbers
from subpunct_app.subtitles.words.markup import see_through
from subpunct_app.subtitles.words.metadata import Metadata
from subpunct_app.subtitles.words.reading import Reader, read_words
from subpunct_app.subtitles.words.rolling import shows_again
from subpunct_app.subtitles.words.speakers import voices_after
from subpunct_app.subtitles.words.tokens import Kind, tokens
from subpunct_app.subtitles.words.transcript import Transcript

# What may name who speaks, or tell that somebody else does: a label, a voice, a sign of a turn,
# an entity or an escape that stands for one or for the line end before.
_NAMING = re.compile(r"[:&\\]|<v|>>|(?<!\w)[-–—‐]")
# To read a longer stretch, or at more places, is hardly quicker than reading all.
_MOST = 200


def reread(
    before: Transcript, document: Document, changed: Sequence[int]
) -> tuple[Transcript, Splice]:
    """Return the words of a document that differs from the one before in some cues.

    What is returned is what `read_words` returns, with nothing but where it is known already,
    together with which of the old words were read again, and any between them. The others are the
    same words.
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
        stretches.append(_read_around(before, document, voices, places))
    return _joined(before, document, voices, stretches, edit.start)


def _read_all(before: Transcript, document: Document) -> tuple[Transcript, Splice]:
    new = read_words(document, before.language)
    return new, Splice(range(len(before.words)), range(len(new.words)))


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Cues that were read again, from the last word before a change to the first one after it.

    `words` are the old words in them, `new` is what is read of them now.
    """

    cues: range
    words: range
    new: Transcript


def _is_far_reaching(
    before: Transcript, document: Document, changed: Sequence[int], voices: Voices
) -> bool:
    """Tell whether a change can reach words that are far away from it."""
    return (
        not before.apart
        or max(changed) - min(changed) > _MOST
        or typography(before.language).stressed
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
    before: Transcript, document: Document, voices: Voices, places: deque[range]
) -> _Stretch:
    """Read the first of some places, and on until who speaks is known and no other place is near.

    The places that were read are taken away.
    """
    reader = Reader(document, before.language, voices)
    start = at = end = _start_before(before, places[0].start)
    reader.speaker = _speaker_at(before, start)
    known = False
    while not known and at < len(document.cues):
        whole = document.whole_of(at)
        while places and places[0].start < whole.stop:
            end = max(end, places.popleft().stop)
        # What stands behind the last word of such cues is as it was, too.
        known = (
            whole.start >= end
            and _word_at(before, whole.start) < _word_at(before, whole.stop) < len(before.words)
            and not (places and _start_before(before, places[0].start) < whole.stop)
            and reader.speaker == _speaker_at(before, whole.start)
        )
        reader.read(whole)
        at = whole.stop
    words = range(_word_at(before, start), _word_at(before, at))
    return _Stretch(range(start, at), words, reader.finish())


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
    document, voices = before.document, before.voices
    metadata = Metadata(document)
    at = _word_at(before, cue)
    last = before.words[at - 1] if at else None
    while cue > 0:
        whole = document.whole_of(cue - 1)
        unsaid = metadata.holds(*document.span_of(whole))
        if not unsaid and _may_name(document, whole, voices) and _names(before, whole):
            reader = Reader(document, before.language, voices)
            reader.read(whole)
            return reader.speaker
        if last is not None and whole.start <= last.cue:
            return last.speaker
        cue = whole.start
    return ""


def _may_name(document: Document, whole: range, voices: Voices) -> bool:
    if voices.heads or voices.tags:
        return True
    return _NAMING.search(document.text, *document.span_of(whole)) is not None


def _names(before: Transcript, whole: range) -> bool:
    document = before.document
    shown = see_through(document.text, *document.span_of(whole), document.format)
    found = tokens(shown.text, before.voices, language=before.language)
    return bool(shown.voices) or any(token.kind in (Kind.LABEL, Kind.TURN) for token in found)


def _joined(
    before: Transcript,
    document: Document,
    voices: Voices,
    stretches: Sequence[_Stretch],
    edited: int,
) -> tuple[Transcript, Splice]:
    """Put what was read again in the place of what it was, and move the rest along."""
    by = len(document.text) - len(before.document.text)
    words, gaps, longer = before.words, before.gaps, 0
    for stretch in stretches:
        old = range(stretch.words.start + longer, stretch.words.stop + longer)
        moved = by if edited in stretch.cues else 0
        # What stands beside it belongs to words outside of it, but at the ends of the text.
        first = 1 if old.start else 0
        last = 1 if old.stop < len(words) else 0
        inner = stretch.new.gaps[first : len(stretch.new.gaps) - last]
        gaps = spliced(gaps, range(old.start + first, old.stop + 1 - last), inner, moved)
        words = spliced(words, old, stretch.new.words, moved)
        longer += len(stretch.new.words) - len(old)
    read = range(stretches[0].words.start, stretches[-1].words.stop)
    new = replace(before, document=document, words=words, gaps=gaps, openings={}, voices=voices)
    return new, Splice(read, range(read.start, read.stop + longer))
