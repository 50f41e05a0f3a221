from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run, assert_one_line


def test_a_picture_does_not_overwrite_a_file(run: Run, lecture: Path) -> None:
    outcome = run("gui", lecture, "--screenshot", lecture)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["exists already"])
    outcome = run("gui", lecture, "--screenshot", lecture, "--force")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["lecture.srt would replace"])
