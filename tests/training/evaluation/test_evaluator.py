from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Probabilities
from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.training.evaluation.evaluator import (
    ask_corpus,
    carry_marks_over,
    predict_corpus,
    read_tests,
)

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


def test_numbers_are_read_in_the_language_of_the_reference(tmp_path: Path) -> None:
    written, heard = tmp_path / "written.txt", tmp_path / "heard.txt"
    written.write_text(
        "Al año siguiente vinieron 75, luego 120. La ciudad era pequeña, y nadie lo creyó.\n",
        encoding="utf-8",
    )
    heard.write_text(
        "al año siguiente vinieron setenta y cinco luego ciento veinte la ciudad era pequeña y"
        " nadie lo creyó\n",
        encoding="utf-8",
    )
    moved = carry_marks_over([written], [heard], strict=True)
    assert (moved.marks, moved.carried) == (4, 4)


class Once(Task):
    """A task that is cancelled right after its first step."""

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        self.cancel()


def test_a_document_can_be_left_in_its_midst(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(FIRST, encoding="utf-8")
    with pytest.raises(Cancelled):
        ask_corpus(load(DEFAULT_MODEL), read_tests([path]), Once())
