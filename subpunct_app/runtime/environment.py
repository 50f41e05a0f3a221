"""What this machine and this installation offer: processors, libraries, a shell."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

from subpunct_app.runtime.errors import SettingsError

_LIBRARIES = "LD_LIBRARY_PATH"
# Where PyInstaller keeps what was there before.
_BEFORE = "LD_LIBRARY_PATH_ORIG"
_NETWORKS = ("torch", "transformers", "onnx", "onnxscript")


def processor_count() -> int:
    """Return how many processors this program may use: of some machines not all, as in a job."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def system_libraries() -> Iterator[None]:
    """Have programs that are started meanwhile take the libraries of the system.

    A frozen program on Linux is told to take those in its folder first, and would tell others so:
    a browser may need another Qt.
    """
    bundled = os.environ.get(_LIBRARIES)
    if bundled is None or not getattr(sys, "frozen", False):
        yield
        return
    del os.environ[_LIBRARIES]
    if _BEFORE in os.environ:
        os.environ[_LIBRARIES] = os.environ[_BEFORE]
    try:
        yield
    finally:
        os.environ[_LIBRARIES] = bundled


def shell_command(words: Sequence[str]) -> str:
    """Return a command as the shell of this system reads it."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)


def install_hint(*wanted: str) -> str:
    """Say how to install packages for the Python that runs this; a frozen program cannot."""
    if getattr(sys, "frozen", False):
        return "The program without Python cannot do this: see README.md."
    return f"Install it with: {shell_command([sys.executable, '-m', 'pip', 'install', *wanted])}"


@contextlib.contextmanager
def needing_extra(work: str) -> Iterator[None]:
    """Import such libraries within; raise SettingsError where one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = str(error.name)
        raise SettingsError(f"{work} needs {name}.", install_hint(name)) from error


def check_networks(work: str) -> None:
    """Raise SettingsError where a library is missing that learns or exports; import none."""
    with needing_extra(work):
        for name in _NETWORKS:
            if find_spec(name) is None:
                raise ModuleNotFoundError(name=name)
