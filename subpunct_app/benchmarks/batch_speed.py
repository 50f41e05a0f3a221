"""Time how fast a folder of files is restored, beside the bare model; words a second."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.batch_options import Batch, Order
from subpunct_app.batch.batch_run import RunControl, run
from subpunct_app.batch.processes import Processes
from subpunct_app.batch.punctuating import prepare
from subpunct_app.benchmarks.measuring import resident_megabytes, sample_subtitles, sample_words
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.models.model_registry import load
from subpunct_app.runtime.environment import processor_count
from subpunct_app.runtime.task import Task

if TYPE_CHECKING:
    from subpunct_app.batch.outcome import Outcome

# Words of a short file.
SHORT = 100
# The most texts that the model alone is timed on.
_BARE_TEXTS = 25
_WORDS_A_CUE = 12
# A file that takes longer is given up.
_LIMIT_S = 600.0


@dataclass(frozen=True, slots=True)
class BatchSpeed:
    """How fast files are restored from start to end, in words a second.

    `bare` is the model alone on one thread, `one` and `many` are one worker and `workers`, each
    on one thread. `long` and `short` leave out the start: these files, and some of SHORT words.
    `start` are the seconds to the first result of one worker. `memory` is what one worker and the
    head take in the end, in MB, None where the system does not tell.
    """

    files: int
    workers: int
    bare: float
    one: float
    many: float
    long: float
    short: float
    start: float
    memory: float | None

    @property
    def gain(self) -> float:
        """Return how many times as fast several workers are."""
        return self.many / self.one

    @property
    def share(self) -> float:
        """Return the share of the bare model's speed that one worker has."""
        return self.one / self.bare

    @property
    def short_cost(self) -> float:
        """Return how many times as long a word of a short file takes."""
        return self.long / self.short


def batch_speed(files: int, task: Task, *, words: int, workers: int | None) -> BatchSpeed:
    """Time made-up files with the default model on the CPU, alone and with several workers.

    Without a number of `workers` there is one for each processor.
    """
    workers = workers or processor_count()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _make(folder / "long", files, words)
        _make(folder / "short", 2 * files, SHORT)
        task.step(0, 4, "Timing: the bare model")
        bare = _bare(min(files, _BARE_TEXTS), words)
        task.step(1, 4, "Timing: one worker")
        one = _timed(folder, "long", 1)
        task.step(2, 4, f"Timing: {workers} workers")
        many = _timed(folder, "long", workers)
        task.step(3, 4, "Timing: short files")
        short = _timed(folder, "short", 1)
    return BatchSpeed(
        files,
        workers,
        bare,
        one.overall,
        many.overall,
        long=one.steady,
        short=short.steady,
        start=one.first - one.started,
        memory=one.memory,
    )


def _make(folder: Path, files: int, words: int) -> None:
    folder.mkdir()
    text = sample_subtitles(words // _WORDS_A_CUE).encode()
    for number in range(files):
        (folder / f"{number}.srt").write_bytes(text)


def _bare(texts: int, words: int) -> float:
    punctuator = load(DEFAULT_MODEL, device="cpu", threads=1)
    text = sample_words(words)
    predict(punctuator, text[:SHORT], Task())
    started = time.perf_counter()
    for _ in range(texts):
        predict(punctuator, text, Task())
    return texts * words / (time.perf_counter() - started)


@dataclass
class _Clock:
    """Note when words come back."""

    started: float = field(default_factory=time.perf_counter)
    first: float = 0.0
    last: float = 0.0
    words: int = 0
    words_first: int = 0
    memory: float | None = None

    def note(self, outcome: Outcome) -> None:
        self.last = time.perf_counter()
        self.words += outcome.figures.words if outcome.figures else 0
        self.memory = resident_megabytes()
        if not self.first:
            self.first, self.words_first = self.last, self.words

    @property
    def overall(self) -> float:
        return self.words / (self.last - self.started)

    @property
    def steady(self) -> float:
        """Return the speed after the first result, as long as there are others."""
        if self.last == self.first:
            return self.overall
        return (self.words - self.words_first) / (self.last - self.first)


def _timed(folder: Path, name: str, workers: int) -> _Clock:
    order = Order(model=DEFAULT_MODEL, device="cpu")
    pool = Processes(partial(prepare, order, 1), workers, limit=_LIMIT_S)
    clock = _Clock()
    run(
        Batch(folder / name, folder / f"{name}-{workers}", order),
        pool,
        Task(),
        RunControl(clock.note),
    )
    return clock
