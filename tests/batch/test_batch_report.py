from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.batch.account import Account, ranked, totals_of
from subpunct_app.batch.batch_options import Batch
from subpunct_app.batch.batch_report import check_suffix, write_report
from subpunct_app.batch.outcome import Outcome, State, outcome_of
from subpunct_app.runtime.errors import FileError, SettingsError
from tests.batch.pools import FIGURES

OUTCOMES = (
    Outcome("calm.srt", State.DONE, "calm.srt", figures=FIGURES),
    Outcome(
        "a & <b>/wild #1.srt",
        State.REVIEW,
        "a & <b>/wild #1.srt",
        figures=replace(FIGURES, expected_errors=9.5, doubtful=4, first_doubtful=7),
    ),
    Outcome("old.srt", State.SKIPPED, "old.srt", "Its result exists already."),
    Outcome("bad.srt", State.FAILED, reason="bad.srt is a picture, not text."),
)


@pytest.fixture
def account(tmp_path: Path) -> Account:
    return Account(Batch(tmp_path / "in", tmp_path / "out"), OUTCOMES, 4.0, 2)


def test_failures_and_likely_errors_come_first() -> None:
    names = [one.source for one in ranked(OUTCOMES)]
    assert names == ["bad.srt", "a & <b>/wild #1.srt", "calm.srt", "old.srt"]


def test_a_recording_that_breaks_off_comes_before_texts_with_more_errors() -> None:
    few = replace(FIGURES, expected_errors=0.1)
    half = Outcome("half.mp4", State.REVIEW, "half.srt", "half.mp4 breaks off at 0:00:01.", few)
    foreign = Outcome("hu.mp4", State.REVIEW, "hu.srt", "The marks are as heard.")
    names = [one.source for one in ranked([*OUTCOMES, foreign, half])]
    assert names[:4] == ["bad.srt", "half.mp4", "hu.mp4", "a & <b>/wild #1.srt"]


def test_totals_add_up(account: Account) -> None:
    totals = totals_of(account)
    assert (totals.files, totals.done, totals.review) == (4, 1, 1)
    assert (totals.skipped, totals.failed) == (1, 1)
    assert (totals.words, totals.marks_after, totals.expected_errors) == (200, 24, 11)
    assert totals.words_per_second == 50


def test_json_holds_all_of_it(account: Account, tmp_path: Path) -> None:
    write_report(account, tmp_path / "report.json")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["totals"]["words"] == 200
    assert [outcome_of(row) for row in report["files"]] == ranked(OUTCOMES)


def test_csv_has_a_row_a_file(account: Account, tmp_path: Path) -> None:
    write_report(account, tmp_path / "report.csv")
    with (tmp_path / "report.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [row["state"] for row in rows] == ["failed", "review", "done", "skipped"]
    assert (rows[1]["source"], rows[1]["words"], rows[1]["first_doubtful"]) == (
        "a & <b>/wild #1.srt",
        "100",
        "7",
    )
    assert (rows[0]["words"], rows[0]["reason"]) == ("", "bad.srt is a picture, not text.")


@pytest.mark.parametrize("name", ["=1+2.srt", "+49.srt", "-rf.srt", "@a.srt", "\t=1.srt", "\r.srt"])
def test_no_name_is_a_formula_in_csv(account: Account, tmp_path: Path, name: str) -> None:
    failed = Outcome(name, State.FAILED, reason=f"{name} is a picture, not text.")
    outcomes = (Outcome("a=b.srt", State.DONE, "-a.srt", figures=FIGURES), failed)
    write_report(replace(account, outcomes=outcomes), tmp_path / "report.csv")
    with (tmp_path / "report.csv").open(encoding="utf-8", newline="") as table:
        first, second = csv.DictReader(table)
    assert (first["source"], first["reason"]) == (f"./{name}", f"./{name} is a picture, not text.")
    assert (second["source"], second["target"]) == ("a=b.srt", "./-a.srt")


def test_the_page_links_to_results_from_where_it_lies(account: Account, tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    write_report(account, tmp_path / "reports" / "report.html")
    page = (tmp_path / "reports" / "report.html").read_text(encoding="utf-8")
    assert 'href="../out/a%20%26%20%3Cb%3E/wild%20%231.srt"' in page
    assert 'href="../in/bad.srt"' in page
    assert "a &amp; &lt;b&gt;/wild #1.srt" in page
    assert "first in cue 7" in page
    assert f"subpunct gui --review-below 0.5 &#39;{tmp_path}/in/a &amp; &lt;b&gt;/" in page
    assert "http" not in page
    assert page.index("bad.srt") < page.index("wild") < page.index("calm.srt")


def test_reports_are_not_overwritten_unasked(account: Account, tmp_path: Path) -> None:
    (tmp_path / "report.csv").write_text("precious")
    with pytest.raises(FileError, match="exists already"):
        write_report(account, tmp_path / "report.csv")
    with pytest.raises(SettingsError, match="not a kind of report"):
        check_suffix(tmp_path / "report.pdf")


def test_reports_name_what_the_batch_left_out(account: Account, tmp_path: Path) -> None:
    left_out = replace(account, left_out=(Path("in", "old"),), exports=(Path("in", "R&B"),))
    write_report(left_out, tmp_path / "report.json")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["left_out"] == [str(Path("in", "old"))]
    assert report["exports"] == [str(Path("in", "R&B"))]
    write_report(left_out, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "1 folder left out" in page
    assert f"first {Path('in', 'R&amp;B')}." in page
