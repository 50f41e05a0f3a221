from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from tokenizers.processors import TemplateProcessing
from transformers import BertConfig, BertModel

from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.loop.masked_language_model import masked_language_model
from subpunct_app.training.loop.training_run import Run
from subpunct_app.training.plan import Plan, Texts
from subpunct_app.training.recipes import Recipe, recipe
from subpunct_app.training.start.learners import make_learner, teacher_for

WORDS = ("we", "saw", "the", "old", "bridge", "in", "london", "and", "went", "home")
SPANISH = ("donde", "vives", "ahora", "cerca", "de", "la", "playa", "todos", "duermen")


def paragraphs(count: int, seed: int) -> str:
    """Make text whose marks can be learned: `home` ends a sentence, `bridge` takes a comma."""
    rng = random.Random(seed)
    lines = []
    for _ in range(count):
        line = [rng.choice(WORDS) for _ in range(30)] + ["home"]
        text = " ".join(line).replace("london", "London")
        text = text.replace("bridge", "bridge,").replace("home ", "home. ") + "."
        sentences = [s[:1].upper() + s[1:] for s in text.split(". ")]
        lines.append(". ".join(sentences))
        if rng.random() < 0.3:
            lines.append("")
    return "\n".join(lines) + "\n"


def spanish_paragraphs(count: int, seed: int) -> str:
    """Make text in which `donde` opens a question and `ahora` ends it; `duermen` ends the rest."""
    rng = random.Random(seed)
    between = [word for word in SPANISH if word not in {"donde", "ahora", "duermen"}]
    sentences = []
    for _ in range(6 * count):
        middle = " ".join(rng.choice(between) for _ in range(rng.randint(2, 5)))
        asked = rng.random() < 0.5
        sentences.append(
            f"\u00bfDonde {middle} ahora?" if asked else f"{middle.capitalize()} duermen."
        )
    lines = [" ".join(sentences[at : at + 6]) for at in range(0, len(sentences), 6)]
    return "\n\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a two-layer BERT of width 8 with random weights, and a tokenizer of whole words."""
    folder = tmp_path_factory.mktemp("encoder")
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    pieces = [
        *specials,
        "[unused1]",
        "\u0431",
        *WORDS,
        *SPANISH,
        *letters,
        *(f"##{c}" for c in letters),
    ]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(specials)
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(pieces),
        hidden_size=8,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


def make_plan(folder: Path, chosen: Recipe) -> Plan:
    """Make a plan on generated text that lies in a folder."""
    text, dev = folder / "train.txt", folder / "dev.txt"
    text.write_text(paragraphs(60, seed=1), encoding="utf-8")
    dev.write_text(paragraphs(10, seed=2), encoding="utf-8")
    return Plan(chosen, Texts((text,), (dev,)))


def small_recipe(encoder: Path) -> Recipe:
    """Make a recipe that a two-layer net carries out in seconds."""
    settings = {
        "encoder": str(encoder),
        "window": "48",
        "batch": "4",
        "max_steps": "12",
        "frozen_epochs": "0.2",
        "encoder_rate": "0.002",
        "head_rate": "0.002",
        "precision": "fp32",
        "evaluate_every": "6",
    }
    return recipe("compact", settings)


def run_of(plan: Plan, corpus: Corpus, folder: Path, **changes: object) -> Run:
    """Start a run of a plan, the same each time, with some values of its recipe changed."""
    chosen = replace(plan.recipe, **changes)  # type: ignore[arg-type]
    learner = make_learner(replace(plan, recipe=chosen), corpus)
    tokens = Tokens(learner.tokenizer)
    return Run(
        learner.network,
        Batches(corpus, tokens, chosen),
        chosen,
        folder,
        torch.device("cpu"),
        teacher=teacher_for(learner.network, chosen),
        masked=masked_language_model(learner.network, tokens, chosen),
    )


class Patience(Task):
    """A task that is cancelled once a training of twelve steps has come to one."""

    def __init__(self, until: int) -> None:
        super().__init__()
        self._until = until

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        if total == 12 and done == self._until:
            self.cancel()


@pytest.fixture
def plan(tmp_path: Path, encoder: Path) -> Plan:
    """Make a plan of twelve steps."""
    return make_plan(tmp_path, small_recipe(encoder))


@pytest.fixture
def chained(plan: Plan) -> Plan:
    """Make that plan for a network that has no graph, which torch's exporter takes seconds for."""
    return replace(plan, recipe=replace(plan.recipe, crf=True))
