from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from subpunct_app.decoding.inference.doubt import unlikely
from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.models.features import COLUMNS, BreakCode, Column
from subpunct_app.models.mark_labels import (
    MARKS,
    WRITTEN,
    fold_written,
    scheme_labels,
    scheme_marks,
)
from subpunct_app.text.words import Mark
from subpunct_app.training.data.corpus import UNKNOWN_CASE, Corpus
from subpunct_app.training.evaluation.html_report import render
from subpunct_app.training.evaluation.scoring import Carried, Report, decided, report_on


def corpus(words: int = 600, texts: int = 3) -> Corpus:
    """Make documents of random words and marks, each ending with a full stop."""
    rng = np.random.default_rng(1)
    marks = rng.choice(len(WRITTEN), words, p=[0.8, *[0.2 / (len(WRITTEN) - 1)] * 8])
    edges = np.linspace(0, words, texts + 1).astype(np.int64)
    marks[edges[1:] - 1] = WRITTEN.index(Mark.PERIOD)
    return Corpus(
        vocabulary=("so", "<b>"),
        words=rng.integers(0, 2, words).astype(np.int32),
        marks=marks.astype(np.uint8),
        cases=np.full(words, UNKNOWN_CASE, dtype=np.uint8),
        openings=rng.choice(3, words, p=[0.9, 0.05, 0.05]).astype(np.uint8),
        documents=edges,
    )


def predicted(text: Corpus, scheme: int, *, right: float = 1.0) -> Prediction:
    """Say with 0.9 what stands there, for a share of the words; for the others, a comma."""
    rng = np.random.default_rng(2)
    marks, labels = scheme_marks(scheme), scheme_labels(scheme)
    truth = fold_written(text.marks, text.openings, scheme)
    said = np.where(rng.random(len(text)) < right, truth, 1)
    odds = np.full((len(text), len(labels)), 0.1 / (len(labels) - 1), dtype=np.float32)
    odds[np.arange(len(text)), said] = 0.9
    closing, openings = odds[:, : len(marks)].copy(), odds[:, len(marks) :]
    closing[:, 0] += openings.sum(axis=1)
    cases = np.full((len(text), 4), 0.25, dtype=np.float32)
    shift = np.zeros_like(closing)
    return Prediction(marks, closing, cases, shift, unlikely(closing, shift), openings)


def judged(scheme: int, *, judged_as: int | None = None, right: float = 1.0) -> Report:
    text = corpus()
    prediction = predicted(text, scheme, right=right)
    return report_on("m", text, prediction, judged_as or scheme, speed=1.0)


@pytest.mark.parametrize("scheme", [2, 3, 4, 6, 9])
def test_who_says_what_stands_there_has_no_errors(scheme: int) -> None:
    report = judged(scheme)
    assert (report.micro_f1, report.macro_f1, report.ser) == (1, 1, 0)
    assert report.surest_errors == []
    assert {scores.micro_f1 for scores in report.merges.values()} <= {1.0}


def test_nine_labels_count_the_opening_marks() -> None:
    labels = judged(9).labels
    assert len(labels) == 8
    assert labels["INVERTED_QUESTION"].support > 0
    assert labels["INVERTED_EXCLAMATION"].f1 == 1
    assert labels["SEMICOLON"].support > 0


def test_merges_come_from_the_same_decisions() -> None:
    report = judged(6, right=0.7)
    direct = judged(6, judged_as=3, right=0.7)
    assert list(report.merges) == [2, 3, 4]
    assert report.merges[3].ser <= report.merges[4].ser <= report.ser
    assert report.merges[3].micro_f1 == pytest.approx(direct.micro_f1, abs=0.02)


def test_the_ends_of_texts_are_scored_by_themselves() -> None:
    places = judged(4, right=0.7).places
    assert places["end"]["PERIOD"].support == 3
    total = judged(4).labels["PERIOD"].support
    assert places["mid"]["PERIOD"].support == total - 3


def test_json_keeps_the_agreed_keys_and_is_plain() -> None:
    stored = judged(4, right=0.7).as_json()
    assert set(json.loads(json.dumps(stored))["interval"]) == {"micro_f1", "macro_f1", "ser"}
    assert set(stored["review"]["0.05"]) == {"caught", "yield"}
    assert set(stored["labels"]["COMMA"]) == {"precision", "recall", "f1", "support"}
    assert sum(map(sum, stored["confusion"]["counts"])) == stored["words"]


def test_the_surest_errors_stay_within_their_text_and_show_the_true_marks() -> None:
    text = Corpus(
        vocabulary=("go", "on", "now"),
        words=np.array([0, 1, 2, 0, 1], dtype=np.int32),
        marks=np.array([0, 1, 2, 1, 2], dtype=np.uint8),
        cases=np.zeros(5, dtype=np.uint8),
        openings=np.array([0, 0, 0, 2, 0], dtype=np.uint8),
        documents=np.array([0, 3, 5], dtype=np.int64),
    )
    marks = np.tile(np.array([0.1, 0.2, 0.7], dtype=np.float32), (5, 1))
    shift = np.zeros_like(marks)
    cases = np.full((5, 4), 0.25, dtype=np.float32)
    said = Prediction(MARKS[:3], marks, cases, shift, unlikely(marks, shift))
    errors = report_on("m", text, said, 3, speed=1.0).surest_errors
    assert [(error.before, error.after) for error in errors] == [
        ("go", "on, now."),
        ("go on", "now."),
        ("¡go", "on."),
    ]
    assert [error.truth for error in errors] == ["O", "COMMA", "COMMA"]
    assert {error.guess for error in errors} == {"PERIOD"}


def test_false_periods_are_counted_at_cue_ends() -> None:
    text = corpus()
    assert judged(4).false_periods is None
    features = np.ones((len(text), COLUMNS), dtype=np.int8)
    features[::3, Column.BREAK] = BreakCode.CUE
    features[1::300, Column.BREAK] = BreakCode.ROLLED_LINE
    timed = replace(text, features=features)
    right = report_on("m", timed, predicted(text, 4), 4, speed=1.0)
    assert right.false_periods == 0
    always = predicted(text, 4)
    always.marks[:] = [0, 0, 1, 0]
    wrong = report_on("m", timed, always, 4, speed=1.0)
    ends = features[:, Column.BREAK] >= BreakCode.CUE
    open_ = np.isin(fold_written(text.marks, text.openings, 4)[ends], [0, 1])
    assert wrong.false_periods == pytest.approx(100 * np.mean(open_))
    assert wrong.as_json()["false_periods"] == wrong.false_periods
    any_mark = report_on("m", timed, predicted(text, 2), 2, speed=1.0)
    assert any_mark.false_periods is None


def test_a_review_goes_from_the_most_doubtful_gap_on() -> None:
    text = corpus(texts=1)
    said = predicted(text, 4, right=0.95)
    wrong = decided(said, 4) != fold_written(text.marks, text.openings, 4)
    doubtful = replace(said, doubts=np.where(wrong, 0.9, 0.1).astype(np.float32))
    report = report_on("m", text, doubtful, 4)
    assert 0.02 < wrong.mean() < 0.05
    assert report.review[0.05][0] == report.curve[0.05][0] == 1


_VOID = {"meta", "br"}


class _Page(HTMLParser):
    """Collect the ids of a page and check that its elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    report = replace(judged(9, right=0.7), transfer=Carried(1683, 1641))
    return render(report, ["<i>talk</i>.txt"])


def test_the_page_is_well_formed_with_every_id_once(page: str) -> None:
    parser = _Page()
    parser.feed(page)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    assert "svg" in parser.tags


def test_the_page_fetches_nothing_and_runs_nothing(page: str) -> None:
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert [address for address in addresses if not address.startswith("#")] == []
    assert "<script" not in page
    assert "@import" not in page


def test_words_and_names_of_files_are_escaped(page: str) -> None:
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;b&gt;" in page


def test_the_page_tells_the_scores_and_how_many_marks_were_carried(page: str) -> None:
    report = judged(9, right=0.7)
    assert f"{100 * report.micro_f1:.1f}" in page
    assert "1641 of 1683" in page
    assert "INVERTED_QUESTION" in page


def test_charts_take_their_colours_from_the_page(page: str) -> None:
    assert "#0102" not in page
    assert "var(--series-8)" in page


def test_a_flawless_model_has_a_page(page: str) -> None:
    assert "There are none." in render(judged(4), ["a.txt"])


def test_scoring_needs_neither_torch_nor_charts() -> None:
    code = (
        "import sys, subpunct_app.training.evaluation.evaluator;"
        "import subpunct_app.models.model_registry;"
        "sys.exit(str({'torch', 'matplotlib', 'jinja2', 'rapidfuzz'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "set()"
