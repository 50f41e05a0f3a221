"""Which results of batches were reviewed, as a later sitting finds it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from subpunct_app.batch import reviewed
from subpunct_app.batch.account import FileResult, earlier_results
from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.batch_run import run
from subpunct_app.batch.execution import Event, PlanControl, carry_out
from subpunct_app.batch.outcome import State
from subpunct_app.batch.reviewed import Review
from subpunct_app.runtime.task import Task
from tests.batch.pools import Doubting, tree


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return Plan((tree(tmp_path / "in", "a.srt", "b.srt"),), tmp_path / "out")


def done(plan: Plan) -> list[FileResult]:
    told: list[Event] = []
    carry_out(plan, Doubting(), Task(), PlanControl(told.append))
    return list({one.file: one for one in told if isinstance(one, FileResult)}.values())


def review(came: FileResult) -> None:
    assert came.result is not None
    read = hashlib.sha256(came.file.read_bytes()).hexdigest()
    reviewed.note(came.result, Review(came.outcome.sha256, read))


def export(came: FileResult) -> None:
    """Review a file as it is by now, with another result than the batch has made of it."""
    review(came)
    assert came.result is not None
    came.result.write_text("reviewed")


def test_what_was_reviewed_is_known_until_the_result_is_made_anew(plan: Plan) -> None:
    first, second = done(plan)
    assert not first.reviewed
    assert not second.reviewed
    review(first)
    assert [one.reviewed for one in earlier_results(plan.batches())] == [True, False]
    assert [one.reviewed for one in done(plan)] == [True, False]
    first.file.write_text("something else")
    assert [one.reviewed for one in done(plan)] == [False, False]


@pytest.mark.parametrize("resume", [True, False])
def test_a_file_that_changed_before_its_review_is_as_its_result_says(
    plan: Plan, resume: bool
) -> None:
    first, _ = done(plan)
    first.file.write_text("something else")
    export(first)
    (batch,) = plan.batches()
    account = run(batch, Doubting(), Task(), resume=resume)
    assert State.FAILED not in {one.state for one in account.outcomes}
    assert [one.reviewed for one in done(plan)] == [True, False]
    assert first.result is not None
    assert first.result.read_text() == "reviewed"


def test_a_file_that_changed_behind_its_review_is_told_of(plan: Plan) -> None:
    first, _ = done(plan)
    export(first)
    first.file.write_text("something else")
    again, _ = done(plan)
    assert again.outcome.state is State.FAILED
    assert "changed after it was restored" in again.outcome.reason


def test_a_review_that_was_taken_away_leaves_its_file_to_be_restored(plan: Plan) -> None:
    first, _ = done(plan)
    first.file.write_text("something else")
    export(first)
    assert first.result is not None
    first.result.unlink()
    (batch,) = plan.batches()
    run(batch, Doubting(), Task(), resume=True)
    assert first.result.read_text() == "SOMETHING ELSE"


def test_what_another_folder_left_to_an_editor_is_not_told_of_files_of_the_same_names(
    plan: Plan, tmp_path: Path
) -> None:
    done(plan)
    other = Plan((tree(tmp_path / "other", "a.srt", "c.srt"),), plan.out)
    found = [(one.outcome.source, one.outcome.state) for one in done(other)]
    assert found == [("a.srt", State.SKIPPED), ("c.srt", State.REVIEW)]
    assert [
        (one.outcome.source, one.outcome.state) for one in earlier_results(other.batches())
    ] == found


def test_the_oldest_reviews_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewed, "_MOST", 3)
    for name in ("a", "b", "a", "c", "d"):
        reviewed.note(tmp_path / name, Review("made"))
    assert [Path(name).name for name in reviewed.load()] == ["a", "c", "d"]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b'{"a": 1}', b'{"a": [1, 2]}', b'{"a": []}', b"\xff"],
)
def test_damaged_reviews_are_none(content: bytes) -> None:
    reviewed.reviews_path().parent.mkdir(parents=True, exist_ok=True)
    reviewed.reviews_path().write_bytes(content)
    assert reviewed.load() == {}
