"""Give an encoder pieces of other languages than those it was made for.

After Gee, Zugarini, Rigutini and Torroni, "Fast vocabulary transfer for language model compression"
(2022), section 3: the vector of a new piece is the mean of those of the old pieces that it is
written with. What lies above the vectors is kept as it is.
"""

from __future__ import annotations

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import PreTrainedModel

from subpunct_app.punctuation.tokens import Ids, Tokens
from subpunct_app.training.bpe import train_wordpieces
from subpunct_app.training.data.corpus import Corpus

_GOES_ON = "##"


def take_new_pieces(
    encoder: PreTrainedModel, tokenizer: Tokenizer, corpus: Corpus, size: int
) -> Tokenizer:
    """Let an encoder read the words of a corpus in `size` pieces of its own; return these."""
    tokens = Tokens(tokenizer)
    counts = np.bincount(corpus.words, minlength=len(corpus.vocabulary))
    pieces = train_wordpieces(corpus.vocabulary, counts, size)
    ordered = sorted(pieces.get_vocab().items(), key=lambda item: item[1])
    old = encoder.get_input_embeddings()
    assert isinstance(old, torch.nn.Embedding)
    new = torch.nn.Embedding(len(ordered), old.embedding_dim, padding_idx=old.padding_idx)
    with torch.no_grad():
        for piece, row in ordered:
            new.weight[row] = old.weight[_known(tokens, piece)].mean(dim=0)
    encoder.set_input_embeddings(new)
    encoder.config.vocab_size = len(ordered)
    return pieces


def _known(tokens: Tokens, piece: str) -> Ids:
    """Return the old pieces that a new one is written with."""
    same = tokens.id_of(piece)
    return tokens.of([piece.removeprefix(_GOES_ON)])[0] if same is None else np.array([same])
