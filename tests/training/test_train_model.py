from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from subpunct_app.models.card import ModelCard, read_card, write_card
from subpunct_app.models.mark_labels import MARKS
from subpunct_app.models.model_registry import load, verify
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError, SettingsError
from subpunct_app.runtime.interrupts import ENDINGS
from subpunct_app.runtime.task import Task
from subpunct_app.training.loop.training_run import sole_use
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import RECIPES, Recipe
from subpunct_app.training.train_model import train
from tests.limits import links
from tests.processes import as_in_a_terminal
from tests.training.conftest import Patience, make_plan, paragraphs, small_recipe

pytestmark = [
    pytest.mark.slow,
    # Raised inside torch's exporter, where nothing can be done about it.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, encoder: Path) -> Path:
    """Train one model that the tests below share; none of them changes it."""
    folder = tmp_path_factory.mktemp("trained")
    longer = replace(
        small_recipe(encoder),
        epochs=20.0,
        weight_decay=1e-5,
        max_steps=200,
        evaluate_every=100,
        noise_windows=0.0,
        dropout=0.0,
        layer_dropout=0.0,
    )
    plan = make_plan(folder, longer)
    about = folder / "about.json"
    data = [{"name": "written for this test", "licence": "GPL-3.0-or-later"}]
    about.write_text(json.dumps({"languages": ["en"], "data": data}), encoding="utf-8")
    test = folder / "test.txt"
    test.write_text(paragraphs(10, seed=3), encoding="utf-8")
    texts = replace(plan.texts, test=(test,))
    return train(replace(plan, texts=texts, about=about), folder / "model", Task())


@pytest.mark.parametrize("content", ["", "{}", "\udcff"])
def test_a_start_without_a_tokenizer_is_told_of_before_anything_is_read(
    plan: Plan, tmp_path: Path, content: str
) -> None:
    write_card(ModelCard("old", "Old", ("en",), MARKS), tmp_path)
    (tmp_path / "tokenizer.json").write_bytes(os.fsencode(content))
    missing = replace(plan.texts, train=(tmp_path / "nothing.txt",))
    with pytest.raises(ModelError, match="tokenizer"):
        train(replace(plan, texts=missing, starts=(tmp_path,)), tmp_path / "model", Task())


def test_an_encoder_that_is_not_there_is_told_of_before_anything_is_read(
    plan: Plan, tmp_path: Path
) -> None:
    missing = replace(plan.texts, train=(tmp_path / "nothing.txt",))
    recipe = replace(plan.recipe, encoder=str(tmp_path / "encoder"))
    with pytest.raises(ModelError, match="There is no encoder"):
        train(replace(plan, texts=missing, recipe=recipe), tmp_path / "model", Task())


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"encoder": ""}, "needs an encoder"),
        ({"network": "lookahead", "width": 8}, "learns from scratch"),
        (
            {"network": "lookahead", "width": 8, "encoder": "", "new_pieces": True},
            "pieces of its own",
        ),
        ({"network": "mlp", "features": True}, "reads no subtitle features"),
        ({"crf": True, "features": True}, "with a chain reads no subtitle features"),
        ({"network": "lookahead", "encoder": "", "width": 0}, "no encoder to be as wide as"),
        ({"network": "mlp", "teacher": 4}, "network mlp cannot have a teacher"),
        ({"crf": True, "teacher": 4}, "gap with a chain cannot have a teacher"),
    ],
)
def test_a_network_that_cannot_be_built_is_told_of_before_anything_is_read(
    plan: Plan, tmp_path: Path, changes: dict[str, object], told: str
) -> None:
    missing = replace(plan.texts, train=(tmp_path / "nothing.txt",))
    recipe = replace(plan.recipe, **changes)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match=told):
        train(replace(plan, texts=missing, recipe=recipe), tmp_path / "model", Task())


def test_a_card_is_not_made_of_anything(plan: Plan, tmp_path: Path) -> None:
    about = tmp_path / "about.json"
    about.write_text('{"languages": "en"}', encoding="utf-8")
    with pytest.raises(FileError, match=r"about\.json"):
        train(replace(plan, about=about), tmp_path / "model", Task())
    assert not (tmp_path / "model").exists()


def test_two_trainings_do_not_write_into_one_folder(plan: Plan, tmp_path: Path) -> None:
    out = tmp_path / "model"
    with sole_use(out / "run"), pytest.raises(FileError, match="Another training"):
        train(plan, out, Task())
    assert not (out / "run" / "run.json").exists()


@links
def test_a_model_goes_by_the_name_of_the_link_that_it_was_written_to(
    chained: Plan, tmp_path: Path
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "mine").symlink_to("disk")
    assert read_card(train(chained, tmp_path / "mine" / "run" / "..", Task())).id == "mine"


def test_the_card_says_how_the_model_was_made(trained: Path) -> None:
    card = read_card(trained)
    assert card.about["train_files"] == ["train.txt"]
    assert "--train train.txt --dev dev.txt" in card.about["command"]
    assert "batch=4" in card.about["command"]
    assert card.about["recipe"]["weight_decay"] == 1e-5
    assert card.about["data"] == [{"name": "written for this test", "licence": "GPL-3.0-or-later"}]
    assert card.about["test_scores"]["test.txt"]["interval"]["micro_f1"][0] > 0
    assert 0 < card.about["dev_scores"]["dev.txt"]["micro_f1"] <= 1
    rows = (trained / "run" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(row)["step"] for row in rows] == [50, 100, 100, 150, 200, 200]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, encoder: Path) -> Path:
    """Carry out the plan of a chain without a break, and return the model."""
    folder = tmp_path_factory.mktemp("whole")
    recipe = replace(small_recipe(encoder), crf=True)
    return train(make_plan(folder, recipe), folder / "model", Task())


def command(plan: Plan, out: Path) -> list[str]:
    """Return the command that goes on with a plan, whatever its recipe was changed to."""
    base = RECIPES[plan.recipe.name]
    values = {field.name: getattr(plan.recipe, field.name) for field in fields(Recipe)}
    changed = [f"{key}={value}" for key, value in values.items() if value != getattr(base, key)]
    return [
        *(sys.executable, "-m", "subpunct_app", "train", "--recipe", plan.recipe.name),
        *("--train", *map(str, plan.texts.train), "--dev", *map(str, plan.texts.dev)),
        *("--out", str(out), "--resume", "--set", *changed),
    ]


def kill_after_a_checkpoint(started: list[str], checkpoint: Path) -> None:
    """Run a command until a checkpoint is newer than before, and kill it without warning."""
    before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
    with subprocess.Popen(started, stderr=subprocess.PIPE) as process:
        while not checkpoint.exists() or checkpoint.stat().st_mtime_ns == before:
            try:
                process.wait(timeout=0.002)
            except subprocess.TimeoutExpired:
                continue
            assert process.stderr is not None
            pytest.fail(f"The training ended by itself: {process.stderr.read().decode()}")
        process.kill()
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("request_to_stop", [signal.SIGINT, *sorted(ENDINGS)])
def test_a_request_to_stop_leaves_a_checkpoint_and_the_code_of_an_interruption(
    plan: Plan, tmp_path: Path, request_to_stop: signal.Signals
) -> None:
    endless = replace(plan.recipe, epochs=1e6, max_steps=0, evaluate_every=1)
    run = tmp_path / "model" / "run"
    started = command(replace(plan, recipe=endless), tmp_path / "model")
    with as_in_a_terminal():
        process = subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        while not (run / "log.jsonl").exists() and process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.01)
        assert not (run / "checkpoint.safetensors").exists()
        process.send_signal(request_to_stop)
        told = process.communicate()[1].decode()
    assert process.returncode == 130, told
    assert (run / "checkpoint.safetensors").exists()
    assert not (run.parent / "card.json").exists()


def test_an_interrupted_run_ends_with_the_same_weights(
    chained: Plan, whole: Path, tmp_path: Path
) -> None:
    with pytest.raises(Cancelled):
        train(chained, tmp_path / "broken", Patience(until=5))
    assert not (tmp_path / "broken" / "model.safetensors").exists()
    broken = train(chained, tmp_path / "broken", Task(), resume=True)
    first, second = (load_file(folder / "model.safetensors") for folder in (whole, broken))
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_a_killed_run_ends_with_the_weights_of_one_that_was_not(
    chained: Plan, whole: Path, tmp_path: Path
) -> None:
    chained = replace(chained, recipe=replace(chained.recipe, checkpoint_minutes=0.0))
    broken = tmp_path / "broken"
    for _ in range(2):
        kill_after_a_checkpoint(command(chained, broken), broken / "run" / "checkpoint.safetensors")
    train(chained, broken, Task(), resume=True)
    first, second = (load_file(folder / "model.safetensors") for folder in (whole, broken))
    assert first.keys() == second.keys()
    assert all(torch.equal(first[name], second[name]) for name in first)
    logs = [(folder / "run" / "log.jsonl").read_text("utf-8") for folder in (whole, broken)]
    assert logs[0].count('"dev"') == logs[1].count('"dev"')


def test_the_model_before_stays_until_another_takes_its_place(plan: Plan, tmp_path: Path) -> None:
    out = train(plan, tmp_path / "model", Task())
    before = read_card(out)
    further = replace(plan, recipe=replace(plan.recipe, max_steps=14))
    with subprocess.Popen(command(further, out)) as process:
        # Besides that of the run there are folders only while a graph is written.
        # Such a folder may go while it is looked into.
        while sum(len(inside) for _, inside, _ in os.walk(out)) == 1:
            assert process.poll() is None
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.01)
        process.kill()
    verify(out)
    assert read_card(out) == before
    train(further, out, Task(), resume=True)
    verify(out)
    assert {path.name for path in out.iterdir()} == {*read_card(out).files, "card.json", "run"}
    kept = {"checkpoint.safetensors", "lock", "log.jsonl", "run.json"}
    assert {path.name for path in (out / "run").iterdir()} == kept
    assert read_card(out).files != before.files


def test_a_model_that_cannot_take_its_place_is_not_finished(chained: Plan, tmp_path: Path) -> None:
    out = train(chained, tmp_path / "model", Task())
    (out / "encoder.json").unlink()
    (out / "encoder.json").mkdir()
    with pytest.raises(FileError, match=r"cannot write into .*model"):
        train(chained, out, Task(), resume=True)
    with pytest.raises(ModelError, match="holds no model"):
        read_card(out)


def test_a_model_that_cannot_be_written_is_told_of(chained: Plan, tmp_path: Path) -> None:
    (tmp_path / "model" / "model.safetensors").mkdir(parents=True)
    with pytest.raises(FileError, match=r"cannot write into .*model"):
        train(chained, tmp_path / "model", Task())


@pytest.mark.parametrize(("file", "exact"), [("model.onnx", False), ("model.safetensors", True)])
def test_a_damaged_model_is_refused_by_name(
    trained: Path, tmp_path: Path, file: str, *, exact: bool
) -> None:
    folder = shutil.copytree(trained, tmp_path / "model")
    with (folder / file).open("ab") as stored:
        stored.write(b"x")
    with pytest.raises(ModelError, match=file):
        load(str(folder), device="cpu", exact=exact)
    assert load(str(folder), device="cpu", exact=not exact).card == read_card(folder)
