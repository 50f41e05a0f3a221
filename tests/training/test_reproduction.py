from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from subpunct_app.models.mark_labels import NAMES, OPENING_NAMES
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.reproduction import TRIALS, Trial, comparison, run_trial, run_trials
from tests.training.conftest import paragraphs

TINY = {
    "window": "48",
    "batch": "4",
    "max_steps": "4",
    "width": "8",
    "layers": "1",
    "vocabulary": "60",
    "embedding": "8",
    "precision": "fp32",
}


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    for seed, name in enumerate(("train.txt", "dev.txt", "test.txt")):
        (tmp_path / name).write_text(paragraphs(10, seed), encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_a_trial_is_done_once_and_judged_in_every_way(corpora: Path, tmp_path: Path) -> None:
    tests = {"Ref": "test.txt"}
    trial = Trial("tiny", "li2020", TINY, ("train.txt",), ("dev.txt",), tests, 4, True, (2.0,))
    run_trial(trial, corpora, tmp_path / "out", Task())
    stored = tmp_path / "out" / "tiny" / "scores.json"
    scores = json.loads(stored.read_text(encoding="utf-8"))
    assert [*scores] == trial.judged_on == ["Ref", "Ref by sentence", "Ref x2"]
    before = {path: path.stat().st_mtime_ns for path in stored.parent.rglob("*")}
    run_trial(trial, corpora, tmp_path / "out", Task())
    assert {path: path.stat().st_mtime_ns for path in stored.parent.rglob("*")} == before


def test_what_is_missing_is_told_before_anything_is_trained(tmp_path: Path) -> None:
    first, last = TRIALS[0], TRIALS[-1]
    for name in {*first.train, *first.dev, *first.tests.values()}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(paragraphs(10, seed=1), encoding="utf-8")
    with pytest.raises(FileError, match=r"parlament.*missing"):
        run_trials(tmp_path, tmp_path / "out", [first.name, last.name], Task())
    with pytest.raises(SettingsError, match="no trial bert"):
        run_trials(tmp_path, tmp_path / "out", [first.name, "bert"], Task())
    assert not (tmp_path / "out").exists()


def made_up(f1: float) -> dict[str, Any]:
    label = {"precision": f1, "recall": f1, "f1": f1, "support": 9}
    labels = dict.fromkeys((*NAMES.values(), *OPENING_NAMES.values()), label)
    return {
        **{"micro_f1": f1, "macro_f1": f1, "ser": 1 - f1, "labels": labels},
        "interval": {"micro_f1": [f1 - 0.02, f1 + 0.02]},
        "places": {"mid": labels},
    }


def test_the_page_says_what_was_measured() -> None:
    scores = {
        trial.name: {name: made_up(0.5 + 0.01 * at) for name in trial.judged_on}
        for at, trial in enumerate(TRIALS)
    }
    page = comparison(scores)
    assert "| guerreiro2021 | 0.500 (0.480–0.520) |" in page
    plain, errors = (scores[name]["ASR"]["micro_f1"] for name in ("alam-plain", "alam-errors"))
    assert f"{100 * (errors - plain):+.1f} |" in page
    assert all(line.startswith("|") == line.endswith("|") for line in page.splitlines())


def test_no_page_is_made_of_half_the_trials() -> None:
    with pytest.raises(SettingsError, match="alam-errors"):
        comparison({"alam-plain": {}})
