"""Train and judge small versions of the published systems, and lay them beside the papers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from subpunct_app.models.base import Punctuator
from subpunct_app.models.card import FILE as CARD
from subpunct_app.models.registry import load
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.cutting import by_sentence
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.data.texts import Texts
from subpunct_app.training.evaluation.evaluate import evaluate_corpus
from subpunct_app.training.plan import Plan
from subpunct_app.training.recipes import recipe
from subpunct_app.training.reproduction.stored import (
    SCORES,
    Scores,
    store_scores,
    stored_scores,
)
from subpunct_app.training.reproduction.trials import TRIALS, Trial
from subpunct_app.training.run import train


def trials_of(names: Sequence[str]) -> list[Trial]:
    """Return the trials of these names, all if none is named; SettingsError on an unknown one."""
    known = {trial.name: trial for trial in TRIALS}
    for name in names:
        if name not in known:
            raise SettingsError(f"There is no trial {name}.", f"Known: {', '.join(known)}.")
    return [known[name] for name in names or known]


def run_trials(data: Path, out: Path, names: Sequence[str], task: Task) -> dict[str, Scores]:
    """Train and test the named trials, all if none is named; return the scores of all at hand.

    What was done before is not done again: an interrupted training goes on from its checkpoint.
    Before anything is trained, raise FileError where a corpus is missing or scores are damaged,
    SettingsError on an unknown name.
    """
    trials = trials_of(names)
    stored = stored_scores(out)
    for trial in trials:
        if trial.name not in stored:
            trained = (out / trial.name / CARD).is_file()
            texts = () if trained else (*trial.train, *trial.dev)
            _found(data, [*texts, *trial.tests.values()])
    for trial in trials:
        run_trial(trial, data, out, task)
    return stored_scores(out)


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
    store_scores(scores, folder)


def judge_trial(trial: Trial, punctuator: Punctuator, data: Path, task: Task) -> Scores:
    """Return the scores of a model on the tests of a trial, by the names of the tests."""
    scores: Scores = {}
    for name, path in trial.tests.items():
        corpus = read_corpus(_found(data, [path]))
        for way in trial.ways:
            text = by_sentence(corpus) if way.by_sentence else corpus
            report = evaluate_corpus(
                punctuator, text, trial.scheme, task, predictions=way.predictions
            )
            scores[name + way.name] = report.as_json()
    return scores


def _found(data: Path, names: Sequence[str]) -> tuple[Path, ...]:
    paths = tuple(data / name for name in names)
    for path in paths:
        if not path.is_file():
            raise FileError(f"{path} is missing.", "Give the folder of the corpora with --data.")
    return paths
