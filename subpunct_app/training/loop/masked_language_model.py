"""Masked-language modelling beside the marks, so that words alone teach an encoder, too.

After Devlin et al., "BERT: Pre-training of deep bidirectional transformers for language
understanding" (2019), section 3.1. The marks are learned from the same text, in which pieces are
hidden.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput

from subpunct_app.models.blank_encoder import encoder_of
from subpunct_app.models.networks import Network
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.recipes import Recipe

# Where the shares of hidden pieces end that are shown as [MASK], and as they are; the rest are
# shown as others.
_MASKED, _KEPT = 0.8, 0.9


class MaskedLanguageModel(nn.Module):
    """Predict hidden pieces from what an encoder makes of the others.

    The embeddings of the encoder are the output layer. What is learned here is thrown away with
    the run.
    """

    def __init__(self, encoder: PreTrainedModel, tokens: Tokens, share: float) -> None:
        super().__init__()
        embeddings = next(encoder.get_input_embeddings().parameters())
        count, width = embeddings.shape
        dense = nn.Linear(int(encoder.config.hidden_size), width)
        nn.init.eye_(dense.weight)
        nn.init.zeros_(dense.bias)
        self.transform = nn.Sequential(dense, nn.GELU(), nn.LayerNorm(width))
        self.bias = nn.Parameter(torch.zeros(count))
        # In a list, so that they stay the network's.
        self._embeddings = [embeddings]
        self._share = share
        self._mask_piece = tokens.hiding
        self._special = [tokens.opening, tokens.closing, tokens.padding, tokens.unknown]
        self._truth = torch.empty(0)
        self._hidden = torch.empty(0)
        self._read = torch.empty(0)
        encoder.register_forward_hook(self._keep)

    def hide(self, pieces: Tensor) -> Tensor:
        """Return pieces (windows, pieces) as they are shown; `loss` is about these."""
        special = torch.tensor(self._special, device=pieces.device)
        drawn = torch.rand(pieces.shape, device=pieces.device) < self._share
        self._truth, self._hidden = pieces, drawn & ~torch.isin(pieces, special)
        fate = torch.rand(pieces.shape, device=pieces.device)
        others = torch.randint_like(pieces, len(self.bias))
        shown = torch.where(self._hidden & (fate < _MASKED), self._mask_piece, pieces)
        return torch.where(self._hidden & (fate >= _KEPT), others, shown)

    def loss(self) -> Tensor:
        """Return the mean loss on what was hidden last, by what the encoder read since."""
        read, truth = self._read[self._hidden], self._truth[self._hidden]
        if not len(truth):
            return read.sum() * 0.0
        logits = nn.functional.linear(self.transform(read), self._embeddings[0], self.bias)
        return nn.functional.cross_entropy(logits.float(), truth)

    def _keep(self, _encoder: nn.Module, _given: object, made: BaseModelOutput) -> None:
        if made.last_hidden_state is not None:
            self._read = made.last_hidden_state


def masked_language_model(
    network: Network, tokens: Tokens, recipe: Recipe
) -> MaskedLanguageModel | None:
    """Return what predicts the hidden pieces of a recipe, None where it hides none.

    Raise SettingsError where the network has no encoder that could learn from it.
    """
    if not recipe.hidden:
        return None
    encoder = encoder_of(network)
    if encoder is None:
        raise SettingsError(
            f"The network {recipe.network} has no encoder that could learn from hidden pieces.",
            "Leave out hidden, or take a recipe with an encoder.",
        )
    return MaskedLanguageModel(encoder, tokens, recipe.hidden)
