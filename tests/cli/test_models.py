from __future__ import annotations

import json

from tests.cli.conftest import Run, assert_one_line


def test_models_are_listed(run: Run, model: str) -> None:
    assert run("models", "list").out.decode().startswith(f"{model}\ten\t")
    assert [row["id"] for row in json.loads(run("models", "list", "--json").out)] == [model]


def test_a_model_tells_about_itself(run: Run, model: str) -> None:
    assert b'languages: ["en"]' in run("models", "info", model).out
    row = json.loads(run("models", "info", model, "--json").out)
    assert row["id"] == model
    assert row["files"]


def test_an_unknown_model_is_told(run: Run) -> None:
    outcome = run("models", "info", "no-such-model")
    assert outcome.code == 3
    assert_one_line(outcome, mentions=["no-such-model"])
