"""Random checkpoints of real encoder classes, each with a tokenizer of its own kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import (
    AlbertConfig,
    AutoModel,
    BertConfig,
    DebertaV2Config,
    DistilBertConfig,
    ElectraConfig,
    PreTrainedConfig,
    RobertaConfig,
    XLMRobertaConfig,
)

TEXT = ("we saw the old bridge in london and went home", "the bridge was old", "home we went")
POSITIONS = 64

Sizes = dict[str, object]

_BERT = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
_ROBERTA = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
_ALBERT = ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"]


@dataclass(frozen=True)
class Kind:
    """A class of encoder: its configuration, its tokenizer, and sizes under its own names."""

    config: Callable[..., PreTrainedConfig]
    tokenizer: Callable[[], Tokenizer]
    sizes: Sizes


def word_pieces() -> Tokenizer:
    """Make a tokenizer as BERT's of all letters and some words of the text.

    Its own trainer would choose and number them otherwise each time.
    """
    letters = sorted({*"".join(TEXT), "\u0431"} - {" "})
    words = sorted({word for line in TEXT for word in line.split()} - {"london", "home"})
    pieces = dict.fromkeys([*_BERT, *letters, *(f"##{letter}" for letter in letters), *words])
    tokenizer = Tokenizer(
        models.WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def byte_pairs() -> Tokenizer:
    """Make a tokenizer as RoBERTa's: a word in a text begins with its space."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=290, special_tokens=_ROBERTA, show_progress=False, initial_alphabet=alphabet
    )
    tokenizer.train_from_iterator(TEXT, trainer)
    return tokenizer


def unigrams(specials: list[str], *, prepend: str = "always") -> Tokenizer:
    """Make a tokenizer as sentencepiece does: a word begins with the sign of a space.

    Its trainer numbers pieces that are as likely in another order each time.
    """
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme=prepend)]
    )
    unknown = "<unk>" if "<unk>" in specials else "[UNK]"
    trainer = trainers.UnigramTrainer(
        vocab_size=50, special_tokens=specials, unk_token=unknown, show_progress=False
    )
    tokenizer.train_from_iterator(TEXT, trainer)
    likely = dict(json.loads(tokenizer.to_str())["model"]["vocab"])
    learned = sorted((piece, round(score, 4)) for piece, score in likely.items())
    pieces = [(name, 0.0) for name in specials] + [
        (piece, score) for piece, score in learned if piece not in specials
    ]
    tokenizer.model = models.Unigram(pieces, specials.index(unknown))
    return tokenizer


_SIZES: Sizes = {
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": POSITIONS,
    # Far enough from nothing that the answers differ from piece to piece.
    "initializer_range": 0.3,
}
_FAIRSEQ = _SIZES | {
    "max_position_embeddings": POSITIONS + 2,
    "pad_token_id": 1,
    "bos_token_id": 0,
    "eos_token_id": 2,
}

ENCODERS = {
    "bert": Kind(BertConfig, word_pieces, _SIZES),
    "distilbert": Kind(
        DistilBertConfig,
        word_pieces,
        {
            "dim": 16,
            "n_layers": 1,
            "n_heads": 2,
            "hidden_dim": 16,
            "max_position_embeddings": POSITIONS,
            "initializer_range": 0.3,
        },
    ),
    "electra": Kind(ElectraConfig, word_pieces, _SIZES | {"embedding_size": 8}),
    "albert": Kind(
        AlbertConfig,
        lambda: unigrams(_ALBERT),
        _SIZES | {"embedding_size": 8, "pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3},
    ),
    "roberta": Kind(RobertaConfig, byte_pairs, _FAIRSEQ),
    "xlm-roberta": Kind(XLMRobertaConfig, lambda: unigrams(_ROBERTA), _FAIRSEQ),
    "deberta-v2": Kind(
        DebertaV2Config,
        lambda: unigrams(["[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"], prepend="never"),
        _SIZES
        | {
            "relative_attention": True,
            "position_buckets": 16,
            "pos_att_type": ["p2c", "c2p"],
            "position_biased_input": False,
            "share_att_key": True,
            "norm_rel_ebd": "layer_norm",
        },
    ),
}


def save_tiny(name: str, folder: Path) -> Path:
    """Write a checkpoint with random weights and its tokenizer; return the folder."""
    kind = ENCODERS[name]
    tokenizer = kind.tokenizer()
    torch.manual_seed(1)
    config = kind.config(**kind.sizes | {"vocab_size": tokenizer.get_vocab_size()})
    AutoModel.from_config(config).save_pretrained(folder)  # type: ignore[no-untyped-call]
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder
