from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from subpunct_app.batch.batch_journal import Journal
from tests.batch.pools import contents, tree

ROOT = Path(__file__).parents[2]
FILES = [f"{at % 3}/{at}.srt" for at in range(200)]
KILLS = 20


def started(*arguments: Path | str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.batch.driver", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT)


def versions(out: Path) -> dict[str, tuple[int, int]]:
    """Return what changes when a file is written again, even with the same bytes."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in out.rglob("*.srt")}


@pytest.mark.slow
def test_a_killed_batch_goes_on_without_loss_or_repetition(tmp_path: Path) -> None:
    # A process that starts two more takes its time, under load more than a second.
    folder, out = tree(tmp_path / "in", *FILES), tmp_path / "out"
    chance = random.Random(8)
    for attempt in range(KILLS):
        before = versions(out)
        batch = started(folder, out, *(["resume"] if attempt else []))
        enough = len(before) + chance.randrange(1, 4)
        while len(versions(out)) < enough and batch.poll() is None:
            time.sleep(0.002)
        with contextlib.suppress(subprocess.TimeoutExpired):
            batch.wait(timeout=chance.uniform(0, 0.02))
        batch.kill()
        assert batch.wait() != 0
        assert {name: versions(out)[name] for name in before} == before
    before = versions(out)
    assert started(folder, out, "resume").wait() == 0
    assert {name: versions(out)[name] for name in before} == before
    expected = {name: text.upper() for name, text in contents(folder).items()}
    assert contents(out) == expected
    journal = Journal(out)
    assert sorted(one.source for one in journal.outcomes()) == sorted(FILES)
    journal.close()
