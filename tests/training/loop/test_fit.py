from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.data.corpus import Corpus
from subpunct_app.training.loop.fit import Evaluator, dev_evaluator, fit
from subpunct_app.training.loop.optimisation import Average
from subpunct_app.training.loop.training_run import (
    Progress,
    Run,
    State,
    load_checkpoint,
    save_checkpoint,
)
from subpunct_app.training.plan import Plan
from subpunct_app.training.start.learners import make_learner
from tests.training.conftest import make_plan, run_of, small_recipe


@pytest.mark.parametrize("words", [30, 150, 300])
def test_a_dev_text_scores_the_same_in_batches_of_any_size(plan: Plan, words: int) -> None:
    text = plan.texts.read("dev").head(words)
    learner = make_learner(plan, text)
    network, tokens = learner.network.eval(), Tokens(learner.tokenizer)
    quiet = replace(plan.recipe, noise="none", window=24)
    first, *others = (
        dev_evaluator(Batches(text, tokens, replace(quiet, batch=batch)), 6)(network)
        for batch in (1, 4, 100)
    )
    assert all(scores == pytest.approx(first, abs=1e-5) for scores in others)


NewRun = Callable[..., Run]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory, encoder: Path) -> tuple[Plan, Corpus]:
    """Make a plan without anything random, and read what it learns from."""
    quiet = replace(small_recipe(encoder), noise="none", schedule="constant")
    still = replace(quiet, dropout=0.0, encoder_dropout=0.0, layer_dropout=0.0)
    plan = make_plan(tmp_path_factory.mktemp("texts"), still)
    return plan, plan.texts.read("train")


@pytest.fixture
def new_run(learned: tuple[Plan, Corpus], tmp_path: Path) -> NewRun:
    """Give a function that starts a run, the same each time, with some values changed."""
    numbers = itertools.count()

    def make(**changes: object) -> Run:
        plan, corpus = learned
        return run_of(plan, corpus, tmp_path / str(next(numbers)), **changes)

    return make


class Interruption(Task):
    """A task that is cancelled once it has come to a step."""

    def __init__(self, until: int) -> None:
        super().__init__()
        self._until = until

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        if done == self._until:
            self.cancel()


def weights_of(network: nn.Module) -> dict[str, Tensor]:
    return {name: weight.detach().clone() for name, weight in network.named_parameters()}


def same(first: dict[str, Tensor], second: dict[str, Tensor]) -> bool:
    return all(torch.equal(first[name], second[name]) for name in first)


def saying(*scores: float, seen: list[dict[str, Tensor]] | None = None) -> Evaluator:
    """Make a judge of such losses, one an evaluation; it keeps the weights that it is shown."""
    said = iter(scores)

    def judge(network: nn.Module) -> dict[str, float]:
        if seen is not None:
            seen.append(weights_of(network))
        loss = next(said)
        return {"f1": 0.0, "ser": 1.0, "loss": loss}

    return judge


def rows_of(run: Run) -> list[dict[str, object]]:
    lines = (run.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_accumulated_batches_step_as_one_batch_of_all_their_windows(new_run: NewRun) -> None:
    # The case of misheard words is unknown, of more of them in some windows than in others.
    noise = {"noise": "words", "noise_windows": 1.0, "noise_rate": 0.5}
    runs = [
        new_run(max_steps=1, batch=batch, accumulate=accumulate, clip=1e9, **noise)
        for batch, accumulate in ((8, 1), (4, 2), (1, 8))
    ]
    for run in runs:
        fit(run, saying(1.0), Task())
    whole, *divided = (dict(run.network.named_parameters()) for run in runs)
    for parts in divided:
        for name, weight in whole.items():
            torch.testing.assert_close(parts[name].grad, weight.grad, atol=1e-6, rtol=1e-4)


def test_a_run_without_progress_ends_early_with_its_best_weights(new_run: NewRun) -> None:
    run = new_run(max_steps=20, evaluate_every=2, patience=2, criterion="loss")
    shown: list[dict[str, Tensor]] = []
    fit(run, saying(0.5, 0.3, 0.4, 0.3, 0.1, seen=shown), Task())
    assert [row["step"] for row in rows_of(run)] == [2, 4, 6, 8]
    assert same(weights_of(run.network), shown[1])
    assert not same(shown[1], shown[3])


@pytest.mark.parametrize(("accumulate", "steps"), [(1, [10, 20, 25]), (3, [4, 7, 8])])
def test_a_run_is_judged_at_the_end_of_each_epoch(
    new_run: NewRun, accumulate: int, steps: list[int]
) -> None:
    run = new_run(evaluate_every=0, epochs=2.5, max_steps=0, accumulate=accumulate)
    assert run.batches.epoch_steps == 10
    fit(run, saying(0.5, 0.4, 0.3), Task())
    assert [row["step"] for row in rows_of(run)] == steps


def test_a_run_does_not_lose_patience_while_the_encoder_is_frozen(new_run: NewRun) -> None:
    run = new_run(
        max_steps=20, epochs=5.0, frozen_epochs=1.0, evaluate_every=4, patience=1, criterion="loss"
    )
    fit(run, saying(0.1, 0.2, 0.3, 0.4, 0.5), Task())
    assert [row["step"] for row in rows_of(run)] == [4, 8, 12]


def test_averaged_weights_are_judged_and_kept(new_run: NewRun) -> None:
    plain, averaged = (new_run(criterion="loss", ema=decay) for decay in (0.0, 0.99))
    shown: list[dict[str, Tensor]] = []
    fit(plain, saying(0.5, 0.4), Task())
    fit(averaged, saying(0.5, 0.4, seen=shown), Task())
    assert same(weights_of(averaged.network), shown[-1])
    assert not same(weights_of(averaged.network), weights_of(plain.network))


def test_a_run_that_goes_on_with_fewer_steps_than_it_has_done_ends_there(new_run: NewRun) -> None:
    long, short = (new_run(max_steps=steps, epochs=50.0, evaluate_every=40) for steps in (40, 3))
    with pytest.raises(Cancelled):
        fit(long, saying(), Interruption(until=5))
    fit(replace(short, folder=long.folder), saying(0.5), Task(), resume=True)
    assert same(weights_of(short.network), weights_of(long.network))
    assert [row["step"] for row in rows_of(long)] == [6]


def test_a_checkpoint_that_cannot_be_written_leaves_the_one_before(new_run: NewRun) -> None:
    run = new_run(max_steps=1)
    fit(run, saying(0.5), Task())
    before = (run.folder / "checkpoint.safetensors").read_bytes()
    (run.folder / "checkpoint.safetensors.new").mkdir()
    longer = replace(new_run(max_steps=2), folder=run.folder)
    with pytest.raises(FileError, match="cannot write"):
        fit(longer, saying(0.5), Task(), resume=True)
    assert (run.folder / "checkpoint.safetensors").read_bytes() == before


def state_of(vocabulary: str = "", *, scaled: bool = False, masked: int = 0) -> State:
    """Make a state after one step, with a part that predicts so many masked pieces."""
    parts: dict[str, nn.Module] = {"network": nn.Linear(2, 2)}
    if masked:
        parts["masked"] = nn.Linear(2, masked)
    optimiser = torch.optim.AdamW([{"params": list(part.parameters())} for part in parts.values()])
    for part in parts.values():
        part(torch.ones(1, 2)).sum().backward()
    optimiser.step()
    scaler = torch.amp.GradScaler("cpu", enabled=scaled)
    return State(parts, optimiser, scaler, Average(parts["network"], 0.0), vocabulary)


@pytest.mark.parametrize("before", [True, False])
def test_a_run_may_scale_its_loss_and_hide_pieces_from_a_checkpoint_on_or_no_more(
    tmp_path: Path, before: bool
) -> None:
    kept, later = state_of(scaled=before, masked=3), state_of(scaled=not before)
    save_checkpoint(tmp_path, kept)
    load_checkpoint(tmp_path, later)
    for name, weight in later.learned.items():
        assert torch.equal(weight, kept.learned[name])
        assert same(kept.optimiser.state[kept.learned[name]], later.optimiser.state[weight])


@pytest.mark.parametrize("other", [state_of("more pieces"), state_of(masked=3)])
def test_a_checkpoint_of_other_pieces_or_another_network_is_refused(
    tmp_path: Path, other: State
) -> None:
    save_checkpoint(tmp_path, state_of(masked=2))
    with pytest.raises(ModelError, match="another network or vocabulary"):
        load_checkpoint(tmp_path, other)


def test_a_checkpoint_of_another_program_is_refused(new_run: NewRun) -> None:
    run = new_run()
    run.folder.mkdir()
    save_file({"network.weight": torch.ones(1)}, run.folder / "checkpoint.safetensors")
    with pytest.raises(ModelError, match="another version"):
        fit(run, saying(0.5), Task(), resume=True)


def test_a_network_that_came_apart_ends_the_run_and_spoils_no_checkpoint(new_run: NewRun) -> None:
    run = new_run(checkpoint_minutes=0.0)
    with torch.no_grad():
        next(run.network.parameters()).fill_(float("nan"))
    with pytest.raises(ModelError, match="The loss at step 1 is no number"):
        fit(run, saying(1.0), Task())
    assert list(run.folder.glob("*.safetensors")) == []


def test_a_run_that_goes_on_by_another_command_or_other_texts_remembers_all(
    new_run: NewRun,
) -> None:
    first = replace(new_run(max_steps=2, epochs=50.0), command="two", texts="a")
    fit(first, saying(0.5), Task())
    for steps, command, texts in ((3, "three", "a"), (4, "three", "a"), (5, "three", "b")):
        further = replace(
            new_run(max_steps=steps, epochs=50.0), folder=first.folder, command=command, texts=texts
        )
        progress = fit(further, saying(0.4), Task(), resume=True)
    assert [tuple(each.values()) for each in progress.commands] == [
        (0, "two", "a"),
        (2, "three", "a"),
        (4, "three", "b"),
    ]


def test_a_run_ends_in_the_time_that_it_has(new_run: NewRun) -> None:
    run = new_run(max_steps=100_000, epochs=1e6, max_minutes=0.01, evaluate_every=100_000)
    progress = fit(run, saying(0.5), Task())
    assert 0 < progress.step < 100_000
    assert rows_of(run)[-1]["step"] == progress.step
    # What goes on has no time left, and is judged all the same.
    again = fit(run, saying(0.5), Task(), resume=True)
    assert again.step == progress.step


def test_the_rate_falls_by_the_time_that_is_left_where_steps_would_not(new_run: NewRun) -> None:
    run = new_run(max_steps=1000, epochs=1e6, max_minutes=1.0)
    assert run.schedule_step(Progress(step=10, seconds=30.0)) == 500
    assert run.schedule_step(Progress(step=700, seconds=30.0)) == 700
    assert run.schedule_step(Progress(step=10, seconds=90.0)) == 999
    assert new_run(max_steps=1000, epochs=1e6).schedule_step(Progress(step=10, seconds=9e9)) == 10


class LateInterruption(Interruption):
    """A task that is cancelled in the moment in which a step is told."""

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        if done == self._until:
            self.cancel()
        super().step(done, total, message, timed=timed)


def test_a_run_that_is_broken_off_between_two_steps_goes_on_from_there(new_run: NewRun) -> None:
    whole, broken, further = (new_run(max_steps=6) for _ in range(3))
    fit(whole, saying(0.5), Task())
    with pytest.raises(Cancelled):
        fit(broken, saying(0.5), LateInterruption(until=4))
    further = replace(further, folder=broken.folder)
    assert fit(further, saying(0.5), Task(), resume=True).step == 6
    assert same(weights_of(further.network), weights_of(whole.network))


@pytest.mark.parametrize(("aim", "value"), [("hidden", 0.3), ("teacher", 4)])
def test_a_broken_run_with_a_second_aim_goes_on_as_a_whole_one(
    tmp_path: Path, encoder: Path, aim: str, value: float
) -> None:
    short = {aim: value, "max_steps": 6, "epochs": 9.0, "evaluate_every": 6}
    plan = make_plan(tmp_path, replace(small_recipe(encoder), **short))  # type: ignore[arg-type]
    corpus = plan.texts.read("train")

    def new_run(folder: str, **changes: float) -> Run:
        return run_of(plan, corpus, tmp_path / folder, **changes)

    whole, broken, further = new_run("whole"), new_run("broken"), new_run("broken")
    without, unweighed = new_run("without", **{aim: 0}), new_run("no", **{f"{aim}_weight": 0.0})
    for run in (whole, without, unweighed):
        fit(run, saying(0.5), Task())
    with pytest.raises(Cancelled):
        fit(broken, saying(), Interruption(until=3))
    fit(further, saying(0.5), Task(), resume=True)
    assert same(weights_of(further.network), weights_of(whole.network))
    assert not same(weights_of(unweighed.network), weights_of(whole.network))
    # What guesses hidden pieces, or teaches, is no part of what is kept.
    assert weights_of(whole.network).keys() == weights_of(without.network).keys()
