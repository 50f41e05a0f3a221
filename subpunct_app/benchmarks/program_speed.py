"""How fast the program starts, opens and writes files, reads with its models, and follows keys."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pysrt

from subpunct_app.benchmarks.measuring import Spent, medians, sample_subtitles, sample_words
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models.model_registry import load, readable_cards
from subpunct_app.runtime.errors import SubpunctError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.files import open_document, write

if TYPE_CHECKING:
    from collections.abc import Sequence

MODEL_WORDS = 2_000


def start_time(rounds: int, task: Task) -> float:
    """Time `subpunct --help`, from the start of a new process to its end."""
    # A frozen program is its own interpreter.
    module = [] if getattr(sys, "frozen", False) else ["-m", "subpunct_app"]
    command = [sys.executable, *module, "--help"]
    return medians({"start": lambda: _run(command)}, rounds, task)["start"]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise SubpunctError("The program does not start.", "Try: subpunct --help.")


@dataclass(frozen=True, slots=True)
class FileSpeed:
    """Seconds that subpunct and pysrt take for a SubRip file of so many cues."""

    cues: int
    open: float
    write: float
    pysrt_open: float
    pysrt_write: float

    @property
    def open_ratio(self) -> float:
        """Return the share of pysrt's time that opening takes."""
        return self.open / self.pysrt_open

    @property
    def write_ratio(self) -> float:
        """Return the share of pysrt's time that writing takes."""
        return self.write / self.pysrt_write


def file_speed(cues: int, rounds: int, task: Task) -> FileSpeed:
    """Time opening and saving a made-up file with subpunct and with pysrt."""
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder) / "cues.srt", Path(folder) / "copy.srt"
        path.write_text(sample_subtitles(cues), encoding="utf-8", newline="\n")
        document, items = open_document(path), pysrt.open(str(path), encoding="utf-8")
        times = medians(
            {
                "open": lambda: open_document(path),
                "pysrt_open": lambda: pysrt.open(str(path), encoding="utf-8"),
                "write": lambda: write(document.to_bytes(), copy, overwrite=True),
                "pysrt_write": lambda: items.save(str(copy), encoding="utf-8"),
            },
            rounds,
            task,
        )
    return FileSpeed(cues, **times)


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """How long a model takes to load, how fast it reads, and what it runs on."""

    model: str
    runs_on: str
    load: float
    words_per_second: float


def model_speeds(rounds: int, task: Task) -> tuple[ModelSpeed, ...]:
    """Time every installed model on `MODEL_WORDS` words of the shipped lecture, again and again."""
    words = sample_words(MODEL_WORDS)
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


@dataclass(frozen=True, slots=True)
class KeySpeed:
    """From a key to the picture of what it did: median, 95th percentile, worst of some presses."""

    median: Spent
    slow: Spent
    worst: Spent


@dataclass(frozen=True, slots=True)
class WindowSpeed:
    """What it takes to open a file of so many cues, and to decide about its suggestions.

    One key decides about one suggestion, in the order of the text or of doubt; `accept_all` is
    one key that accepts the surest `many` of them, `far` are others that reach far, by name.
    """

    cues: int
    suggestions: int
    many: int
    open: Spent
    key: KeySpeed
    key_by_doubt: KeySpeed
    accept_all: Spent
    far: Mapping[str, Spent]
