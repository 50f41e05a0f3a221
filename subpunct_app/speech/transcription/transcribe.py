"""Turn a video or sound file into punctuated subtitles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.languages.codes import language_name
from subpunct_app.models.registry import damage, knowing, load
from subpunct_app.speech.recognition.cues import build_cues
from subpunct_app.speech.recognition.whisper import load_whisper
from subpunct_app.speech.sound.container import (
    broken_off,
    foreign,
    opened,
    stops_within_frame,
    without_sound,
)
from subpunct_app.speech.sound.probe import video_of
from subpunct_app.speech.sound.tracks import sound_of
from subpunct_app.speech.transcription.hearing import hear
from subpunct_app.speech.transcription.layout import as_webvtt
from subpunct_app.speech.transcription.marking import mark
from subpunct_app.speech.transcription.transcription_journal import kept_of
from subpunct_app.speech.transcription.whisper_models import BEST, find, name_of
from subpunct_app.subtitles.writing.convert import convert
from subpunct_app.subtitles.writing.output_format import OutputFormat
from subpunct_app.text.clock import clock_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.runtime.errors import MediaError
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.cues import TimedCue
    from subpunct_app.speech.recognition.recogniser import Recogniser
    from subpunct_app.speech.recognition.spoken import SpokenWord
    from subpunct_app.speech.recognition.whisper import Device
    from subpunct_app.speech.transcription.hearing import Tell
    from subpunct_app.speech.transcription.transcription_journal import Kept, Trace
    from subpunct_app.subtitles.formats.document import Document


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to transcribe: which Whisper model, by name or folder, and what to do with its words.

    `language` is a code, None where it is to be told from the sound; `terms` are names and words
    to expect. `track` is the number of a sound track, None for the one that players choose.
    """

    whisper: str = BEST
    language: str | None = None
    punctuate: bool = True
    device: Device = "auto"
    terms: str = ""
    resume: bool = False
    track: int | None = None


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
    path: Path, wanted: Wanted, task: Task, *, tell: Tell = lambda _: None
) -> Transcription:
    """Transcribe a file; `tell` gets words as they are heard, on this thread.

    Nothing is written but a journal in the user's state folder, from which the next call goes on
    if `wanted` says so; `journal.forget` removes it by its `trace` once the result is safe. Raise
    MediaError, ModelError, SettingsError, HeardOtherwise among them, or Cancelled.
    """
    task.step(0, 0, "Loading the speech model")
    # A model may have to be fetched first: not for a file that cannot be heard.
    with opened(path) as container:
        if sound_of(container, wanted.track) is None:
            raise without_sound(path) if video_of(container) else foreign(path)
        recogniser = recogniser_for(wanted)
    return transcribe(path, recogniser, wanted, task, tell=tell)


def recogniser_for(wanted: Wanted) -> Recogniser:
    """Load a speech model; raise ModelError without it, SettingsError for another language."""
    folder = find(wanted.whisper)
    recogniser = load_whisper(folder, name_of(folder), device=wanted.device, terms=wanted.terms)
    if wanted.language:
        recogniser.check_language(wanted.language)
    return recogniser


def transcribe(
    path: Path, recogniser: Recogniser, wanted: Wanted, task: Task, *, tell: Tell = lambda _: None
) -> Transcription:
    """Transcribe a file with any recogniser; see `transcribe_file`."""
    kept = hear(
        path,
        recogniser,
        task,
        language=wanted.language,
        resume=wanted.resume,
        tell=tell,
        track=wanted.track,
    )
    return _finished(kept, wanted, task)


def heard_so_far(path: Path, wanted: Wanted, task: Task) -> Transcription | None:
    """Return what a journal holds of a file, punctuated as a whole one is; None without one."""
    kept = kept_of(path)
    return None if kept is None or not kept.words else _finished(kept, wanted, task)


def _finished(kept: Kept, wanted: Wanted, task: Task) -> Transcription:
    language = kept.language or wanted.language or "en"
    end_ms = max(kept.heading.duration_ms, kept.heard_ms)
    cues = build_cues(kept.words, language=language, end_ms=end_ms)
    heard = Path(kept.heading.path)
    broken = broken_off(heard, kept.heard_ms, kept.heading.duration_ms) if kept.broken else None
    remark = _cut_remark(heard, kept.heard_ms) if kept.whole else ""
    made = Transcription(
        tuple(cues), kept.language, end_ms, kept.whole, remark, broken=broken, trace=kept.trace
    )
    if not wanted.punctuate or not kept.words:
        return made
    model = knowing(language)
    if model is None:
        name = language_name(language)
        lack = f"No model here punctuates {name}: the marks are Whisper's. {damage()}".rstrip()
        return replace(made, remark=f"{lack} {remark}".rstrip())
    return made.with_words(mark(cues, load(model), language, task))


def _cut_remark(heard: Path, end_ms: int) -> str:
    """Say of a file that ends within a frame what may lack; nothing of others."""
    if not stops_within_frame(heard):
        return ""
    return (
        f"{heard.name} ends in the middle of a sound at {clock_text(end_ms)}, as recorded streams "
        "do; if it was downloaded, see whether there is more."
    )
