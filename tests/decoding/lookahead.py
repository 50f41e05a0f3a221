"""A look-ahead model of a few random weights, as training would leave it in a folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import torch
from safetensors.torch import save_file

from subpunct_app.models.card import Calibration, ModelCard, NetworkShape, write_card
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.networks import build
from tests.decoding.conftest import letter_tokenizer

LOOK_AHEAD = 4


def write_model(folder: Path) -> ModelCard:
    """Write a model of four labels whose pieces are letters, and return its card."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = letter_tokenizer()
    shape = NetworkShape(
        "lookahead",
        width=8,
        layers=2,
        embedding=6,
        vocabulary=tokenizer.get_vocab_size(),
        look_ahead=LOOK_AHEAD,
    )
    torch.manual_seed(15)
    network = build(shape, None, 4)
    # A seed and weights so large that every label wins somewhere.
    weights = {name: 4 * value.detach() for name, value in network.state_dict().items()}
    save_file(weights, folder / "model.safetensors")
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), encoding="utf-8")
    names = ("model.safetensors", "tokenizer.json")
    card = ModelCard(
        "stream",
        "Stream",
        ("en",),
        MARKS[:4],
        window=100_000,
        predictions=1.0,
        network=shape,
        calibration=Calibration((0.7,) * 4, (0.0,) * 4, 1.2, (0.0, 0.3, 0.2, 0.1)),
        files={name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names},
    )
    write_card(card, folder)
    return card
