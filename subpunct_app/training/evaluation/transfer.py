"""Carry the marks of a punctuated reference over to what a recogniser heard.

After Guerreiro, Rei and Batista, "Towards better subtitles" (2021), section 4: both texts are
aligned by minimum edit distance, and a mark is carried where the word on its left or the one on
its right was recognised; the ends of a text count as recognised. Ueffing et al. (2013) and others
ask for both words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from text_to_num import find_numbers

from subpunct_app.decoding.inference.words_as_read import NUMBERED
from subpunct_app.languages.language_data import language_data
from subpunct_app.models.mark_labels import ENDINGS
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus

_JOINTS = re.compile(r"[-‐‑–/]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_SIGNS = "%$€£"

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Transfer:
    """The recogniser's words with the reference's marks, `carried` of `marks` of them."""

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
    marks, cases = np.zeros_like(heard.marks), np.full_like(heard.cases, UNKNOWN_CASE)
    for source, target in _pairs(reference, heard):
        texts = reference.spoken(source), heard.spoken(target)
        marked = (reference.marks[source] != 0).tolist()
        gaps, twins = align(*texts, marked, strict=strict, language=language)
        into = marks[target]
        for at in np.flatnonzero((reference.marks[source] != 0) & (gaps > 0)):
            place, mark = gaps[at] - 1, reference.marks[source][at]
            if not into[place] or (ENDINGS[mark] and not ENDINGS[into[place]]):
                into[place] = mark
        known = twins >= 0
        cases[target][twins[known]] = reference.cases[source][known]
    carried = replace(heard, marks=marks, openings=np.zeros_like(heard.openings), cases=cases)
    return Transfer(carried, int((reference.marks != 0).sum()), int((marks != 0).sum()))


@dataclass(frozen=True, slots=True)
class Unit:
    """What words `start` to `end` of a text say, or a part of it.

    `apart` tells that a mark stands before it: no number reaches across.
    """

    name: str
    start: int
    end: int
    apart: bool

    def text(self) -> str:
        """Return the name, as the number finder asks for it."""
        return self.name

    def nt_separated(self, before: Unit) -> bool:
        """Tell the number finder whether this belongs to another number than what is before."""
        return self.apart

    def not_a_number_part(self) -> bool:
        """Tell the number finder that any unit can belong to a number."""
        return False


def units_of(words: Sequence[str], marked: Sequence[bool], language: str) -> list[Unit]:
    """Return the units of a text, at least one a word, in the order of the text.

    They do not depend on how numbers and abbreviations are spelled: a reference writes "75" and
    "Dr" where a recogniser writes "seventy five" and "doctor". `words` are spelled as models read
    them, `marked` tells after which of them a mark stands. In a language that is not among
    NUMBERED, numbers are read as English ones.
    """
    forms = language_data(language).spoken_forms
    parts = []
    for at, word in enumerate(words):
        apart = at > 0 and bool(marked[at - 1])
        for part in _spelled(word, forms):
            parts.append(Unit(part, at, at + 1, apart))
            apart = False
    units, done = [], 0
    for found in find_numbers(parts, language if language in NUMBERED else "en", 0.0):
        first, last = parts[found.start], parts[found.end - 1]
        units += [*parts[done : found.start], Unit(found.text, first.start, last.end, first.apart)]
        done = found.end
    return [*units, *parts[done:]]


def _spelled(word: str, forms: Mapping[str, str]) -> Iterator[str]:
    """Yield the parts of a compound, with signs and abbreviations in full."""
    for part in [part for part in _JOINTS.split(word) if part] or [word]:
        bare = _THOUSANDS.sub("", part.strip(_SIGNS)) or part
        yield forms.get(bare, bare)
        if bare != part:
            yield from (forms[sign] for sign in part[0] + part[-1] if sign in forms)


def align(
    reference: Sequence[str],
    heard: Sequence[str],
    marked: Sequence[bool],
    *,
    strict: bool = False,
    language: str = "en",
) -> tuple[Places, Places]:
    """Align two texts by minimum edit distance of their units (see `units_of`).

    `marked` tells after which of n reference words a mark stands. Return the gap (n,) of the other
    text where the mark after each word goes, and the one word (n,) that it was heard as; -1 for
    nowhere and none. Numbers on both sides of a mark that were heard as one have no gap for it.
    """
    ours = units_of(reference, marked, language)
    theirs = units_of(heard, [False] * len(heard), language)
    match = _matches([unit.name for unit in ours], [unit.name for unit in theirs])
    firsts, lasts = np.zeros((2, len(reference)), dtype=np.int64)
    for at, unit in enumerate(ours):
        lasts[unit.start : unit.end] = at
    for at, unit in reversed(list(enumerate(ours))):
        firsts[unit.start : unit.end] = at
    # The unit at index -1, for those that were not recognised, lies nowhere.
    starts = np.array([*(unit.start for unit in theirs), -1], dtype=np.int64)
    ends = np.array([*(unit.end for unit in theirs), -1], dtype=np.int64)
    left, right = ends[match[lasts]], starts[match[firsts]]
    # The mark goes behind its word where that was recognised, else before the next one.
    following = np.append(right[1:], len(heard))
    gaps = np.where(left >= 0, left, following)
    if strict:
        gaps = np.where((left >= 0) & (following >= 0), gaps, -1)
    lengths = np.array([unit.end - unit.start for unit in ours], dtype=np.int64)
    alone = (lengths[firsts] == 1) & (lengths[lasts] == 1)
    single = alone & (right >= 0) & (left - right == 1)
    return gaps, np.where(single, right, -1)


def _matches(ours: Sequence[str], theirs: Sequence[str]) -> Places:
    """Return for each of n names its place among others by minimum edit distance, or -1: (n,)."""
    match = np.full(len(ours), -1, dtype=np.int64)
    for block in Levenshtein.opcodes(ours, theirs).as_matching_blocks():
        match[block.a : block.a + block.size] = np.arange(block.b, block.b + block.size)
    return match


def _pairs(reference: Corpus, heard: Corpus) -> Iterator[tuple[slice, slice]]:
    """Yield the spans to align with one another."""
    if len(reference.documents) != len(heard.documents):
        yield slice(0, len(reference)), slice(0, len(heard))
        return
    yield from zip(reference.spans(), heard.spans(), strict=True)
