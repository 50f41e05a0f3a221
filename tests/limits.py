"""What this machine allows, narrower for a while."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

import pytest

links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
not_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user"
)


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such limit")
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
