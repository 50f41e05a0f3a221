"""Read the words of a document anew after a few cues changed, without reading all the others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
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
# Reading a longer stretch piecemeal is hardly quicker than reading all.
_MOST = 200


def reread(
    before: Transcript, document: Document, changed: Sequence[int]
) -> tuple[Transcript, Splice]:
    """Return the words of a document that differs from the one before in some cues.

    What is returned is what `read_words` returns, with nothing but where it is known already,
    together with which of the old words were read again. The others are the same words.
    """
    voices = voices_after(before.document, before.voices, document, changed)
    if _is_far_reaching(before, document, changed, voices):
        return _read_all(before, document)
    first, last = document.whole_of(min(changed)).start, document.whole_of(max(changed)).stop - 1
    stretch = _stretch_around(before, first, last, voices)
    if len(stretch.words) == len(before.words):
        return _read_all(before, document)
    reader = _read(document, before.language, voices, stretch)
    if reader.speaker != _read(before.document, before.language, voices, stretch).speaker:
        return _read_all(before, document)
    new = reader.finish()
    start = stretch.words.start
    splice = Splice(stretch.words, range(start, start + len(new.words)))
    return _joined(before, new, splice), splice


def _read_all(before: Transcript, document: Document) -> tuple[Transcript, Splice]:
    new = read_words(document, before.language)
    return new, Splice(range(len(before.words)), range(len(new.words)))


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The cues to read again, from the last word before the change to the first one after it.

    `words` are the old words in them, `speaker` is who speaks at their start.
    """

    cues: range
    words: range
    speaker: str


def _is_far_reaching(
    before: Transcript, document: Document, changed: Sequence[int], voices: Voices
) -> bool:
    """Tell whether a change can reach words that are far away from it."""
    return (
        not before.apart
        or max(changed) - min(changed) > _MOST
        or typography(before.language).stressed
        or voices != before.voices
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


def _stretch_around(before: Transcript, first: int, last: int, voices: Voices) -> _Stretch:
    key = attrgetter("cue")
    words, document = before.words, before.document
    cues = len(document.cues)
    at = bisect_left(words, first, key=key)
    end = bisect_left(words, last + 1, key=key)
    start_cue = document.whole_of(words[at - 1].cue).start if at else 0
    stop_cue = document.whole_of(words[end].cue).stop if end < len(words) else cues
    start, stop = (bisect_left(words, cue, key=key) for cue in (start_cue, stop_cue))
    # A link before the first word or behind the last one tells something of the gap there, too.
    if start == 0:
        start_cue = 0
    if stop == len(words):
        stop_cue = cues
    speaker = _speaker_at(before, start_cue, voices)
    return _Stretch(range(start_cue, stop_cue), range(start, stop), speaker)


def _speaker_at(before: Transcript, cue: int, voices: Voices) -> str:
    """Return who spoke last before a cue, empty where nobody known did.

    A name may stand behind the last word, or by itself in cues without any.
    """
    document = before.document
    metadata = Metadata(document)
    at = bisect_left(before.words, cue, key=attrgetter("cue"))
    last = before.words[at - 1] if at else None
    while cue > 0:
        whole = document.whole_of(cue - 1)
        unsaid = metadata.holds(*document.span_of(whole))
        if not unsaid and _may_name(document, whole, voices) and _names(before, whole, voices):
            return _read(document, before.language, voices, _Stretch(whole, range(0), "")).speaker
        if last is not None and whole.start <= last.cue:
            return last.speaker
        cue = whole.start
    return ""


def _may_name(document: Document, whole: range, voices: Voices) -> bool:
    if voices.heads or voices.tags:
        return True
    return _NAMING.search(document.text, *document.span_of(whole)) is not None


def _names(before: Transcript, whole: range, voices: Voices) -> bool:
    document = before.document
    shown = see_through(document.text, *document.span_of(whole), document.format)
    found = tokens(shown.text, voices, language=before.language)
    return bool(shown.voices) or any(token.kind in (Kind.LABEL, Kind.TURN) for token in found)


def _read(document: Document, language: str, voices: Voices, stretch: _Stretch) -> Reader:
    reader = Reader(document, language, voices)
    reader.speaker = stretch.speaker
    for whole in document.wholes(stretch.cues):
        reader.read(whole)
    return reader


def _joined(before: Transcript, new: Transcript, splice: Splice) -> Transcript:
    """Put what was read again in the place of what it was, and move the rest along."""
    by = len(new.document.text) - len(before.document.text)
    old = splice.old
    words = spliced(before.words, old, new.words, by)
    # What stands beside the stretch belongs to words outside of it, but at the ends of the text.
    first = 1 if old.start else 0
    last = 1 if old.stop < len(before.words) else 0
    inner = new.gaps[first : len(new.gaps) - last]
    gaps = spliced(before.gaps, range(old.start + first, old.stop + 1 - last), inner, by)
    return replace(before, document=new.document, words=words, gaps=gaps, openings={})
