"""Recognise speech with a Whisper model, run by faster-whisper."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Literal

from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.errors import ModelError, SettingsError
from subpunct_app.speech.media.audio import RATE
from subpunct_app.speech.recognition.recogniser import SpokenWord
from subpunct_app.text.words import base_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from faster_whisper import WhisperModel
    from faster_whisper.transcribe import Word

    from subpunct_app.speech.media.audio import Samples

Device = Literal["auto", "cpu", "cuda"]

# Codes that Whisper has another one for: Bokmål, and what was renamed since.
_OTHER_CODES = {"nb": "no", "iw": "he", "in": "id", "ji": "yi", "jv": "jw"}
# Half a minute each, as Whisper hears it: music or silence may come before the first words.
_WINDOWS_TO_TELL_LANGUAGE = 4

WEIGHTS = "model.bin"
TOKENIZER = "tokenizer.json"
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")


class Whisper:
    """A Whisper model, loaded."""

    def __init__(self, model: WhisperModel, name: str, terms: str) -> None:
        self._model = model
        self._name = name
        self._terms = terms

    @property
    def name(self) -> str:
        """Return the name of the model."""
        return self._name

    def check_language(self, language: str) -> None:
        """Raise SettingsError where the model does not know a language, given a code as pt-BR."""
        known = self._model.supported_languages
        if _own_code(language) in known:
            return
        if known == ["en"]:
            raise SettingsError(
                f"The speech model {self._name} knows English only, not {language}.",
                "Choose a model without .en in its name.",
            )
        raise SettingsError(
            f"The speech model {self._name} does not know the language {language}.",
            "Use the code of another one, such as de or ja, or leave it out to have it told.",
        )

    def language_of(self, sound: Samples) -> str | None:
        """Return the language spoken in the first minutes, None where nobody speaks."""
        from faster_whisper.vad import get_speech_timestamps

        if not get_speech_timestamps(sound):
            return None
        if not self._model.model.is_multilingual:
            return "en"
        with _translated(self._name):
            language, _, _ = self._model.detect_language(
                sound, vad_filter=True, language_detection_segments=_WINDOWS_TO_TELL_LANGUAGE
            )
        return str(language)

    def segments(self, sound: Samples, language: str) -> Iterator[tuple[SpokenWord, ...]]:
        """Yield the words of each segment, heard with beam search where somebody speaks.

        What was heard before is no prompt: one window that goes astray, or that leaves out its
        marks, does not lead the next ones to do the same. Raise ModelError where the model fails.
        """
        end_ms = 1000 * len(sound) // RATE
        before = 0
        with _translated(self._name):
            heard, _ = self._model.transcribe(
                sound,
                language=_own_code(language),
                word_timestamps=True,
                vad_filter=True,
                condition_on_previous_text=False,
                hotwords=self._terms or None,
            )
            for segment in heard:
                words = tuple(_words(segment.words or (), before, end_ms))
                if words:
                    before = words[-1].end_ms
                    yield words


def load_whisper(
    folder: Path, name: str = "", *, device: Device = "auto", terms: str = ""
) -> Whisper:
    """Load a model that CTranslate2 can read; `terms` are names and words it may expect.

    On CUDA it counts in half precision, on a CPU in 8-bit integers, where the machine can. Raise
    ModelError where the folder holds no such model, it finds no memory or there is no such device.
    """
    check_folder(folder)
    from ctranslate2 import get_cuda_device_count, get_supported_compute_types
    from faster_whisper import WhisperModel

    if device == "auto":
        device = "cuda" if get_cuda_device_count() else "cpu"
    wanted = "float16" if device == "cuda" else "int8"
    with _translated(folder.name):
        able = get_supported_compute_types(device)
        model = WhisperModel(
            str(folder),
            device=device,
            compute_type=wanted if wanted in able else "float32",
            cpu_threads=0 if "OMP_NUM_THREADS" in os.environ else processor_count(),
            local_files_only=True,
        )
    return Whisper(model, name or folder.name, terms)


def _own_code(language: str) -> str:
    """Return the code by which Whisper knows a language, whatever its script and region."""
    base = base_of(language)
    return _OTHER_CODES.get(base, base)


def _words(words: Iterable[Word], before_ms: int, end_ms: int) -> Iterator[SpokenWord]:
    for word in words:
        text = word.word.strip()
        if not text:
            continue
        start = min(max(before_ms, round(1000 * word.start)), end_ms)
        end = min(max(start, round(1000 * word.end)), end_ms)
        yield SpokenWord(text, start, end, float(word.probability))
        before_ms = end


@contextlib.contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except MemoryError as error:
        raise ModelError(
            f"There is not enough memory for the speech model {name}.",
            "Close other programs, or take a smaller model.",
        ) from error
    except (RuntimeError, ValueError, OSError) as error:
        raise ModelError(
            f"The speech model {name} cannot be used here: {error}",
            "Try a smaller model, another copy of it, or --device cpu.",
        ) from error


def is_whisper(folder: Path) -> bool:
    """Tell whether the files are there that make a model."""
    return all((folder / name).is_file() for name in (WEIGHTS, TOKENIZER))


def check_folder(folder: Path) -> None:
    """Raise ModelError where the model is not there or not whole.

    Without its tokenizer the library would fetch another one from the network.
    """
    if not folder.is_dir():
        raise ModelError(f"There is no folder {folder}.", "Name the folder of a speech model.")
    if not (folder / WEIGHTS).is_file():
        raise ModelError(
            f"{folder} holds no speech model that faster-whisper reads.",
            "Convert one of another kind by ct2-transformers-converter, and copy tokenizer.json "
            "and preprocessor_config.json along.",
        )
    for missing, is_there in (
        ("its vocabulary", any((folder / name).is_file() for name in _VOCABULARIES)),
        (TOKENIZER, _has_tokenizer(folder / TOKENIZER)),
    ):
        if not is_there:
            raise ModelError(
                f"The speech model in {folder} is not whole: {missing} is missing or damaged.",
                "Copy or download the model again.",
            )


def _has_tokenizer(path: Path) -> bool:
    try:
        stored = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(stored, dict) and isinstance(stored.get("model"), dict)
