from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from subpunct_app.training.finish.finish import commit_of

_WHO = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")


def git(folder: Path, *arguments: str) -> str:
    """Let git do something in a folder; return what it says."""
    done = subprocess.run(
        ["git", *_WHO, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_the_commit_is_that_of_the_checkout_that_holds_the_file(tmp_path: Path) -> None:
    ours, installed = tmp_path / "ours.py", tmp_path / "installed.py"
    ours.touch()
    assert commit_of(ours) == ""
    git(tmp_path, "init")
    git(tmp_path, "add", "ours.py")
    git(tmp_path, "commit", "-m", "Begin")
    installed.touch()
    assert commit_of(ours) == git(tmp_path, "rev-parse", "--short", "HEAD")
    assert commit_of(installed) == ""
