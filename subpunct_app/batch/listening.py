"""Hear media as subtitles, before they are punctuated as any other file."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import language_name, normal_code
from subpunct_app.speech.media.tracks import track_name, tracks_in
from subpunct_app.speech.transcription.cue_documents import bare, respelled
from subpunct_app.speech.transcription.transcription import recogniser_for, transcribe
from subpunct_app.speech.transcription.transcription_journal import HeardOtherwise
from subpunct_app.speech.transcription.whisper_models import TranscribeOptions
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.batch.batch_options import Order
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.recogniser import Recogniser
    from subpunct_app.speech.recognition.whisper import Device
    from subpunct_app.speech.transcription.transcription import Transcription
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.text.decisions import Edits


@dataclass(frozen=True, slots=True)
class HeardFile:
    """What was said in a file, as cues without the marks that are missing, and what it becomes.

    `remark` says what somebody should know of it.
    """

    made: Transcription
    kind: OutputFormat
    remark: str

    @property
    def document(self) -> Document:
        """Return the subtitles as they were heard."""
        return _subtitles(self.made, self.kind)

    def words(self, language: str) -> Transcript:
        """Return what a model is to be asked about."""
        return read_words(bare(self.made.cues), language)

    def marked(self, words: Transcript, edits: Edits) -> Document:
        """Return the subtitles with edits of the words, in cues that end with their sentences."""
        spelled = respelled(self.made.cues, words, edits)
        return _subtitles(self.made.with_words(spelled), self.kind)


class Listening:
    """Hear files with one speech model; what was heard in part before is gone on with.

    Of several sound tracks the first one in the language is heard, where one is named, otherwise
    the one that players choose. What another model has heard, or this one for another language or
    of another track, is heard anew: a batch has nobody to ask, and half a file by each is no good.
    It is said of the file, and so is that no track is in the language.
    """

    def __init__(self, recogniser: Recogniser, language: str | None, kind: OutputFormat) -> None:
        self._recogniser = recogniser
        self._wanted = TranscribeOptions(language=language, punctuate=False, resume=True)
        self._kind = kind

    def hear(self, path: Path, task: Task) -> HeardFile:
        """Return what is said in a file; raise MediaError where it cannot be heard."""
        track, remark = _track_for(path, self._wanted.language)
        wanted, remarks = replace(self._wanted, track=track), [remark] if remark else []
        try:
            made = transcribe(path, self._recogniser, wanted, task)
        except HeardOtherwise as error:
            anew = replace(wanted, resume=False)
            made = transcribe(path, self._recogniser, anew, task)
            remarks.append(f"{error.message} It was transcribed from the start.")
        if made.broken:
            remarks.append(str(made.broken))
        return HeardFile(made, self._kind, " ".join(remarks))


def _track_for(path: Path, language: str | None) -> tuple[int | None, str]:
    """Return the number of the sound track in a language, None for the one that players choose.

    With it comes a remark where that one is said to be in another language.
    """
    if language is None or len(tracks := tracks_in(path)) < 2:
        return None, ""
    spoken = {track: base_of(normal_code(track.language) or "") for track in tracks}
    found = [track.number for track in tracks if spoken[track] == base_of(language)]
    if found or not spoken[tracks[0]]:
        return next(iter(found), None), ""
    lack = f"None of its {len(tracks)} sound tracks is marked as {language_name(language)}:"
    return None, f"{lack} track {track_name(tracks[0])} was transcribed."


def _subtitles(made: Transcription, kind: OutputFormat) -> Document:
    return parse(made.content(kind), name=f"heard{kind.suffix}")


def listening_for(order: Order, whisper: str) -> Listening:
    """Load a speech model by its name or folder, for the languages and files of an order.

    Raise SettingsError where it does not know the language that all files are said to be in.
    """
    from tqdm import tqdm

    # faster-whisper uses it, with a lock between processes that a worker would leave behind.
    tqdm.set_lock(threading.RLock())
    device: Device = "cuda" if order.device == "cuda" else "auto"
    if order.device == "cpu":
        device = "cpu"
    recogniser = recogniser_for(TranscribeOptions(whisper, order.language, device=device))
    kind = WEBVTT if order.kind is WEBVTT else SUBRIP
    return Listening(recogniser, order.language, kind)
