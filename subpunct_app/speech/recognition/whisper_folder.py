"""Tell whether a folder holds a Whisper model that faster-whisper can read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

WEIGHTS = "model.bin"
TOKENIZER = "tokenizer.json"
_OTHER_WEIGHTS = ("*.safetensors", "pytorch_model*.bin", "*.pt", "ggml-*.bin", "*.gguf")
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")


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
        raise _without_weights(folder)
    if not any((folder / name).is_file() for name in _VOCABULARIES):
        raise _incomplete(folder, "its vocabulary")
    if not _has_tokenizer(folder / TOKENIZER):
        raise _incomplete(folder, TOKENIZER)


def _without_weights(folder: Path) -> ModelError:
    if any(any(folder.glob(pattern)) for pattern in _OTHER_WEIGHTS):
        return ModelError(
            f"The model in {folder} is of another kind than faster-whisper reads.",
            "Convert it by ct2-transformers-converter, and copy tokenizer.json and "
            "preprocessor_config.json along.",
        )
    return ModelError(f"{folder} holds no speech model.", f"A model has a file {WEIGHTS}.")


def _has_tokenizer(path: Path) -> bool:
    try:
        stored = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(stored, dict) and isinstance(stored.get("model"), dict)


def _incomplete(folder: Path, missing: str) -> ModelError:
    return ModelError(
        f"The speech model in {folder} is not whole: {missing} is missing or damaged.",
        "Copy or download the model again.",
    )
