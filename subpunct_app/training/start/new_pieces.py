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

from subpunct_app.models.tokens import Ids, Tokens
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.start.bpe import SPECIAL, START, train_marked_bpe

# What BERT's pieces begin with that go on with a word.
_GOES_ON = "##"


def take_new_pieces(
    encoder: PreTrainedModel, tokenizer: Tokenizer, corpus: Corpus, size: int
) -> Tokenizer:
    """Let an encoder read the words of a corpus in `size` pieces of its own; return these."""
    tokens = Tokens(tokenizer)
    special = _special(tokens)
    pieces = train_marked_bpe(corpus.vocabulary, corpus.counts(), size, list(special))
    ordered = sorted(pieces.get_vocab().items(), key=lambda item: item[1])
    old = encoder.get_input_embeddings().get_parameter("weight").detach()
    vectors = [
        old[[special[piece]] if piece in special else _known(tokens, piece)].mean(dim=0)
        for piece, _ in ordered
    ]
    new = encoder.resize_token_embeddings(len(vectors), mean_resizing=False)
    new.weight.data.copy_(torch.stack(vectors))
    return pieces


def _special(tokens: Tokens) -> dict[str, int]:
    """Return the names of the new pieces that are in no word, and the old pieces for them."""
    old = (tokens.padding, tokens.unknown, tokens.opening, tokens.closing)
    return dict(zip(SPECIAL, old, strict=True)) | {"[MASK]": tokens.hiding}


def _known(tokens: Tokens, piece: str) -> Ids:
    """Return the old pieces that a new one is written with."""
    letters = piece.removeprefix(START)
    same = tokens.id_of(_GOES_ON + piece) if letters == piece else None
    return tokens.of([letters])[0] if same is None else np.array([same])
