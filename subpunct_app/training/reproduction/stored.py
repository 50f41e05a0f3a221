"""The scores of trials on disk, checked before anybody relies on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from subpunct_app.models.labels import NAMES, OPENING_NAMES, scheme_marks, scheme_openings
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.replacing import replacing
from subpunct_app.text.words import Mark
from subpunct_app.training.reproduction.trials import TRIALS, Trial

SCORES = "scores.json"

# By test, the fields of a report.
Scores = dict[str, dict[str, Any]]


def stored_scores(out: Path) -> dict[str, Scores]:
    """Return the scores of all trials at hand; raise FileError where some are damaged."""
    stored = [(trial, out / trial.name / SCORES) for trial in TRIALS]
    return {trial.name: _loaded(trial, path) for trial, path in stored if path.is_file()}


def store_scores(scores: Scores, folder: Path) -> None:
    """Write the scores of a trial into its folder, in one step."""
    with replacing(folder / SCORES) as fresh:
        fresh.write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")


def _loaded(trial: Trial, path: Path) -> Scores:
    try:
        scores: Scores = json.loads(path.read_text(encoding="utf-8"))
        for name in {*trial.judged_on, *scores}:
            _check(scores[name], trial.scheme)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FileError(
            f"{path} is damaged.", "Delete it: the trial is then tested again."
        ) from error
    return scores


def _check(report: Mapping[str, Any], scheme: int) -> None:
    """Raise an error where a report lacks a score that is printed, or where one is no number."""
    low, high = report["interval"]["micro_f1"]
    numbers = [low, high, report["micro_f1"], report["macro_f1"], report["ser"]]
    marks = [NAMES[mark] for mark in scheme_marks(scheme)[1:]]
    openings = [OPENING_NAMES[sign] for sign in scheme_openings(scheme)]
    numbers += [report["labels"][name]["f1"] for name in (*marks, *openings)]
    within = report["places"]["mid"]
    numbers += [within[NAMES[mark]]["f1"] for mark in (Mark.PERIOD, Mark.QUESTION)]
    if not all(isinstance(number, float | int) for number in numbers):
        raise TypeError("A score is a number.")
