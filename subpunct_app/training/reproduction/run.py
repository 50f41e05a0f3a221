"""Train and judge small versions of the published systems, and lay them beside the papers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from subpunct_app.core.errors import FileError, SettingsError
from subpunct_app.core.replacing import replacing
from subpunct_app.core.task import Task
from subpunct_app.punctuation.models.base import Punctuator
from subpunct_app.punctuation.models.card import FILE as CARD
from subpunct_app.punctuation.models.registry import load
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.data.cutting import by_sentence
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.data.texts import Texts
from subpunct_app.training.evaluation.evaluate import evaluate_corpus
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import recipe
from subpunct_app.training.reproduction.trials import TRIALS, Trial
from subpunct_app.training.run import train

SCORES = "scores.json"

Scores = dict[str, dict[str, Any]]


def run_trials(data: Path, out: Path, names: Sequence[str], task: Task) -> dict[str, Scores]:
    """Train and test the named trials, all if none is named; return the scores of all at hand.

    What was done before is not done again: an interrupted training goes on from its checkpoint.
    Raise FileError where a corpus is missing or scores are damaged, SettingsError on an unknown
    name.
    """
    # Nobody should learn of damaged scores after hours of training.
    stored_scores(out)
    known = {trial.name: trial for trial in TRIALS}
    for name in names or known:
        if name not in known:
            raise SettingsError(f"There is no trial {name}.", f"Known: {', '.join(known)}.")
        run_trial(known[name], data, out, task)
    return stored_scores(out)


def stored_scores(out: Path) -> dict[str, Scores]:
    """Return the scores of all trials at hand; raise FileError where some are damaged."""
    stored = {trial.name: out / trial.name / SCORES for trial in TRIALS}
    return {name: _loaded(path) for name, path in stored.items() if path.is_file()}


def run_trial(trial: Trial, data: Path, out: Path, task: Task) -> None:
    """Train and test one trial into its own folder, unless that was done before."""
    folder = out / trial.name
    if (folder / SCORES).is_file():
        return
    if not (folder / CARD).is_file():
        texts = Texts(_found(data, trial.train), _found(data, trial.dev))
        plan = Plan(recipe(trial.recipe, trial.settings), texts)
        train(plan, folder, task, resume=True)
    scores = judge_trial(trial, load(str(folder), device="auto"), data, task)
    with replacing(folder / SCORES) as fresh:
        fresh.write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")


def judge_trial(trial: Trial, punctuator: Punctuator, data: Path, task: Task) -> Scores:
    """Return the scores of a model on the tests of a trial, by the names of the tests."""
    scores: Scores = {}
    for name, path in trial.tests.items():
        corpus = read_corpus(_found(data, [path]))
        variants = _variants(trial, name, corpus)
        for key, (text, predictions) in variants.items():
            report = evaluate_corpus(punctuator, text, trial.scheme, task, predictions=predictions)
            scores[key] = report.as_json()
    return scores


def _loaded(path: Path) -> Scores:
    try:
        scores = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise _damaged(path) from error
    if not isinstance(scores, dict):
        raise _damaged(path)
    return scores


def _damaged(path: Path) -> FileError:
    return FileError(f"{path} is damaged.", "Delete it: the trial is then tested again.")


def _variants(trial: Trial, name: str, corpus: Corpus) -> Mapping[str, tuple[Corpus, float | None]]:
    """Return what to test on and with how many predictions a word, by name."""
    variants: dict[str, tuple[Corpus, float | None]] = {name: (corpus, None)}
    if trial.sentences:
        variants[f"{name} by sentence"] = (by_sentence(corpus), None)
    for count in trial.predictions:
        variants[f"{name} x{count:g}"] = (corpus, count)
    return variants


def _found(data: Path, names: Sequence[str]) -> tuple[Path, ...]:
    paths = tuple(data / name for name in names)
    for path in paths:
        if not path.is_file():
            raise FileError(f"{path} is missing.", "Give the folder of the corpora with --data.")
    return paths
