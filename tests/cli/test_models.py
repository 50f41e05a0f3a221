from __future__ import annotations

import json

from tests.cli.conftest import Run, assert_one_line


def test_models_are_listed(run: Run, model: str) -> None:
    shipped = [model, "en-compact-open"]
    lines = run("models", "list").out.decode().splitlines()
    assert [line.split("\t")[:2] for line in lines] == [[name, "en"] for name in shipped]
    assert [row["id"] for row in json.loads(run("models", "list", "--json").out)] == shipped


def test_a_model_tells_about_itself(run: Run, model: str) -> None:
    assert b'languages: ["en"]' in run("models", "info", model).out
    row = json.loads(run("models", "info", model, "--json").out)
    assert row["id"] == model
    assert row["files"]


def test_an_unknown_model_is_told(run: Run) -> None:
    outcome = run("models", "info", "no-such-model")
    assert outcome.code == 3
    assert_one_line(outcome, mentions=["no-such-model"])
