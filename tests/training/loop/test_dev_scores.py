from __future__ import annotations

from dataclasses import replace

import pytest

from subpunct_app.models.tokens import Tokens
from subpunct_app.training.data.batches import Batches
from subpunct_app.training.loop.dev_scores import dev_judge
from subpunct_app.training.plan import Plan
from subpunct_app.training.start.learners import make_learner


@pytest.mark.parametrize("words", [30, 150, 300])
def test_a_dev_text_scores_the_same_in_batches_of_any_size(plan: Plan, words: int) -> None:
    text = plan.texts.tune().head(words)
    learner = make_learner(plan, text)
    network, tokens = learner.network.eval(), Tokens(learner.tokenizer)
    quiet = replace(plan.recipe, noise="none", window=24)
    first, *others = (
        dev_judge(Batches(text, tokens, replace(quiet, batch=batch)), 6)(network)
        for batch in (1, 4, 100)
    )
    assert all(scores == pytest.approx(first, abs=1e-5) for scores in others)
