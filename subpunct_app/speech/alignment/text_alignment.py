"""Make timed subtitles of a plain text and the recording in which it is spoken."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.speech.transcription.cue_documents import as_webvtt
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.encoding import legible
from subpunct_app.subtitles.reading.document_language import detect
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from subpunct_app.runtime.errors import MediaError
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.cues import TimedCue
    from subpunct_app.speech.recognition.recogniser import SpokenWord
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript

LANGUAGE = "en"
# Times of less sure words are worth a look.
_DOUBTFUL = 0.5
_LETTER = re.compile(r"\w")
# Nothing is shown for so long between two cues.
_BETWEEN_MS = 80


@dataclass(frozen=True, slots=True)
class Aligned:
    """The cues of a text, and how many of its words are not surely where they are.

    `broken` tells what is wrong with a recording that ends before it should.
    """

    cues: tuple[TimedCue, ...]
    words: int
    doubtful: int
    broken: MediaError | None

    def content(self, kind: OutputFormat) -> bytes:
        """Return the bytes of a file; only WebVTT holds the times of the words."""
        return convert(as_webvtt(self.cues, LANGUAGE), kind, LANGUAGE).content


@dataclass(frozen=True, slots=True)
class _Item:
    """What stands between two spaces of a text, marks and all, and what is said of it."""

    text: str
    said: str


def align_text(
    document: Document, name: str, media: Path, task: Task, *, track: int | None = None
) -> Aligned:
    """Return a text as timed cues, every word and mark of it as it stands.

    Bytes that are no text become the sign for an unknown character. A cue never goes on in the
    next paragraph. Of several sound tracks the one that players choose is heard, unless `track` is
    the number of another. Raise FileError where the text has times already, is empty or in another
    language, MediaError where it is not what is said, or there is no such track.
    """
    from subpunct_app.speech.alignment.forced_alignment import align

    _check(document, name)
    document = replace(document, text=legible(document.text))
    paragraphs = _paragraphs(read_words(document, LANGUAGE))
    items = [item for paragraph in paragraphs for item in paragraph]
    found = align([item.said for item in items], media, task, track=track)
    written = [replace(word, text=item.text) for word, item in zip(found.words, items, strict=True)]
    doubtful = sum((word.confidence or 0) < _DOUBTFUL for word in written)
    cues = tuple(_cues(written, [len(paragraph) for paragraph in paragraphs]))
    return Aligned(cues, len(written), doubtful, found.broken)


def _check(document: Document, name: str) -> None:
    if document.format.timed:
        raise FileError(f"{name} has times already.", "Give its text without times.")
    if not document.cues:
        raise FileError(f"{name} holds no text.", "Is it the right file?")
    found = detect(document, name)
    if found is not None and base_of(found.code) != LANGUAGE:
        raise FileError(
            f"{name} is in {found.name} by its {found.source}.", "Only English can be aligned."
        )


def _paragraphs(transcript: Transcript) -> list[list[_Item]]:
    """Return the words of each paragraph; one in which nobody speaks clings to another one.

    Where it holds letters, as a noise or a name, it clings to what comes after it.
    """
    document = transcript.document
    found: list[list[_Item]] = []
    silent = ""
    for start, end in document.spans():
        items = list(_items(transcript, start, end))
        if items:
            items[0] = replace(items[0], text=f"{silent} {items[0].text}".lstrip())
            found.append(items)
            silent = ""
            continue
        text = " ".join(document.text[start:end].split())
        if found and not silent and not _LETTER.search(text):
            _add_behind(found[-1], text)
        else:
            silent = f"{silent} {text}".lstrip()
    if found and silent:
        _add_behind(found[-1], silent)
    return found


def _add_behind(items: list[_Item], text: str) -> None:
    items[-1] = replace(items[-1], text=f"{items[-1].text} {text}")


def _items(transcript: Transcript, start: int, end: int) -> Iterator[_Item]:
    """Yield the words of a paragraph; what nobody says clings to one that is said.

    Dashes and other signs cling to the word before them, names of speakers and noises to the
    word after them.
    """
    before = ""
    held: _Item | None = None
    for found in re.finditer(r"\S+", transcript.document.text[start:end]):
        said = _said(transcript, start + found.start(), start + found.end())
        if said:
            if held is not None:
                yield held
            held, before = _Item(f"{before} {found[0]}".lstrip(), said), ""
        elif held is not None and not before and not _LETTER.search(found[0]):
            held = replace(held, text=f"{held.text} {found[0]}")
        else:
            before = f"{before} {found[0]}".lstrip()
    if held is not None:
        yield replace(held, text=f"{held.text} {before}".rstrip())


def _said(transcript: Transcript, start: int, end: int) -> str:
    """Return the words that begin between two places of the text."""
    words = transcript.words
    first = bisect_left(words, start, key=attrgetter("start"))
    last = bisect_left(words, end, key=attrgetter("start"))
    return " ".join(word.text for word in words[first:last])


def _cues(words: Sequence[SpokenWord], lengths: Sequence[int]) -> Iterator[TimedCue]:
    """Yield the cues of words that lie in paragraphs of so many words."""
    start = 0
    made: list[TimedCue] = []
    for length in lengths:
        paragraph = words[start : start + length]
        if paragraph and made:
            free = max(made[-1].start_ms + 1, paragraph[0].start_ms - _BETWEEN_MS)
            made[-1] = replace(made[-1], end_ms=min(made[-1].end_ms, free))
        yield from made
        made = build_cues(paragraph)
        start += length
    yield from made
