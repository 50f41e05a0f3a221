"""Restore the files of a parcel: what a worker does with its model."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from subpunct_app.batch.executor import Finished, failed
from subpunct_app.batch.outcome import Figures, Outcome, State
from subpunct_app.languages.language_data import language_name, normal_code
from subpunct_app.models.card import AUTO
from subpunct_app.models.model_registry import damage
from subpunct_app.runtime.errors import FileError, MediaError, ModelError
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.speech.media.tracks import track_name, tracks_in
from subpunct_app.speech.transcription.cue_documents import bare, respelled
from subpunct_app.speech.transcription.transcription import recogniser_for, transcribe
from subpunct_app.speech.transcription.transcription_journal import HeardOtherwise
from subpunct_app.speech.transcription.whisper_models import TranscribeOptions
from subpunct_app.subtitles.files import formatted, open_document
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from subpunct_app.subtitles.reading.document_language import foreign_note, foreign_part
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.words import Mark, base_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from subpunct_app.batch.batch_options import Order
    from subpunct_app.batch.executor import Item, Parcel
    from subpunct_app.decoding.proposing.pipeline import Proposal
    from subpunct_app.models.model_registry import Models
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.recognition.recogniser import Recogniser
    from subpunct_app.speech.recognition.whisper import Device
    from subpunct_app.speech.transcription.transcription import Transcription
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript


_UNHEARD = "Video and sound are left out unless you choose a speech model to transcribe them."


def prepare(order: Order, threads: int, models: Sequence[str] = ()) -> Punctuating:
    """Get the models of an order ready, those that it names if none are given, by id or folder.

    The speech model is loaded, too, if it has one. Raise ModelError where one of them, or the
    device, is missing.
    """
    from subpunct_app.models.model_registry import check_device, choice, device_for, models_of

    check_device(order.device)
    names = models or choice(order.model)
    known = models_of(names, device=order.device, threads=threads)
    listening = None
    if order.transcribe is not None:
        listening = listening_for(order, order.transcribe)
    together = device_for(order.device) != "cpu"
    return Punctuating(order, known, together=together, listening=listening)


@dataclass(frozen=True, slots=True)
class _Opened:
    item: Item
    transcript: Transcript
    punctuator: Punctuator
    seconds: float
    runs_only: bool
    guessed: bool = False
    heard: Transcription | None = None


class Punctuating:
    """Restore parcels, each file with the model that knows its language.

    With `together` the files of a parcel share a model's batches. A CPU gains nothing by full
    batches: there each file has its own. With `listening` media are heard first, without it they
    are left out.
    """

    def __init__(
        self,
        order: Order,
        models: Models,
        *,
        together: bool = False,
        listening: Listening | None = None,
    ) -> None:
        self._order = order
        self._models = models
        self._together = together
        self._listening = listening
        self._options = order.options()
        # The models are chosen once, and so is what was passed over.
        self._damage = cache(damage)

    def __call__(self, parcel: Parcel, task: Task) -> Iterator[Finished]:
        """Yield what became of each file; one that cannot be read keeps no other one back."""
        opened: list[_Opened] = []
        for item in parcel.items:
            try:
                if not is_media(item.path):
                    opened.append(self._open(item, task))
                elif self._listening is not None:
                    yield from self._hear(item, self._listening, task)
                else:
                    yield _skipped(item, _UNHEARD)
            except (FileError, MediaError, ModelError) as error:
                yield failed(item, str(error))
            if not self._together:
                yield from self._restore(opened, task)
                opened = []
        yield from self._restore(opened, task)

    def _open(self, item: Item, task: Task) -> _Opened:
        started = time.perf_counter()
        document = open_document(item.path, encoding=self._order.encoding, task=task)
        if document.remarks and document.text.strip() and not document.cues:
            raise FileError(
                f"{item.path.name} holds no cue that can be read.", "Is it the right file?"
            )
        chosen = self._models.for_text(document, item.path.name, self._order.language)
        punctuator, language, guessed = chosen
        transcript = read_words(document, language)
        spent = time.perf_counter() - started
        return _Opened(item, transcript, punctuator, spent, self._order.runs_only, guessed)

    def _hear(self, item: Item, listening: Listening, task: Task) -> Iterator[Finished]:
        """Restore what is heard in a file where it lacks marks, as `transcribe` does."""
        started = time.perf_counter()
        made, remark = listening.hear(item.path, task)
        language = made.language or self._models.first.languages[0]
        if punctuator := self._models.knowing(language):
            words = read_words(bare(made.cues), language)
            spent = time.perf_counter() - started
            opened = _Opened(item, words, punctuator, spent, runs_only=True, heard=made)
            finished = next(self._restore([opened], task))
        else:
            reason = f"{self._models.lack(language)}: the marks are as heard. {damage()}".rstrip()
            content, _ = self._content(_subtitles(made, listening.kind), language)
            finished = Finished(Outcome(item.name, State.REVIEW, reason=reason), content)
        outcome = finished.outcome
        if remark:
            state = State.REVIEW if outcome.state is State.DONE else outcome.state
            reason = f"{remark} {outcome.reason}".rstrip()
            outcome = replace(outcome, state=state, reason=reason)
        yield replace(finished, outcome=outcome, heard=made.trace)

    def _restore(self, opened: Sequence[_Opened], task: Task) -> Iterator[Finished]:
        for model in dict.fromkeys(one.punctuator.card.id for one in opened):
            yield from self._ask([one for one in opened if one.punctuator.card.id == model], task)

    def _ask(self, opened: Sequence[_Opened], task: Task) -> Iterator[Finished]:
        """Restore files by the model that they have in common."""
        from subpunct_app.decoding.proposing.model_input import HeardText
        from subpunct_app.decoding.proposing.pipeline import propose_together

        started = time.perf_counter()
        first = opened[0]
        texts = [HeardText(one.transcript) for one in opened]
        options = replace(self._options, runs_only=first.runs_only)
        proposals = propose_together(texts, first.punctuator, options, task)
        words = sum(len(one.transcript.words) for one in texts)
        pace = (time.perf_counter() - started) / max(1, words)
        for one, proposal in zip(opened, proposals, strict=True):
            spent = one.seconds + pace * len(one.transcript.words)
            try:
                yield self._finish(one, proposal, spent)
            except FileError as error:
                yield failed(one.item, str(error))

    def _finish(self, opened: _Opened, proposal: Proposal, seconds: float) -> Finished:
        from subpunct_app.decoding.proposing.pipeline import accepted

        transcript = proposal.transcript
        if not transcript.words:
            return _skipped(opened.item, "It holds no words.")
        started = time.perf_counter()
        edits = accepted(proposal.suggestions, self._order.minimum)
        document, shown = render(transcript, edits), transcript.document
        if opened.heard is not None and self._listening is not None:
            made = opened.heard.with_words(respelled(opened.heard.cues, transcript, edits))
            document = shown = _subtitles(made, self._listening.kind)
        content, losses = self._content(document, transcript.language)
        seconds += time.perf_counter() - started
        marks = {gap: edit.mark for gap, edit in edits.items()}
        figures = replace(
            _figures(proposal, marks, self._order.review_below, shown),
            seconds=round(seconds, 3),
            guessed=opened.guessed,
        )
        state = State.REVIEW if figures.doubtful or figures.unread else State.DONE
        foreign = foreign_part(transcript)
        told = foreign_note(foreign, transcript.language) if foreign else ""
        # Of models that might have been taken instead.
        damaged = self._damage(opened.punctuator.card.id) if self._order.model == AUTO else ""
        reason = " ".join(filter(None, (losses, told, damaged)))
        return Finished(Outcome(opened.item.name, state, reason=reason, figures=figures), content)

    def _content(self, document: Document, language: str) -> tuple[bytes, str]:
        """Return the bytes of a result, and what of the file finds no place in them."""
        order = self._order
        content, lost = formatted(document, order.kind, language, to_utf8=order.to_utf8)
        return content, " ".join(f"line {one.line}: {one.reason}" for one in lost)


def _skipped(item: Item, reason: str) -> Finished:
    return Finished(Outcome(item.name, State.SKIPPED, reason=reason))


def _figures(proposal: Proposal, edits: dict[int, Mark], below: float, shown: Document) -> Figures:
    """Return what was done; `shown` holds the same words, in other cues where they were heard."""
    transcript, gaps = proposal.transcript, proposal.transcript.gaps
    doubtful = [one for one in proposal.suggestions if one.confidence < below]
    likely_wrong = (
        1 - one.confidence if one.gap in edits else one.confidence for one in proposal.suggestions
    )
    return Figures(
        format=shown.format.name,
        encoding=shown.encoding.name,
        language=transcript.language,
        cues=len(shown.cues),
        words=len(transcript.words),
        marks_before=sum(gap.current is not Mark.NONE for gap in gaps),
        marks_after=sum(edits.get(at, gap.current) is not Mark.NONE for at, gap in enumerate(gaps)),
        suggestions=len(proposal.suggestions),
        applied=len(edits),
        doubtful=len(doubtful),
        unread=sum(not remark.read for remark in shown.remarks),
        expected_errors=round(sum(likely_wrong), 2),
        first_doubtful=_cue_of(doubtful[0].gap, transcript, shown) + 1 if doubtful else None,
        seconds=0.0,
        guessed=False,
        other_language=transcript.other_language,
    )


def _cue_of(gap: int, transcript: Transcript, shown: Document) -> int:
    """Return the cue in which a gap of a transcript lies in a document of the same words."""
    if shown is transcript.document:
        return transcript.gaps[gap].cue
    gaps = read_words(shown, transcript.language).gaps
    return gaps[min(gap, len(gaps) - 1)].cue


def _subtitles(made: Transcription, kind: OutputFormat) -> Document:
    return parse(made.content(kind), name=f"heard{kind.suffix}")


class Listening:
    """Hear files with one speech model; what was heard in part before is gone on with.

    Of several sound tracks the first one in the language is heard, where one is named, otherwise
    the one that players choose. What another model has heard, or this one for another language or
    of another track, is heard anew: a batch has nobody to ask, and half a file by each is no good.
    It is said of the file, and so is that no track is in the language. `kind` is what it becomes.
    """

    def __init__(self, recogniser: Recogniser, language: str | None, kind: OutputFormat) -> None:
        self._recogniser = recogniser
        self._options = TranscribeOptions(language=language, punctuate=False, resume=True)
        self.kind = kind

    def hear(self, path: Path, task: Task) -> tuple[Transcription, str]:
        """Return what is said in a file, and what somebody should know of that.

        Raise MediaError where it cannot be heard.
        """
        track, remark = _track_for(path, self._options.language)
        options, remarks = replace(self._options, track=track), [remark] if remark else []
        try:
            made = transcribe(path, self._recogniser, options, task)
        except HeardOtherwise as error:
            made = transcribe(path, self._recogniser, replace(options, resume=False), task)
            remarks.append(f"{error.message} It was transcribed from the start.")
        if made.broken:
            remarks.append(str(made.broken))
        return made, " ".join(remarks)


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
