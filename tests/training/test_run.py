from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from subpunct_app.decoding.inference.windows import predict
from subpunct_app.models import registry
from subpunct_app.models.card import ModelCard, read_card, write_card
from subpunct_app.models.labels import MARKS
from subpunct_app.models.onnx_runtime import OnnxPunctuator
from subpunct_app.models.torch_runtime import TorchPunctuator
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.evaluation.evaluate import evaluate_corpus, read_tests
from subpunct_app.training.loop.run_folder import sole_use
from subpunct_app.training.plan import Plan
from subpunct_app.training.run import train
from tests.limits import links
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


def test_a_network_from_scratch_takes_no_encoder(plan: Plan, tmp_path: Path) -> None:
    recipe = replace(plan.recipe, network="lookahead", width=8)
    with pytest.raises(SettingsError, match="learns from scratch"):
        train(replace(plan, recipe=recipe), tmp_path / "model", Task())


def test_a_network_from_scratch_takes_no_new_pieces(plan: Plan, tmp_path: Path) -> None:
    recipe = replace(plan.recipe, network="lookahead", width=8, encoder="", new_pieces=True)
    with pytest.raises(SettingsError, match="pieces of its own"):
        train(replace(plan, recipe=recipe), tmp_path / "model", Task())


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
        ({"network": "mlp", "features": True}, "reads no subtitle features"),
        ({"crf": True, "features": True}, "with a chain reads no subtitle features"),
        ({"network": "lookahead", "encoder": "", "width": 0}, "no encoder to be as wide as"),
        ({"network": "mlp", "tutor": 4}, "network mlp cannot have a tutor"),
        ({"crf": True, "tutor": 4}, "gap with a chain cannot have a tutor"),
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


def test_a_model_that_cannot_be_written_is_told_of(chained: Plan, tmp_path: Path) -> None:
    (tmp_path / "model" / "model.safetensors").mkdir(parents=True)
    with pytest.raises(FileError, match=r"cannot write into .*model"):
        train(chained, tmp_path / "model", Task())


def test_two_that_train_on_one_machine_can_share_its_threads(trained: Path) -> None:
    assert trained.is_dir()
    assert torch.get_num_threads() == 1


def test_a_trained_model_punctuates_what_it_learned(trained: Path) -> None:
    dev = trained.parent / "dev.txt"
    model = registry.load(str(trained), device="cpu")
    report = evaluate_corpus(model, read_tests([dev]), 4, Task())
    assert report.labels["PERIOD"].f1 > 0.9
    assert report.labels["COMMA"].f1 > 0.9


def test_int8_on_the_cpu_agrees_with_torch(trained: Path) -> None:
    folder = trained
    card = read_card(folder)
    words = ("we saw the old bridge in london and went home " * 20).split()
    fast = predict(OnnxPunctuator(card, folder), words, Task())
    exact = predict(TorchPunctuator(card, folder, "cpu"), words, Task())
    assert np.abs(fast.marks - exact.marks).max() < 0.05
    assert np.abs(fast.cases - exact.cases).max() < 0.05


def test_the_card_scores_files_of_the_same_name_apart(chained: Plan, tmp_path: Path) -> None:
    for folder in ("en", "zh"):
        (tmp_path / folder).mkdir()
        text = paragraphs(4, seed=ord(folder[0]))
        (tmp_path / folder / "dev.txt").write_text(text, encoding="utf-8")
    texts = replace(chained.texts, dev=(tmp_path / "en" / "dev.txt", tmp_path / "zh" / "dev.txt"))
    about = read_card(train(replace(chained, texts=texts), tmp_path / "model", Task())).about
    assert list(about["dev_scores"]) == about["dev_files"] == ["en/dev.txt", "zh/dev.txt"]
    assert "--dev en/dev.txt zh/dev.txt" in about["command"]


@links
def test_a_model_goes_by_the_name_of_the_link_that_it_was_written_to(
    chained: Plan, tmp_path: Path
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "mine").symlink_to("disk")
    assert read_card(train(chained, tmp_path / "mine" / "run" / "..", Task())).id == "mine"


@pytest.mark.skipif(sys.platform != "linux", reason="names are UTF-8 or UTF-16 elsewhere")
def test_texts_whose_names_are_no_utf_8_are_named_in_the_card(
    chained: Plan, tmp_path: Path
) -> None:
    odd = tmp_path / os.fsdecode(b"tr\xff.txt")
    chained.texts.train[0].rename(odd)
    texts = replace(chained.texts, train=(odd,))
    about = read_card(train(replace(chained, texts=texts), tmp_path / "model", Task())).about
    assert about["train_files"] == [odd.name]


def test_a_model_in_the_working_folder_goes_by_its_name(
    chained: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    card = read_card(train(chained, Path(), Task()))
    assert (card.id, card.name) == ("mine", "mine")


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


@pytest.mark.parametrize(("file", "exact"), [("model.onnx", False), ("model.safetensors", True)])
def test_a_damaged_model_is_refused_by_name(
    trained: Path, tmp_path: Path, file: str, *, exact: bool
) -> None:
    folder = shutil.copytree(trained, tmp_path / "model")
    with (folder / file).open("ab") as stored:
        stored.write(b"x")
    with pytest.raises(ModelError, match=file):
        registry.load(str(folder), device="cpu", exact=exact)
    assert registry.load(str(folder), device="cpu", exact=not exact).card == read_card(folder)


def test_runs_of_any_seed_are_judged_alike(plan: Plan, tmp_path: Path) -> None:
    still = replace(plan.recipe, features=True, evaluate_every=1, head_rate=0.0)
    begun = replace(plan, recipe=replace(still, max_steps=1))
    start = train(begun, tmp_path / "start", Task())
    scores = []
    for seed in (1, 2):
        recipe = replace(still, seed=seed, encoder_rate=0.0)
        seeded, out = replace(plan, recipe=recipe, starts=(start,)), tmp_path / str(seed)
        with pytest.raises(Cancelled):
            train(seeded, out, Patience(until=1))
        lines = (out / "run" / "log.jsonl").read_text(encoding="utf-8").splitlines()
        scores.append([json.loads(line)["dev"] for line in lines if "dev" in line])
    assert scores[0]
    assert scores[0] == scores[1]
