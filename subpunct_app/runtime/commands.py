"""Commands that people are told to type."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence


def typed(words: Sequence[str]) -> str:
    """Return a command as the shell of this system reads it."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)


def way_to(*wanted: str) -> str:
    """Say how to install packages for the Python that runs this; a frozen program cannot."""
    if getattr(sys, "frozen", False):
        return "The program without Python cannot do this: see README.md."
    return f"Install it with: {typed([sys.executable, '-m', 'pip', 'install', *wanted])}"
