from __future__ import annotations

import json
from pathlib import Path

import pytest

from subpunct_app.training.reproduction import TRIALS
from tests.cli.conftest import Run, assert_one_line
from tests.training.test_reproduction import made_up

FIRST = TRIALS[0]


@pytest.fixture
def done(tmp_path: Path) -> Path:
    """Return a folder in which the first trial is trained and tested."""
    folder = tmp_path / "out" / FIRST.name
    folder.mkdir(parents=True)
    scores = {name: made_up(0.5) for name in FIRST.judged_on}
    (folder / "scores.json").write_text(json.dumps(scores), encoding="utf-8")
    return tmp_path / "out"


def test_a_single_trial_prints_its_scores(run: Run, done: Path) -> None:
    outcome = run("reproduce", "--data", done, "--out", done, "--only", FIRST.name)
    assert (outcome.code, outcome.err) == (0, "")
    first, *rest = outcome.out.decode().splitlines()
    assert first.startswith(f"{FIRST.name}, Ref: micro F1 0.500 (0.480 to 0.520)")
    assert len(rest) == len(FIRST.judged_on) - 1


def test_a_page_that_would_lack_trials_is_refused_before_any_is_trained(
    run: Run, done: Path, tmp_path: Path
) -> None:
    outcome = run(
        *("reproduce", "--data", tmp_path / "corpora", "--out", done, "--only", TRIALS[1].name),
        *("--page", tmp_path / "page.md"),
    )
    assert outcome.code == 2
    assert_one_line(outcome, "Not trained yet", TRIALS[2].name)
    assert TRIALS[1].name not in outcome.err


def test_damaged_scores_are_named(run: Run, done: Path) -> None:
    stored = done / FIRST.name / "scores.json"
    for content in ('{"Ref": {', "[]", "{}", '{"Ref": {}}'):
        stored.write_text(content, encoding="utf-8")
        outcome = run("reproduce", "--data", done, "--out", done, "--only", FIRST.name)
        assert_one_line(outcome, f"{stored} is damaged", "Delete it", code=1)
