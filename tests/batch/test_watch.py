from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.batch import watch as watching
from subpunct_app.batch.account import account_so_far
from subpunct_app.batch.batch_options import Batch, Existing, Order
from subpunct_app.batch.batch_run import RunControl, run
from subpunct_app.batch.outcome import Outcome
from subpunct_app.batch.watch import Arrivals, Watch, keep_watching
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.runtime.errors import Cancelled, FileError, SettingsError
from subpunct_app.runtime.task import Task
from tests.batch.pools import Alone, contents, tree


@pytest.fixture(autouse=True)
def _short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave less time between two looks than files need that are being copied."""
    monkeypatch.setattr(watching, "REST_SECONDS", 0.1)


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tree(tmp_path / "in", "a.srt"), tmp_path / "out")


def names(arrivals: Arrivals, batch: Batch) -> set[str]:
    return {path.relative_to(batch.folder).as_posix() for path in arrivals.files}


def test_a_file_arrives_once_it_has_stopped_growing(batch: Batch) -> None:
    watch = Watch([batch])
    first = watch.look()
    assert (names(first, batch), first.restless) == (set(), True)
    tree(batch.folder, "deep/b.srt")
    second = watch.look()
    assert (names(second, batch), second.restless) == ({"a.srt"}, True)
    watch.take(second.files)
    (batch.folder / "deep" / "b.srt").write_text("more of it has been copied")
    assert names(watch.look(), batch) == set()
    last = watch.look()
    assert (names(last, batch), last.restless) == ({"deep/b.srt"}, False)
    assert batch.folder / "deep" in last.folders


def test_what_is_done_and_unchanged_is_known(batch: Batch) -> None:
    tree(batch.folder, "b.srt")
    run(batch, Alone(), Task())
    (batch.folder / "b.srt").write_text("other words")
    arrivals = Watch([batch]).look()
    assert arrivals.there == (batch.folder / "a.srt", batch.folder / "b.srt")
    assert arrivals.known == {batch.folder / "a.srt"}


def test_a_folder_is_missing_until_it_is_back(batch: Batch) -> None:
    watch, away = Watch([batch]), batch.folder.with_name("away")
    assert watch.look().missing == ()
    batch.folder.rename(away)
    assert watch.look().missing == (batch.folder,)
    away.rename(batch.folder)
    assert watch.look().missing == ()


def test_what_failed_gets_another_chance_on_request(batch: Batch) -> None:
    (batch.out / "a.srt").mkdir(parents=True)
    run(replace(batch, existing=Existing.REPLACE), Alone(), Task())
    for resume, expected in ((False, set()), (True, {"a.srt"})):
        watch = Watch([batch], resume=resume)
        watch.look()
        assert names(watch.look(), batch) == expected


def test_only_accepted_files_are_taken_in(batch: Batch) -> None:
    tree(batch.folder, "growing.srt")
    pool = Alone()
    run(batch, pool, Task(), RunControl(accept=lambda name: name == "a.srt"))
    assert pool.seen == ["a.srt"]
    account = run(batch, pool, Task(), resume=True)
    assert pool.seen == ["a.srt", "growing.srt"]
    assert len(account.outcomes) == 2


def test_a_folder_that_goes_while_it_is_watched_is_told(batch: Batch) -> None:
    task = Task()

    def tell(_: Outcome) -> None:
        batch.folder.rename(batch.folder.with_name("away"))

    watched = keep_watching(batch, Alone(), task, tell)
    assert next(watched) is not None
    assert next(watched) is None
    task.cancel()
    assert list(watched) == []


def test_a_folder_is_watched_until_somebody_asks_to_stop(batch: Batch) -> None:
    task, came = Task(), []

    def tell(outcome: Outcome) -> None:
        came.append(outcome.source)
        if outcome.source == "a.srt":
            tree(batch.folder, "b.srt")

    for account in keep_watching(batch, Alone(), task, tell):
        if account and len(account.outcomes) == 2:
            task.cancel()
    assert came == ["a.srt", "b.srt"]
    assert contents(batch.out) == {"a.srt": "THIS IS A.SRT", "b.srt": "THIS IS B.SRT"}


def test_what_does_not_fit_is_told_before_anything_comes(batch: Batch) -> None:
    run(batch, Alone(), Task())
    task = Task()
    task.cancel()
    gone, other = replace(batch, folder=batch.out / "gone"), Order(mode=Mode.FILL)
    with pytest.raises(FileError, match="does not exist"):
        next(keep_watching(gone, Alone(), task, lambda _: None))
    with pytest.raises(SettingsError, match="other options: --mode"):
        next(keep_watching(replace(batch, order=other), Alone(), task, lambda _: None))


def test_a_watch_that_is_stopped_at_work_says_so(batch: Batch) -> None:
    tree(batch.folder, "b.srt")
    with pytest.raises(Cancelled):
        list(keep_watching(batch, Alone(until="b.srt"), Task(), lambda _: None))
    assert account_so_far(batch, Alone()).outcomes[0].source == "a.srt"
