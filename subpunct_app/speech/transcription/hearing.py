"""Hear a recording to its end, keeping on disk what was heard so far."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.task import Unseen
from subpunct_app.speech.recognition.parts import PART_MS, parts
from subpunct_app.speech.sound.audio import Sound
from subpunct_app.speech.sound.probe import probe
from subpunct_app.speech.transcription.transcription_journal import (
    Heading,
    HeardOtherwise,
    Kept,
    TranscriptionJournal,
    kept_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.parts import Part
    from subpunct_app.speech.recognition.recogniser import Recogniser
    from subpunct_app.speech.recognition.spoken import SpokenWord

    Tell: TypeAlias = Callable[[Sequence[SpokenWord]], object]


def hear(
    path: Path,
    recogniser: Recogniser,
    task: Task,
    *,
    language: str | None = None,
    resume: bool = False,
    tell: Tell = lambda _: None,
    part_ms: int = PART_MS,
    track: int | None = None,
) -> Kept:
    """Return the words of a recording; `tell` gets them as they come, on this thread.

    With `resume` it goes on where the same model was stopped by Cancelled, an error or a kill
    while it heard the same file for the same language; what it had is told first. A file that is
    `broken` off is heard as far as it goes. Of several sound tracks the one that players choose is
    heard, unless `track` is the number of another. Raise MediaError where there is no sound,
    HeardOtherwise where another model, language or track has words already, and what the recogniser
    raises.
    """
    held = probe(path, task, wholly=True)
    if not held.has_audio:
        raise MediaError(f"{path.name} has no sound.", "There is nothing to transcribe.")
    other = None if track == held.track else track
    heading = Heading.of(path, held.duration_ms, recogniser.name, language, track=other)
    kept = _begun(path, heading) if resume else Kept(heading)
    if kept.words:
        tell(kept.words)
    if kept.whole or kept.broken:
        return kept
    task.step(kept.heard_ms, held.duration_ms, "Listening", timed=True)
    words = list(kept.words)
    sound = Sound(path, start_ms=kept.heard_ms, track=track, task=Unseen(task))
    named = kept.language or language or kept.heading.language
    with TranscriptionJournal(kept) as journal:
        for spoken, heard_ms, more in _segments(parts(sound, part_ms=part_ms), recogniser, named):
            journal.add(heard_ms, more, spoken)
            kept = replace(kept, heard_ms=heard_ms, language=spoken)
            words += more
            if more:
                tell(more)
            task.step(heard_ms, held.duration_ms, "Listening", timed=True)
        trace = journal.close(broken=sound.broken)
    heard = replace(kept, words=tuple(words), trace=trace)
    return replace(heard, whole=not sound.broken, broken=sound.broken)


def _begun(path: Path, heading: Heading) -> Kept:
    """Return what was heard of a recording before; what has words must not be lost."""
    kept = kept_of(path) or Kept(heading)
    if kept.goes_on_as(heading):
        return kept
    if kept.words:
        raise HeardOtherwise(kept, heading)
    return Kept(heading)


def _segments(
    found: Iterable[Part], recogniser: Recogniser, language: str | None
) -> Iterator[tuple[str | None, int, Sequence[SpokenWord]]]:
    """Yield the language of a recording, and what `_heard` does of its parts.

    Where nobody has named the language, the first part tells it in which somebody speaks.
    """
    for part in found:
        language = language or recogniser.language_of(part.sound)
        for heard_ms, words in _heard(part, recogniser, language):
            yield language, heard_ms, words


def _heard(
    part: Part, recogniser: Recogniser, language: str | None
) -> Iterator[tuple[int, Sequence[SpokenWord]]]:
    """Yield the words of a part in the time of the recording, and how far it is heard with them."""
    if language is not None:
        for segment in recogniser.segments(part.sound, language):
            words = [_moved(word, part.start_ms) for word in segment]
            yield words[-1].end_ms, words
    yield part.end_ms, ()


def _moved(word: SpokenWord, by_ms: int) -> SpokenWord:
    return replace(word, start_ms=word.start_ms + by_ms, end_ms=word.end_ms + by_ms)
