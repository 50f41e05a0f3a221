"""The environment of a packed program, whose libraries other programs cannot use."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def pretend_packed(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this process look packed, with a broken copy of each library of a program."""
    linker, path = shutil.which("ldd"), shutil.which(program)
    if not sys.platform.startswith("linux") or linker is None or path is None:
        pytest.skip(f"there is no {program} here that tells its libraries")
    told = subprocess.run([linker, path], capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"^\t(lib[^/\s]+) => ", told, flags=re.MULTILINE):
        (folder / name).touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", str(folder))
