from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run

README = Path(__file__).parents[2] / "README.md"
LINE = "It rained all day, and nobody came on day {}.\n\n"


@pytest.mark.slow
def test_the_commands_that_scores_came_from_run_as_they_are_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"`subpunct (evaluate [^`]+)`", README.read_text(encoding="utf-8"))
    assert commands
    for command in commands:
        words = shlex.split(command)
        text = Path(words[words.index("--test") + 1])
        text.parent.mkdir(parents=True, exist_ok=True)
        # Two documents in a hundred are held out.
        text.write_text("".join(map(LINE.format, range(500))), encoding="utf-8")
        assert run(*words).code == 0, command
