"""Tell who speaks where what stands before a colon may be said, too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.formats.markup import see_through
from subpunct_app.subtitles.reading.bylines import CALLED, NAME_LABEL
from subpunct_app.subtitles.reading.telling import CLITIC, NEGATED, TELLING, TWO, WHERE

_VOICES = frozenset(CALLED.upper().split())
_CLITIC = re.compile(rf"{CLITIC}$")
_NEGATED = re.compile(NEGATED)
_TWO = re.compile(TWO)
_END = re.compile(r"[.?!](?!\S)")
_LEAST_ENDED = 0.1
_SAMPLE = 200
# The fewest labels in captions in mixed case, and the most cues to one.
_FEWEST = 3
_PER_LABEL = 10
# What begins things rather than names of people.
_BEFORE_THINGS = (
    "a an the my our your der die das ein eine mein meine dein sein seine ihr ihre unser el la los "
    "las un una mi mis su le les une mon ma mes son sa il lo gli een het de mijn o os as um uma"
)
_ARTICLES = frozenset(_BEFORE_THINGS.split())
# To the last letter before a line: its end and some spaces.
_NEAR = 8
# Those who speak, again and again.
_KNOWN = 1024


def called_names(document: Document, *, least: int) -> frozenset[str]:
    """Return the labels of captions that name who speaks, be it only once.

    Those are whom captioners call a man or an officer, and all that read like names where one of
    them comes back, and there are as many as the least. Where a least is given, those that stand
    once and begin with an article are none: Die Lösung.
    """
    labels = _labels(document)
    comes_back = any(count > 1 for count in labels.values()) and labels.total() >= least
    named = (label for label in labels if comes_back or _is_voice(label))
    return frozenset(
        label
        for label in named
        if not least or labels[label] > 1 or label.split()[0].lower() not in _ARTICLES
    )


def least_labels(document: Document) -> int:
    """Return from how many labels on a document in mixed case is one where people talk."""
    return max(_FEWEST, len(document.cues) // _PER_LABEL)


def has_ends(document: Document) -> bool:
    """Tell whether sentences end with marks in some cues."""
    spans = list(islice(document.spans(), _SAMPLE))
    ended = sum(_END.search(document.text, *span) is not None for span in spans)
    return ended > _LEAST_ENDED * len(spans)


def labels_in(document: Document, start: int, end: int) -> list[tuple[str, bool | None]]:
    """Return what reads like a name up to a colon in a cue, and whether a sentence goes on there.

    None is where that depends on what the cue before ends with.
    """
    shown, found = see_through(document.text, start, end, document.format).text, []
    for label in NAME_LABEL.finditer(shown):
        if _may_name(label[1]):
            near = shown[max(0, label.start() - _NEAR) : label.start()].rstrip()
            found.append((label[1], goes_on(near) if near else None))
    return found


def goes_on(before: str) -> bool:
    """Tell whether a sentence goes on behind the last sign before a line."""
    return before[-1:].isalnum() or before.endswith(",")


def _labels(document: Document) -> Counter[str]:
    """Return what reads like a name up to a colon, and how often each does.

    What stands once, and is what nobody is called, does so where a sentence may begin.
    """
    places = list(_places(document))
    counts = Counter(label for label, _ in places)
    sure = (begins or counts[label] > 1 or _is_voice(label) for label, begins in places)
    return Counter(label for (label, _), named in zip(places, sure, strict=True) if named)


def _places(document: Document) -> Iterator[tuple[str, bool]]:
    """Yield each label that reads like a name, and whether a sentence may begin there.

    Where sentences have no ends any line may begin one.
    """
    ends = has_ends(document)
    before = ""
    for start, end in document.spans():
        if document.text.find(":", start, end) >= 0:
            for label, within in labels_in(document, start, end):
                yield label, not (ends and (goes_on(before) if within is None else within))
        before = document.text[start:end].rstrip()[-1:] or before


@lru_cache(maxsize=_KNOWN)
def _may_name(label: str) -> bool:
    """Tell whether a label reads like a name, neither a letter nor a number."""
    if len(label) < 2 or not label[0].isalpha() or _TWO.search(label) or _NEGATED.search(label):
        return False
    words = label.upper().split()
    # Behind whom captioners call so stands where somebody is: MAN IN AUDIENCE.
    said = TELLING if words[0] in _VOICES else TELLING | WHERE
    return said.isdisjoint(_CLITIC.sub("", word) for word in words)


def _is_voice(label: str) -> bool:
    """Tell whether a label is what captioners call somebody, as in YOUNG MAN 2, OFFICER LEE."""
    words = label.upper().rstrip("0123456789 ").split()
    return words[0] in _VOICES or words[-1] in _VOICES
