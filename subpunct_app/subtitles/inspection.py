"""Measure a document before anybody edits it: marks, runs without marks, speed, what stayed raw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import language_data
from subpunct_app.subtitles.bare_stretches import MOSTLY, BareRun, runs
from subpunct_app.subtitles.reading.document_language import Language, detect
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        format=document.format.name,
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


class Need(StrEnum):
    """What a file lacks, the neediest first."""

    UNREADABLE = "cannot be read"
    MARKS = "no marks"
    STRETCHES = "stretches without marks"
    BLOCKS = "broken blocks"
    NONE = "fine"


@dataclass(frozen=True, slots=True)
class Finding:
    """One file, what was found in it or why it could not be read."""

    path: Path
    inspection: Inspection | None = None
    error: str = ""

    @property
    def bare_words(self) -> int:
        """Return how many words lie in stretches that have no marks or hardly any."""
        return sum(run.words for run in self.inspection.runs) if self.inspection else 0

    @property
    def bare_share(self) -> float:
        """Return the share of the words that lie in such stretches."""
        words = self.inspection.words if self.inspection else 0
        return self.bare_words / words if words else 0.0

    @property
    def need(self) -> Need:
        """Return what the file lacks most."""
        if self.inspection is None:
            return Need.UNREADABLE
        if self.bare_share > MOSTLY:
            return Need.MARKS
        if self.inspection.runs:
            return Need.STRETCHES
        unread = any(not remark.read for remark in self.inspection.remarks)
        return Need.BLOCKS if unread else Need.NONE


def neediest(findings: Iterable[Finding]) -> list[Finding]:
    """Return the files by what they lack, and by how many words lack it."""
    order = list(Need)
    return sorted(findings, key=lambda one: (order.index(one.need), -one.bare_words, str(one.path)))
