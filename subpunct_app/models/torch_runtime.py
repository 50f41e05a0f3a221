"""Run a model's safetensors with torch, on CUDA, MPS or the CPU."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from safetensors.torch import load_file

from subpunct_app.models.blank_encoder import UNBUILDABLE, blank_encoder, check_room
from subpunct_app.models.card import TOKENIZER, WEIGHTS, ModelCard
from subpunct_app.models.networks import Network, build, needs_encoder
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import ModelError

if TYPE_CHECKING:
    from transformers import PreTrainedModel

ENCODER_FILE = "encoder.json"


class TorchPunctuator:
    """A Punctuator on torch; halves its batch and then leaves the GPU when memory runs out."""

    def __init__(self, card: ModelCard, folder: Path, device: str) -> None:
        self.card = card
        self.tokens = Tokens.load(folder / TOKENIZER)
        self._device = torch.device(device)
        self._network = load_network(card, folder).to(self._device).eval()
        if self._device.type != "cpu":
            self._network.half()

    @property
    def runs_on(self) -> str:
        """Return what computes, in words for a status line."""
        return f"{'fp32' if self._device.type == 'cpu' else 'fp16'}, {self._device.type.upper()}"

    @property
    def network(self) -> Network:
        """Return the network itself, to run it piece by piece."""
        return self._network

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        """Return probabilities of marks and cases, as Punctuator says."""
        inputs = [pieces, mask]
        if features is not None and self.card.network.features:
            inputs.append(features)
        try:
            return self._predict([torch.from_numpy(rows) for rows in inputs])
        except torch.OutOfMemoryError:
            if len(pieces) == 1:
                self._network.to("cpu").float()
                self._device = torch.device("cpu")
                return self.predict(*inputs)
        except (IndexError, RuntimeError) as error:
            raise ModelError(
                f"The files of the model {self.card.id} do not fit together.",
                "Install the model again; where it runs on a GPU, try the CPU.",
            ) from error
        half = len(pieces) // 2
        first = self.predict(*(rows[:half] for rows in inputs))
        second = self.predict(*(rows[half:] for rows in inputs))
        return np.concatenate([first[0], second[0]]), np.concatenate([first[1], second[1]])

    def _predict(self, inputs: Sequence[torch.Tensor]) -> tuple[Probabilities, Probabilities]:
        with torch.inference_mode():
            marks, cases = self._network(*(rows.to(self._device) for rows in inputs))
            return (
                marks.float().softmax(dim=-1).cpu().numpy(),
                cases.float().softmax(dim=-1).cpu().numpy(),
            )


def best_device() -> str:
    """Return cuda, mps or cpu, the fastest that is here."""
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def load_network(
    card: ModelCard, folder: Path, *, dropout: float = 0.0, layer_dropout: float = 0.0
) -> Network:
    """Return the network of a model folder in fp32 on the CPU; dropout is for training on.

    Raise ModelError where its files are missing or damaged, SettingsError where its card tells of a
    shape that nobody can build.
    """

    def blank() -> Network:
        return build(
            card.network,
            _encoder(folder) if needs_encoder(card.network) else None,
            len(card.labels) + len(card.openings),
            dropout=dropout,
            layer_dropout=layer_dropout,
        )

    weights = folder / WEIGHTS
    try:
        check_room(blank, weights.stat().st_size)
        network = blank()
        network.load_state_dict({k: v.float() for k, v in load_file(weights).items()})
    except UNBUILDABLE as error:
        raise ModelError(
            f"The weights of {card.id} are missing or damaged.", "Install the model again."
        ) from error
    return network


def _encoder(folder: Path) -> PreTrainedModel:
    return blank_encoder(json.loads((folder / ENCODER_FILE).read_text(encoding="utf-8")))
