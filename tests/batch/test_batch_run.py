from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Generator, Iterable
from dataclasses import replace

import pytest

from subpunct_app.batch.account import account_so_far, left_out_text
from subpunct_app.batch.batch_journal import Journal
from subpunct_app.batch.batch_options import Batch, Existing, Order
from subpunct_app.batch.batch_run import RunControl, run
from subpunct_app.batch.executor import Finished, Parcel
from subpunct_app.batch.file_search import JOURNAL
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.errors import Cancelled, FileError, SettingsError
from subpunct_app.runtime.task import Task
from tests.batch.conftest import interrupt
from tests.batch.pools import Alone, contents, states, tree
from tests.limits import files_up_to, links, not_root


def test_the_tree_is_mirrored_and_the_sources_stay(batch: Batch) -> None:
    before = contents(batch.folder)
    account = run(batch, Alone(), Task())
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt", "b.srt"), "done")
    assert contents(batch.out) == {name: text.upper() for name, text in before.items()}
    assert contents(batch.folder) == before


def test_progress_goes_on_where_a_batch_was_stopped(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    task, before = Task(), list[int]()
    run(batch, Alone(), task, RunControl(lambda _: before.append(task.progress.done)), resume=True)
    assert before == [1, 2]
    assert (task.progress.done, task.progress.total) == (3, 3)


def test_a_folder_of_nothing_but_results_is_told_so(batch: Batch) -> None:
    run(replace(batch, out=batch.folder.parent / "all" / "out"), Alone(), Task())
    with pytest.raises(FileError, match=r"but results of batches, as in out\."):
        run(replace(batch, folder=batch.folder.parent / "all"), Alone(), Task())


@not_root
def test_a_closed_folder_of_results_keeps_no_other_one_back(batch: Batch) -> None:
    tree(batch.folder, "deep/deeper/d.srt")
    (batch.out / "deep").mkdir(parents=True)
    (batch.out / "deep").chmod(0)
    account = run(batch, Alone(), Task())
    (batch.out / "deep").chmod(0o700)
    failures = {one.source for one in account.outcomes if one.state is State.FAILED}
    assert failures == {"deep/c.srt", "deep/deeper/d.srt"}
    assert set(contents(batch.out)) == {"a.srt", "b.srt"}


@pytest.mark.parametrize("existing", Existing)
def test_a_result_that_cannot_be_placed_keeps_no_other_one_back(
    batch: Batch, existing: Existing
) -> None:
    tree(batch.out, "deep")
    account = run(replace(batch, existing=existing), Alone(), Task())
    failures = {one.source: one.reason for one in account.outcomes if one.state is State.FAILED}
    assert list(failures) == ["deep/c.srt"]
    assert set(contents(batch.out)) == {"a.srt", "b.srt", "deep"}


def test_a_batch_goes_on_where_it_was_interrupted(batch: Batch) -> None:
    first, second = Alone(until="b.srt"), Alone()
    with pytest.raises(Cancelled):
        run(batch, first, Task())
    account = run(batch, second, Task(), resume=True)
    assert (first.seen, second.seen) == (["a.srt"], ["b.srt", "deep/c.srt"])
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt", "b.srt"), "done")


def test_an_unfinished_batch_is_not_started_anew_by_mistake(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    with pytest.raises(SettingsError, match="--resume"):
        run(batch, Alone(), Task())
    other = Order(case=False, runs_only=True)
    with pytest.raises(SettingsError, match=r"other options: --no-case, --runs-only\."):
        run(replace(batch, order=other), Alone(), Task(), resume=True)


def test_a_result_that_is_changed_meanwhile_stays(batch: Batch) -> None:
    def change(_: object) -> None:
        (batch.out / "a.srt").write_text("by hand")

    run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    account = run(batch, Alone(), Task(), RunControl(arrange=change), resume=True)
    assert states(account)["a.srt"] == "failed"
    assert contents(batch.out)["a.srt"] == "by hand"


def test_two_batches_do_not_share_a_folder(batch: Batch) -> None:
    batch.out.mkdir()
    journal = Journal(batch.out)
    with pytest.raises(FileError, match="in use"):
        run(batch, Alone(), Task())
    journal.close()
    run(batch, Alone(), Task())


@pytest.mark.skipif(sys.platform == "win32", reason="what is open cannot be moved there")
def test_results_are_not_torn_apart_where_their_folder_is_moved(batch: Batch) -> None:
    moved = batch.out.with_name("moved")

    def move(_: Outcome) -> None:
        batch.out.rename(moved)

    with pytest.raises(FileError, match="was moved or deleted"):
        run(batch, Alone(), Task(), RunControl(move))
    assert not batch.out.exists()
    run(replace(batch, out=moved), Alone(), Task(), resume=True)
    assert sorted(contents(moved)) == ["a.srt", "b.srt", "deep/c.srt"]


class Wordy(Alone):
    """Have much to say of every file."""

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        for one in super().map(parcels, task):
            yield replace(one, outcome=replace(one.outcome, reason="There is no place. " * 999))


def test_no_file_is_to_blame_where_the_journal_does_not_fit_on_the_disk(batch: Batch) -> None:
    told, limits = list[Outcome](), contextlib.ExitStack()

    def fill_up(_: object) -> None:
        limits.enter_context(files_up_to((batch.out / JOURNAL).stat().st_size))

    with limits, pytest.raises(FileError, match="The journal"):
        run(batch, Wordy(), Task(), RunControl(told.append, arrange=fill_up))
    assert told == []
    assert states(run(batch, Alone(), Task(), resume=True))["a.srt"] == "done"


def test_a_damaged_journal_is_told(batch: Batch) -> None:
    batch.out.mkdir()
    (batch.out / JOURNAL).write_bytes(b"no journal at all" * 99)
    with pytest.raises(FileError, match="is damaged"):
        run(batch, Alone(), Task(), resume=True)


@pytest.mark.parametrize("out", ["in", "."])
def test_results_do_not_go_among_the_sources(batch: Batch, out: str) -> None:
    with pytest.raises(SettingsError, match="among the files"):
        run(replace(batch, out=batch.folder.parent / out), Alone(), Task())


def test_results_may_lie_inside_the_folder(batch: Batch) -> None:
    batch = replace(batch, out=batch.folder / "out")
    run(batch, Alone(), Task())
    again = Alone()
    run(batch, again, Task(), resume=True)
    assert again.seen == []


@links
def test_a_link_does_not_lead_a_result_onto_a_source(batch: Batch) -> None:
    batch.out.mkdir()
    (batch.out / "a.srt").symlink_to(batch.folder / "a.srt")
    account = run(replace(batch, existing=Existing.REPLACE), Alone(), Task())
    assert {one.source for one in account.outcomes if one.state is State.FAILED} == {"a.srt"}
    assert (batch.folder / "a.srt").read_text() == "this is a.srt"


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_a_name_that_is_no_text_is_a_name_all_the_same(batch: Batch) -> None:
    name = os.fsdecode(b"caf\xe9.srt")
    (batch.folder / name).write_text("this is a cafe")
    account = run(batch, Alone(), Task())
    assert states(account)[name] == "done"
    assert (batch.out / name).read_text() == "THIS IS A CAFE"


def test_results_of_sister_batches_are_no_sources(batch: Batch) -> None:
    sisters = [replace(batch, out=batch.folder / name) for name in ("marked", "fill", "vtt")]
    accounts = [run(sister, Alone(), Task()) for sister in sisters]
    again = run(sisters[0], Alone(), Task(), resume=True)
    assert [len(one.outcomes) for one in (*accounts, again)] == [3, 3, 3, 3]
    assert [len(one.left_out) for one in (*accounts, again)] == [0, 1, 2, 2]


def test_a_batch_that_was_stopped_tells_what_it_leaves_out(batch: Batch) -> None:
    sister = replace(batch, out=batch.folder / "marked")
    run(sister, Alone(), Task())
    interrupt(batch, "b.srt")
    account = account_so_far(batch, Alone())
    assert states(account) == {"a.srt": "done"}
    assert account.left_out == (sister.out,)


def test_an_export_beside_its_source_is_no_source_and_told(batch: Batch) -> None:
    tree(batch.folder, "b.punct.srt", "alone.punct.srt")
    account = run(batch, Alone(), Task())
    sources = ("a.srt", "alone.punct.srt", "b.srt", "deep/c.srt")
    assert states(account) == dict.fromkeys(sources, "done")
    export = batch.folder / "b.punct.srt"
    assert account.exports == account_so_far(batch, Alone()).exports == (export,)
    told = f"1 export left out, because the source lies beside it, first {export}."
    assert left_out_text(account) == told


@not_root
def test_a_closed_folder_is_told_as_failed(batch: Batch) -> None:
    (batch.folder / "deep").chmod(0)
    told: list[Outcome] = []
    account = run(batch, Alone(), Task(), RunControl(told.append))
    (batch.folder / "deep").chmod(0o700)
    assert states(account)["deep"] == "failed"
    assert [one for one in told if one.source == "deep"] == [
        Outcome("deep", State.FAILED, reason="You may not read it. Change its permissions.")
    ]


def test_files_of_the_same_content_and_removed_ones_still_count(batch: Batch) -> None:
    (batch.folder / "b.srt").write_text("this is a.srt")
    run(batch, Alone(), Task())
    (batch.folder / "deep/c.srt").unlink()
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == dict.fromkeys(("a.srt", "b.srt", "deep/c.srt"), "done")


def test_outcomes_tell_the_results_from_what_others_made_of_them(batch: Batch) -> None:
    account = run(batch, Alone(), Task())
    for outcome in account.outcomes:
        written = (batch.out / outcome.target).read_bytes()
        assert outcome.sha256 == hashlib.sha256(written).hexdigest()
    assert run(batch, Alone(), Task(), resume=True).outcomes == account.outcomes
