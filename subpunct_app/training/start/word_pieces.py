"""Train a vocabulary of word pieces, for a network from scratch or for an encoder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers
from transformers import PreTrainedModel

from subpunct_app.models.tokenizer import Ids, Tokens
from subpunct_app.training.data.corpus import Corpus

START = "\u2581"
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
_RUNNING_WORDS = 4_000_000
_ALPHABET_SHARE = 0.5
# What BERT's pieces begin with that go on with a word.
_GOES_ON = "##"


def train_bpe(
    vocabulary: Sequence[str],
    counts: NDArray[np.integer],
    size: int,
    *,
    special: Sequence[str] = SPECIAL,
    marked: bool = False,
) -> Tokenizer:
    """Return a tokenizer of at most `size` pieces for words that occur `counts` times.

    `special` are its first pieces, which are in no word. Pieces that begin a word can be `marked`
    by START. At most half of the pieces are single characters, the commonest; the others are
    unknown. The result depends on nothing but the arguments.
    """
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]", fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Lowercase(), normalizers.Replace(Regex(r"\d"), "0")]
    )
    tokenizer.pre_tokenizer = (
        pre_tokenizers.Metaspace(START, prepend_scheme="always")
        if marked
        else pre_tokenizers.WhitespaceSplit()
    )
    words = [tokenizer.normalizer.normalize_str(word) for word in vocabulary]
    found = Counter[str]()
    for word, count in zip(words, counts.tolist(), strict=True):
        for character in word:
            found[character] += count
    # The commonest characters, by code point where they are equally common.
    letters = sorted(found, key=lambda character: (-found[character], character))
    most = int(_ALPHABET_SHARE * (size - len(special)))
    alphabet = [*((START,) if marked else ()), *letters[:most]]
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(special),
        # Left to itself the trainer breaks ties between rare characters at random.
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    drawn = zip(words, sample(counts, _RUNNING_WORDS).tolist(), strict=True)
    tokenizer.train_from_iterator((f"{word} " * count for word, count in drawn if count), trainer)
    return tokenizer


def sample(counts: NDArray[np.integer], total: int) -> NDArray[np.int64]:
    """Return counts that add up to `total` at most, each off its share by less than one.

    A systematic sample in the order of the vocabulary: what a seeded draw from the running text
    would give, without its chance.
    """
    sums = np.cumsum(counts, dtype=np.int64)
    if not len(sums) or sums[-1] <= total:
        return np.asarray(counts, dtype=np.int64)
    return np.asarray(np.diff(sums * total // sums[-1], prepend=0), dtype=np.int64)


def take_new_pieces(
    encoder: PreTrainedModel, tokenizer: Tokenizer, corpus: Corpus, size: int
) -> Tokenizer:
    """Let an encoder read the words of a corpus in `size` pieces of its own; return these."""
    tokens = Tokens(tokenizer)
    known = (tokens.padding, tokens.unknown, tokens.opening, tokens.closing, tokens.hiding)
    special = dict(zip((*SPECIAL, "[MASK]"), known, strict=True))
    pieces = train_bpe(corpus.vocabulary, corpus.counts(), size, special=list(special), marked=True)
    ordered = sorted(pieces.get_vocab().items(), key=lambda item: item[1])
    old = encoder.get_input_embeddings().get_parameter("weight").detach()
    vectors = [
        old[[special[piece]] if piece in special else _known(tokens, piece)].mean(dim=0)
        for piece, _ in ordered
    ]
    new = encoder.resize_token_embeddings(len(vectors), mean_resizing=False)
    new.weight.data.copy_(torch.stack(vectors))
    return pieces


def _known(tokens: Tokens, piece: str) -> Ids:
    letters = piece.removeprefix(START)
    same = tokens.id_of(_GOES_ON + piece) if letters == piece else None
    return tokens.of([letters])[0] if same is None else np.array([same])
