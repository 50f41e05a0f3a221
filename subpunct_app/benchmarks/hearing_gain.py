"""What a model gains where pauses are listened to, on speech whose marks are known."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.decoding.proposing.model_input import timing_of
from subpunct_app.languages.language_data import language_name
from subpunct_app.runtime.environment import system_libraries
from subpunct_app.runtime.errors import FileError, SettingsError, SubpunctError
from subpunct_app.speech.alignment.heard_pauses import LANGUAGE, can_hear, heard_pauses
from subpunct_app.speech.alignment.text_alignment import align_text
from subpunct_app.speech.recognition.cues import TimedCue
from subpunct_app.speech.transcription.cue_documents import bare
from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.formats.plain_text import read_plain
from subpunct_app.subtitles.reading.document_language import detect
from subpunct_app.subtitles.reading.passes import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.decoding.proposing.model_input import HeardPauses
    from subpunct_app.models.by_language import Models
    from subpunct_app.models.features import Features
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.alignment.heard_pauses import Tell
    from subpunct_app.speech.recognition.recogniser import SpokenWord
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript
    from subpunct_app.training.data.corpus import Corpus

# As recognisers cut: by words and seconds, wherever sentences end.
_CUE_WORDS = 8
_CUE_MS = 4_000
_VOICE = ("-v", "en-us", "-s", "160")
_SCHEME = 4


@dataclass(frozen=True, slots=True)
class F1:
    """Micro F1 over all marks, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class HeardGain:
    """What a model reaches by the words alone, with cues, and with pauses that are heard too.

    `gain` is the last less the one before, each drawn on the same stretches. Of the gaps between
    the words, `heard` were listened to.
    """

    words: int
    heard: int
    text_only: F1
    with_cues: F1
    with_pauses: F1
    gain: F1


@dataclass(frozen=True, slots=True)
class Heard:
    """What is heard: a recording, or the first `most` words of a text as espeak-ng speaks them.

    Of a film with several sound tracks one is heard by its number, or the one that players choose.
    """

    media: Path | None
    track: int | None
    most: int


def heard_gain(source: Path, heard: Heard, models: Models, task: Task, tell: Tell) -> HeardGain:
    """Measure on the subtitles of a recording, or on a text that is spoken.

    `tell` hears of a recording that breaks off before
    it should. Raise SettingsError where the model cannot hear, or there is no espeak-ng,
    SubpunctError where that fails, FileError where the text is in a language in which nobody can,
    or that no model knows, or has no mark.
    """
    document = open_document(source)
    punctuator = _hearing(models, document, source)
    transcript = read_words(document, LANGUAGE)
    if not transcript.words:
        raise FileError(f"{source} holds no words.", "Is it the right file?")
    if not _corpus(transcript).is_marked():
        raise FileError(f"{source} has no mark to score.", "Name one whose marks are right.")
    if heard.media is not None:
        pauses = heard_pauses(transcript, heard.media, task, tell, track=heard.track)
        return _measured(transcript, pauses, punctuator, task)
    if document.format.timed:
        raise FileError(f"{source} has times already.", "Name its recording with --media.")
    with tempfile.TemporaryDirectory(prefix="subpunct-") as folder:
        recording = Path(folder) / "spoken.wav"
        text = _head(document, heard.most, task)
        _speak(text.text, recording)
        aligned = align_text(text, source.name, recording, task)
        words = chain.from_iterable(cue.words for cue in aligned.cues)
        cut = read_words(bare(list(_cues(words))), LANGUAGE)
        return _measured(cut, heard_pauses(cut, recording, task), punctuator, task)


def _hearing(models: Models, document: Document, source: Path) -> Punctuator:
    """Return the model that is to hear the pauses of a text."""
    found = detect(document, source.name)
    if found is not None and not can_hear(found.code):
        raise FileError(
            f"{source.name} is in {found.name} by its {found.source}, and pauses are heard in "
            f"{language_name(LANGUAGE)} alone.",
            "Name another file.",
        )
    punctuator = models.for_text(document, source.name).punctuator
    if not punctuator.card.hears:
        raise SettingsError(
            f"{punctuator.card.id} has not learned to hear pauses.", "Choose another model."
        )
    return punctuator


def _head(document: Document, most: int, task: Task) -> Document:
    """Return the first words of a text, its paragraphs kept apart."""
    words = read_words(document, LANGUAGE).words
    end = words[most].start if most < len(words) else len(document.text)
    text = document.text[:end].rstrip()
    return replace(document, text=text, cues=read_plain(text, task))


def _speak(text: str, path: Path) -> None:
    program = shutil.which("espeak-ng")
    if program is None:
        raise SettingsError(
            "There is no espeak-ng to speak the text.",
            "Install it, or give subtitles and their recording with --media.",
        )
    command = [program, *_VOICE, "-w", str(path), "--stdin"]
    try:
        with system_libraries():
            subprocess.run(command, input=text.encode(), check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SubpunctError(
            "espeak-ng could not speak the text.",
            "Give subtitles and their recording with --media.",
        ) from error


def _cues(words: Iterable[SpokenWord]) -> Iterator[TimedCue]:
    """Yield spoken words in cues as a recogniser makes them."""
    held: list[SpokenWord] = []
    for word in [*words, None]:
        full = held and (
            word is None or len(held) == _CUE_WORDS or word.end_ms - held[0].start_ms > _CUE_MS
        )
        if full:
            yield TimedCue(held[0].start_ms, held[-1].end_ms, (tuple(held),))
            held = []
        if word is not None:
            held.append(word)


def _measured(
    transcript: Transcript, heard: HeardPauses, punctuator: Punctuator, task: Task
) -> HeardGain:
    import numpy as np

    from subpunct_app.models.mark_labels import fold_marks
    from subpunct_app.training.evaluation.evaluator import predict_corpus
    from subpunct_app.training.evaluation.metrics import confusion, micro_score, resampled
    from subpunct_app.training.evaluation.scoring import decided

    told = (None, timing_of(transcript), timing_of(transcript, heard))
    corpora = [_corpus(transcript, features) for features in told]
    truth = fold_marks(corpora[0].marks, _SCHEME)
    values, scores = [], []
    for corpus in corpora:
        guess = decided(predict_corpus(punctuator, corpus, task), _SCHEME)
        values.append(micro_score(confusion(truth, guess, _SCHEME)).f1)
        drawn = resampled(truth, guess, _SCHEME)
        scores.append(np.array([micro_score(counts).f1 for counts in drawn]))
    values.append(values[2] - values[1])
    scores.append(scores[2] - scores[1])
    found = [
        F1(value, *map(float, np.percentile(score, (2.5, 97.5))))
        for value, score in zip(values, scores, strict=True)
    ]
    return HeardGain(len(transcript.words), len(heard), *found)


def _corpus(transcript: Transcript, features: Features | None = None) -> Corpus:
    from subpunct_app.training.data.corpus import CorpusBuilder
    from subpunct_app.training.data.labelling import transcript_rows

    builder = CorpusBuilder()
    builder.add(transcript_rows(transcript), features)
    return builder.build()
