from __future__ import annotations

import multiprocessing
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.interrupts import ENDINGS
from subpunct_app.training.data import batches as making
from subpunct_app.training.data.batches import Batches, feed_by, processes_for
from subpunct_app.training.start.learners import make_learner
from tests.patience import PATIENCE
from tests.training.conftest import make_plan, small_recipe

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(),
    reason="no processes begin as copies here",
)


@pytest.fixture
def batches(tmp_path: Path, encoder: Path) -> Batches:
    """Give batches with noise and cues, over some epochs."""
    plan = make_plan(tmp_path, replace(small_recipe(encoder), features=True))
    corpus = plan.texts.read("train")
    return Batches(corpus, Tokens(make_learner(plan, corpus).tokenizer), plan.recipe)


def test_other_processes_make_the_batches_that_this_one_makes(batches: Batches) -> None:
    numbers = range(3, 3 * batches.epoch_steps, 5)
    here, there = (list(feed_by(batches, numbers, processes)) for processes in (0, 2))
    assert len(here) == len(there) == len(numbers)
    for own, made in zip(here, there, strict=True):
        assert own[4:6] == made[4:6]
        assert own.features is not None
        assert made.features is not None
        for one, other in zip((*own[:4], own.features), (*made[:4], made.features), strict=True):
            assert torch.equal(one, other)


def test_a_gpu_is_fed_by_no_more_processes_than_there_are_files_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(200)), raising=False)
    assert processes_for(torch.device("cuda")) == 16
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {3, 5}, raising=False)
    assert processes_for(torch.device("cuda")) == 2
    assert processes_for(torch.device("cpu")) == 0


@pytest.mark.parametrize("request_to_stop", [signal.SIGINT, *sorted(ENDINGS)])
def test_a_request_to_stop_leaves_those_alone_whom_the_last_step_waits_for(
    batches: Batches, request_to_stop: signal.Signals
) -> None:
    before = set(multiprocessing.active_children())
    fed = feed_by(batches, range(400), 2)
    next(fed)
    makers = set(multiprocessing.active_children()) - before
    assert len(makers) == 2
    for maker in makers:
        assert maker.pid is not None
        os.kill(maker.pid, request_to_stop)
    assert len([next(fed) for _ in range(60)]) == 60
    fed.close()
    for maker in makers:
        maker.join(PATIENCE)
        assert not maker.is_alive()


@pytest.mark.parametrize("request_to_stop", [signal.SIGINT, *sorted(ENDINGS)])
def test_a_request_to_stop_leaves_those_alone_that_are_about_to_begin(
    batches: Batches, monkeypatch: pytest.MonkeyPatch, request_to_stop: signal.Signals
) -> None:
    begin = making._leave_signals

    def begin_late(number: int) -> None:
        os.kill(os.getpid(), request_to_stop)
        begin(number)

    monkeypatch.setattr(making, "_leave_signals", begin_late)
    assert len(list(feed_by(batches, range(60), 2))) == 60
    assert request_to_stop not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
