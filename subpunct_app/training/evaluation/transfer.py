"""Carry the marks of a punctuated reference over to what a recogniser heard.

After Guerreiro, Rei and Batista, "Towards better subtitles" (2021), section 4: both texts are
aligned by minimum edit distance, and a mark is carried where the word on its left or the one on
its right was recognised; the ends of a text count as recognised. Ueffing et al. (2013) and others
ask for both words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from subpunct_app.models.labels import ENDINGS
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.alignment import Places, align


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
