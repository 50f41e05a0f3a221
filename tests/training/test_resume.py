from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertModel

from subpunct_app.models.card import read_card
from subpunct_app.models.registry import verify
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError
from subpunct_app.runtime.interrupts import ENDINGS
from subpunct_app.runtime.task import Task
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import RECIPES, Recipe
from subpunct_app.training.run import train
from tests.processes import as_in_a_terminal
from tests.training.conftest import Patience, make_plan, small_recipe

pytestmark = [
    pytest.mark.slow,
    # Raised inside torch's exporter, where nothing can be done about it.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


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


def test_a_checkpoint_of_another_network_is_refused(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        train(plan, tmp_path / "model", Patience(until=2))
    checkpoint = tmp_path / "model" / "run" / "checkpoint.safetensors"
    other = tmp_path / "other" / "run" / "checkpoint.safetensors"
    os.renames(checkpoint, other)
    config = Path(plan.recipe.encoder) / "config.json"
    narrow = tmp_path / "narrow"
    narrow.mkdir()
    stored = json.loads(config.read_text(encoding="utf-8")) | {"intermediate_size": 12}
    torch.manual_seed(2)
    BertModel(BertConfig(**stored), add_pooling_layer=False).save_pretrained(narrow)
    tokenizer = (Path(plan.recipe.encoder) / "tokenizer.json").read_bytes()
    (narrow / "tokenizer.json").write_bytes(tokenizer)
    changed = replace(plan, recipe=replace(plan.recipe, encoder=str(narrow)))
    with pytest.raises(ModelError, match="another network"):
        train(changed, tmp_path / "other", Task(), resume=True)


def test_a_checkpoint_of_another_vocabulary_is_refused_and_keeps_its_description(
    plan: Plan, tmp_path: Path
) -> None:
    learned = replace(
        RECIPES["li2020"],
        window=48,
        batch=4,
        max_steps=12,
        width=8,
        layers=1,
        embedding=8,
        vocabulary=40,
        precision="fp32",
    )
    plan = replace(plan, recipe=learned)
    with pytest.raises(Cancelled):
        train(plan, tmp_path / "model", Patience(until=2))
    described = (tmp_path / "model" / "run" / "run.json").read_text(encoding="utf-8")
    text = plan.texts.train[0]
    text.write_text(text.read_text(encoding="utf-8").replace("bridge", "zebra"), encoding="utf-8")
    longer = replace(plan, recipe=replace(learned, max_steps=24))
    with pytest.raises(ModelError, match="another vocabulary"):
        train(longer, tmp_path / "model", Task(), resume=True)
    assert (tmp_path / "model" / "run" / "run.json").read_text(encoding="utf-8") == described
