from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from subpunct_app.cli.exit_codes import CANNOT_RUN
from tests.cli.conftest import Run, assert_one_line
from tests.patience import PATIENCE


def test_a_picture_does_not_overwrite_a_file(run: Run, lecture: Path) -> None:
    outcome = run("gui", lecture, "--screenshot", lecture)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["exists already"])
    outcome = run("gui", lecture, "--screenshot", lecture, "--force")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["lecture.srt would replace"])


@pytest.mark.parametrize("name", ["window.jpg", "window"])
def test_a_picture_has_the_ending_of_what_it_is(run: Run, tmp_path: Path, name: str) -> None:
    outcome = run("gui", "--screenshot", tmp_path / name)
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["The picture is PNG", name, ".png"])


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="screens have names on Linux")
def test_a_screen_that_is_gone_is_told_in_one_line() -> None:
    gone = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": "/nowhere:0"}
    done = subprocess.run(
        [sys.executable, "-m", "subpunct_app", "gui"],
        env=os.environ | gone,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == CANNOT_RUN
    assert done.stderr.startswith("subpunct: No window can be opened: the screen is gone")
    assert done.stderr.count("\n") == 1
