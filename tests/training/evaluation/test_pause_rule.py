from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.training.data.readers import read_corpus
from subpunct_app.training.evaluation.pause_rule import by_pauses
from subpunct_app.training.evaluation.scoring import report_on

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
