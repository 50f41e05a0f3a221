"""Train small versions of the published systems, and lay their scores beside the papers."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from subpunct_app.models.card import FILE as CARD
from subpunct_app.models.mark_labels import NAMES, OPENING_NAMES, scheme_marks, scheme_openings
from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.file_io import atomic_write
from subpunct_app.runtime.pages import template_environment
from subpunct_app.runtime.task import Task
from subpunct_app.text.words import Mark
from subpunct_app.training.data.batches import by_sentence
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.evaluation.evaluator import JudgingOptions, evaluate_corpus
from subpunct_app.training.plan import Plan, Texts
from subpunct_app.training.recipes import recipe
from subpunct_app.training.train_model import train
from subpunct_app.training.trials import TRIALS, Trial

SCORES = "scores.json"

# By test, the fields of a report.
Scores = dict[str, dict[str, Any]]
# By trial and by test, the fields of a report.
TrialScores = Mapping[str, Mapping[str, Mapping[str, Any]]]


def stored_scores(out: Path) -> dict[str, Scores]:
    """Return the scores of all trials at hand; raise FileError where some are damaged."""
    stored = [(trial, out / trial.name / SCORES) for trial in TRIALS]
    return {trial.name: _loaded(trial, path) for trial, path in stored if path.is_file()}


def store_scores(scores: Scores, folder: Path) -> None:
    """Write the scores of a trial into its folder, in one step."""
    with atomic_write(folder / SCORES) as fresh:
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


@dataclass(frozen=True, slots=True)
class Published:
    """What a paper reports on IWSLT2011 with an encoder of base size, as fractions."""

    system: str
    micro_f1: float | None = None
    micro_f1_asr: float | None = None
    macro_f1: float | None = None
    ser: float | None = None


PUBLISHED = (
    Published("guerreiro2021, RoBERTa-base", macro_f1=0.796, ser=0.297),
    Published("alam2020, RoBERTa-base", micro_f1=0.803, micro_f1_asr=0.682),
    Published("alam2020, DistilBERT", micro_f1=0.727, micro_f1_asr=0.618),
    Published("nagy2021, BERT-base, 64 predictions", macro_f1=0.798),
)


def check_complete(names: Container[str]) -> None:
    """Raise SettingsError where a trial is not among those whose scores are, or will be, known."""
    missing = [trial.name for trial in TRIALS if trial.name not in names]
    if missing:
        raise SettingsError(
            f"Not trained yet: {', '.join(missing)}.", "Run subpunct reproduce without --only."
        )


def comparison(scores: TrialScores) -> str:
    """Return docs/reproduction.md from the scores of all trials; SettingsError if some lack."""
    check_complete(scores)
    templates = template_environment("subpunct_app.training")
    templates.filters["f"] = lambda value: "–" if value is None else f"{value:.3f}"
    templates.filters["signed"] = lambda value: f"{100 * value:+.1f}"
    page = templates.get_template("reproduction.md.jinja")
    return page.render(trials=TRIALS, scores=scores, published=PUBLISHED)


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
            options = JudgingOptions(trial.scheme, way.predictions)
            report = evaluate_corpus(punctuator, text, task, options)
            scores[name + way.name] = report.as_json()
    return scores


def _found(data: Path, names: Sequence[str]) -> tuple[Path, ...]:
    paths = tuple(data / name for name in names)
    for path in paths:
        if not path.is_file():
            raise FileError(f"{path} is missing.", "Give the folder of the corpora with --data.")
    return paths
