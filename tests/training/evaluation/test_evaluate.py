"""A corpus is predicted as the program reads its texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from subpunct_app.core.places import DEFAULT_MODEL
from subpunct_app.core.task import Task
from subpunct_app.punctuation.base import Probabilities
from subpunct_app.punctuation.registry import load
from subpunct_app.training.evaluation.evaluate import predict_corpus, read_tests

FIRST = "So we went home. Where had everybody gone? Nobody knew, and nobody cared.\n"
SECOND = "Ice floats, as you know. Most things sink when they freeze, but not water.\n"


def test_each_document_is_judged_by_itself(tmp_path: Path) -> None:
    model = load(DEFAULT_MODEL)

    def predicted(text: str) -> Probabilities:
        path = tmp_path / "text.txt"
        path.write_text(text, encoding="utf-8")
        return predict_corpus(model, read_tests([path]), Task()).doubts

    together = predicted(f"{FIRST}\n{SECOND}")
    apart = np.concatenate([predicted(FIRST), predicted(SECOND)])
    np.testing.assert_allclose(together, apart, atol=1e-6)
