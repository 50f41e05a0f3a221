"""One training run, as told before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from subpunct_app.models.networks import GapNetwork, Network
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.loop.acceleration import computed
from subpunct_app.training.loop.checkpoint import Progress
from subpunct_app.training.loop.masked_language_model import MaskedLanguageModel
from subpunct_app.training.recipes import Recipe


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
