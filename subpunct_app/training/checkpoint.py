"""Keep the state of a training run on disk, as safetensors, so that it can go on."""

from __future__ import annotations

import os
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from subpunct_app.core.errors import ModelError

_FILE = "checkpoint.safetensors"


def save_checkpoint(
    folder: Path, network: nn.Module, optimiser: torch.optim.Optimizer, step: int
) -> None:
    """Write weights, optimiser state and step beside the old checkpoint, then replace it."""
    tensors = {f"network.{name}": t.contiguous() for name, t in network.state_dict().items()}
    for index, state in optimiser.state_dict()["state"].items():
        for name, value in state.items():
            tensors[f"optimiser.{index}.{name}"] = value.contiguous()
    fresh = folder / f"{_FILE}.new"
    save_file(tensors, fresh, metadata={"step": str(step)})
    with fresh.open("rb+") as written:
        os.fsync(written.fileno())
    fresh.replace(folder / _FILE)


def load_checkpoint(folder: Path, network: nn.Module, optimiser: torch.optim.Optimizer) -> int:
    """Restore weights and optimiser; return the step to go on with, 0 without a checkpoint."""
    path = folder / _FILE
    if not path.is_file():
        return 0
    network_state: dict[str, Tensor] = {}
    slots: dict[int, dict[str, Tensor]] = {}
    with safe_open(path, framework="pt") as stored:
        step = int(stored.metadata()["step"])
        for name in stored.keys():  # noqa: SIM118 - safe_open is no mapping
            kind, _, rest = name.partition(".")
            if kind == "network":
                network_state[rest] = stored.get_tensor(name)
                continue
            index, _, slot = rest.partition(".")
            slots.setdefault(int(index), {})[slot] = stored.get_tensor(name)
    try:
        network.load_state_dict(network_state)
    except RuntimeError as error:
        raise ModelError(
            f"The checkpoint in {folder} is of another network.", "Choose another --out folder."
        ) from error
    layout = optimiser.state_dict()
    optimiser.load_state_dict({"state": slots, "param_groups": layout["param_groups"]})
    return step
