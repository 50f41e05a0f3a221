"""Time how fast the installed models load and read; seconds, medians."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.benchmarks.samples import spoken
from subpunct_app.benchmarks.timing import medians
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models.registry import load, readable_cards
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS = 2_000


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """How long a model takes to load, how fast it reads, and what it runs on."""

    model: str
    runs_on: str
    load: float
    words_per_second: float


def model_speeds(rounds: int, task: Task) -> tuple[ModelSpeed, ...]:
    """Time every installed model on WORDS words of the shipped lecture, again and again."""
    words = spoken(WORDS)
    return tuple(_model_speed(card.id, words, rounds, task) for card in readable_cards())


def _model_speed(model: str, words: Sequence[str], rounds: int, task: Task) -> ModelSpeed:
    punctuator = load(model)
    times = medians(
        {
            "load": lambda: load(model),
            "read": lambda: predict(punctuator, words, Task()),
        },
        rounds,
        task,
    )
    speed = len(words) / times["read"]
    return ModelSpeed(model, punctuator.runs_on, times["load"], speed)
