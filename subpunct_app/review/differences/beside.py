"""What stands in a file beside the payload of its cues: numbers, settings, notes, styles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

from subpunct_app.subtitles.formats.document import Document


def differs_beside(old: Document, new: Document) -> bool:
    """Tell whether lines beside the cues of two documents of one format came or went.

    Times and spaces do not count, nor numbers where there are not as many cues.
    """
    if old.format is not new.format:
        return False
    numbered = len(old.cues) == len(new.cues)
    return _lines(old, numbered=numbered) != _lines(new, numbered=numbered)


def _lines(document: Document, *, numbered: bool) -> Counter[str]:
    lines = map(_beside_times, chain.from_iterable(map(str.splitlines, _parts(document))))
    return Counter(line for line in lines if line and (numbered or not line.isdecimal()))


def _parts(document: Document) -> Iterator[str]:
    """Yield the text before, between and behind the cues."""
    bounds = [0, *(at for cue in document.cues for at in (cue.start, cue.end)), len(document.text)]
    for start, end in list(pairwise(bounds))[::2]:
        yield document.text[start:end]


def _beside_times(line: str) -> str:
    """Return what a line holds but times and spaces that tell nothing."""
    _, arrow, behind = line.partition("-->")
    words = behind.split()[1:] if arrow else line.split()
    return " ".join(words)
