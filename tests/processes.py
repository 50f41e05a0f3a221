"""Programs that tests start beside themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def as_in_a_terminal() -> Iterator[None]:
    """Have programs that are started in here take Ctrl+C and the end of a terminal.

    A shell's background jobs, and what they start, ignore the one, what nohup starts the other.
    """
    taken = [signal.SIGINT] if sys.platform == "win32" else [signal.SIGINT, signal.SIGHUP]
    before = {one: signal.signal(one, signal.SIG_DFL) for one in taken}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextmanager
def running(
    *command: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program in a session of its own, which ends with the block, whatever is left in it.

    It takes signals as in a terminal.
    """
    with as_in_a_terminal():
        program = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
    with program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
