from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import FileError
from subpunct_app.training.loop.checkpoint import Meter, Progress, sole_use


def test_a_folder_is_free_again_after_use(tmp_path: Path) -> None:
    for _ in range(2):
        with sole_use(tmp_path / "run"), pytest.raises(FileError), sole_use(tmp_path / "run"):
            pass


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot write"), sole_use(tmp_path / "file" / "run"):
        pass


@pytest.mark.parametrize(("criterion", "sign"), [("f1", 1), ("ser", -1), ("loss", -1)])
def test_better_is_higher_or_lower_as_the_criterion_says(criterion: str, sign: int) -> None:
    progress = Progress()
    scores = [0.5 + sign * 0.1 * gain for gain in (0, 1, 0, -1, 2)]
    assert [progress.judged({criterion: score}, criterion) for score in scores] == [
        *(True, True, False, False, True)
    ]


def test_scores_of_two_criteria_are_not_compared() -> None:
    progress = Progress()
    assert progress.judged({"f1": 0.5, "loss": 1.0}, "f1")
    better = [progress.judged({"f1": 0.5, "loss": loss}, "loss") for loss in (0.9, 0.8, 0.85)]
    assert better == [True, True, False]


def test_evaluations_without_a_better_one_are_counted() -> None:
    progress = Progress()
    stale = []
    for score in (0.5, 0.4, 0.4, 0.6, 0.6):
        progress.judged({"f1": score}, "f1")
        stale.append(progress.stale)
    assert stale == [0, 1, 2, 0, 1]


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


def test_the_time_of_an_evaluation_slows_no_step_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    progress = Progress()
    meter = Meter(tmp_path / "log.jsonl", progress)
    for step in range(1, 101):
        progress.step, now = step, now + 1
        meter.add(0.5, 300)
        if step == 50:
            now += 900
            meter.write({"dev": {}})
    rows = map(json.loads, (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines())
    assert [row["words_per_s"] for row in rows if "loss" in row] == [300, 300]
