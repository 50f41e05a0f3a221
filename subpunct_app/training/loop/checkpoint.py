"""Keep the state of a training run on disk, as safetensors, so that it can go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.replacing import replacing
from subpunct_app.training.loop.averaging import Average
from subpunct_app.training.loop.progress import Progress
from subpunct_app.training.loop.run_folder import writing

_FILE = "checkpoint.safetensors"
# Counts how a state is laid out. The first told no number; some of them can be read all the same.
_VERSION = "2"
# What helps a network to learn; a run may go on without it.
_PASSING = {"guessing", "tutor"}


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

    @property
    def parts(self) -> dict[str, nn.Module]:
        """Return by name what learns."""
        parts = {"network": self.network, "guessing": self.guessing, "tutor": self.tutor}
        return {name: part for name, part in parts.items() if part is not None}

    @property
    def learned(self) -> dict[str, nn.Parameter]:
        """Return all weights that learn, by the name of their part and their own."""
        return {
            f"{kind}.{name}": weight
            for kind, part in self.parts.items()
            for name, weight in part.named_parameters()
        }


def has_checkpoint(folder: Path) -> bool:
    """Tell whether there is a checkpoint to go on from."""
    return (folder / _FILE).is_file()


def save_checkpoint(folder: Path, state: State) -> None:
    """Write a run's state beside the old checkpoint, then replace it.

    Raise FileError where the disk does not take it; the old one stays.
    """
    tensors = dict(_tensors(state))
    metadata = {"version": _VERSION, "progress": json.dumps(asdict(state.progress))}
    metadata["scaler"] = json.dumps(state.scaler.state_dict())
    metadata["vocabulary"] = state.vocabulary
    with writing(folder), replacing(folder / _FILE) as fresh:
        save_file(tensors, fresh, metadata=metadata)


def load_checkpoint(folder: Path, state: State) -> None:
    """Restore a run's state, if there is a checkpoint.

    Raise ModelError where it is damaged, of a version that nobody reads here any more, or of
    another network or vocabulary.
    """
    path = folder / _FILE
    if not has_checkpoint(folder):
        return
    metadata: dict[str, str] = {}
    parts: dict[str, dict[str, Tensor]] = {}
    device = str(next(state.network.parameters()).device)
    try:
        with safe_open(path, framework="pt", device=device) as stored:
            metadata = stored.metadata() or {}
            if metadata.get("version", _VERSION) != _VERSION:
                raise ValueError(metadata["version"])
            _check_vocabulary(folder, metadata, state)
            for name in stored.keys():  # noqa: SIM118 - safe_open is no mapping
                kind, _, rest = name.partition(".")
                parts.setdefault(kind, {})[rest] = stored.get_tensor(name)
        _restore(state, parts, metadata)
    except (RuntimeError, KeyError, ValueError, AttributeError, SafetensorError) as error:
        raise _refusal(folder, metadata) from error


def _check_vocabulary(folder: Path, metadata: Mapping[str, str], state: State) -> None:
    if metadata["vocabulary"] != state.vocabulary:
        raise ModelError(
            f"The checkpoint in {folder} is of another vocabulary.",
            "Give the recipe, encoder and texts it was begun with, or choose another --out folder.",
        )


def _refusal(folder: Path, metadata: Mapping[str, str]) -> ModelError:
    """Return what is to be said of a checkpoint that cannot be read, by what it tells of itself."""
    version = metadata.get("version")
    if version and version != _VERSION:
        return ModelError(
            f"The checkpoint in {folder} is of another version of subpunct.",
            "Go on with that version, or choose another --out folder.",
        )
    older = "" if version else ", or of an older version of subpunct"
    return ModelError(
        f"The checkpoint in {folder} is damaged or of another network{older}.",
        "Choose another --out folder.",
    )


def _tensors(state: State) -> Iterator[tuple[str, Tensor]]:
    kept = {kind: part.state_dict() for kind, part in state.parts.items()}
    for kind, weights in (*kept.items(), ("average", state.average.weights), ("best", state.best)):
        for name, weight in weights.items():
            yield f"{kind}.{name}", weight.contiguous()
    for name, learned in state.learned.items():
        for slot, value in state.optimiser.state.get(learned, {}).items():
            yield f"optimiser.{name}.{slot}", value.contiguous()


def _restore(
    state: State, parts: Mapping[str, dict[str, Tensor]], metadata: Mapping[str, str]
) -> None:
    for kind, part in state.parts.items():
        part.load_state_dict(parts[kind])
    # A run that averages only from now on begins with what it has learned.
    averaged = parts.get("average", parts["network"])
    state.average.weights.update({name: averaged[name] for name in state.average.weights})
    state.best.update(parts.get("best", {}))
    _restore_optimiser(state, parts.get("optimiser", {}))
    # One of a run that scaled nothing tells nothing to a run that does from now on.
    if scaler := json.loads(metadata["scaler"]):
        state.scaler.load_state_dict(scaler)
    for name, number in json.loads(metadata["progress"]).items():
        setattr(state.progress, name, number)


def _restore_optimiser(state: State, stored: Mapping[str, Tensor]) -> None:
    """Give each weight what the optimiser knew of it; raise KeyError or ValueError for others."""
    groups = state.optimiser.state_dict()["param_groups"]
    ordered = chain.from_iterable(group["params"] for group in state.optimiser.param_groups)
    places = {id(weight): place for place, weight in enumerate(ordered)}
    learned, slots = state.learned, dict[int, dict[str, Tensor]]()
    for key, value in stored.items():
        name, _, slot = key.rpartition(".")
        kind = name.partition(".")[0]
        if kind in _PASSING and kind not in state.parts:
            continue
        if value.ndim and value.shape != learned[name].shape:
            raise ValueError(name)
        slots.setdefault(places[id(learned[name])], {})[slot] = value
    state.optimiser.load_state_dict({"state": slots, "param_groups": groups})
