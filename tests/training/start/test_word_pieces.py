from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor
from transformers import PreTrainedModel

from subpunct_app.models import model_registry as registry
from subpunct_app.models.card import read_card
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.plan import Plan, Texts
from subpunct_app.training.start.encoders import load_encoder
from subpunct_app.training.start.word_pieces import SPECIAL, sample, take_new_pieces, train_bpe
from subpunct_app.training.train_model import train
from tests.training.conftest import make_plan, small_recipe, spanish_paragraphs

WORDS = {
    "the": 900,
    "other": 120,
    "mother": 80,
    "restaurant": 60,
    "restaurants": 20,
    "ресторан": 70,
    "ресторана": 30,
    "0000": 40,
    "我們可以": 50,
    "我們改變": 40,
    "世界改變": 30,
    "可以改變世界": 30,
    "q": 1,
}


def trained(size: int = 160) -> Tokenizer:
    return train_bpe(list(WORDS), np.array(list(WORDS.values())), size)


def pieces_of(word: str) -> list[str]:
    pieces: list[str] = trained().encode(word).tokens
    return pieces


def test_a_script_without_spaces_is_broken_into_words() -> None:
    assert pieces_of("世界可以改變我們") == ["世界", "可以", "改變", "我們"]


@pytest.mark.parametrize(("written", "read"), [("1984", "0000"), ("THE", "the"), ("٤٢", "00")])
def test_digits_and_capitals_do_not_count(written: str, read: str) -> None:
    assert pieces_of(written) == pieces_of(read)
    assert "[UNK]" not in pieces_of(written)


@given(st.lists(st.text(max_size=8)))
def test_every_word_has_pieces_whatever_is_in_it(words: list[str]) -> None:
    assert all(len(pieces) for pieces in TOKENS.of(words))


TOKENS = Tokens(trained())


@pytest.mark.parametrize("size", [12, 30, 60])
def test_the_vocabulary_is_as_large_as_asked_and_starts_with_the_special_pieces(size: int) -> None:
    tokenizer = trained(size)
    assert tokenizer.get_vocab_size() == size
    assert [tokenizer.id_to_token(index) for index in range(4)] == list(SPECIAL)


def test_training_again_gives_the_same_file() -> None:
    assert len({trained(30).to_str() for _ in range(5)}) == 1


@given(st.lists(st.integers(0, 10**6)), st.integers(1, 10**6))
def test_a_sample_keeps_every_word_near_its_share(counts: list[int], total: int) -> None:
    drawn: NDArray[np.int64] = sample(np.array(counts, dtype=np.int64), total)
    assert drawn.sum() == min(total, sum(counts))
    scale = min(1.0, total / max(1, sum(counts)))
    assert all(abs(a - b * scale) < 1.001 for a, b in zip(drawn, counts, strict=True))


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
