"""Train small versions of the published systems, and lay their scores beside the papers."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from subpunct_app.models.card import FILE as CARD
from subpunct_app.models.model_registry import load
from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.runtime.file_io import atomic_write
from subpunct_app.runtime.pages import template_environment
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.batches import by_sentence
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.evaluation.evaluator import EvaluationOptions, evaluate_corpus
from subpunct_app.training.plan import Plan, Texts
from subpunct_app.training.recipes import recipe
from subpunct_app.training.train_model import train

SCORES = "scores.json"
# The name of the way in which each sentence is tested alone.
BY_SENTENCE = " by sentence"

# By test, the fields of a report.
Scores = dict[str, dict[str, Any]]
# By trial and by test, the fields of a report.
TrialScores = Mapping[str, Mapping[str, Mapping[str, Any]]]


def stored_scores(out: Path) -> dict[str, Scores]:
    """Return the scores of all trials at hand; raise FileError where some are damaged."""
    stored = [(trial, out / trial.name / SCORES) for trial in TRIALS]
    return {trial.name: _loaded(trial, path) for trial, path in stored if path.is_file()}


def _loaded(trial: Trial, path: Path) -> Scores:
    try:
        scores: Scores = json.loads(path.read_text(encoding="utf-8"))
        return {name: scores[name] for name in trial.judged_on}
    except (ValueError, KeyError, TypeError) as error:
        raise FileError(
            f"{path} is damaged.", "Delete it: the trial is then tested again."
        ) from error


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
    return page.render(trials=TRIALS, scores=scores)


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
    punctuator = load(str(folder), device="auto")
    scores: Scores = {}
    for name, path in trial.tests.items():
        corpus = read_corpus(_found(data, [path]))
        for way, predictions in trial.ways.items():
            text = by_sentence(corpus) if way == BY_SENTENCE else corpus
            options = EvaluationOptions(trial.scheme, predictions)
            report = evaluate_corpus(punctuator, text, task, options)
            scores[name + way] = report.as_json()
    with atomic_write(folder / SCORES) as fresh:
        fresh.write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")


def _found(data: Path, names: Sequence[str]) -> tuple[Path, ...]:
    paths = tuple(data / name for name in names)
    for path in paths:
        if not path.is_file():
            raise FileError(f"{path} is missing.", "Give the folder of the corpora with --data.")
    return paths


_TED = ("en/ted_train.txt.xz",)
_DEV = ("iwslt/dev2012",)
_IWSLT = {"Ref": "iwslt/test2011", "ASR": "iwslt/test2011asr"}
_BRIEF = {"dev_words": "20000", "tune_words": "40000", "evaluate_every": "100"}
_FORMAL = ("multi/es/parlament_catalunya_es.txt.xz", "multi/es/wmt_newstest.txt.xz")
_ASKING = (
    "multi/es/tatoeba_sentences.txt.xz",
    "multi/es/commonvoice_sentences_partial.txt.xz",
    "multi/es/xquad_questions.txt.xz",
)
_SPANISH = {"news": "test/es/wmt24_enes.txt.xz", "questions": "test/es/tatoeba_laser.txt.xz"}
_NINE = _BRIEF | {"encoder_rate": "5e-5", "head_rate": "5e-5", "warmup": "0.05"}


@dataclass(frozen=True, slots=True)
class Trial:
    """One model to train and what to test it on; files are named under the data folder.

    `sentences` also tests it on each sentence alone; `predictions` are counts of windows a word
    to test it with besides its own.
    """

    name: str
    recipe: str
    settings: Mapping[str, str]
    train: tuple[str, ...] = _TED
    dev: tuple[str, ...] = _DEV
    tests: Mapping[str, str] = field(default_factory=lambda: dict(_IWSLT))
    scheme: int = 4
    sentences: bool = False
    predictions: tuple[float, ...] = ()

    @property
    def ways(self) -> dict[str, float | None]:
        """Return how many windows see a word in each way to test it, by the name of the way."""
        shared = {f" x{count:g}": count for count in self.predictions}
        return {"": None} | ({BY_SENTENCE: None} if self.sentences else {}) | shared

    @property
    def judged_on(self) -> list[str]:
        """Return the names of all that is tested, in the order of the tests."""
        return [test + way for test in self.tests for way in self.ways]


def _layer_attention(cutting: str, batch: int) -> dict[str, str]:
    return _BRIEF | {
        "cutting": cutting,
        "batch": str(batch),
        "max_steps": "350",
        "frozen_epochs": "0.02",
        "encoder_rate": "5e-5",
        "schedule": "linear",
        "warmup": "0.05",
    }


def _recurrent(**changes: str) -> dict[str, str]:
    rates = {"encoder_rate": "5e-5", "head_rate": "1e-4", "schedule": "linear", "warmup": "0.05"}
    return _BRIEF | rates | {"max_steps": "400"} | changes


def _look_ahead(layers: int) -> dict[str, str]:
    return _BRIEF | {
        "layers": str(layers),
        "width": "256",
        "vocabulary": "16000",
        "window": "128",
        "batch": "32",
        "max_steps": "1200",
        "head_rate": "2e-3",
        "evaluate_every": "400",
    }


def _spanish(name: str, train: tuple[str, ...]) -> Trial:
    dev = ("multi/es/community_3b1b_captions.txt.xz",)
    return Trial(name, "perez2024", _NINE | {"max_steps": "250"}, train, dev, _SPANISH, scheme=9)


TRIALS: tuple[Trial, ...] = (
    Trial("guerreiro-chunks", "guerreiro2021", _layer_attention("chunk", 8), sentences=True),
    Trial("guerreiro-segments", "guerreiro2021", _layer_attention("segment", 128), sentences=True),
    Trial("alam-plain", "alam2020", _recurrent(noise="none")),
    Trial("alam-errors", "alam2020", _recurrent()),
    Trial("alam-crf", "alam2020", _recurrent(crf="true")),
    Trial(
        "nagy",
        "nagy2021",
        _BRIEF | {"encoder_rate": "5e-5", "max_steps": "400", "warmup": "0.05", "patience": "0"},
        predictions=(1.0, 4.0, 8.0, 64.0),
    ),
    *(Trial(f"li-{layers}", "li2020", _look_ahead(layers)) for layers in (1, 2, 4)),
    Trial("perez", "perez2024", _NINE | {"max_steps": "200"}),
    _spanish("perez-formal", _FORMAL),
    _spanish("perez-questions", _FORMAL + _ASKING),
)
