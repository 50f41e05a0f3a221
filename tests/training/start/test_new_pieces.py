from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer
from torch import Tensor
from transformers import PreTrainedModel

from subpunct_app.models import registry
from subpunct_app.models.card import read_card
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.data.texts import Texts
from subpunct_app.training.plan import Plan
from subpunct_app.training.run import train
from subpunct_app.training.start.encoders import load_encoder
from subpunct_app.training.start.new_pieces import take_new_pieces
from tests.training.conftest import make_plan, small_recipe, spanish_paragraphs


@pytest.fixture
def greek(tmp_path: Path) -> Path:
    """Write a text of words that the encoder has no pieces for, but one, and accents alone."""
    path = tmp_path / "greek.txt"
    path.write_text("μιλάμε we bridges \u0301 γρήγορα. " * 30, encoding="utf-8")
    return path


def vectors_of(network: PreTrainedModel) -> Tensor:
    return network.get_input_embeddings().get_parameter("weight").detach().clone()


def test_new_pieces_begin_as_what_they_were_written_with(encoder: Path, greek: Path) -> None:
    network, old = load_encoder(str(encoder))
    before = vectors_of(network)
    pieces = take_new_pieces(network, old, read_corpus([greek]), 80)
    after = vectors_of(network)
    assert len(after) == pieces.get_vocab_size() == network.config.vocab_size
    same = {"\u2581we": "we", "e": "##e", "[PAD]": "[PAD]", "[CLS]": "[CLS]"}
    for new, known in same.items():
        row = after[pieces.token_to_id(new)]
        assert torch.equal(row, before[old.token_to_id(known)]), new
    bridges = before[[old.token_to_id("bridge"), old.token_to_id("##s")]].mean(dim=0)
    assert torch.allclose(after[pieces.token_to_id("\u2581bridges")], bridges)
    assert bool(torch.isfinite(after).all())


def test_the_same_text_gives_the_same_pieces(encoder: Path, greek: Path) -> None:
    first, second = (
        take_new_pieces(*load_encoder(str(encoder)), read_corpus([greek]), 80).to_str()
        for _ in range(2)
    )
    assert first == second


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_finished_model_learns_another_language(tmp_path: Path, encoder: Path) -> None:
    english = make_plan(tmp_path, small_recipe(encoder))
    first = train(english, tmp_path / "english", Task())
    text, dev = tmp_path / "es.txt", tmp_path / "es.dev.txt"
    text.write_text(spanish_paragraphs(40, seed=1), encoding="utf-8")
    dev.write_text(spanish_paragraphs(8, seed=2), encoding="utf-8")
    other = replace(english.recipe, new_pieces=True, vocabulary=90)
    plan = Plan(other, Texts((text,), (dev,)), starts=(first,))
    made = train(plan, tmp_path / "spanish", Task())
    pieces = Tokenizer.from_str((made / "tokenizer.json").read_text(encoding="utf-8"))
    assert pieces.encode("duermen").tokens == ["\u2581duermen"]
    stored = json.loads((made / "encoder.json").read_text(encoding="utf-8"))
    assert stored["vocab_size"] == pieces.get_vocab_size()
    assert "new_pieces=true" in read_card(made).about["command"]
    assert registry.load(str(made), device="cpu").card.id == "spanish"
