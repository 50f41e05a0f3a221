"""Take the marks and capitals off a text, and say what should stand in each of its gaps."""

from __future__ import annotations

import random
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from subpunct_app.models.labels import fold_mark
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark, folded

if TYPE_CHECKING:
    from typing import TypeAlias

    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.decisions import Edits

    # The mark in a gap, and how the word after it is written.
    Written: TypeAlias = tuple[Mark, str]

_LABELS = 6
# Chooses the marks that are kept.
_SEED = 1


def bared(
    document: Document, language: str, *, kept: float = 0.0
) -> tuple[Document, tuple[Written, ...]]:
    """Return a document without marks and capitals, and what should stand in each of its gaps.

    If a share of the marks is `kept`, which ones is left to chance, the same each time, and all
    capitals stay. A cue that would not hold the same words without its marks keeps them and the
    mark before it, as one with "J. Silver".
    """
    transcript = read_words(document, language)
    spelled = spellings(transcript)
    chance, case = random.Random(_SEED), Case.KEEP if kept else Case.LOWER
    edits = {
        at: Edit(gap.current if gap.fixed or chance.random() < kept else Mark.NONE, case)
        for at, gap in enumerate(transcript.gaps)
    }
    marks = (counted_as(gap.current) for gap in transcript.gaps)
    return _readable(transcript, edits), tuple(zip(marks, [*spelled, ""], strict=True))


def counted_as(mark: Mark) -> Mark:
    """Return the mark that a mark counts as: one that no key types folds into another."""
    return fold_mark(mark, _LABELS)


def spellings(transcript: Transcript) -> list[str]:
    """Return each word as it is written in the file."""
    text = transcript.document.text
    return [text[word.start : word.end] for word in transcript.words]


def _readable(transcript: Transcript, edits: Edits) -> Document:
    """Return the document with those edits after which its words are still the same."""
    result = render(transcript, edits)
    reread = read_words(result, transcript.language)
    changed = _words_by_cue(transcript) ^ _words_by_cue(reread)
    if not changed:
        return result
    cues = {cue for cue, _ in changed}
    kept = {gap: edit for gap, edit in edits.items() if cues.isdisjoint(transcript.cues_of(gap))}
    return _readable(transcript, kept) if len(kept) < len(edits) else transcript.document


def _words_by_cue(transcript: Transcript) -> set[tuple[int, tuple[str, ...]]]:
    """Return the words of each cue in small letters."""
    by_cue = groupby(transcript.words, key=attrgetter("cue"))
    return {(cue, tuple(folded(word.text) for word in words)) for cue, words in by_cue}
