"""Cut the vocabulary of an English encoder down to what English needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tokenizers import Tokenizer
from transformers import PreTrainedModel

from subpunct_app.languages.scripts import AFTER_LATIN

_KEPT_SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}


def only_latin(encoder: PreTrainedModel, stored: dict[str, Any]) -> Tokenizer:
    """Take the pieces of other scripts out of an encoder and of its WordPiece tokenizer.json."""
    kept = _latin_pieces(stored["model"]["vocab"])
    _trim_embeddings(encoder, list(kept.values()))
    return _trim_tokenizer(stored, list(kept))


def _latin_pieces(vocabulary: Mapping[str, int]) -> dict[str, int]:
    """Return the pieces worth keeping, in the order of their ids."""
    ordered = sorted(vocabulary.items(), key=lambda item: item[1])
    return {piece: index for piece, index in ordered if _is_latin(piece)}


def _is_latin(piece: str) -> bool:
    if piece.startswith("["):
        return piece in _KEPT_SPECIAL or len(piece) == 1
    return all(character < AFTER_LATIN for character in piece)


def _trim_embeddings(encoder: PreTrainedModel, rows: list[int]) -> None:
    vectors = encoder.get_input_embeddings().get_parameter("weight").detach()[rows]
    encoder.resize_token_embeddings(len(rows), mean_resizing=False).weight.data.copy_(vectors)


def _trim_tokenizer(stored: dict[str, Any], pieces: list[str]) -> Tokenizer:
    ids = {piece: index for index, piece in enumerate(pieces)}
    stored["model"]["vocab"] = ids
    for added in stored["added_tokens"]:
        added["id"] = ids[added["content"]]
    specials = stored["post_processor"].get("special_tokens", {})
    for name, special in specials.items():
        special["ids"] = [ids[name]]
    stored["truncation"] = stored["padding"] = None
    return Tokenizer.from_buffer(json.dumps(stored).encode())
