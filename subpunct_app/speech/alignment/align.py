"""Tell when each word of a known English text is said in a recording of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.alignment.anchors import Anchor, anchors
from subpunct_app.speech.alignment.certainty import Baseline
from subpunct_app.speech.alignment.others import behind_others
from subpunct_app.speech.alignment.script import Script, spoken
from subpunct_app.speech.alignment.sections import sections
from subpunct_app.speech.alignment.sphinx import Aligner, Heard, Listener
from subpunct_app.speech.alignment.stretches import SoundReader, pieces
from subpunct_app.speech.sound.audio import Sound
from subpunct_app.speech.sound.container import broken_off
from subpunct_app.speech.sound.probe import probe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from subpunct_app.speech.alignment.sphinx import Fit
    from subpunct_app.speech.recognition.spoken import SpokenWord

# Short recordings are aligned at once.
_SHORT_MS = 30_000
# Between anchors farther apart than this is listened again, for what the text says there only.
_FAR_MS = 25_000
_FEWEST = 8
_STEP_MS = 30_000
# The most milliseconds times entries that are aligned at once: some 100 MB.
_MOST = 40_000_000
_SURE = 0.5
_IS_IT = "Is it the right recording, spoken in English, and the whole text of it?"
# Text that is said there has nine words of ten sure ones, other text one of five.
_LEAST_SURE = 0.4


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of a text with their times, and what is wrong with a recording that breaks off."""

    words: list[SpokenWord]
    broken: MediaError | None


def align(
    words: Sequence[str], path: Path, task: Task | None = None, *, track: int | None = None
) -> Alignment:
    """Return each word of an English text with the time when it is heard in a recording.

    The text may lack what is said, and the recording what is written: such words have a low
    confidence. Of several sound tracks the one that players choose is heard, unless `track` is the
    number of another. Raise MediaError where the text as a whole does not belong to it, or there is
    no such track. Memory is bounded, however long the recording is.
    """
    task = task or Task()
    length_ms = probe(path, task, wholly=True).duration_ms
    aligner = Aligner()
    script = Script.of(words, aligner.pronunciation)
    if not script.entries:
        raise MediaError("The text holds no English words.", "Only English can be aligned.")
    first, last = Sound(path, track=track), Sound(path, track=track)
    found: list[Anchor] = []
    if length_ms > _SHORT_MS:
        again = SoundReader(Sound(path, track=track))
        found = _anchors(script, first, again, length_ms, aligner, task)
    baseline, reader = Baseline(), SoundReader(last)
    fits = script.word_fits(_fits(script, reader, length_ms, found, aligner, baseline, task))
    result = spoken(words, fits, baseline.confidences(fits), length_ms)
    if length_ms <= _SHORT_MS:
        # Others were read to their end in the first pass.
        reader.finish()
    stop = next((sound.heard_ms for sound in (first, last) if sound.broken), None)
    broken = None if stop is None else broken_off(path, stop, length_ms)
    if sum(_is_sure(word) for word in result) < _LEAST_SURE * len(result):
        raise MediaError(
            f"The text does not fit what is said in {path.name}.", str(broken or _IS_IT)
        )
    return Alignment(result, broken)


def _is_sure(word: SpokenWord) -> bool:
    return word.confidence is not None and word.confidence >= _SURE


def _anchors(
    script: Script, sound: Sound, reader: SoundReader, length_ms: int, aligner: Aligner, task: Task
) -> list[Anchor]:
    """Return words that are surely heard, found in two passes over the same recording."""
    listener = Listener(script.entries, aligner)
    heard: list[Heard] = []
    for start_ms, piece in pieces(sound):
        task.step(start_ms, length_ms, "Listening")
        heard += listener.hear(piece, start_ms)
    found = anchors(script.entries, heard)
    more = list(found)
    for first, end, start_ms, end_ms in _far_apart(script, length_ms, found):
        listener = Listener(script.entries[first:end], aligner)
        closer = _hear(listener, reader, start_ms, end_ms, length_ms, task)
        more += anchors(script.entries[first:end], closer, first)
    return sorted(more, key=lambda anchor: anchor.entry)


def _far_apart(
    script: Script, length_ms: int, found: Sequence[Anchor]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the entries and the times between anchors that are far apart."""
    entry = time = 0
    for anchor in (*found, None):
        end, end_ms = (
            (anchor.entry, anchor.start_ms) if anchor else (len(script.entries), length_ms)
        )
        if end_ms - time > _FAR_MS and end - entry >= _FEWEST:
            yield entry, end, time, end_ms
        if anchor:
            entry, time = anchor.entry + 1, anchor.end_ms


def _hear(
    listener: Listener, reader: SoundReader, start_ms: int, end_ms: int, length_ms: int, task: Task
) -> list[Heard]:
    heard: list[Heard] = []
    for step_ms in range(start_ms, end_ms, _STEP_MS):
        task.step(step_ms, length_ms, "Listening again")
        sound = reader.between(step_ms, min(end_ms, step_ms + _STEP_MS))
        heard += listener.hear(sound, step_ms)
    return heard


def _fits(
    script: Script,
    reader: SoundReader,
    length_ms: int,
    found: Sequence[Anchor],
    aligner: Aligner,
    baseline: Baseline,
    task: Task,
) -> list[Fit | None]:
    """Return the fit of each entry, None in sections where there is none."""
    fits: list[Fit | None] = [None] * len(script.entries)
    for section in sections(len(script.entries), length_ms, found):
        task.step(section.start_ms, length_ms, "Aligning")
        entries = script.entries[section.first : section.end]
        if (section.end_ms - section.start_ms) * len(entries) > _MOST:
            continue
        sound = reader.between(section.start_ms, section.end_ms)
        aligned = aligner.fits(sound, entries, section.start_ms)
        baseline.measure(aligner, sound, entries, section.end_ms - section.start_ms)
        if aligned is not None and section.kept == 0:
            aligned = behind_others(
                aligner, sound, entries, aligned, section.start_ms, baseline.line
            )
        if aligned is not None:
            kept = aligned[section.kept - section.first : section.kept_end - section.first]
            fits[section.kept : section.kept_end] = kept
    return fits
