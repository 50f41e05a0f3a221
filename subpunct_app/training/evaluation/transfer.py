"""Carry the marks of a punctuated reference over to what a recogniser heard."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Editops, Levenshtein, MatchingBlock

from subpunct_app.models.labels import ENDINGS
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.spoken_units import Unit, units_of

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which words of a reference were recognised, and where.

    For each of n reference words: `left` (n,) is the gap of the other text right after it,
    `right` (n,) the gap right before it, -1 where it was not recognised; `twin` (n,) is the one
    word that it was heard as, or -1. `gaps` is the last gap of the other text.
    """

    left: Places
    right: Places
    twin: Places
    gaps: int

    def after(self, *, strict: bool) -> Places:
        """Return the gap (n,) where the mark after each word goes, -1 for nowhere."""
        following = np.append(self.right[1:], self.gaps)
        return _either(self.left, following, strict=strict)

    def before(self, *, strict: bool) -> Places:
        """Return the gap (n,) where an opening mark before each word goes, -1 for nowhere."""
        preceding = np.concatenate([[0], self.left[:-1]])
        return _either(self.right, preceding, strict=strict)


def align(
    reference: Sequence[str], heard: Sequence[str], marked: Sequence[bool], language: str = "en"
) -> Alignment:
    """Align two texts by minimum edit distance, first word by word.

    What that leaves over between two words is aligned by its units, as it may be spelled in other
    words; so are words that are the same but only a part of a number or an acronym. `marked`
    tells after which reference words a mark stands.
    """
    texts = _Texts(reference, heard, marked, language)
    left, right, twin = _joined(texts, _anchors(texts), _spelled).places
    return Alignment(left, right, twin, len(heard))


@dataclass(frozen=True, slots=True)
class _Texts:
    reference: Sequence[str]
    heard: Sequence[str]
    marked: Sequence[bool]
    language: str

    def ours(self) -> list[Unit]:
        return units_of(self.reference, self.marked, self.language)

    def theirs(self) -> list[Unit]:
        return units_of(self.heard, [False] * len(self.heard), self.language)

    def part(self, ours: slice, theirs: slice) -> _Texts:
        return _Texts(self.reference[ours], self.heard[theirs], self.marked[ours], self.language)


@dataclass(frozen=True, slots=True)
class _Found:
    """`left`, `right` and `twin` of an Alignment (3, n), and how many edits it takes."""

    places: Places
    edits: int


def _joined(
    texts: _Texts, blocks: Sequence[MatchingBlock], between: Callable[[_Texts], _Found]
) -> _Found:
    """Align the words of blocks one by one, and in another way what is between them."""
    places = np.full((3, len(texts.reference)), -1, dtype=np.int64)
    ours = theirs = edits = 0
    for block in blocks:
        if block.a > ours or block.b > theirs:
            found = between(texts.part(slice(ours, block.a), slice(theirs, block.b)))
            places[:, ours : block.a] = np.where(found.places >= 0, found.places + theirs, -1)
            edits += found.edits
        ours, theirs = block.a + block.size, block.b + block.size
        places[:, block.a : ours] = np.arange(block.b, theirs)
        places[0, block.a : ours] += 1
    return _Found(places, edits)


def _spelled(texts: _Texts) -> _Found:
    """Align two texts by their units, unless fewer edits are left word by word.

    What was heard as one number can be two: "2000, ten" is "two thousand ten".
    """
    by_units = _by_units(texts)
    if not by_units.edits:
        return by_units
    by_words = _joined(texts, _words(texts).as_matching_blocks(), _by_units)
    return min(by_units, by_words, key=lambda found: found.edits)


def _by_units(texts: _Texts) -> _Found:
    ours, theirs = texts.ours(), texts.theirs()
    edits = _editops([unit.name for unit in ours], [unit.name for unit in theirs])
    match = np.full(len(ours), -1, dtype=np.int64)
    for block in edits.as_matching_blocks():
        match[block.a : block.a + block.size] = np.arange(block.b, block.b + block.size)
    firsts, lasts = _edges(ours, len(texts.reference))
    # The unit at index -1, for those that were not recognised, lies nowhere.
    starts = np.array([*(unit.start if unit.begins else -1 for unit in theirs), -1], dtype=np.int64)
    ends = np.array([*(unit.end if unit.ends else -1 for unit in theirs), -1], dtype=np.int64)
    left, right = ends[match[lasts]], starts[match[firsts]]
    lengths = np.array([unit.end - unit.start for unit in ours], dtype=np.int64)[firsts]
    single = (firsts == lasts) & (lengths == 1) & (right >= 0) & (left - right == 1)
    return _Found(np.stack([left, right, np.where(single, right, -1)]), len(edits))


def _anchors(texts: _Texts) -> Sequence[MatchingBlock]:
    """Return the stretches of words that are the same and hold no part of a unit only.

    "And" is often a part of a number, and then stands before the next one: what is found in the
    midst of a unit leads astray what is found behind it, so numbers are named and sought again.
    """
    ours, theirs = texts.ours(), texts.theirs()
    parts = _Parts.of(ours, len(texts.reference)), _Parts.of(theirs, len(texts.heard))
    blocks = _whole(_words(texts), *parts)
    named = _editops(
        _named(texts.reference, ours, [slice(block.a, block.a + block.size) for block in blocks]),
        _named(texts.heard, theirs, [slice(block.b, block.b + block.size) for block in blocks]),
    )
    return _whole(named, *parts)


def _named(words: Sequence[str], units: Sequence[Unit], found: Iterable[slice]) -> list[Hashable]:
    """Return what to seek: words that were found before, else the units that they are part of.

    What follows the first word of a unit is like nothing else.
    """
    names: list[Hashable] = list(words)
    for (start, end), parts in groupby(units, key=lambda unit: (unit.start, unit.end)):
        if end - start > 1:
            name = "".join(part.name for part in parts)
            names[start:end] = [name, *(object() for _ in range(start + 1, end))]
    for span in found:
        names[span] = words[span]
    return names


def _whole(edits: Editops, ours: _Parts, theirs: _Parts) -> list[MatchingBlock]:
    """Take words out of the blocks that hold a part of a unit only; the last block is empty."""
    *blocks, last = edits.as_matching_blocks()
    return [*(cut for block in blocks if (cut := _cut(block, ours, theirs)).size), last]


@dataclass(frozen=True, slots=True)
class _Parts:
    """For each gap of a text, where the unit that it is within begins and ends, else the gap."""

    begin: Sequence[int]
    end: Sequence[int]

    @classmethod
    def of(cls, units: Sequence[Unit], words: int) -> _Parts:
        begin, end = list(range(words + 1)), list(range(words + 1))
        for unit in units:
            for gap in range(unit.start + 1, unit.end):
                begin[gap], end[gap] = unit.start, unit.end
        return cls(begin, end)


def _cut(block: MatchingBlock, ours: _Parts, theirs: _Parts) -> MatchingBlock:
    a, b, size = block.a, block.b, block.size
    while size > 0 and (first := max(ours.end[a] - a, theirs.end[b] - b)):
        a, b, size = a + first, b + first, size - first
    while size > 0 and (kept := min(ours.begin[a + size] - a, theirs.begin[b + size] - b)) < size:
        size = kept
    return MatchingBlock(a, b, max(size, 0))


def _words(texts: _Texts) -> Editops:
    return _editops(texts.reference, texts.heard)


def _editops(ours: Sequence[Hashable], theirs: Sequence[Hashable]) -> Editops:
    numbers: dict[Hashable, int] = {}
    texts = [[numbers.setdefault(name, len(numbers)) for name in names] for names in (ours, theirs)]
    return Levenshtein.editops(*texts)


def _edges(units: Sequence[Unit], words: int) -> tuple[Places, Places]:
    """Return the first and the last unit of each word, both (words,)."""
    firsts, lasts = np.zeros((2, words), dtype=np.int64)
    for at, unit in enumerate(units):
        lasts[unit.start : unit.end] = at
    for at, unit in reversed(list(enumerate(units))):
        firsts[unit.start : unit.end] = at
    return firsts, lasts


def _either(near: Places, far: Places, *, strict: bool) -> Places:
    """Return the near gap where that word was recognised, else the far one; strictly, both."""
    found = np.where(near >= 0, near, far)
    return np.where((near >= 0) & (far >= 0), found, -1) if strict else found


@dataclass(frozen=True, slots=True)
class Transfer:
    """The recogniser's words with the reference's marks, `carried` of `marks` of them.

    Opening marks are carried too, and not counted.
    """

    corpus: Corpus
    marks: int
    carried: int


def transfer(
    reference: Corpus, heard: Corpus, *, strict: bool = False, language: str = "en"
) -> Transfer:
    """Return the heard words with the marks of a reference, whatever marks they came with.

    Texts with as many documents are aligned document by document, others as a whole. Where two
    marks meet at one gap, as the words between were not heard, the one that ends a sentence
    stays. Words that were recognised take their case from the reference.
    """
    marks, openings = np.zeros_like(heard.marks), np.zeros_like(heard.openings)
    cases = np.full_like(heard.cases, UNKNOWN_CASE)
    for source, target in _pairs(reference, heard):
        texts = reference.spoken(source), heard.spoken(target)
        marked = (reference.marks[source] != 0).tolist()
        found = align(*texts, marked, language)
        _carry(reference.marks[source], found.after(strict=strict) - 1, marks[target])
        before = found.before(strict=strict)
        opened = (reference.openings[source] != 0) & (before >= 0) & (before < found.gaps)
        openings[target][before[opened]] = reference.openings[source][opened]
        known = found.twin >= 0
        cases[target][found.twin[known]] = reference.cases[source][known]
    carried = replace(heard, marks=marks, openings=openings, cases=cases)
    return Transfer(carried, int((reference.marks != 0).sum()), int((marks != 0).sum()))


def _carry(marks: NDArray[np.uint8], places: Places, target: NDArray[np.uint8]) -> None:
    for at in np.flatnonzero((marks != 0) & (places >= 0) & (places < len(target))):
        place, mark = places[at], marks[at]
        if not target[place] or (ENDINGS[mark] and not ENDINGS[target[place]]):
            target[place] = mark


def _pairs(reference: Corpus, heard: Corpus) -> Iterator[tuple[slice, slice]]:
    """Yield the spans to align with one another."""
    if len(reference.documents) != len(heard.documents):
        yield slice(0, len(reference)), slice(0, len(heard))
        return
    yield from zip(reference.spans(), heard.spans(), strict=True)
