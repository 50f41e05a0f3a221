"""A Whisper model of a few hundred kilobytes with random weights, that babbles known words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ctranslate2.specs.model_spec import LayerSpec

WORDS = (
    "we", "saw", "the", "old", "bridge", "in", "London", "and", "went", "home", "then", "it",
    "rained", "all", "day", "but", "nobody", "cared", "about", "the", "water", "over", "there",
)  # fmt: skip
_WIDTH = 16
_HEADS = 2
_MELS = 80
_TIMES = 1501
# Likely enough that a window holds some words, and its end comes before its 448th piece.
_WORD_BIAS, _END_BIAS, _TIME_BIAS = 12.0, 4.0, 2.0


@pytest.fixture(scope="session")
def tiny_whisper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_whisper(tmp_path_factory.mktemp("whisper") / "tiny-random")


def save_tiny_whisper(folder: Path, *, multilingual: bool = False) -> Path:
    """Write a model as CTranslate2 has it, its tokenizer and configuration; return the folder.

    Models of many languages are told by the empty piece that they have besides.
    """
    from ctranslate2.specs.whisper_spec import WhisperSpec
    from faster_whisper.tokenizer import _LANGUAGE_CODES

    folder.mkdir(parents=True, exist_ok=True)
    specials = _specials(_LANGUAGE_CODES)
    vocabulary = _save_tokenizer(folder / "tokenizer.json", specials, [""] * multilingual)
    spec = WhisperSpec(1, _HEADS, 1, _HEADS)
    _fill(spec, np.random.default_rng(1), len(vocabulary))
    spec.decoder.projection.bias = _bias(vocabulary, specials)
    spec.register_vocabulary(vocabulary)
    spec.config.suppress_ids = []
    spec.config.suppress_ids_begin = []
    spec.config.alignment_heads = [(0, 0), (0, 1)]
    first = vocabulary.index(specials[2])
    spec.config.lang_ids = list(range(first, first + len(_LANGUAGE_CODES)))
    spec.validate()
    spec.optimize(quantization=None)
    spec.save(str(folder))
    settings = {"feature_size": _MELS, "sampling_rate": 16000, "hop_length": 160, "n_fft": 400}
    (folder / "preprocessor_config.json").write_text(json.dumps(settings))
    return folder


def _specials(languages: Sequence[str]) -> list[str]:
    """Return the pieces that are no text, in the order that the library counts on."""
    return [
        "<|endoftext|>",
        "<|startoftranscript|>",
        *(f"<|{code}|>" for code in languages),
        "<|translate|>",
        "<|transcribe|>",
        "<|startoflm|>",
        "<|startofprev|>",
        "<|nospeech|>",
        "<|notimestamps|>",
        *(f"<|{number * 0.02:.2f}|>" for number in range(_TIMES)),
    ]


def _save_tokenizer(path: Path, specials: Sequence[str], more: Sequence[str]) -> list[str]:
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = [f"Ġ{word}" for word in dict.fromkeys(WORDS)]
    pieces = {piece: number for number, piece in enumerate([*letters, *words, *more])}
    tokenizer = Tokenizer(models.BPE(vocab=pieces, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(text, special=True) for text in specials])
    tokenizer.save(str(path))
    return [*pieces, *specials]


def _bias(vocabulary: Sequence[str], specials: Sequence[str]) -> NDArray[np.float32]:
    bias = np.zeros(len(vocabulary), np.float32)
    for number, piece in enumerate(vocabulary):
        if piece.startswith("Ġ") and len(piece) > 1:
            bias[number] = _WORD_BIAS
    end = vocabulary.index(specials[0])
    bias[end] = _END_BIAS
    bias[-_TIMES:] = _TIME_BIAS
    return bias


def _fill(spec: LayerSpec, rng: np.random.Generator, pieces: int) -> None:
    for layer, path, name in _weights(spec):
        shape = _shape(path, name, pieces)
        value = np.ones(shape) if name == "gamma" else rng.normal(0, _spread(path, name), shape)
        setattr(layer, name, np.asarray(value, np.float32))


def _spread(path: str, name: str) -> float:
    """Let what is said depend on how much was said, or one word would be repeated for ever."""
    if name == "encodings":
        return 3.0
    return 1.4 if "projection" in path else 0.3


def _weights(layer: LayerSpec, path: str = "") -> Iterator[tuple[LayerSpec, str, str]]:
    """Yield each weight that must be there: its layer, the path of that, and its name."""
    from ctranslate2.specs.model_spec import LayerSpec

    for name, value in list(vars(layer).items()):
        if isinstance(value, list) and not name.startswith("_"):
            for number, inner in enumerate(value):
                yield from _weights(inner, f"{path}.{name}{number}")
        elif isinstance(value, LayerSpec):
            yield from _weights(value, f"{path}.{name}")
        elif value is None or name == "encodings":
            yield layer, path, name


def _shape(path: str, name: str, pieces: int) -> tuple[int, ...]:
    if name in {"gamma", "beta"}:
        return (_WIDTH,)
    if name == "encodings":
        return (1500 if "encoder" in path else 448, _WIDTH)
    if "conv" in path:
        return (_WIDTH, _MELS if "conv1" in path else _WIDTH, 3)
    if "embeddings" in path or "projection" in path:
        return (pieces, _WIDTH)
    if path.endswith("self_attention.linear0"):
        return (3 * _WIDTH, _WIDTH)
    if path.endswith(".attention.linear1"):
        return (2 * _WIDTH, _WIDTH)
    return (_WIDTH, _WIDTH)
