from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertModel

from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.loop.masked_language_model import (
    MaskedLanguageModel,
    masked_language_model,
)
from subpunct_app.training.recipes import recipe
from subpunct_app.training.start.learners import make_learner
from tests.training.conftest import make_plan, small_recipe


@pytest.fixture
def tokens(encoder: Path) -> Tokens:
    """Give the tokenizer of the small encoder."""
    return Tokens(Tokenizer.from_file(str(encoder / "tokenizer.json")))


def read_encoder(folder: Path) -> BertModel:
    encoder: BertModel = BertModel.from_pretrained(folder, add_pooling_layer=False)
    encoder.train(False)
    return encoder


def drawn_pieces(tokens: Tokens, rows: int) -> Tensor:
    """Return windows in which the words take turns, always in the same order."""
    words = torch.tensor([tokens.id_of(word) for word in ("we", "saw", "the", "old", "bridge")])
    row = torch.cat(
        [
            torch.tensor([tokens.opening]),
            words.repeat(6),
            torch.tensor([tokens.closing, tokens.padding]),
        ]
    )
    return row.repeat(rows, 1)


def test_of_the_hidden_pieces_most_are_a_sign_some_another_and_some_themselves(
    encoder: Path, tokens: Tokens
) -> None:
    torch.manual_seed(1)
    pieces = drawn_pieces(tokens, 1000)
    shown = MaskedLanguageModel(read_encoder(encoder), tokens, 0.2).hide(pieces)
    words = (pieces != tokens.opening) & (pieces != tokens.closing) & (pieces != tokens.padding)
    sign = tokens.special("[MASK]")
    signs, others = shown == sign, (shown != pieces) & (shown != sign)
    assert torch.equal(shown[~words], pieces[~words])
    assert float(signs[words].float().mean()) == pytest.approx(0.16, abs=0.01)
    assert float(others[words].float().mean()) == pytest.approx(0.02, abs=0.005)


def test_an_encoder_learns_from_the_words_around_what_was_hidden(
    encoder: Path, tokens: Tokens
) -> None:
    torch.manual_seed(1)
    network = read_encoder(encoder)
    masked = MaskedLanguageModel(network, tokens, 0.2)
    optimiser = torch.optim.AdamW([*network.parameters(), *masked.parameters()], lr=0.01)
    pieces = drawn_pieces(tokens, 8)
    surprises = []
    for _ in range(150):
        network(masked.hide(pieces))
        loss = masked.loss()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        surprises.append(float(loss.detach()))
    # How often each of the five words comes would leave 1.6.
    assert surprises[0] > 2
    assert sum(surprises[-20:]) / 20 < 1


def test_a_network_without_an_encoder_cannot_guess(tokens: Tokens) -> None:
    with pytest.raises(SettingsError, match="no encoder"):
        masked_language_model(nn.Linear(1, 1), tokens, replace(recipe("li2020", {}), hidden=0.2))  # type: ignore[arg-type]


def test_new_pieces_can_be_hidden_too(tmp_path: Path, encoder: Path) -> None:
    chosen = replace(small_recipe(encoder), hidden=0.3, new_pieces=True, vocabulary=60)
    plan = make_plan(tmp_path, chosen)
    learner = make_learner(plan, plan.texts.read("train"))
    tokens = Tokens(learner.tokenizer)
    masked = masked_language_model(learner.network, tokens, chosen)
    assert masked is not None
    shown = masked.hide(torch.full((8, 32), tokens.special("\u2581home")))
    assert 32 < int((shown == tokens.special("[MASK]")).sum()) < 128
