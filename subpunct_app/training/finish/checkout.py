"""Tell which commit of a checkout is at work, as git knows it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def commit_of(file: Path) -> str:
    """Return the commit of the checkout that a file belongs to, or nothing outside one.

    A file that is installed within another checkout is no part of that one.
    """
    known = _git(file.parent, "ls-files", file.name)
    return _git(file.parent, "rev-parse", "--short", "HEAD") if known else ""


def _git(folder: Path, *arguments: str) -> str:
    """Return what git says in a folder, nothing where it has nothing to say or is not there."""
    git = shutil.which("git")
    if git is None:
        return ""
    asked = subprocess.run(
        [git, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip()
