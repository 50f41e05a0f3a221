from __future__ import annotations

import json
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import FileError
from subpunct_app.training.loop.training_run import Meter, Progress, sole_use


def test_a_folder_is_free_again_after_use(tmp_path: Path) -> None:
    for _ in range(2):
        with sole_use(tmp_path / "run"), pytest.raises(FileError), sole_use(tmp_path / "run"):
            pass


@pytest.mark.parametrize(("criterion", "sign"), [("f1", 1), ("ser", -1), ("loss", -1)])
def test_better_is_higher_or_lower_as_the_criterion_says(criterion: str, sign: int) -> None:
    progress = Progress()
    scores = [0.5 + sign * 0.1 * gain for gain in (0, 1, 0, -1, 2)]
    assert [progress.note_scores({criterion: score}, criterion) for score in scores] == [
        *(True, True, False, False, True)
    ]


def test_a_run_that_goes_on_forgets_what_was_logged_after_its_checkpoint(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"step": 50}\n{"step": 100}\n{"step": 15', encoding="utf-8")
    meter = Meter(log, Progress(step=60))
    meter.write({"loss": 0.5})
    rows = [json.loads(row) for row in log.read_text(encoding="utf-8").splitlines()]
    assert rows == [{"step": 50}, {"step": 60, "loss": 0.5}]


def test_a_log_that_was_spoiled_holds_no_run_up(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"step": 50}\n\xff\x00\xfe\n3\nnull\n[]\n')
    Meter(log, Progress(step=60))
    assert log.read_bytes() == b'{"step": 50}\n'
