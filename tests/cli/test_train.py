from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from subpunct_app.cli.program import spread
from subpunct_app.runtime.environment import install_hint
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.training import train_model as training
from subpunct_app.training.recipes import RECIPES
from tests.cli.conftest import Run, assert_one_line

TRAIN = ["train", "--train", "a.txt", "--dev", "b.txt", "--out", "runs/x", "--recipe"]


def test_a_list_may_follow_an_option() -> None:
    given = ["train", "--train", "a", "b", "c", "--dev", "d", "--resume", "--set", "x=1", "y=2"]
    assert spread(given) == [
        *("train", "--train", "a", "--train", "b", "--train", "c", "--dev", "d"),
        *("--resume", "--set", "x=1", "--set", "y=2"),
    ]
    assert spread(["punctuate", "a", "-o", "b", "c"]) == ["punctuate", "a", "-o", "b", "c"]


def test_help_names_all_recipes(run: Run) -> None:
    told = run("train", "--help").out.decode()
    assert [name for name in RECIPES if name not in told] == []


def test_a_finished_model_without_a_checkpoint_is_not_begun_anew(
    run: Run, tmp_path: Path, model: str
) -> None:
    card = tmp_path / "card.json"
    shutil.copy(shipped_folder("models") / model / card.name, card)
    outcome = run(*TRAIN, "compact", "--out", tmp_path, "--resume")
    assert_one_line(outcome, str(tmp_path), "no checkpoint", "--out", "--start", code=1)
    assert list(tmp_path.iterdir()) == [card]


@pytest.mark.parametrize(
    "command", [[*TRAIN, "compact"], ["reproduce", "--data", "corpora", "--out", "models"]]
)
@pytest.mark.parametrize("library", ["torch", "onnxscript"])
def test_what_a_training_lacks_is_told_with_what_brings_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: list[str], library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    outcome = run(*command)
    assert outcome.code == 2
    told = f"Training needs {library}. {install_hint(library)}"
    assert_one_line(outcome, told)


@pytest.mark.parametrize("learned", [True, False])
def test_who_stops_a_training_is_told_what_is_kept(
    learned: bool, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: object, out: Path, *__: object, **___: object) -> None:
        if learned:
            (out / "run").mkdir(parents=True)
            (out / "run" / "checkpoint.safetensors").touch()
        raise Cancelled

    monkeypatch.setattr(training, "train", stop)
    outcome = run(*TRAIN, "compact", "--out", tmp_path / "model")
    assert outcome.code == 130
    assert ("continue with --resume" in outcome.err) is learned
