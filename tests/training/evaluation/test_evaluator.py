from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.models.model_registry import load
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.runtime.errors import Cancelled, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.evaluation.evaluator import (
    JudgingOptions,
    ask_corpus,
    by_pauses,
    carry_marks_over,
    evaluate_corpus,
    predict_corpus,
    read_tests,
)
from subpunct_app.training.evaluation.scoring import report_on
from tests.decoding.proposing.test_pipeline import Greeter

SRT = """1
00:00:01,000 --> 00:00:02,000
We went home.

2
00:00:03,000 --> 00:00:04,000
And the bridge,

3
00:00:04,600 --> 00:00:05,000
the old one,

4
00:00:05,100 --> 00:00:06,000
fell.
"""


def test_long_pauses_end_sentences(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text(SRT, encoding="utf-8")
    corpus = read_corpus([path])
    prediction = by_pauses(corpus)
    assert prediction.marks[:, 2].nonzero()[0].tolist() == [2, 5]
    assert prediction.cases.argmax(axis=1).tolist() == [1, 0, 0, 1, 0, 0, 1, 0, 0, 0]
    report = report_on("pauses", corpus, prediction, 4, speed=1.0)
    assert report.false_periods == 25
    assert report.labels["PERIOD"].precision == 0.5


def test_each_file_begins_with_a_capital(tmp_path: Path) -> None:
    paths = [tmp_path / "a.srt", tmp_path / "b.srt"]
    for path in paths:
        path.write_text(SRT, encoding="utf-8")
    prediction = by_pauses(read_corpus(paths))
    assert prediction.cases.argmax(axis=1).nonzero()[0].tolist() == [0, 3, 6, 10, 13, 16]


def test_plain_text_has_no_pauses(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("We went home.", encoding="utf-8")
    with pytest.raises(SettingsError, match="no pauses"):
        by_pauses(read_corpus([path]))


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


class Loading(Greeter):
    """Take a thousand seconds before the first answer, and one for each."""

    clock = 0.0

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        self.clock += 1 if self.clock else 1_001
        return super().predict(pieces, mask, features)


def test_what_is_loaded_for_the_first_answer_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, model = tmp_path / "text.txt", Loading()
    path.write_text(FIRST, encoding="utf-8")
    monkeypatch.setattr(time, "perf_counter", lambda: model.clock)
    report = evaluate_corpus(model, read_tests([path]), Task(), JudgingOptions(4))
    assert report.words_per_second == report.words == len(FIRST.split())


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
