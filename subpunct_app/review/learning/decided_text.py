"""Write what an editor decided as text that `subpunct train` reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from subpunct_app.languages.language_data import language_data
from subpunct_app.languages.marks import SIGNS
from subpunct_app.review.session import ReviewSession
from subpunct_app.runtime.file_io import encodable
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.transcript import Transcript
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Verdict


@dataclass(frozen=True, slots=True)
class DecidedText:
    """Paragraphs of sentences in which every suggestion was read and decided."""

    paragraphs: tuple[str, ...]
    sentences: int
    left_out: int

    def to_bytes(self) -> bytes:
        """Return UTF-8 with a paragraph a line."""
        return encodable("".join(f"{paragraph}\n" for paragraph in self.paragraphs)).encode()


def decided_text(transcript: Transcript, session: ReviewSession) -> DecidedText:
    """Return the sentences, as they read now, about which nothing is open.

    Those in which nothing was decided, or something was accepted unread, are left out, and those
    in which another speaks without a mark between: a text has no other way to tell. Sentences that
    follow each other are one paragraph.
    """
    result = read_words(render(transcript, session.edits()), transcript.language)
    verdicts = session.verdicts()
    sentences = list(_sentences(result))
    decided = [
        _is_decided(words, verdicts) and not _runs_together(result, words) for words in sentences
    ]
    stretches = groupby(zip(sentences, decided, strict=True), key=lambda pair: pair[1])
    paragraphs = [
        " ".join(_written(result, words) for words, _ in stretch)
        for whole, stretch in stretches
        if whole
    ]
    return DecidedText(tuple(paragraphs), sum(decided), decided.count(False))


def _sentences(result: Transcript) -> Iterator[range]:
    start = 0
    for end, gap in enumerate(result.gaps):
        if end > start and (gap.current.ends_sentence or end == len(result.words)):
            yield range(start, end)
            start = end


def _is_decided(words: range, verdicts: Mapping[int, Verdict]) -> bool:
    """Tell whether all suggestions around some words were read and decided, and at least one."""
    gaps = range(words.start, words.stop + 1)
    read = all(verdicts[gap].settled for gap in gaps if gap in verdicts)
    return read and any(gap in verdicts for gap in gaps[1:])


def _runs_together(result: Transcript, words: range) -> bool:
    """Tell whether one speaker goes on where another stopped, with nothing written between."""
    inner = result.gaps[words.start + 1 : words.stop]
    return any(gap.turn and not gap.current for gap in inner)


def _written(result: Transcript, words: range) -> str:
    return " ".join(_with_marks(result, word) for word in words)


def _with_marks(result: Transcript, at: int) -> str:
    """Return a word with the sign before it and the mark after it."""
    word, mark = result.words[at], result.gaps[at + 1].current
    before = result.document.text[word.start - 1 : word.start]
    sign = before if before in SIGNS else ""
    spelled = language_data(result.language).typography.spelled(mark)
    dotted = word.text.endswith(".") and spelled == "."
    return f"{sign}{word.text}{'' if dotted else spelled}"
