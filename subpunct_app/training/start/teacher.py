"""A deeper network that learns beside the one that is meant, which learns from its answers, too.

Hinton, Vinyals and Dean, "Distilling the knowledge in a neural network" (2015), section 2, from a
teacher that learns at the same time, as in Zhang et al., "Deep mutual learning" (2018), though it
learns nothing from its student. It begins as the student with copies of each layer right behind it,
as in Chang et al., "Multi-level residual networks from dynamical systems view" (2018), and so
answers nearly as the student does from the start.
"""

from __future__ import annotations

from copy import deepcopy

import torch
from torch import Tensor

from subpunct_app.models.blank_encoder import blank_encoder, layers_of
from subpunct_app.models.features import SIZES
from subpunct_app.models.networks import GapNetwork, Network
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.recipes import Recipe
from subpunct_app.training.start.encoders import set_dropout


def check_teacher(recipe: Recipe) -> None:
    """Raise SettingsError where a recipe gives a teacher to a network that cannot have one."""
    if recipe.teacher and (recipe.network != "gap" or recipe.crf):
        named = f"{recipe.network} with a chain" if recipe.crf else recipe.network
        raise SettingsError(
            f"The network {named} cannot have a teacher.",
            "Leave out teacher, or take the network gap without a chain.",
        )


def teacher_for(network: Network, recipe: Recipe) -> GapNetwork | None:
    """Return the deeper network that a recipe has one learn from, None where it has none.

    The recipe has passed `check_teacher`. Raise SettingsError where the network has no layers that
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
    teacher = _deeper(network, recipe.teacher // depth, recipe)
    set_dropout(teacher.encoder, recipe.encoder_dropout)
    return teacher


def _deeper(network: GapNetwork, times: int, recipe: Recipe) -> GapNetwork:
    """Return a network with each layer of the encoder so many times, one after the other."""
    config = deepcopy(network.encoder.config)
    config.num_hidden_layers *= times
    deeper = GapNetwork(
        blank_encoder(config.to_dict()),
        network.mark_head.out_features,
        dropout=recipe.dropout,
        layer_dropout=recipe.layer_dropout,
        features=SIZES[: network.columns],
    )
    layers = f"encoder.{layers_of(network.encoder)[0]}."
    own: dict[str, Tensor] = network.state_dict()
    copied = {name: own[_origin(name, layers, times)] for name in deeper.state_dict()}
    mixed = own["attention.weights"]
    copied["attention.weights"] = torch.cat([mixed[:1], mixed[1:].repeat_interleave(times)])
    deeper.load_state_dict(copied)
    return deeper


def _origin(name: str, layers: str, times: int) -> str:
    """Return the name of the weight of the student that one of its teacher begins as."""
    if not name.startswith(layers):
        return name
    number, _, rest = name.removeprefix(layers).partition(".")
    return f"{layers}{int(number) // times}.{rest}"
