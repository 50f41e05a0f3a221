"""A network learns what cues are worth, and one that knew no features takes them on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from subpunct_app.models.features import COLUMNS, BreakCode
from subpunct_app.models.model_registry import load
from subpunct_app.runtime.task import Task
from subpunct_app.training.evaluation.evaluator import (
    EvaluationOptions,
    evaluate_corpus,
    read_tests,
)
from subpunct_app.training.loop.fit import dev_evaluator, fit
from subpunct_app.training.plan import Plan
from subpunct_app.training.start.learners import make_learner
from subpunct_app.training.train_model import train
from tests.training.conftest import make_plan, run_of, small_recipe

# Raised inside torch's exporter, where nothing can be done about it.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory, encoder: Path) -> Plan:
    """Make a plan of four steps, for a network that knows no features."""
    brief = replace(small_recipe(encoder), max_steps=4, evaluate_every=4)
    return make_plan(tmp_path_factory.mktemp("short"), brief)


@pytest.fixture(scope="module")
def plain(short: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a model that knows no features."""
    return train(short, tmp_path_factory.mktemp("plain") / "model", Task())


@pytest.fixture(scope="module")
def timed(short: Plan, plain: Path) -> Plan:
    """Make a plan that goes on from that model and learns features."""
    return replace(short, recipe=replace(short.recipe, features=True, seed=2), starts=(plain,))


@pytest.fixture(scope="module")
def told(timed: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a model that has learned features."""
    return train(timed, tmp_path_factory.mktemp("told") / "model", Task())


def test_cue_ends_are_learned(plan: Plan, tmp_path: Path) -> None:
    recipe = replace(plan.recipe, features=True, noise="none", max_steps=60, head_rate=0.05)
    changed = replace(plan, recipe=recipe)
    run = run_of(changed, plan.texts.read("train"), tmp_path / "run")
    fit(run, dev_evaluator(run.batches, 6), Task())
    features = torch.zeros((1, 5, COLUMNS), dtype=torch.int64)
    features[0, 2] = torch.tensor([BreakCode.CUE, 6, 1, 0, 3, 3, 2, 3, 6, 2])
    pieces = torch.tensor([[2, 8, 9, 10, 3]])
    with torch.inference_mode():
        plain = run.network.eval()(pieces)[0].softmax(dim=-1)
        told = run.network(pieces, None, features)[0].softmax(dim=-1)
    assert told[0, 2, 2] > plain[0, 2, 2] + 0.1


@pytest.mark.slow
def test_a_model_takes_on_features(short: Plan, timed: Plan) -> None:
    grown = make_learner(timed, timed.texts.read("train"))
    assert grown.shape.features == COLUMNS
    former = make_learner(replace(timed, recipe=short.recipe), timed.texts.read("train"))
    pieces, features = torch.tensor([[2, 8, 9, 10, 3]]), torch.ones((1, 5, COLUMNS)).long()
    answers = grown.network.eval()(pieces, None, features)
    for one, other in zip(former.network.eval()(pieces), answers, strict=True):
        assert torch.allclose(one, other, atol=1e-6)


@pytest.mark.slow
def test_subtitles_are_judged_with_what_they_tell(told: Path, tmp_path: Path) -> None:
    subtitles = tmp_path / "timed.srt"
    cue = "{0}\n00:00:{0:02},000 --> 00:00:{0:02},500\nWe saw\nthe old bridge.\n\n"
    subtitles.write_text("".join(cue.format(at) for at in range(1, 30, 2)), encoding="utf-8")
    model = load(str(told), device="cpu")
    assert model.card.network.features == COLUMNS
    corpus = read_tests([subtitles])
    with_timing = evaluate_corpus(model, corpus, Task(), EvaluationOptions(4))
    without = evaluate_corpus(model, corpus, Task(), EvaluationOptions(4, timing=False))
    assert with_timing.false_periods is not None
    assert with_timing.nll != without.nll


@pytest.mark.slow
def test_training_starts_from_the_mean_of_two_models(timed: Plan, plain: Path, told: Path) -> None:
    mean = make_learner(replace(timed, starts=(told, plain)), timed.texts.read("train")).network
    first, second = (load_file(folder / "model.safetensors") for folder in (told, plain))
    for name, weight in mean.named_parameters():
        both = [kept[name].float() for kept in (first, second) if name in kept]
        assert torch.allclose(weight, torch.stack(both).mean(dim=0), atol=1e-6)
    assert any(name not in second for name in first)
