"""Tell when each word of a known English text is said in a recording of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.task import Task
from subpunct_app.speech.alignment.anchors import Anchor, anchors, sections
from subpunct_app.speech.alignment.certainty import Baseline, is_quiet, loudness
from subpunct_app.speech.alignment.sphinx import Aligner, Heard, Listener, Script, mean_misfit
from subpunct_app.speech.media.audio import PER_MS, Sound
from subpunct_app.speech.media.container import broken_off_error
from subpunct_app.speech.media.probe import probe
from subpunct_app.speech.media.sound_pieces import SoundReader, parts
from subpunct_app.speech.recognition.recogniser import SpokenWord, laid_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from subpunct_app.speech.alignment.sphinx import Fit
    from subpunct_app.speech.media.audio import Samples

# Short recordings are aligned at once.
_SHORT_MS = 30_000
# Longer ones are heard in parts, which end where it is quiet in their last seconds.
_PART_MS = 30_000
_SEARCHED_MS = 6_000
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

# The most words that one who introduces a speech may seem to say, and the most tries to do better.
_OTHERS_MOST = 8
_TRIES = 4


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
    work = _Alignment(script, aligner, length_ms, task)
    found: list[Anchor] = []
    if length_ms > _SHORT_MS:
        found = work.anchors(first, SoundReader(Sound(path, track=track)))
    baseline, reader = Baseline(), SoundReader(last)
    fits = script.word_fits(work.fits(reader, found, baseline))
    result = spoken(words, fits, baseline.confidences(fits), length_ms)
    if length_ms <= _SHORT_MS:
        # Others were read to their end in the first pass.
        reader.finish()
    stop = next((sound.heard_ms for sound in (first, last) if sound.broken), None)
    broken = None if stop is None else broken_off_error(path, stop, length_ms)
    sure = sum((word.confidence or 0.0) >= _SURE for word in result)
    if sure < _LEAST_SURE * len(result):
        raise MediaError(
            f"The text does not fit what is said in {path.name}.", str(broken or _IS_IT)
        )
    return Alignment(result, broken)


def spoken(
    words: Sequence[str], fits: Sequence[Fit | None], confidences: Sequence[float], end_ms: int
) -> list[SpokenWord]:
    """Return words with their times and with how sure these are.

    A word without a fit lies between its neighbours, with a confidence of 0; `end_ms` is where
    the last one can end. None starts before the one before it ends, as where two sections meet.
    """
    result: list[SpokenWord] = []
    at = 0
    while at < len(words):
        fit = fits[at]
        before = result[-1].end_ms if result else 0
        if fit is not None:
            start = max(fit.start_ms, before)
            result.append(SpokenWord(words[at], start, max(fit.end_ms, start), confidences[at]))
            at += 1
            continue
        end = next((k for k in range(at, len(fits)) if fits[k] is not None), len(fits))
        following = fits[end] if end < len(fits) else None
        unknown = words[at:end]
        until_ms = max(before, following.start_ms if following else end_ms)
        times = laid_out([len(word) + 1 for word in unknown], before, until_ms)
        result += [SpokenWord(word, *time, 0.0) for word, time in zip(unknown, times, strict=True)]
        at = end
    return result


@dataclass(frozen=True, slots=True)
class _Alignment:
    """A text and a recording of so many milliseconds that are brought together."""

    script: Script
    aligner: Aligner
    length_ms: int
    task: Task

    def anchors(self, sound: Sound, reader: SoundReader) -> list[Anchor]:
        """Return words that are surely heard, found in two passes over the same recording."""
        entries = self.script.entries
        listener = Listener(entries, self.aligner)
        heard: list[Heard] = []
        for part in parts(sound, part_ms=_PART_MS, searched_ms=_SEARCHED_MS):
            self.task.step(part.start_ms, self.length_ms, "Listening")
            heard += listener.hear(part.sound, part.start_ms)
        found = anchors(entries, heard)
        more = list(found)
        for first, end, start_ms, end_ms in _far_apart(self.script, self.length_ms, found):
            listener = Listener(entries[first:end], self.aligner)
            closer: list[Heard] = []
            for step_ms in range(start_ms, end_ms, _STEP_MS):
                self.task.step(step_ms, self.length_ms, "Listening again")
                stretch = reader.between(step_ms, min(end_ms, step_ms + _STEP_MS))
                closer += listener.hear(stretch, step_ms)
            more += anchors(entries[first:end], closer, first)
        return sorted(more, key=lambda anchor: anchor.entry)

    def fits(
        self, reader: SoundReader, found: Sequence[Anchor], baseline: Baseline
    ) -> list[Fit | None]:
        """Return the fit of each entry, None in sections where there is none."""
        fits: list[Fit | None] = [None] * len(self.script.entries)
        for section in sections(len(fits), self.length_ms, found):
            self.task.step(section.start_ms, self.length_ms, "Aligning")
            entries = self.script.entries[section.first : section.end]
            length_ms = section.end_ms - section.start_ms
            if length_ms * len(entries) > _MOST:
                continue
            sound = reader.between(section.start_ms, section.end_ms)
            aligned = self.aligner.fits(sound, entries)
            baseline.measure(self.aligner, sound, entries, length_ms)
            if aligned is None:
                continue
            if section.kept == 0:
                aligned = _behind_others(self.aligner, sound, entries, aligned, baseline.line)
            kept = aligned[section.kept - section.first : section.kept_end - section.first]
            fits[section.kept : section.kept_end] = [fit.moved(section.start_ms) for fit in kept]
        return fits


def _far_apart(
    script: Script, length_ms: int, found: Sequence[Anchor]
) -> Iterator[tuple[int, int, int, int]]:
    entry = time = 0
    for anchor in (*found, None):
        end, end_ms = (
            (anchor.entry, anchor.start_ms) if anchor else (len(script.entries), length_ms)
        )
        if end_ms - time > _FAR_MS and end - entry >= _FEWEST:
            yield entry, end, time, end_ms
        if anchor:
            entry, time = anchor.entry + 1, anchor.end_ms


def _behind_others(
    aligner: Aligner, sound: Samples, entries: Sequence[str], fits: list[Fit], line: float
) -> list[Fit]:
    """Return the fits of the first entries of a text in a sound, in which others may speak before.

    Words are only moved where somebody says what is not in the text behind them, to where nobody
    does: there they misfit less than `line`, and so are not those that surely were said before.
    """
    later = fits
    for _ in range(_TRIES):
        loud = _last_loud(sound, later)
        if not loud:
            break
        from_ms = later[loud - 1].end_ms
        found = aligner.fits(sound[from_ms * PER_MS :], entries)
        if found is None:
            return fits
        later = [fit.moved(from_ms) for fit in found]
    moved = [new for old, new in zip(fits, later, strict=True) if old.end_ms < new.start_ms]
    clear = not _last_loud(sound, later)
    return later if moved and clear and mean_misfit(moved) < line else fits


def _last_loud(sound: Samples, fits: Sequence[Fit]) -> int:
    """Return the last of the first entries before which somebody says something else, else 0."""
    spans = [(fit.start_ms, fit.end_ms) for fit in fits]
    for at in range(min(_OTHERS_MOST, len(spans) - 1), 0, -1):
        between = spans[at - 1][1], spans[at][0]
        if not is_quiet(sound, between, loudness(sound, spans[at:])):
            return at
    return 0
