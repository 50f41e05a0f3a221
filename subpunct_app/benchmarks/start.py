"""Time how fast the program starts."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from subpunct_app.benchmarks.timing import medians
from subpunct_app.runtime.errors import SubpunctError

if TYPE_CHECKING:
    from subpunct_app.runtime.task import Task


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
