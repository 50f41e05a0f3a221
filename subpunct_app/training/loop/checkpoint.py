"""Keep the state of a training run on disk, as safetensors, so that it can go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from subpunct_app.core.errors import ModelError
from subpunct_app.core.replacing import replacing
from subpunct_app.training.loop.averaging import Average
from subpunct_app.training.loop.progress import Progress
from subpunct_app.training.loop.run_folder import writing

_FILE = "checkpoint.safetensors"


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a run changes; `best` holds the best weights of the network so far.

    `vocabulary` tells which pieces the network reads: to others its weights mean nothing.
    """

    network: nn.Module
    optimiser: torch.optim.Optimizer
    scaler: torch.amp.GradScaler
    average: Average
    vocabulary: str = ""
    guessing: nn.Module | None = None
    tutor: nn.Module | None = None
    best: dict[str, Tensor] = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)


def has_checkpoint(folder: Path) -> bool:
    """Tell whether there is a checkpoint to go on from."""
    return (folder / _FILE).is_file()


def save_checkpoint(folder: Path, state: State) -> None:
    """Write a run's state beside the old checkpoint, then replace it.

    Raise FileError where the disk does not take it; the old one stays.
    """
    tensors = dict(_tensors(state))
    told = {"progress": json.dumps(asdict(state.progress))}
    told["scaler"] = json.dumps(state.scaler.state_dict())
    told["vocabulary"] = state.vocabulary
    with writing(folder), replacing(folder / _FILE) as fresh:
        save_file(tensors, fresh, metadata=told)


def load_checkpoint(folder: Path, state: State) -> None:
    """Restore a run's state, if there is a checkpoint.

    Raise ModelError where it is damaged, or of another network or vocabulary.
    """
    path = folder / _FILE
    if not has_checkpoint(folder):
        return
    parts: dict[str, dict[str, Tensor]] = {}
    device = str(next(state.network.parameters()).device)
    try:
        with safe_open(path, framework="pt", device=device) as stored:
            told = stored.metadata() or {}
            _check_vocabulary(folder, told, state)
            for name in stored.keys():  # noqa: SIM118 - safe_open is no mapping
                kind, _, rest = name.partition(".")
                parts.setdefault(kind, {})[rest] = stored.get_tensor(name)
        _restore(state, parts, told)
    except (RuntimeError, KeyError, ValueError, SafetensorError) as error:
        raise ModelError(
            f"The checkpoint in {folder} is damaged or of another network.",
            "Choose another --out folder.",
        ) from error


def _check_vocabulary(folder: Path, told: Mapping[str, str], state: State) -> None:
    if told["vocabulary"] != state.vocabulary:
        raise ModelError(
            f"The checkpoint in {folder} is of another vocabulary.",
            "Give the recipe, encoder and texts it was begun with, or choose another --out folder.",
        )


def _tensors(state: State) -> Iterator[tuple[str, Tensor]]:
    for kind, weights in (
        ("network", state.network.state_dict()),
        ("average", state.average.weights),
        ("best", state.best),
        ("guessing", state.guessing.state_dict() if state.guessing else {}),
        ("tutor", state.tutor.state_dict() if state.tutor else {}),
    ):
        for name, weight in weights.items():
            yield f"{kind}.{name}", weight.contiguous()
    for index, slots in state.optimiser.state_dict()["state"].items():
        for name, value in slots.items():
            yield f"optimiser.{index}.{name}", value.contiguous()


def _restore(state: State, parts: Mapping[str, dict[str, Tensor]], told: Mapping[str, str]) -> None:
    state.network.load_state_dict(parts["network"])
    if state.guessing:
        state.guessing.load_state_dict(parts["guessing"])
    if state.tutor:
        state.tutor.load_state_dict(parts["tutor"])
    # A run that averages only from now on begins with what it has learned.
    averaged = parts.get("average", parts["network"])
    state.average.weights.update({name: averaged[name] for name in state.average.weights})
    state.best.update(parts.get("best", {}))
    slots: dict[int, dict[str, Tensor]] = {}
    for name, value in parts.get("optimiser", {}).items():
        index, _, slot = name.partition(".")
        slots.setdefault(int(index), {})[slot] = value
    layout = state.optimiser.state_dict()["param_groups"]
    state.optimiser.load_state_dict({"state": slots, "param_groups": layout})
    # One of a run that scaled nothing tells nothing to a run that does from now on.
    if scaler := json.loads(told["scaler"]):
        state.scaler.load_state_dict(scaler)
    for name, number in json.loads(told["progress"]).items():
        setattr(state.progress, name, number)
