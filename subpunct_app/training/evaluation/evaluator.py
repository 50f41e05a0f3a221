"""Judge a model on punctuated text, as published systems are judged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.decoding.inference.calibrate import calibrated
from subpunct_app.decoding.inference.prediction import Answers, Prediction
from subpunct_app.decoding.inference.windows import Spoken, ask_together
from subpunct_app.decoding.inference.words_as_read import spelled_numbers
from subpunct_app.languages.language_data import language_name
from subpunct_app.models.card import ModelCard
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.task import SilentTask, Task
from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.reading.document_language import detect
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.training.data.corpus import Corpus, CorpusBuilder
from subpunct_app.training.data.labelling import transcript_rows
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.data.synthetic_cues import cut_anew
from subpunct_app.training.evaluation.scoring import Report, report_on, weigh_written

if TYPE_CHECKING:
    from subpunct_app.speech.alignment.heard_pauses import Tell
    from subpunct_app.training.evaluation.transfer import Transfer

_SEED = 1
# As many words as fill a window of most models.
_FIRST = 300


def read_tests(
    tests: Sequence[Path],
    *,
    part: str | None = None,
    cues: str | None = None,
    language: str | None = None,
) -> Corpus:
    """Read all test files as one corpus, or only a `part` of each; raise FileError.

    The parts are those of a file that a model learned from and was also tuned or tested on:
    "train", "dev" and "test". `cues` cuts the texts into cues first, in one of
    `synthetic_cues.MANNERS`. Without a `language` the texts tell it.
    """
    read = read_corpus(tests, dict.fromkeys(tests, part) if part else None)
    corpus = replace(read, said=language)
    return cut_anew(corpus, cues, _SEED) if cues else corpus


def carry_marks_over(
    reference: Sequence[Path],
    tests: Sequence[Path],
    *,
    strict: bool,
    language: str | None = None,
) -> Transfer:
    """Carry the marks of a punctuated reference over to a recogniser's words; raise FileError.

    Numbers are read in the language of the reference unless one is named, or in English where none
    tells. `strict` carries a mark only where both words around it were recognised.
    """
    from subpunct_app.training.evaluation.transfer import transfer

    marked, heard = read_corpus(reference), read_tests(tests, language=language)
    return transfer(marked, heard, strict=strict, language=language or marked.language() or "en")


def read_heard(
    test: Path, media: Path, task: Task, tell: Tell, *, track: int | None = None
) -> Corpus:
    """Read subtitles as one corpus, with the pauses that are heard in their recording.

    `tell` hears of a recording that breaks off. Raise FileError where the text has no words or no
    times, or is in a language in which nobody can hear, MediaError where there is no sound.
    """
    from subpunct_app.decoding.proposing.model_input import timing_of
    from subpunct_app.speech.alignment.heard_pauses import LANGUAGE, can_hear, heard_pauses

    document = open_document(test)
    found = detect(document, test.name)
    if found is not None and not can_hear(found.code):
        raise FileError(
            f"{test} is in {found.name}, and pauses are heard in {language_name(LANGUAGE)} alone.",
            "Leave out --media.",
        )
    transcript = read_words(document, LANGUAGE)
    if not transcript.words:
        raise FileError(f"{test} holds no words.", "Is it the right file?")
    pauses = heard_pauses(transcript, media, task, tell, track=track)
    builder = CorpusBuilder()
    builder.add(transcript_rows(transcript), timing_of(transcript, pauses))
    return replace(builder.build(), said=LANGUAGE)


@dataclass(frozen=True, slots=True)
class EvaluationOptions:
    """How a model is judged: in the labels of a `scheme`.

    `predictions` a word stands in for what the model's card says. Without `timing` a model that
    reads subtitle features gets the words alone; where the text is `cased`, it lost its marks, but
    not its capitals.
    """

    scheme: int = 4
    predictions: float | None = None
    timing: bool = True
    cased: bool = False


def evaluate_corpus(
    punctuator: Punctuator, corpus: Corpus, task: Task, options: EvaluationOptions
) -> Report:
    """Score a model on a corpus; the speed is that of a model at work already.

    Raise SettingsError where there is no such scheme.
    """
    predictions = options.predictions
    shown = corpus if options.timing else replace(corpus, features=None)
    # The first question has much to load: the model, and what tells a language.
    predict_corpus(punctuator, shown.head(_FIRST), SilentTask(task), predictions=predictions)
    started = time.perf_counter()
    prediction = predict_corpus(punctuator, shown, task, predictions=predictions)
    if options.cased:
        prediction = weigh_written(shown, prediction)
    seconds = time.perf_counter() - started
    return report_on(
        punctuator.card.id, corpus, prediction, options.scheme, speed=len(corpus) / seconds
    )


def predict_corpus(
    punctuator: Punctuator,
    corpus: Corpus,
    task: Task,
    *,
    predictions: float | None = None,
) -> Prediction:
    """Predict each document of a corpus by itself; the rows follow the corpus."""
    answers = ask_corpus(punctuator, corpus, task, predictions=predictions)
    return calibrate_corpus(punctuator.card, answers, corpus)


def calibrate_corpus(card: ModelCard, answers: Answers, corpus: Corpus) -> Prediction:
    """Make what a network said of a corpus mean what it says, each document by itself."""
    features = corpus.features
    parts = [
        calibrated(card, answers.part(at), None if features is None else features[at])
        for at in corpus.spans()
    ]
    return Prediction.joined(parts)


def ask_corpus(
    punctuator: Punctuator,
    corpus: Corpus,
    task: Task,
    *,
    predictions: float | None = None,
) -> Answers:
    """Ask a model about each document of a corpus by itself; the rows follow the corpus.

    Raise Cancelled on request, within a document too.
    """
    features, unseen = corpus.features, SilentTask(task)
    parts = []
    for at, words, language in corpus.texts():
        task.step(at.start, len(corpus), "Evaluating")
        of_words = None if features is None else features[at]
        text = Spoken(words, of_words, spelled_numbers(words, language))
        parts += ask_together(punctuator, [text], unseen, predictions=predictions)
    return Answers.joined(parts)
