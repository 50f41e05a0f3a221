"""Train a recipe from files to a finished model folder."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import PreTrainedModel

from subpunct_app import __version__
from subpunct_app.core.errors import SettingsError
from subpunct_app.core.task import Task
from subpunct_app.punctuation.card import read_card
from subpunct_app.punctuation.features import COLUMNS, SIZES
from subpunct_app.punctuation.labels import CASES, scheme_labels, scheme_marks
from subpunct_app.punctuation.networks import GapNetwork, Network, build, encoder_of, needs_encoder
from subpunct_app.punctuation.shape import NetworkShape
from subpunct_app.punctuation.tokens import Tokens
from subpunct_app.punctuation.torch_runtime import best_device, load_network
from subpunct_app.training.attention import plain_attention
from subpunct_app.training.bpe import train_bpe
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.screening import Screening, screen
from subpunct_app.training.dev_scores import dev_judge
from subpunct_app.training.encoders import check_window, load_encoder, rate_scale, set_dropout
from subpunct_app.training.finish import Learner, finish, read_about
from subpunct_app.training.loop import Run, fit
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import Recipe


def train(plan: Plan, out: Path, task: Task, *, resume: bool = False) -> Path:
    """Train, export and calibrate a model into `out` and return that folder.

    The checkpoint and the log stay in `out/run`; `resume` goes on from there. Raise
    SettingsError where a held-out text leaks into what is learned (see `screening`), unless the
    recipe allows it.
    """
    recipe = plan.recipe
    read_about(plan.about)
    torch.set_num_threads(os.cpu_count() or 1)
    task.step(0, 0, "Reading")
    corpus, screening = screen(plan.texts.learn(), plan.texts, allow_leak=recipe.allow_leak)
    learner = make_learner(plan, corpus)
    tokens = Tokens(learner.tokenizer)
    run = Run(
        learner.network,
        Batches(corpus, tokens, recipe),
        recipe,
        out / "run",
        torch.device(best_device()),
        learner.rate_scale,
    )
    _describe(run, plan, len(corpus), screening)
    quiet = Batches(plan.texts.tune().head(recipe.dev_words), tokens, replace(recipe, noise="none"))
    judge = dev_judge(quiet, len(scheme_labels(recipe.scheme)))
    with plain_attention(encoder_of(run.network), run.device):
        fit(run, judge, task, resume=resume)
    return finish(learner, plan, screening, out, task)


def make_learner(plan: Plan, corpus: Corpus) -> Learner:
    """Return the network a plan starts from, its new weights drawn by the recipe's seed."""
    recipe = plan.recipe
    if plan.start is not None:
        return _continued(recipe, plan.start)
    encoder: PreTrainedModel | None = None
    if recipe.encoder:
        encoder, tokenizer = load_encoder(recipe.encoder)
    else:
        counts = np.bincount(corpus.words, minlength=len(corpus.vocabulary))
        tokenizer = train_bpe(corpus.vocabulary, counts, recipe.vocabulary)
    shape = _shape(recipe, tokenizer)
    torch.manual_seed(recipe.seed)
    network = build(
        shape,
        encoder,
        len(scheme_labels(recipe.scheme)),
        len(CASES),
        dropout=recipe.dropout,
        layer_dropout=recipe.layer_dropout,
    )
    return _learner(network, tokenizer, shape, recipe)


def _continued(recipe: Recipe, start: Path) -> Learner:
    """Take up a finished model: its tokenizer, encoder and heads."""
    card = read_card(start)
    tokenizer = Tokenizer.from_str((start / "tokenizer.json").read_text(encoding="utf-8"))
    shape = _shape(recipe, tokenizer)
    # Subtitle features can be learned later.
    had = shape if card.network.features else replace(shape, features=0)
    if (had, card.labels) != (card.network, scheme_marks(recipe.scheme)):
        raise SettingsError(
            f"The model in {start} is not of the kind that {recipe.name} makes.",
            "Use the recipe and the settings it was trained with.",
        )
    network = load_network(card, start, dropout=recipe.dropout, layer_dropout=recipe.layer_dropout)
    if shape != had and isinstance(network, GapNetwork):
        network.add_features(SIZES)
    return _learner(network, tokenizer, shape, recipe)


def _learner(
    network: Network, tokenizer: Tokenizer, shape: NetworkShape, recipe: Recipe
) -> Learner:
    encoder = encoder_of(network)
    if encoder is None:
        return Learner(network, tokenizer, shape)
    check_window(encoder, recipe.window)
    set_dropout(encoder, recipe.encoder_dropout)
    return Learner(network, tokenizer, shape, rate_scale(int(encoder.config.hidden_size)))


def _shape(recipe: Recipe, tokenizer: Tokenizer) -> NetworkShape:
    columns = COLUMNS if recipe.features else 0
    shape = NetworkShape(recipe.network, recipe.width, recipe.layers, recipe.crf, features=columns)
    if needs_encoder(shape):
        return shape
    return replace(
        shape,
        embedding=recipe.embedding,
        vocabulary=tokenizer.get_vocab_size(),
        look_ahead=recipe.look_ahead,
    )


def _describe(run: Run, plan: Plan, words: int, screening: Screening) -> None:
    """Write recipe, sources, seed and versions beside the log."""
    run.folder.mkdir(parents=True, exist_ok=True)
    text = {
        "recipe": asdict(run.recipe),
        "train": [path.name for path in plan.texts.train],
        "dev": [path.name for path in plan.texts.dev],
        "words": words,
        "documents_left_out": screening.left_out,
        "steps": run.steps,
        "device": run.device.type,
        "versions": {
            "subpunct": __version__,
            "torch": torch.__version__,
            "python": platform.python_version(),
        },
    }
    (run.folder / "run.json").write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")
