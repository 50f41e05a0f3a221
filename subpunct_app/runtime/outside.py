"""Start programs of the system from one that may bring libraries of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_LIBRARIES = "LD_LIBRARY_PATH"
# Where PyInstaller keeps what was there before.
_BEFORE = "LD_LIBRARY_PATH_ORIG"


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
