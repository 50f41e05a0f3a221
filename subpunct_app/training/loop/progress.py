"""What a run remembers of itself between steps, and what it tells while it goes."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from subpunct_app.runtime.replacing import replacing
from subpunct_app.training.loop.run_folder import writing

_EVERY = 50
# What a step leaves of the running loss before it, which so is that of the last fifty or so.
_KEPT_LOSS = 0.98
_LOWER_IS_BETTER = {"ser", "loss"}


@dataclass(slots=True)
class Progress:
    """Steps done and the seconds they took, running loss, the best score, evaluations since then.

    `criterion` is the score that is meant. `commands` are those that the run was carried out by,
    each with the steps done before it and the checksum of the texts that it read.
    """

    step: int = 0
    seconds: float = 0.0
    loss: float = 0.0
    best: float | None = None
    stale: int = 0
    criterion: str = ""
    commands: list[tuple[int, str, str]] = field(default_factory=list)

    def go_on(self, command: str, texts: str) -> bool:
        """Note the command that goes on from here, and its texts; tell whether any is another."""
        before = self.commands[-1][1:] if self.commands else [command, texts]
        other = list(before) != [command, texts]
        if other or not self.commands:
            self.commands.append((self.step, command, texts))
        return other

    def told(self) -> dict[str, object]:
        """Return what a card says of a run that went on otherwise than it began."""
        told = [
            {"after_steps": steps, "command": command, "texts_sha256": texts}
            for steps, command, texts in self.commands
        ]
        return {"commands": told} if len(told) > 1 else {}

    def judged(self, scores: Mapping[str, float], criterion: str) -> bool:
        """Take in an evaluation; tell whether it is the best so far by "f1", "ser" or "loss".

        The first one by another criterion than before is the best by that one.
        """
        if self.criterion != criterion:
            self.best = None
        self.criterion = criterion
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
        self._forget_later_rows()

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

    def _forget_later_rows(self) -> None:
        if not self._log.exists():
            return
        text = self._log.read_text(encoding="utf-8", errors="replace")
        rows = text.splitlines(keepends=True)
        kept = [row for row in rows if _step_of(row) <= self._progress.step]
        with writing(self._log.parent), replacing(self._log) as fresh:
            fresh.write_text("".join(kept), encoding="utf-8")


def _step_of(row: str) -> float:
    """Return the step of a log row; one that a crash cut short or spoiled is after every step."""
    try:
        return float(json.loads(row)["step"])
    except (ValueError, KeyError, TypeError):
        return float("inf")
