from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import nn

from subpunct_app.models.blank_encoder import layers_of
from subpunct_app.models.networks import GapNetwork
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.loop.fit import fit
from subpunct_app.training.start.learners import make_learner, teacher_for
from tests.training.conftest import make_plan, run_of, small_recipe
from tests.training.loop.test_fit import saying
from tests.training.tiny_encoders import ENCODERS, save_tiny


def student(tmp_path: Path, encoder: Path, **changes: object) -> tuple[GapNetwork, GapNetwork]:
    """Return a network and its teacher of four layers."""
    chosen = replace(small_recipe(encoder), teacher=4, features=True, **changes)  # type: ignore[arg-type]
    plan = make_plan(tmp_path, chosen)
    network = make_learner(plan, plan.texts.read("train")).network
    teacher = teacher_for(network, chosen)
    assert isinstance(network, GapNetwork)
    assert teacher is not None
    return network, teacher


def test_a_teacher_has_each_layer_of_its_student_twice(tmp_path: Path, encoder: Path) -> None:
    network, teacher = student(tmp_path, encoder)
    own, deeper = network.state_dict(), teacher.state_dict()
    query = "encoder.encoder.layer.{}.attention.self.query.weight"
    assert [
        [torch.equal(own[query.format(few)], deeper[query.format(many)]) for few in range(2)]
        for many in range(4)
    ] == [[True, False], [True, False], [False, True], [False, True]]
    configs = (getattr(module, "config", None) for module in teacher.encoder.modules())
    assert {id(config) for config in configs if config} == {id(teacher.encoder.config)}
    # Without the copies it is its student again: it shares all that is around them.
    teacher.encoder.get_submodule("encoder").layer = nn.ModuleList(
        layers_of(teacher.encoder)[1][::2]
    )
    teacher.attention.weights = nn.Parameter(network.attention.weights.detach().clone())
    pieces = torch.randint(7, 20, (2, 12))
    features = torch.randint(0, 3, (2, 12, network.columns))
    answers = [each.eval()(pieces, None, features) for each in (network, teacher)]
    torch.testing.assert_close(*answers)


def test_a_student_comes_to_answer_as_its_teacher_though_the_text_says_otherwise(
    tmp_path: Path, encoder: Path
) -> None:
    chosen = replace(
        small_recipe(encoder), teacher=2, teacher_weight=1.0, epochs=99.0, evaluate_every=40
    )
    chosen = replace(chosen, max_steps=40, dropout=0.0, encoder_dropout=0.0, layer_dropout=0.0)
    plan = make_plan(tmp_path, chosen)
    corpus = plan.texts.read("train")
    run = run_of(plan, corpus, tmp_path / "run")
    teacher = run.teacher
    assert teacher is not None
    # One that is sure of a mark that stands nowhere in the text, and does not learn.
    with torch.no_grad():
        teacher.mark_head.weight.zero_()
        teacher.mark_head.bias.copy_(torch.tensor([0.0, 0.0, 0.0, 9.0, 0.0, 0.0]))
    fit(run, saying(0.5), Task())
    batch = run.batches.batch(0)
    marks, _ = run.network.eval()(batch.pieces.long(), None)
    share = marks.softmax(dim=-1)[..., 3].mean()
    assert float(share.detach()) > 0.5


@pytest.mark.parametrize("name", ENCODERS)
def test_encoders_of_all_kinds_can_have_a_teacher(tmp_path: Path, name: str) -> None:
    plan = make_plan(tmp_path, small_recipe(save_tiny(name, tmp_path / "encoder")))
    network = make_learner(plan, plan.texts.read("train")).network
    teacher = teacher_for(network, replace(plan.recipe, teacher=3))
    assert teacher is not None
    assert (
        len(teacher.encoder(torch.ones(1, 4).long(), output_hidden_states=True).hidden_states) == 4
    )


@pytest.mark.parametrize("layers", [3, 5])
def test_a_teacher_that_is_no_multiple_of_its_student_is_refused(
    tmp_path: Path, encoder: Path, layers: int
) -> None:
    plan = make_plan(tmp_path, small_recipe(encoder))
    network = make_learner(plan, plan.texts.read("train")).network
    with pytest.raises(SettingsError, match=f"{layers} layers is no multiple of 2") as error:
        teacher_for(network, replace(plan.recipe, teacher=layers))
    assert "teacher=4" in str(error.value.hint)
