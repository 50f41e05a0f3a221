"""Tell how a file names its speakers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from subpunct_app.subtitles.document import Document
from subpunct_app.subtitles.tokens import NAME_LABEL, Voices

_REPEATS = 3
_SAMPLE = 200


def voices_of(document: Document) -> Voices:
    """Return the names in mixed case that open lines again and again, and if all is shouted."""
    counts = Counter(_names(document))
    names = frozenset(name for name, count in counts.items() if count >= _REPEATS)
    return Voices(names, _is_shouted(document))


def _names(document: Document) -> Iterator[str]:
    for cue in document.cues:
        if document.text.find(":", cue.start, cue.end) >= 0:
            payload = document.text[cue.start : cue.end]
            yield from (label[1] for label in NAME_LABEL.finditer(payload))


def _is_shouted(document: Document) -> bool:
    count = min(_SAMPLE, len(document.cues))
    sample = "".join(document.cue_text(index) for index in range(count))
    return sum(map(str.islower, sample)) * 4 < sum(map(str.isupper, sample))
