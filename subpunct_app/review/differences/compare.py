"""Compare two documents, whatever their formats, and count what differs."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from subpunct_app.languages.marks import MARKS
from subpunct_app.review.differences.alignment import Alignment, Pairing, align, pairings
from subpunct_app.review.differences.difference import (
    CueDifference,
    Difference,
    Piece,
    PieceKind,
    Times,
    Totals,
    placed_pieces,
)
from subpunct_app.review.differences.lines import Versions, count_words, read_versions
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
    """Count the lines before, between and behind the cues, without times and spaces."""
    bounds = [0, *(at for cue in document.cues for at in (cue.start, cue.end)), len(document.text)]
    found = Counter[str]()
    for start, end in list(pairwise(bounds))[::2]:
        for line in document.text[start:end].splitlines():
            _, arrow, behind = line.partition("-->")
            words = behind.split()[1:] if arrow else line.split()
            if words and (numbered or not line.strip().isdecimal()):
                found[" ".join(words)] += 1
    return found


# Tags and dashes may stand before a label. What a voice says is none: `<v Bob>Ann: come here`.
_LABEL = re.compile(
    r"(?<![^\r\n])(?P<lead>(?:<(?!v[.\s])[^<>\r\n]*>|[\s\-–—])*+)(?P<name>[^:\r\n]*+):[ \t]*"
)


def without_labels(old: Document, new: Document) -> tuple[Document, Document]:
    """Return two documents without the labels that are voices in one of them.

    Documents of one format have such names in the same way, and stay as they are.
    """
    names = _voices(old) | _voices(new) if old.format is not new.format else frozenset()
    return (_unlabelled(old, names), _unlabelled(new, names)) if names else (old, new)


def _voices(document: Document) -> frozenset[str]:
    shown = map(document.shown_cues, document.wholes())
    return frozenset(name for part in shown for _, name in part.voices)


def _unlabelled(document: Document, names: frozenset[str]) -> Document:
    def unlabelled(found: re.Match[str]) -> str:
        name = " ".join(html.unescape(found["name"]).split())
        return found["lead"] if name in names else found[0]

    texts = map(document.cue_text, range(len(document.cues)))
    return document.with_texts(
        {cue: _LABEL.sub(unlabelled, text) for cue, text in enumerate(texts)}
    )


_MARK_SPACE = re.compile(rf"[^\S\r\n]+(?=[{MARKS}])")


def compare(old: Document, new: Document) -> Difference:
    """Return what differs between two versions of a text.

    Cues are compared one by one where they hold the same words, and by an alignment of all words
    where they do not. Where one names who speaks by voices, the other one may by labels.
    """
    texts = read_versions(*without_labels(old, new))
    alignment = align(texts.old, texts.new)
    times = _times(old, new, texts, alignment)
    tally = _Tally(texts)
    paired = pairings(texts.old, texts.new, alignment)
    if texts.alike:
        pairs = zip(texts.old.lines, texts.new.lines, strict=True)
        paired = (Pairing(line, other, range(len(line.words))) for line, other in pairs)
    cues = tuple(
        CueDifference(cue, tally.count(cue, pairing), *spans)
        for cue, (pairing, spans) in enumerate(zip(paired, times, strict=True))
    )
    retimed = sum(cue.retimed for cue in cues)
    all_times = [[(cue.start_ms, cue.end_ms) for cue in one.cues] for one in (old, new)]
    timed = all(any(start is not None for start, _ in times) for times in all_times)
    totals = tally.totals(retimed)
    return Difference(
        cues,
        totals,
        len(old.cues),
        len(new.cues),
        timed=timed,
        times_differ=retimed > 0 or (timed and all_times[0] != all_times[1]),
        tags_differ=totals.tags > 0 and old.format is new.format,
        beside_differs=differs_beside(old, new),
        identical=(old.text, old.encoding) == (new.text, new.encoding),
    )


def compare_cue(old: Document, cue: int, new: str) -> CueDifference:
    """Return what became of one cue, given its new payload; its times are taken as they were."""
    alone = (
        Document(
            old.format,
            text,
            old.encoding,
            (old.cues[cue]._replace(start=0, end=len(text), goes_on=False),),
        )
        for text in (old.cue_text(cue), new)
    )
    return replace(compare(*alone).cues[0], cue=cue)


class _Tally:
    """Count what changes from cue to cue, and once what a rolling caption only shows again."""

    def __init__(self, texts: Versions) -> None:
        self._text = texts.old
        self._alike = texts.alike
        self._rolls = any(texts.old.copies)
        self._shown: set[tuple[int, Piece]] = set()
        self._told = Counter[tuple[int, bool]]()
        self._kinds = Counter[PieceKind]()
        self._words = 0
        self._tags = self._lines = 0

    def count(self, cue: int, pairing: Pairing) -> tuple[Piece, ...]:
        """Return the pieces of the next cue, and count them."""
        placed = list(placed_pieces(pairing))
        first, copies = self._text.numbers[cue].start, self._text.copies[cue]
        for word, piece in placed:
            if piece.kind is PieceKind.KEPT:
                continue
            if piece.kind is PieceKind.REWORDED:
                # What was put in belongs to the word before it.
                copied = bool(copies) and word < copies + (not piece.old)
                if not copied or copies < len(pairing.old.words):
                    self._words += self._new_words(first + word, piece, copied=copied)
            elif not (word < copies and (first + word, piece) in self._shown):
                self._kinds[piece.kind] += 1
                if self._rolls:
                    self._shown.add((first + word, piece))
        if self._alike:
            self._tags += pairing.old.tags != pairing.new.tags
            self._lines += _laid_out(pairing)
        return _merged([piece for _, piece in placed])

    def totals(self, times: int) -> Totals:
        """Return what was counted, and this number of cues with other times."""
        return Totals(
            added=self._kinds[PieceKind.INSERTED],
            removed=self._kinds[PieceKind.REMOVED],
            replaced=self._kinds[PieceKind.REPLACED],
            capitals=self._kinds[PieceKind.RECASED],
            words=self._words,
            others=self._kinds[PieceKind.OTHER],
            times=times,
            tags=self._tags,
            lines=self._lines,
        )

    def _new_words(self, word: int, piece: Piece, *, copied: bool) -> int:
        """Return how many words differ in a piece that no cue has shown before."""
        place = word, bool(piece.old)
        count = max(count_words(piece.old), count_words(piece.new))
        fresh = max(0, count - self._told[place]) if copied else count
        self._told[place] += fresh
        return fresh


def _laid_out(pairing: Pairing) -> bool:
    """Tell whether the lines of a cue differ, or other spaces."""
    gaps = zip(pairing.old.gaps, pairing.new.gaps, strict=True)
    return any(_spaces(old) != _spaces(new) for old, new in gaps if old != new)


def _spaces(gap: str) -> str:
    """Return the spaces between two words, without those that belong to a mark as in French."""
    return "".join(filter(str.isspace, _MARK_SPACE.sub("", gap)))


def _merged(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces with those together that were kept side by side."""
    found: list[Piece] = []
    for kept, group in groupby(pieces, lambda piece: piece.kind is PieceKind.KEPT):
        run = list(group)
        if kept and len(run) > 1:
            olds, news = (piece.old for piece in run), (piece.new for piece in run)
            run = [Piece(PieceKind.KEPT, "".join(olds), "".join(news))]
        found += run
    return tuple(found)


def _times(
    old: Document, new: Document, texts: Versions, alignment: Alignment
) -> Iterator[tuple[Times | None, Times | None]]:
    """Yield the times of each old cue and of the new ones that hold its words."""
    cues = texts.new.cues
    for cue, (numbers, copies) in enumerate(zip(texts.old.numbers, texts.old.copies, strict=True)):
        times = _span(old, cue, cue)
        if texts.alike:
            yield times, _span(new, cue, cue)
            continue
        start, stop = (alignment.gaps[gap] for gap in (numbers.start + copies, numbers.stop))
        yield times, _span(new, cues[start], cues[stop - 1]) if start < stop else None


def _span(document: Document, first: int, last: int) -> Times | None:
    if not document.cues:
        return None
    start, end = document.cues[first].start_ms, document.cues[last].end_ms
    return None if start is None or end is None else Times(start, end)
