"""One training run, and what it keeps on disk so that it can go on: progress, log, weights."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from subpunct_app.models.networks import GapNetwork, Network
from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.runtime.file_io import atomic_write
from subpunct_app.runtime.file_lock import take_lock
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.loop.acceleration import computed
from subpunct_app.training.loop.masked_language_model import MaskedLanguageModel
from subpunct_app.training.loop.optimisation import Average
from subpunct_app.training.recipes import Recipe

_LOCK = "lock"
_EVERY = 50
# What a step leaves of the running loss before it, which so is that of the last fifty or so.
_KEPT_LOSS = 0.98
_LOWER_IS_BETTER = {"ser", "loss"}
_FILE = "checkpoint.safetensors"
# Counts how a state is laid out.
_VERSION = "3"


@contextlib.contextmanager
def sole_use(folder: Path) -> Iterator[None]:
    """Make a folder where there is none, and keep other trainings out of it within.

    Raise FileError where another one is at work there.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = take_lock(folder / _LOCK)
    if lock is None:
        raise FileError(
            f"Another training writes into {folder}.", "Wait until it is over, or choose another."
        )
    with lock:
        yield


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Write files into a folder within; raise FileError where the disk does not take them."""
    try:
        yield
    except (OSError, SafetensorError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise FileError(
            f"The training cannot write into {folder}: {reason}.",
            "Once that is mended --resume goes on from the last checkpoint.",
        ) from error


@dataclass(slots=True)
class Progress:
    """Steps done and the seconds they took, running loss, the best score, evaluations since then.

    `commands` are those that the run was carried out by, as a card tells them: each with the steps
    done before it and the checksum of the texts that it read.
    """

    step: int = 0
    seconds: float = 0.0
    loss: float = 0.0
    best: float | None = None
    stale: int = 0
    commands: list[dict[str, str | int]] = field(default_factory=list)

    def note_command(self, command: str, texts: str) -> None:
        """Note the command that goes on from here, unless it is the one before on its texts."""
        known = [(each["command"], each["texts_sha256"]) for each in self.commands[-1:]]
        if known != [(command, texts)]:
            entry: dict[str, str | int] = {"after_steps": self.step, "command": command}
            self.commands.append(entry | {"texts_sha256": texts})

    def note_scores(self, scores: Mapping[str, float], criterion: str) -> bool:
        """Take in an evaluation; tell whether it is the best so far by "f1", "ser" or "loss"."""
        score = -scores[criterion] if criterion in _LOWER_IS_BETTER else scores[criterion]
        better = self.best is None or score > self.best
        self.best = score if better else self.best
        self.stale = 0 if better else self.stale + 1
        return better


class Meter:
    """Running loss and speed: a message for the progress bar, a log of JSON lines.

    A run that goes on from a checkpoint forgets what was logged after it.
    """

    def __init__(self, log: Path, progress: Progress) -> None:
        self._log = log
        self._progress = progress
        self._words = 0
        self._since = time.monotonic()
        self.message = ""
        if log.exists():
            rows = log.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
            kept = "".join(row for row in rows if _step_of(row) <= progress.step)
            with writing(log.parent), atomic_write(log) as fresh:
                fresh.write_text(kept, encoding="utf-8")

    def add(self, loss: float, words: int) -> None:
        """Take in one step, the one that `progress.step` now counts."""
        state = self._progress
        before = state.loss or loss
        state.loss = _KEPT_LOSS * before + (1 - _KEPT_LOSS) * loss
        self._words += words
        if state.step % _EVERY == 0:
            speed = self._words / (time.monotonic() - self._since)
            self.message = f"loss {state.loss:.4f}, {speed:,.0f} words/s"
            self.write({"loss": round(state.loss, 5), "words_per_s": int(speed)})

    def write(self, row: Mapping[str, object]) -> None:
        """Append a row, with the step it belongs to, to the log; speed is counted from here on."""
        with writing(self._log.parent), self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"step": self._progress.step, **row}) + "\n")
        self._words, self._since = 0, time.monotonic()


def _step_of(row: str) -> float:
    """Return the step of a log row; one that a crash cut short or spoiled is after every step."""
    try:
        return float(json.loads(row)["step"])
    except (ValueError, KeyError, TypeError):
        return float("inf")


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a run changes: what learns, by name, and what it takes to go on.

    `best` holds the best weights of the network so far. `vocabulary` tells which pieces the
    network reads: to others its weights mean nothing.
    """

    parts: Mapping[str, nn.Module]
    optimiser: torch.optim.Optimizer
    scaler: torch.amp.GradScaler
    average: Average
    vocabulary: str = ""
    best: dict[str, Tensor] = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)

    @property
    def learned(self) -> dict[str, nn.Parameter]:
        """Return all weights that learn, by the name of their part and their own."""
        return {
            f"{kind}.{name}": weight
            for kind, part in self.parts.items()
            for name, weight in part.named_parameters()
        }


def has_checkpoint(folder: Path) -> bool:
    """Return whether there is a checkpoint to go on from."""
    return (folder / _FILE).is_file()


def save_checkpoint(folder: Path, state: State) -> None:
    """Write a run's state beside the old checkpoint, then replace it.

    Raise FileError where the disk does not take it; the old one stays.
    """
    kept = {kind: part.state_dict() for kind, part in state.parts.items()}
    kept |= {"average": state.average.weights, "best": state.best}
    tensors = {f"{kind}.{name}": each for kind, part in kept.items() for name, each in part.items()}
    for name, weight in state.learned.items():
        for slot, value in state.optimiser.state.get(weight, {}).items():
            tensors[f"optimiser.{name}.{slot}"] = value
    metadata = {
        "version": _VERSION,
        "vocabulary": state.vocabulary,
        "progress": json.dumps(asdict(state.progress)),
        "scaler": json.dumps(state.scaler.state_dict()),
    }
    contiguous = {name: tensor.contiguous() for name, tensor in tensors.items()}
    with writing(folder), atomic_write(folder / _FILE) as fresh:
        save_file(contiguous, fresh, metadata=metadata)


def load_checkpoint(folder: Path, state: State) -> None:
    """Restore a run's state, if there is a checkpoint.

    Raise ModelError where it is damaged, of another version, or of another network or vocabulary.
    """
    if not has_checkpoint(folder):
        return
    parts: dict[str, dict[str, Tensor]] = {}
    device = str(next(state.parts["network"].parameters()).device)
    try:
        with safe_open(folder / _FILE, framework="pt", device=device) as stored:
            metadata: dict[str, str] = stored.metadata() or {}
            if (metadata["version"], metadata["vocabulary"]) != (_VERSION, state.vocabulary):
                raise ValueError(metadata["version"])
            for name in stored.keys():  # noqa: SIM118 - safe_open is no mapping
                kind, _, rest = name.partition(".")
                parts.setdefault(kind, {})[rest] = stored.get_tensor(name)
        _restore(state, parts, metadata)
    except (RuntimeError, KeyError, ValueError, AttributeError, SafetensorError) as error:
        raise ModelError(
            f"The checkpoint in {folder} is damaged, or of another network or vocabulary, or of "
            "another version of subpunct.",
            "Give the recipe, encoder and texts it was begun with, or choose another --out folder.",
        ) from error


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
    """Give each weight what the optimiser knew of it; what no longer learns is left out."""
    slots: dict[str, dict[str, Tensor]] = {}
    for key, value in stored.items():
        name, _, slot = key.rpartition(".")
        slots.setdefault(name, {})[slot] = value
    names = {id(weight): name for name, weight in state.learned.items()}
    groups = state.optimiser.param_groups
    ordered = (names[id(weight)] for group in groups for weight in group["params"])
    known = {place: slots[name] for place, name in enumerate(ordered) if name in slots}
    packed = state.optimiser.state_dict()["param_groups"]
    state.optimiser.load_state_dict({"state": known, "param_groups": packed})


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: what to train, on what, by which recipe, and where it keeps its state.

    `rate_scale` multiplies the recipe's rates (see `encoders.rate_scale`); `command` is what
    anybody would start the run with; `vocabulary` is the checksum of the network's pieces, `texts`
    that of what it learns from. `masked` learns the pieces that the recipe hides, `teacher` learns
    beside the network.
    """

    network: Network
    batches: Batches
    recipe: Recipe
    folder: Path
    device: torch.device
    rate_scale: float = 1.0
    command: str = ""
    vocabulary: str = ""
    texts: str = ""
    masked: MaskedLanguageModel | None = None
    teacher: GapNetwork | None = None

    @property
    def steps(self) -> int:
        """Return how many steps the run takes in all."""
        planned = max(1, self._steps_in(self.recipe.epochs))
        return min(planned, self.recipe.max_steps) if self.recipe.max_steps else planned

    @property
    def parts(self) -> dict[str, nn.Module]:
        """Return by name all that learns."""
        parts = {"network": self.network, "masked": self.masked, "teacher": self.teacher}
        return {name: part for name, part in parts.items() if part is not None}

    @property
    def networks(self) -> tuple[Network, ...]:
        """Return the network and its teacher, if it has one."""
        return (self.network, *((self.teacher,) if self.teacher else ()))

    @property
    def precision(self) -> str:
        """Return what the run computes in: what the recipe says, if the device knows it."""
        return computed(self.recipe.precision, self.device)

    @property
    def frozen_steps(self) -> int:
        """Return for how many steps the encoder keeps still."""
        return self._steps_in(self.recipe.frozen_epochs)

    def evaluates_at(self, step: int) -> bool:
        """Return whether the weights are scored once so many steps are done."""
        if step == self.steps:
            return True
        if self.recipe.evaluate_every:
            return step % self.recipe.evaluate_every == 0
        before, done = ((step - back) * self.recipe.accumulate for back in (1, 0))
        return done // self.batches.epoch_steps > before // self.batches.epoch_steps

    def time_is_up(self, progress: Progress) -> bool:
        """Return whether the run has learned for as long as it may."""
        return 0 < 60 * self.recipe.max_minutes <= progress.seconds

    def schedule_step(self, progress: Progress) -> int:
        """Return the step that the rate goes by: further on where time is shorter than steps."""
        limit = 60 * self.recipe.max_minutes
        by_time = int(self.steps * progress.seconds / limit) if limit else 0
        return min(max(progress.step, by_time), self.steps - 1)

    def _steps_in(self, epochs: float) -> int:
        return round(epochs * self.batches.epoch_steps / self.recipe.accumulate)
