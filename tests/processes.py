"""Programs that tests start beside themselves."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def running(
    *command: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program in a session of its own, which ends with the block, whatever is left in it.

    A terminal's Ctrl+C reaches it though a shell's background jobs, and what they start, ignore it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    program = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=env,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, before)
    with program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
