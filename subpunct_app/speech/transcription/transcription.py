"""Turn a video or sound file into punctuated subtitles, keeping what was heard on disk."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import language_name
from subpunct_app.models.model_registry import damage, knowing, load
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.paths import file_stamp
from subpunct_app.runtime.task import SilentTask
from subpunct_app.speech.media.audio import Sound
from subpunct_app.speech.media.container import (
    broken_off_error,
    no_sound_error,
    open_container,
    unreadable_error,
)
from subpunct_app.speech.media.probe import probe, video_of
from subpunct_app.speech.media.sound_pieces import PART_MS, parts
from subpunct_app.speech.media.tracks import sound_of
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.transcription.cue_documents import as_webvtt, mark
from subpunct_app.speech.transcription.transcription_journal import (
    Heading,
    HeardOtherwise,
    Kept,
    begun_journal,
    kept_of,
)
from subpunct_app.speech.transcription.whisper_models import TranscribeOptions, find, name_of
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.writing.convert import convert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.sound_pieces import Part
    from subpunct_app.speech.recognition.cues import TimedCue
    from subpunct_app.speech.recognition.recogniser import Recogniser, SpokenWord
    from subpunct_app.speech.transcription.transcription_journal import Trace
    from subpunct_app.subtitles.formats.document import Document

    Tell: TypeAlias = Callable[[Sequence[SpokenWord]], object]

DEFAULTS = TranscribeOptions()


def hear(
    path: Path,
    recogniser: Recogniser,
    task: Task,
    options: TranscribeOptions = DEFAULTS,
    *,
    tell: Tell = lambda _: None,
) -> Kept:
    """Return the words of a recording; `tell` gets them as they come, on this thread.

    With `options.resume` it goes on where the same model was stopped by Cancelled, an error or a
    kill while it heard the same file for the same language; what it had is told first. A file that
    is `broken` off is heard as far as it goes. Raise MediaError where there is no sound,
    HeardOtherwise where another model, language or track has words already, and what the recogniser
    raises.
    """
    held, stamp = probe(path, task, wholly=True), file_stamp(path)
    if not held.has_audio:
        raise MediaError(f"{path.name} has no sound.", "There is nothing to transcribe.")
    if stamp is None:
        raise MediaError(f"{path.name} is gone.", "Open it where it is now.")
    heading = Heading(
        os.path.realpath(path),
        *stamp,
        held.duration_ms,
        recogniser.name,
        options.language,
        track=None if options.track == held.track else options.track,
    )
    kept = _begun(path, heading) if options.resume else Kept(heading)
    if kept.words:
        tell(kept.words)
    if kept.whole or kept.broken:
        return kept
    task.step(kept.heard_ms, held.duration_ms, "Listening", timed=True)
    words = list(kept.words)
    sound = Sound(path, start_ms=kept.heard_ms, track=options.track, task=SilentTask(task))
    named = kept.language or options.language or kept.heading.language
    with begun_journal(kept) as journal:
        for spoken, heard_ms, more in _segments(parts(sound, part_ms=PART_MS), recogniser, named):
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
        raise HeardOtherwise(kept)
    return Kept(heading)


def _segments(
    found: Iterable[Part], recogniser: Recogniser, language: str | None
) -> Iterator[tuple[str | None, int, Sequence[SpokenWord]]]:
    """Yield the language of a recording, how far it is heard, and the words up to there.

    Where nobody has named the language, the first part tells it in which somebody speaks.
    """
    for part in found:
        language = language or recogniser.language_of(part.sound)
        for segment in recogniser.segments(part.sound, language) if language else ():
            words = [
                replace(
                    word,
                    start_ms=word.start_ms + part.start_ms,
                    end_ms=word.end_ms + part.start_ms,
                )
                for word in segment
            ]
            yield language, words[-1].end_ms, words
        yield language, part.end_ms, ()


@dataclass(frozen=True, slots=True)
class Transcription:
    """What was heard in a recording, as cues; `remark` says what somebody should know of them.

    Without a `language` nobody spoke. The recording ends at `end_ms`; `whole` tells whether it was
    heard up to there, and `broken` what is wrong with a file that ends before it should. `trace` is
    the journal that may go once the result is safe.
    """

    cues: tuple[TimedCue, ...]
    language: str | None
    end_ms: int | None = None
    whole: bool = True
    remark: str = ""
    broken: MediaError | None = None
    trace: Trace | None = None

    @property
    def words(self) -> tuple[SpokenWord, ...]:
        """Return all words with their times."""
        return tuple(word for cue in self.cues for word in cue.words)

    @property
    def document(self) -> Document:
        """Return the cues as WebVTT that holds the time of each word."""
        return as_webvtt(self.cues, self.language)

    def with_words(self, words: Sequence[SpokenWord]) -> Transcription:
        """Return it in other cues, which end with the sentences of its words as spelled now."""
        cues = build_cues(words, language=self.language or "en", end_ms=self.end_ms)
        return replace(self, cues=tuple(cues))

    def content(self, kind: OutputFormat) -> bytes:
        """Return the bytes of a file; only WebVTT holds the times of the words."""
        return convert(self.document, kind, self.language or "en").content


def transcribe_file(
    path: Path, options: TranscribeOptions, task: Task, *, tell: Tell = lambda _: None
) -> Transcription:
    """Transcribe a file; `tell` gets words as they are heard, on this thread.

    Nothing is written but a journal in the user's state folder, from which the next call goes on
    if `options` says so; `journal.forget` removes it by its `trace` once the result is safe. Raise
    MediaError, ModelError, SettingsError, HeardOtherwise among them, or Cancelled.
    """
    task.step(0, 0, "Loading the speech model")
    # A model may have to be fetched first: not for a file that cannot be heard.
    with open_container(path) as container:
        if sound_of(container, options.track) is None:
            raise no_sound_error(path) if video_of(container) else unreadable_error(path)
        recogniser = recogniser_for(options)
    return transcribe(path, recogniser, options, task, tell=tell)


def recogniser_for(options: TranscribeOptions) -> Recogniser:
    """Load a speech model; raise ModelError without it, SettingsError for another language."""
    folder = find(options.whisper)
    recogniser = load_whisper(folder, name_of(folder), device=options.device, terms=options.terms)
    if options.language:
        recogniser.check_language(options.language)
    return recogniser


def transcribe(
    path: Path,
    recogniser: Recogniser,
    options: TranscribeOptions,
    task: Task,
    *,
    tell: Tell = lambda _: None,
) -> Transcription:
    """Transcribe a file with any recogniser; see `transcribe_file`."""
    kept = hear(path, recogniser, task, options, tell=tell)
    return _finished(kept, options, task)


def heard_so_far(path: Path, options: TranscribeOptions, task: Task) -> Transcription | None:
    """Return what a journal holds of a file, punctuated as a whole one is; None without one."""
    kept = kept_of(path)
    return None if kept is None or not kept.words else _finished(kept, options, task)


def _finished(kept: Kept, options: TranscribeOptions, task: Task) -> Transcription:
    language = kept.language or options.language or "en"
    end_ms = max(kept.heading.duration_ms, kept.heard_ms)
    cues = build_cues(kept.words, language=language, end_ms=end_ms)
    heard = Path(kept.heading.path)
    broken = (
        broken_off_error(heard, kept.heard_ms, kept.heading.duration_ms) if kept.broken else None
    )
    made = Transcription(
        tuple(cues), kept.language, end_ms, kept.whole, broken=broken, trace=kept.trace
    )
    if not options.punctuate or not kept.words:
        return made
    model = knowing(language)
    if model is None:
        name = language_name(language)
        lack = f"No model here punctuates {name}: the marks are Whisper's. {damage()}".rstrip()
        return replace(made, remark=lack)
    return made.with_words(mark(cues, load(model), language, task))
