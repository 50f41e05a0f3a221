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


def test_other_options_take_one_value() -> None:
    assert spread(["punctuate", "a", "-o", "b", "c"]) == ["punctuate", "a", "-o", "b", "c"]


def test_help_names_all_recipes(run: Run) -> None:
    told = run("train", "--help").out.decode()
    assert [name for name in RECIPES if name not in told] == []


def test_an_unknown_recipe_is_refused(run: Run) -> None:
    outcome = run(*TRAIN, "no-such-recipe")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["no-such-recipe", "guerreiro2021"])


@pytest.mark.parametrize("setting", ["epochs", "no_such_value=1", "epochs=many", "name=mine"])
def test_a_senseless_setting_is_refused(run: Run, setting: str) -> None:
    outcome = run(*TRAIN, "guerreiro2021", "--set", "seed=2", setting)
    assert outcome.code == 2
    assert_one_line(outcome, mentions=[setting.split("=")[0]])


def test_a_setting_without_a_value_is_told_how_to_have_one(run: Run) -> None:
    outcome = run(*TRAIN, "guerreiro2021", "--set", "epochs")
    assert_one_line(outcome, mentions=["--set epochs gives no value. Write --set epochs=VALUE."])


def test_a_folder_that_holds_something_is_not_trained_into(run: Run, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").touch()
    outcome = run(*TRAIN, "guerreiro2021", "--out", tmp_path)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["not empty", "--resume"])


def test_a_finished_model_without_a_checkpoint_is_not_begun_anew(
    run: Run, tmp_path: Path, model: str
) -> None:
    card = tmp_path / "card.json"
    shutil.copy(shipped_folder("models") / model / card.name, card)
    outcome = run(*TRAIN, "compact", "--out", tmp_path, "--resume")
    assert outcome.code == 1
    assert_one_line(outcome, mentions=[str(tmp_path), "no checkpoint", "--out", "--start"])
    assert list(tmp_path.iterdir()) == [card]


@pytest.mark.parametrize("place", ["dev.txt", "dev.txt/model"])
def test_a_file_is_not_trained_into(run: Run, tmp_path: Path, place: str) -> None:
    (tmp_path / "dev.txt").touch()
    outcome = run(*TRAIN, "guerreiro2021", "--out", tmp_path / place)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["dev.txt is a file"])


def test_a_model_that_is_not_there_is_no_start(run: Run, tmp_path: Path) -> None:
    outcome = run(*TRAIN, "guerreiro2021", "--out", tmp_path / "model", "--start", "no/such/model")
    assert outcome.code == 3
    assert_one_line(outcome, mentions=["There is no model no/such/model"])


def test_a_model_that_ships_is_a_start_by_its_id(run: Run, tmp_path: Path, model: str) -> None:
    missing = tmp_path / "none.txt"
    command = (*TRAIN, "compact", "--out", tmp_path / "x", "--set", "features=true")
    outcome = run(*command, "--start", model, "--train", missing)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["There is no file"])


@pytest.mark.parametrize("asked", [("--encoder", "some/thing"), ("--set", "encoder=some/thing")])
def test_another_encoder_is_not_put_into_a_finished_model(
    run: Run, tmp_path: Path, asked: tuple[str, str]
) -> None:
    outcome = run(*TRAIN, "compact", "--out", tmp_path / "model", "--start", "one", *asked)
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["--start", "encoder"])


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
    assert_one_line(outcome, mentions=[told])


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
