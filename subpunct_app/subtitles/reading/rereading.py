"""Read the words of a document anew after a few cues changed, without reading all the others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.reading.document_language import pair_of, telling_cues
from subpunct_app.subtitles.reading.gaps import numbers_of, opening_numbers
from subpunct_app.subtitles.reading.labels import LabelCounts
from subpunct_app.subtitles.reading.passes import (
    NOBODY,
    Floor,
    Reading,
    heard_in,
    read_words,
    spoken,
)
from subpunct_app.subtitles.reading.rolling import is_rolling
from subpunct_app.subtitles.reading.speakers import SAMPLE, counts_after, labels_by
from subpunct_app.subtitles.reading.tokens import CueTokens
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.text.splice import Splice, spliced

# What may name who speaks in a raw cue, or tell that somebody else does: a label, a turn's sign.
_NAMING = re.compile(r"[:>&]|(?<!\w)[-–—‐]")
# To read a longer stretch is hardly quicker than reading all.
_MOST = 200


def reread(
    before: Transcript, document: Document, changed: Sequence[int]
) -> tuple[Transcript, Splice]:
    """Return the words of a document that differs from the one before in some cues.

    What is returned is what `read_words` returns, with nothing but where it is known already,
    together with which of the old words were read again, and any between them.
    """
    far = _is_far_reaching(before, document, changed)
    counts = before.label_counts
    if not far:
        counts = counts_after(before.document, counts, document, changed)
    if far or _names_others(before, document, counts, changed):
        new = replace(read_words(document, before.language), passages=before.passages)
        return new, Splice(range(len(before.words)), range(len(new.words)))
    edit = range(document.whole_of(min(changed)).start, document.whole_of(max(changed)).stop)
    start = _start_before(before, edit.start)
    reading = Reading.of(document, before.language, before.labels)
    cues, stop = _cues_around(before, reading, start, edit)
    words, gaps = spoken(reading, cues, Floor(_speaker_at(before, start)))
    old = range(_word_at(before, start), _word_at(before, stop))
    by = len(document.text) - len(before.document.text)
    # What stands beside it belongs to words outside of it, but at the ends of the text.
    first = 1 if old.start else 0
    last = 1 if old.stop < len(before.words) else 0
    inner = range(old.start + first, old.stop + 1 - last)
    new = replace(
        before,
        document=document,
        words=spliced(before.words, old, words, by),
        gaps=spliced(before.gaps, inner, gaps[first : len(gaps) - last], by),
        openings={},
        label_counts=counts,
    )
    return new, Splice(old, range(old.start, old.start + len(words)))


def _is_far_reaching(before: Transcript, document: Document, changed: Sequence[int]) -> bool:
    """Tell whether a change can reach words that are far away from it."""
    read = telling_cues(document)
    return (
        not (before.words and before.apart)
        or max(changed) - min(changed) > _MOST
        or _counts_anew(before.document, document, changed)
        or ((min(changed) < SAMPLE or not document.format.timed) and is_rolling(document))
        or (any(cue in read for cue in changed) and pair_of(document) is not None)
    )


def _names_others(
    before: Transcript, document: Document, counts: LabelCounts, changed: Sequence[int]
) -> bool:
    """Tell whether others are named than before; the first cues tell more than their labels."""
    told = counts is not before.label_counts or min(changed) < SAMPLE
    judged = told or not document.format.timed
    return judged and labels_by(document, counts) != before.labels


def _counts_anew(before: Document, document: Document, changed: Sequence[int]) -> bool:
    """Tell whether other numbers count items of lists now; few changes touch one."""
    texts = ((opening_numbers(each.cue_text(at)) for each in (before, document)) for at in changed)
    touched = any(old != new for old, new in texts)
    return touched and numbers_of(before) != numbers_of(document)


def _cues_around(
    before: Transcript, reading: Reading, start: int, edit: range
) -> tuple[list[CueTokens], int]:
    """Return the cues from a first one on until all is as before behind an edit, and where that is.

    What stands behind the last word of such cues is as it was where another word follows, and the
    same one speaks.
    """
    document = reading.document
    floor, at = Floor(_speaker_at(before, start)), start
    cues: list[CueTokens] = []
    known = False
    while not known and at < len(document.cues):
        whole = document.whole_of(at)
        if whole.start >= edit.stop:
            first, stop = _word_at(before, whole.start), _word_at(before, whole.stop)
            known = first < stop < len(before.words)
            known = known and floor.speaker == _speaker_at(before, whole.start)
        cue = reading.tokens_of(whole)
        if cue is not None:
            cues.append(cue)
            _, floor = heard_in(cue, reading.labels, floor)
        at = whole.stop
    return cues, at


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
    reading = Reading.of(before.document, before.language, before.labels)
    at = _word_at(before, cue)
    last = before.words[at - 1] if at else None
    while cue > 0:
        whole = before.document.whole_of(cue - 1)
        found = _tokens_that_tell(reading, whole)
        if found is not None:
            return heard_in(found, before.labels, NOBODY)[1].speaker
        if last is not None and whole.start <= last.cue:
            return last.speaker
        cue = whole.start
    return ""


def _tokens_that_tell(reading: Reading, whole: range) -> CueTokens | None:
    """Return the tokens of cues that name who speaks, or tell that somebody else does."""
    document, labels = reading.document, reading.labels
    unsigned = labels.heads or labels.tags or document.cues[whole.start].speaker
    if not (unsigned or _NAMING.search(document.text, *document.span_of(whole))):
        return None
    cue = reading.tokens_of(whole)
    if cue is None or cue.shown.voices:
        return cue
    return cue if any(token.kind.names_speaker for token in cue.tokens) else None
