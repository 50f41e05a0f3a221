"""What this machine allows, narrower for a while."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
not_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user"
)


def close_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody look into the folders of this user, not even root."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has variables that name them")
    for kind in ("CONFIG", "STATE", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", f"/{'closed' * 50}")


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    with _limit("RLIMIT_FSIZE", size):
        yield


@contextlib.contextmanager
def no_more_open_files() -> Iterator[None]:
    """Let no other file be opened, and no pipe."""
    with _limit("RLIMIT_NOFILE", 0):
        yield


@contextlib.contextmanager
def memory_up_to(size: int) -> Iterator[None]:
    """Give so many bytes of memory beside what is taken now, and no more."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux tells what is taken, and keeps to this limit")
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    with _limit("RLIMIT_AS", pages * resource.getpagesize() + size):
        yield


@contextlib.contextmanager
def _limit(name: str, most: int) -> Iterator[None]:
    if sys.platform == "win32":
        pytest.skip("Windows has no such limit")
    import resource

    limit = getattr(resource, name)
    before = resource.getrlimit(limit)
    resource.setrlimit(limit, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(limit, before)
