"""Measure on this machine how fast files are opened and written, models read, the program starts.

Times are seconds, medians over several rounds; what is compared is timed in turns.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pysrt

from subpunct_app.core.errors import SubpunctError
from subpunct_app.core.places import shipped
from subpunct_app.core.task import Task
from subpunct_app.punctuation.registry import cards, load
from subpunct_app.punctuation.windows import predict
from subpunct_app.services.files import open_document, save
from subpunct_app.subtitles.words import read_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from subpunct_app.subtitles.document import Document

WORDS = 2_000


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


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """How long a model takes to load, how fast it reads, and what it runs on."""

    model: str
    runs_on: str
    load: float
    words_per_second: float


def file_speed(cues: int, rounds: int, task: Task) -> FileSpeed:
    """Time opening and saving a made-up file with subpunct and with pysrt."""
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder) / "cues.srt", Path(folder) / "copy.srt"
        path.write_text(made_up(cues), encoding="utf-8", newline="\n")
        document, items = open_document(path), pysrt.open(str(path), encoding="utf-8")
        times = _medians(
            {
                "open": lambda: open_document(path),
                "pysrt_open": lambda: pysrt.open(str(path), encoding="utf-8"),
                "write": lambda: save(document, copy, overwrite=True),
                "pysrt_write": lambda: items.save(str(copy), encoding="utf-8"),
            },
            rounds,
            task,
        )
    return FileSpeed(cues, **times)


def model_speeds(rounds: int, task: Task) -> tuple[ModelSpeed, ...]:
    """Time every installed model on WORDS words of the shipped lecture, again and again."""
    spoken = (word.text for word in read_words(_sample()).words)
    words = list(islice(cycle(spoken), WORDS))
    return tuple(_model_speed(card.id, words, rounds, task) for card in cards())


def start_time(rounds: int, task: Task) -> float:
    """Time `subpunct --help`, from the start of a new process to its end."""
    # A frozen program is its own interpreter.
    module = [] if getattr(sys, "frozen", False) else ["-m", "subpunct_app"]
    command = [sys.executable, *module, "--help"]
    return _medians({"start": lambda: _run(command)}, rounds, task)["start"]


def made_up(cues: int) -> str:
    """Return a SubRip file of so many cues with the texts of the shipped lecture."""
    sample = _sample()
    texts = cycle(sample.cue_text(at) for at in range(len(sample.cues)))
    return "".join(
        f"{number}\n{_clock(number * 2000)} --> {_clock(number * 2000 + 1900)}\n{text}\n\n"
        for number, text in enumerate(islice(texts, cues), start=1)
    )


def _sample() -> Document:
    return open_document(shipped("resources") / "samples" / "lecture.srt")


def _clock(total_ms: int) -> str:
    seconds, ms = divmod(total_ms, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{ms:03}"


def _model_speed(model: str, words: list[str], rounds: int, task: Task) -> ModelSpeed:
    punctuator = load(model)
    times = _medians(
        {
            "load": lambda: load(model),
            "read": lambda: predict(punctuator, words, Task()),
        },
        rounds,
        task,
    )
    speed = len(words) / times["read"]
    return ModelSpeed(model, punctuator.runs_on, times["load"], speed)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise SubpunctError("The program does not start.", "Try: subpunct --help.")


def _medians(
    steps: Mapping[str, Callable[[], object]], rounds: int, task: Task
) -> dict[str, float]:
    """Return the median time of each step; every round runs all of them."""
    times: dict[str, list[float]] = defaultdict(list)
    for done in range(rounds):
        for name, step in steps.items():
            task.step(done, rounds, f"Timing: {name.replace('_', ' ')}")
            # So that no step pays for the litter of another one.
            gc.collect()
            started = time.perf_counter()
            step()
            times[name].append(time.perf_counter() - started)
    return {name: median(taken) for name, taken in times.items()}
