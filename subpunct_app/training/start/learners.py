"""Make the network that a plan starts from: new, or taken up from finished models; its teacher."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import nn
from transformers import PreTrainedModel

from subpunct_app.models.blank_encoder import encoder_of, layers_of
from subpunct_app.models.card import GRAPH, TOKENIZER, NetworkShape, read_card
from subpunct_app.models.features import COLUMNS, SIZES
from subpunct_app.models.mark_labels import scheme_labels, scheme_marks
from subpunct_app.models.model_registry import check_files
from subpunct_app.models.networks import GapNetwork, Network, build, check_shape, needs_encoder
from subpunct_app.models.tokenizer import read_tokenizer
from subpunct_app.models.torch_runtime import ENCODER_FILE, load_network
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import Recipe
from subpunct_app.training.start.encoders import (
    check_window,
    encoder_folder,
    load_encoder,
    rate_scale,
    set_dropout,
)
from subpunct_app.training.start.word_pieces import take_new_pieces, train_bpe


@dataclass(frozen=True, slots=True)
class Learner:
    """A network that learns or has learned, the tokenizer that fits it, its shape for the card.

    `rate_scale` multiplies the rates of recipes (see `encoders.rate_scale`).
    """

    network: Network
    tokenizer: Tokenizer
    shape: NetworkShape
    rate_scale: float = 1.0


def make_learner(plan: Plan, corpus: Corpus) -> Learner:
    """Return the network a plan starts from, its new weights drawn by the recipe's seed.

    Raise ModelError where an encoder or a finished model cannot be read, SettingsError where the
    recipe does not fit it.
    """
    recipe = plan.recipe
    if plan.starts:
        return _continued(recipe, plan.starts, corpus)
    encoder: PreTrainedModel | None = None
    if recipe.encoder:
        encoder, tokenizer = load_encoder(recipe.encoder)
        tokenizer = _pieces(recipe, encoder, tokenizer, corpus)
    else:
        tokenizer = train_bpe(corpus.vocabulary, corpus.counts(), recipe.vocabulary)
    shape = _shape(recipe, tokenizer)
    torch.manual_seed(recipe.seed)
    network = build(
        shape,
        encoder,
        len(scheme_labels(recipe.scheme)),
        dropout=recipe.dropout,
        layer_dropout=recipe.layer_dropout,
    )
    return _learner(network, tokenizer, shape, recipe)


def _continued(recipe: Recipe, starts: Sequence[Path], corpus: Corpus) -> Learner:
    """Take up finished models: tokenizer and encoder of the first, the mean of all weights."""
    first = starts[0]
    tokenizer = read_tokenizer(first / TOKENIZER)
    shape = _shape(recipe, tokenizer)
    network = _read(recipe, first)
    average(network, [_read(recipe, start) for start in starts[1:]])
    if isinstance(network, GapNetwork) and network.columns < shape.features:
        network.add_features(SIZES)
    encoder = encoder_of(network)
    if encoder is not None:
        tokenizer = _pieces(recipe, encoder, tokenizer, corpus)
    return _learner(network, tokenizer, shape, recipe)


def _pieces(
    recipe: Recipe, encoder: PreTrainedModel, tokenizer: Tokenizer, corpus: Corpus
) -> Tokenizer:
    """Return the tokenizer an encoder learns with: its own, or new pieces for other languages."""
    if not recipe.new_pieces:
        return tokenizer
    return take_new_pieces(encoder, tokenizer, corpus, recipe.vocabulary)


def check_plan(plan: Plan) -> None:
    """Raise SettingsError where no network can be made as a recipe says, or none of its starts.

    Raise ModelError where its encoder is not to be had, or a finished model to go on from is
    missing or damaged.
    """
    recipe, starts = plan.recipe, plan.starts
    needed, shape = needs_encoder(NetworkShape(recipe.network)), _shape(recipe)
    if recipe.encoder and not needed:
        raise SettingsError(
            f"The network {recipe.network} has no encoder: it learns from scratch.",
            "Leave out --encoder, or take another recipe.",
        )
    if recipe.new_pieces and not needed:
        raise SettingsError(
            f"The network {recipe.network} has pieces of its own from the start.",
            "Leave out new_pieces; a model of other pieces is trained anew, without --start.",
        )
    check_shape(shape, has_encoder=bool(starts or recipe.encoder))
    if recipe.teacher and (recipe.network != "gap" or recipe.crf):
        raise SettingsError(
            f"The network {recipe.network}{' with a chain' * recipe.crf} cannot have a teacher.",
            "Leave out teacher, or take the network gap without a chain.",
        )
    if recipe.encoder and not starts:
        encoder_folder(recipe.encoder)
    for start in starts:
        check_files(read_card(start), start, but=GRAPH)
    for start in starts:
        _check_start(recipe, start, starts[0])


def _check_start(recipe: Recipe, start: Path, first: Path) -> None:
    """Raise SettingsError where a model is of another kind than the recipe makes, or the first."""
    card, shape = read_card(start), _shape(recipe, read_tokenizer(first / TOKENIZER))
    # Subtitle features can be learned later, but not forgotten.
    had = replace(shape, features=min(shape.features, card.network.features))
    if (had, card.labels) != (card.network, scheme_marks(recipe.scheme)):
        raise SettingsError(
            f"The model in {start} is not of the kind that {recipe.name} makes.",
            "Use the recipe and the settings it was trained with.",
        )
    if _build_of(start) != _build_of(first):
        raise SettingsError(
            f"The models in {first} and {start} have no mean: they are built differently.",
            "Start from models that were trained on from one another.",
        )


def _build_of(start: Path) -> tuple[bytes, dict[str, int]]:
    """Return the pieces of a finished model and the sizes of its encoder."""
    encoder = start / ENCODER_FILE
    stored = json.loads(encoder.read_text(encoding="utf-8")) if encoder.is_file() else {}
    sizes = {name: value for name, value in stored.items() if isinstance(value, int)}
    return (start / TOKENIZER).read_bytes(), sizes


def average(network: Network, others: Sequence[Network]) -> None:
    """Give a network the mean of its weights and those of others, where they have them too.

    Wortsman et al. 2022, "Model soups": it helps where one was trained on from the other.
    """
    mean = dict(network.named_parameters())
    with torch.no_grad():
        for name, weight in mean.items():
            known = [dict(other.named_parameters()).get(name) for other in others]
            every = [weight.data, *(found.data for found in known if found is not None)]
            weight.copy_(torch.stack(every).mean(dim=0))


def _read(recipe: Recipe, start: Path) -> Network:
    return load_network(
        read_card(start), start, dropout=recipe.dropout, layer_dropout=recipe.layer_dropout
    )


def _learner(
    network: Network, tokenizer: Tokenizer, shape: NetworkShape, recipe: Recipe
) -> Learner:
    encoder = encoder_of(network)
    if encoder is None:
        return Learner(network, tokenizer, shape)
    check_window(encoder, recipe.window)
    set_dropout(encoder, recipe.encoder_dropout)
    return Learner(network, tokenizer, shape, rate_scale(int(encoder.config.hidden_size)))


def _shape(recipe: Recipe, tokenizer: Tokenizer | None = None) -> NetworkShape:
    """Return the shape of a network, without a tokenizer as far as the recipe alone tells it."""
    columns = COLUMNS if recipe.features else 0
    shape = NetworkShape(recipe.network, recipe.width, recipe.layers, recipe.crf, features=columns)
    if tokenizer is None or needs_encoder(shape):
        return shape
    return replace(
        shape,
        embedding=recipe.embedding,
        vocabulary=tokenizer.get_vocab_size(),
        look_ahead=recipe.look_ahead,
    )


def teacher_for(network: Network, recipe: Recipe) -> GapNetwork | None:
    """Return the deeper network that a recipe has one learn from, None where it has none.

    The recipe has passed `check_plan`. Raise SettingsError where the network has no layers that
    could be doubled so.
    """
    if not recipe.teacher or not isinstance(network, GapNetwork):
        return None
    depth = len(layers_of(network.encoder)[1])
    if not depth:
        raise SettingsError("This encoder has no layers to be doubled.", "Leave out teacher.")
    if recipe.teacher % depth:
        raise SettingsError(
            f"A teacher of {recipe.teacher} layers is no multiple of {depth}.",
            f"Use --set teacher={2 * depth}.",
        )
    return _deeper(network, recipe.teacher // depth)


def _deeper(network: GapNetwork, times: int) -> GapNetwork:
    """Return a network with each layer of the encoder so many times, one after the other."""
    deeper = deepcopy(network)
    name, layers = layers_of(deeper.encoder)
    holder, _, last = name.rpartition(".")
    # All share one configuration, which also says by which kernel they attend.
    config = deeper.encoder.config
    copies = (deepcopy(layer, {id(config): config}) for layer in layers for _ in range(times))
    setattr(deeper.encoder.get_submodule(holder), last, nn.ModuleList(copies))
    config.num_hidden_layers *= times
    mixed = network.attention.weights.detach()
    mixed = torch.cat([mixed[:1], mixed[1:].repeat_interleave(times)])
    deeper.attention.weights = nn.Parameter(mixed)
    return deeper
