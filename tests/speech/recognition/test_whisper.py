from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from subpunct_app.runtime.errors import ModelError, SettingsError
from subpunct_app.speech.media.audio import RATE
from subpunct_app.speech.recognition.recogniser import SpokenWord
from subpunct_app.speech.recognition.whisper import Whisper, load_whisper
from tests.media import Media, samples
from tests.speech.tiny_whisper import WORDS, save_tiny_whisper

SILENCE = np.zeros(5 * RATE, np.float32)


@pytest.fixture(scope="module")
def whisper(tiny_whisper: Path) -> Whisper:
    return load_whisper(tiny_whisper)


@pytest.fixture(scope="module")
def speech(media: Media) -> NDArray[np.float32]:
    return samples(media.file("speech.wav"))


@pytest.fixture(scope="module")
def words(whisper: Whisper, speech: NDArray[np.float32]) -> list[SpokenWord]:
    return [word for segment in whisper.segments(speech, "en") for word in segment]


def test_words_come_with_times_and_confidence(words: list[SpokenWord]) -> None:
    assert words
    assert {word.text for word in words} <= set(WORDS)
    assert all(0 <= (word.confidence or -1) <= 1 for word in words)


def test_words_follow_one_another_within_the_sound(
    words: list[SpokenWord], speech: NDArray[np.float32]
) -> None:
    assert all(word.start_ms <= word.end_ms for word in words)
    assert all(before.end_ms <= after.start_ms for before, after in pairwise(words))
    assert words[-1].end_ms <= 1000 * len(speech) // RATE


def test_silence_is_heard_as_nothing(whisper: Whisper) -> None:
    assert list(whisper.segments(SILENCE, "en")) == []
    assert whisper.language_of(SILENCE) is None


def test_an_english_model_tells_what_it_cannot_do(
    whisper: Whisper, speech: NDArray[np.float32]
) -> None:
    assert whisper.language_of(speech) == "en"
    with pytest.raises(SettingsError, match="English only"):
        whisper.check_language("de")


def test_a_model_of_many_languages_tells_which_it_hears(
    speech: NDArray[np.float32], tmp_path: Path
) -> None:
    whisper = load_whisper(save_tiny_whisper(tmp_path / "many", multilingual=True))
    language = whisper.language_of(speech)
    assert language is not None
    whisper.check_language(language)
    whisper.check_language("de")
    assert next(whisper.segments(speech, language))
    assert whisper.language_of(SILENCE) is None
    with pytest.raises(SettingsError, match="klingon"):
        whisper.check_language("klingon")


def test_a_language_may_have_a_region_a_script_or_another_code(
    speech: NDArray[np.float32], tmp_path: Path
) -> None:
    whisper = load_whisper(save_tiny_whisper(tmp_path / "many", multilingual=True))
    for language in ("en-US", "pt-BR", "zh-Hans", "nb", "iw", "jv"):
        whisper.check_language(language)
        assert next(whisper.segments(speech, language))


@pytest.mark.parametrize("missing", ["model.bin", "tokenizer.json", "vocabulary.json"])
def test_a_model_that_lacks_a_file_is_told(
    missing: str, tiny_whisper: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(tiny_whisper, tmp_path / "broken"))
    (folder / missing).unlink()
    with pytest.raises(ModelError) as raised:
        load_whisper(folder)
    assert raised.value.hint


def test_an_english_model_hears_american_english(whisper: Whisper) -> None:
    whisper.check_language("en-US")
    with pytest.raises(SettingsError, match="pt-BR"):
        whisper.check_language("pt-BR")


def test_damaged_weights_are_told(tiny_whisper: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_whisper, tmp_path / "broken"))
    (folder / "model.bin").write_bytes(b"no weights at all")
    with pytest.raises(ModelError):
        load_whisper(folder)


def test_a_model_for_another_program_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(ModelError, match="another kind"):
        load_whisper(tmp_path)
