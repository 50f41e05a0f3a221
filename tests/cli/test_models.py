from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from subpunct_app.models import model_registry as registry
from subpunct_app.models.card import FILE
from subpunct_app.runtime import folders as places
from tests.cli.conftest import Run, assert_one_line


def test_models_are_listed(run: Run, model: str) -> None:
    shipped = {model: "en", "en-compact-open": "en", "europe-compact": "de,es,fr,it,nl,pt"}
    lines = run("models", "list").out.decode().splitlines()
    assert [tuple(line.split("\t")[:2]) for line in lines] == list(shipped.items())
    assert [row["id"] for row in json.loads(run("models", "list", "--json").out)] == list(shipped)


def test_a_model_tells_about_itself(run: Run, model: str) -> None:
    assert b'languages: ["en"]' in run("models", "info", model).out
    row = json.loads(run("models", "info", model, "--json").out)
    assert row["id"] == model
    assert row["files"]


@pytest.fixture
def own_models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model: str) -> Path:
    shutil.copytree(places.shipped_folder("models") / model, tmp_path / model)
    monkeypatch.setattr(registry, "shipped_folder", lambda _: tmp_path)
    return tmp_path / model


def test_a_model_goes_by_the_name_of_its_folder(run: Run, own_models: Path, tmp_path: Path) -> None:
    card = json.loads((own_models / FILE).read_text(encoding="utf-8"))
    danish = shutil.copytree(own_models, own_models.with_name("danish"))
    (danish / FILE).write_text(json.dumps(card | {"languages": ["da"]}), encoding="utf-8")
    assert b"danish\tda\t" in run("models", "list").out
    talk, out = tmp_path / "talk.txt", tmp_path / "out.txt"
    talk.write_text("hvad hedder du", encoding="utf-8")
    outcome = run("punctuate", talk, "--language", "da", "--report", "-", "-o", out)
    assert json.loads(outcome.out)["model"] == "danish"
    talk.write_text("what is your name", encoding="utf-8")
    outcome = run("punctuate", talk, "--language", "en", "--report", "-", "-o", out, "--force")
    assert json.loads(outcome.out)["model"] == own_models.name


def test_a_damaged_model_does_not_hide_the_others(
    run: Run, own_models: Path, tmp_path: Path
) -> None:
    damaged = own_models.with_name("broken") / FILE
    damaged.parent.mkdir()
    damaged.write_text("{", encoding="utf-8")
    outcome = run("models", "list")
    assert outcome.code == 1
    assert outcome.out.startswith(f"{own_models.name}\ten\t".encode())
    assert_one_line(outcome, "damaged", str(damaged.parent))
    outcome = run("models", "list", "--json")
    assert outcome.code == 1
    assert [row["id"] for row in json.loads(outcome.out)] == [own_models.name]
    talk = tmp_path / "talk.txt"
    talk.write_text("What is your name? My name is Ann.", encoding="utf-8")
    for command in (
        ["punctuate", talk, "-o", tmp_path / "out.txt"],
        ["rehearse", talk],
        ["batch", tmp_path, "--pattern", "talk.txt", "--out-dir", tmp_path / "out"],
    ):
        outcome = run(*command, "--model", "auto")
        assert outcome.code == 0, command
        assert outcome.err.count(f"{damaged.parent} is damaged. Install the model again.") == 1
    assert "damaged" not in run("rehearse", talk, "--model", own_models.name).err


def test_another_model_is_taken_where_the_default_one_is_damaged(
    run: Run, own_models: Path, tmp_path: Path
) -> None:
    shutil.copytree(own_models, own_models.with_name("other"))
    (own_models / FILE).write_text("{", encoding="utf-8")
    talk, out = tmp_path / "talk.txt", tmp_path / "out.txt"
    talk.write_text("what is your name", encoding="utf-8")
    outcome = run("punctuate", talk, "--model", "auto", "--report", "-", "-o", out)
    assert json.loads(outcome.out)["model"] == "other"
    shutil.rmtree(own_models.with_name("other"))
    outcome = run("punctuate", talk, "--model", "auto", "-o", out, "--force")
    assert_one_line(outcome, "damaged", str(own_models), code=3)


@pytest.mark.parametrize("name", ["model.safetensors", "model.onnx", FILE])
def test_a_damaged_model_is_found(run: Run, own_models: Path, name: str) -> None:
    assert run("models", "verify").out.decode() == f"{own_models.name}\tintact\n"
    with (own_models / name).open("ab") as file:
        file.write(b"\0")
    outcome = run("models", "verify")
    assert_one_line(outcome, "damaged", own_models.name, code=1)
    assert outcome.out == b""


def test_a_file_of_a_model_that_cannot_be_read_is_not_told_to_be_missing(
    run: Run, own_models: Path
) -> None:
    (own_models / "model.onnx").unlink()
    (own_models / "model.onnx").mkdir()
    outcome = run("models", "verify")
    assert_one_line(outcome, "model.onnx cannot be read", "Check its permissions.", code=1)


def test_weights_for_torch_may_be_left_out_with_it(
    run: Run, own_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_models / "model.safetensors").unlink()
    assert run("models", "verify").code == 1
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    assert run("models", "verify").code == 0
