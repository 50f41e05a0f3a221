"""Measure a document before anybody edits it: marks, runs without marks, speed, what stayed raw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import language_data
from subpunct_app.subtitles.bare_stretches import BareRun, runs
from subpunct_app.subtitles.reading.language import Language, detect
from subpunct_app.subtitles.reading.reading import read_words
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Cue, Document, Remark
    from subpunct_app.subtitles.reading.transcript import Transcript

FAST = 20.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast cues are read, in characters a second, and how long they stand, in seconds."""

    median_speed: float
    top_speed: float
    fast_cues: int
    median_seconds: float
    longest_seconds: float


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was read of a file and what was not.

    `other_language` is the code of a second one, whose lines stand in every cue, too.
    """

    format: str
    encoding: str
    bom: bool
    language: Language | None
    other_language: str
    cues: int
    words: int
    marks_per_100_words: float
    runs: tuple[BareRun, ...]
    pace: Pace | None
    remarks: tuple[Remark, ...]


def inspect(document: Document, name: str = "") -> Inspection:
    """Return the figures of a document; its name can tell its language."""
    language = detect(document, name)
    transcript = read_words(document, language.code if language else "en")
    words = len(transcript.words)
    marks = sum(gap.current is not Mark.NONE for gap in transcript.gaps)
    return Inspection(
        format=document.format.value,
        encoding=document.encoding.name,
        bom=bool(document.encoding.bom),
        language=language,
        other_language=transcript.other_language,
        cues=len(document.cues),
        words=words,
        marks_per_100_words=100 * marks / words if words else 0.0,
        runs=runs(transcript),
        pace=_pace(transcript),
        remarks=document.remarks,
    )


def _pace(transcript: Transcript) -> Pace | None:
    space = 1 if language_data(transcript.language).typography.spaced else 0
    letters = Counter[int]()
    for word in transcript.words:
        letters[word.cue] += len(word.text) + space
    seconds = {at: _seconds(cue) for at, cue in enumerate(transcript.document.cues)}
    timed = {at: length for at, length in seconds.items() if length > 0 and letters[at]}
    if not timed:
        return None
    speeds = [(letters[at] - space) / length for at, length in timed.items()]
    return Pace(
        median_speed=median(speeds),
        top_speed=max(speeds),
        fast_cues=sum(speed > FAST for speed in speeds),
        median_seconds=median(timed.values()),
        longest_seconds=max(timed.values()),
    )


def _seconds(cue: Cue) -> float:
    if cue.start_ms is None or cue.end_ms is None:
        return 0.0
    return (cue.end_ms - cue.start_ms) / 1000
