from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Generator, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.core.errors import Cancelled, FileError, SettingsError
from subpunct_app.core.task import Task
from subpunct_app.services.batch.journal import Journal
from subpunct_app.services.batch.order import Batch, Existing, Order, Parcel
from subpunct_app.services.batch.outcome import Outcome, State
from subpunct_app.services.batch.run import Account, account_so_far, run
from subpunct_app.services.batch.search import JOURNAL, MEDIA_PATTERNS, PATTERNS, Search
from subpunct_app.services.batch.worker_pool import Finished
from subpunct_app.subtitles.writing.kind import Kind
from tests.limits import files_up_to, links, not_root
from tests.services.batch.pools import FIGURES, Alone, contents, tree


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tree(tmp_path / "in", "a.srt", "b.srt", "deep/c.srt"), tmp_path / "out")


def interrupt(batch: Batch, until: str, *, resume: bool = False) -> None:
    with pytest.raises(Cancelled):
        run(batch, Alone(until=until), Task(), resume=resume)


def states(account: Account) -> dict[str, str]:
    return {one.source: one.state.value for one in account.outcomes}


def test_the_tree_is_mirrored_and_the_sources_stay(batch: Batch) -> None:
    before = contents(batch.folder)
    account = run(batch, Alone(), Task())
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt", "b.srt"), "done")
    assert contents(batch.out) == {name: text.upper() for name, text in before.items()}
    assert contents(batch.folder) == before


def test_progress_goes_on_where_a_batch_was_stopped(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    task, before = Task(), list[int]()
    run(batch, Alone(), task, resume=True, tell=lambda _: before.append(task.progress.done))
    assert before == [1, 2]
    assert (task.progress.done, task.progress.total) == (3, 3)


def test_results_of_sister_batches_are_no_sources(batch: Batch) -> None:
    sisters = [replace(batch, out=batch.folder / name) for name in ("marked", "fill", "vtt")]
    accounts = [run(sister, Alone(), Task()) for sister in sisters]
    again = run(sisters[0], Alone(), Task(), resume=True)
    assert [len(one.outcomes) for one in (*accounts, again)] == [3, 3, 3, 3]
    assert [len(one.left_out) for one in (*accounts, again)] == [0, 1, 2, 2]


def test_a_batch_that_was_stopped_tells_what_it_leaves_out(batch: Batch) -> None:
    wanted = replace(batch, search=replace(batch.search, patterns=(*PATTERNS, *MEDIA_PATTERNS)))
    sister = replace(batch, out=batch.folder / "marked")
    run(sister, Alone(), Task())
    (batch.folder / "R&B").write_bytes(b"\x1aE\xdf\xa3\0")
    interrupt(wanted, "b.srt")
    account = account_so_far(wanted, Alone(), Task())
    assert states(account) == {"a.srt": "done"}
    assert (account.left_out, account.unnamed) == ((sister.out,), (batch.folder / "R&B",))


def test_results_that_an_earlier_version_took_for_sources_are_forgotten(batch: Batch) -> None:
    sister = replace(batch, folder=batch.folder / "deep", out=batch.folder / "res")
    run(sister, Alone(), Task())
    journal = (sister.out / JOURNAL).rename(batch.folder.parent / "away")
    interrupt(batch, "res/c.srt")
    journal.rename(sister.out / JOURNAL)
    pool = Alone()
    account = run(batch, pool, Task(), resume=True)
    assert (pool.seen, account.left_out) == ([], (sister.out,))
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt", "b.srt"), "done")
    assert not (batch.out / "res").exists()


def test_a_folder_of_nothing_but_results_is_told_so(batch: Batch) -> None:
    run(replace(batch, out=batch.folder.parent / "all" / "out"), Alone(), Task())
    with pytest.raises(FileError, match=r"but results of batches, as in out\."):
        run(replace(batch, folder=batch.folder.parent / "all"), Alone(), Task())


def test_files_that_keep_their_names_are_named_first(tmp_path: Path) -> None:
    folder = tree(tmp_path / "in", "talk.sbv", "talk.srt", "talk.vtt", "other.srt")
    account = run(Batch(folder, tmp_path / "out", Order(kind=Kind.VTT)), Alone(), Task())
    assert {one.source: one.target for one in account.outcomes} == {
        "other.srt": "other.vtt",
        "talk.sbv": "talk-2.vtt",
        "talk.srt": "talk-3.vtt",
        "talk.vtt": "talk.vtt",
    }


def test_a_file_that_fails_keeps_no_other_one_back(batch: Batch) -> None:
    (batch.out / "b.srt").mkdir(parents=True)
    account = run(replace(batch, existing=Existing.REPLACE), Alone(), Task())
    failures = {one.source: one.reason for one in account.outcomes if one.state is State.FAILED}
    assert list(failures) == ["b.srt"]
    assert "is a folder" in failures["b.srt"]
    assert set(contents(batch.out)) == {"a.srt", "deep/c.srt"}


@not_root
def test_a_closed_folder_is_told_as_failed(batch: Batch) -> None:
    (batch.folder / "deep").chmod(0)
    told: list[Outcome] = []
    account = run(batch, Alone(), Task(), tell=told.append)
    (batch.folder / "deep").chmod(0o700)
    assert states(account)["deep"] == "failed"
    assert [one for one in told if one.source == "deep"] == [
        Outcome("deep", State.FAILED, reason="It is not open to you. Change its permissions.")
    ]


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


@pytest.mark.skipif(sys.platform == "win32", reason="names are shorter there")
def test_a_result_whose_name_would_be_too_long_has_a_shorter_one(batch: Batch) -> None:
    tree(batch.folder, f"{'a' * 251}.srt")
    account = run(replace(batch, order=Order(kind=Kind.JSON)), Alone(), Task())
    assert {one.state for one in account.outcomes} == {State.DONE}
    assert f"{'a' * 250}.json" in contents(batch.out)


@pytest.mark.parametrize("existing", Existing)
def test_a_result_that_cannot_be_placed_keeps_no_other_one_back(
    batch: Batch, existing: Existing
) -> None:
    tree(batch.out, "deep")
    account = run(replace(batch, existing=existing), Alone(), Task())
    failures = {one.source: one.reason for one in account.outcomes if one.state is State.FAILED}
    assert list(failures) == ["deep/c.srt"]
    assert set(contents(batch.out)) == {"a.srt", "b.srt", "deep"}


def test_existing_results_are_skipped_versioned_or_replaced(batch: Batch) -> None:
    tree(batch.out, "a.srt")
    account = run(batch, Alone(), Task())
    assert states(account)["a.srt"] == "skipped"
    assert contents(batch.out)["a.srt"] == "this is a.srt"
    account = run(replace(batch, existing=Existing.VERSION), Alone(), Task())
    assert contents(batch.out)["a-2.srt"] == "THIS IS A.SRT"
    assert contents(batch.out)["a.srt"] == "this is a.srt"
    run(replace(batch, existing=Existing.REPLACE), Alone(), Task())
    assert contents(batch.out)["a.srt"] == "THIS IS A.SRT"


def test_a_folder_in_the_place_of_a_result_is_no_result(batch: Batch) -> None:
    (batch.out / "a.srt").mkdir(parents=True)
    account = run(batch, Alone(), Task())
    assert states(account) == {"a.srt": "failed", "b.srt": "done", "deep/c.srt": "done"}
    (reason,) = (one.reason for one in account.outcomes if one.state is State.FAILED)
    assert "a.srt is a folder" in reason


def test_formats_that_meet_do_not_overwrite_each_other(batch: Batch) -> None:
    tree(batch.folder, "a.vtt")
    run(replace(batch, order=Order(kind=Kind.TXT)), Alone(), Task())
    assert contents(batch.out)["a.txt"] == "THIS IS A.SRT"
    assert contents(batch.out)["a-2.txt"] == "THIS IS A.VTT"


def test_no_result_of_a_former_batch_is_taken_for_that_of_another_file(batch: Batch) -> None:
    as_text = replace(batch, order=Order(kind=Kind.TXT))
    vtt = tree(batch.folder, "a.vtt") / "a.vtt"
    run(as_text, Alone(), Task())
    (batch.folder / "a.srt").unlink()
    assert states(run(as_text, Alone(), Task()))["a.vtt"] == "skipped"
    vtt.write_text("and now?")
    run(as_text, Alone(), Task(), resume=True)
    assert contents(batch.out)["a.txt"] == "THIS IS A.SRT"


def test_a_new_file_gets_a_name_of_its_own_beside_results_of_a_former_batch(batch: Batch) -> None:
    as_text = replace(batch, order=Order(kind=Kind.TXT))
    run(as_text, Alone(), Task())
    tree(batch.folder, "a.ass.srt", "a.sbv")
    account = run(as_text, Alone(), Task())
    assert (states(account)["a.sbv"], states(account)["a.srt"]) == ("done", "skipped")
    assert contents(batch.out)["a.txt"] == "THIS IS A.SRT"
    assert contents(batch.out)["a-2.txt"] == "THIS IS A.SBV"


def test_the_result_of_a_file_that_is_gone_is_replaced_where_that_is_asked_for(
    batch: Batch,
) -> None:
    as_vtt = replace(batch, order=Order(kind=Kind.VTT))
    run(as_vtt, Alone(), Task())
    (batch.folder / "a.srt").unlink()
    tree(batch.folder, "a.vtt")
    run(replace(as_vtt, existing=Existing.REPLACE), Alone(), Task())
    assert contents(batch.out)["a.vtt"] == "THIS IS A.VTT"
    assert "a-2.vtt" not in contents(batch.out)


def test_results_of_another_folder_are_never_renewed(batch: Batch, tmp_path: Path) -> None:
    run(batch, Alone(), Task())
    other = replace(batch, folder=tree(tmp_path / "other", "a.srt"))
    run(other, Alone(), Task())
    (other.folder / "a.srt").write_text("another")
    account = run(other, Alone(), Task(), resume=True)
    assert states(account) == {"a.srt": "failed"}
    assert contents(batch.out)["a.srt"] == "THIS IS A.SRT"


def test_what_was_skipped_is_done_once_there_is_room_for_it(batch: Batch) -> None:
    tree(batch.out, "a.srt", "b.srt")
    run(batch, Alone(), Task())
    (batch.out / "b.srt").unlink()
    account = run(batch, Alone(), Task(), resume=True)
    assert (states(account)["a.srt"], states(account)["b.srt"]) == ("skipped", "done")
    run(replace(batch, existing=Existing.VERSION), Alone(), Task(), resume=True)
    assert contents(batch.out)["a-2.srt"] == "THIS IS A.SRT"
    assert contents(batch.out)["a.srt"] == "this is a.srt"


def test_a_batch_goes_on_where_it_was_interrupted(batch: Batch) -> None:
    first, second = Alone(until="b.srt"), Alone()
    with pytest.raises(Cancelled):
        run(batch, first, Task())
    account = run(batch, second, Task(), resume=True)
    assert (first.seen, second.seen) == (["a.srt"], ["b.srt", "deep/c.srt"])
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt", "b.srt"), "done")


def test_going_on_forgets_what_was_not_done_and_was_removed(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    (batch.folder / "b.srt").unlink()
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt"), "done")


def test_a_file_that_was_renamed_counts_once(batch: Batch) -> None:
    run(batch, Alone(), Task())
    (batch.folder / "a.srt").rename(batch.folder / "deep/z.srt")
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == dict.fromkeys(("b.srt", "deep/c.srt", "deep/z.srt"), "done")
    assert account_so_far(batch, Alone(), Task()).outcomes == account.outcomes
    (batch.folder / "deep/z.srt").rename(batch.folder / "a.srt")
    again = Alone()
    account = run(batch, again, Task(), resume=True)
    assert states(account) == dict.fromkeys(("a.srt", "b.srt", "deep/c.srt"), "done")
    assert again.seen == []


def test_files_of_the_same_content_and_removed_ones_still_count(batch: Batch) -> None:
    (batch.folder / "b.srt").write_text("this is a.srt")
    run(batch, Alone(), Task())
    (batch.folder / "deep/c.srt").unlink()
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == dict.fromkeys(("a.srt", "b.srt", "deep/c.srt"), "done")


def test_an_unfinished_batch_is_not_started_anew_by_mistake(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    with pytest.raises(SettingsError, match="--resume"):
        run(batch, Alone(), Task())
    other = Order(case=False, runs_only=True)
    with pytest.raises(SettingsError, match=r"other options: no-case, runs-only\."):
        run(replace(batch, order=other), Alone(), Task(), resume=True)


def test_a_batch_of_which_nothing_is_done_may_be_started_otherwise(batch: Batch) -> None:
    interrupt(batch, "a.srt")
    account = run(replace(batch, order=Order(device="cpu")), Alone(), Task())
    assert set(states(account).values()) == {"done"}


def test_going_on_takes_new_and_changed_files_and_those_that_failed(batch: Batch) -> None:
    (batch.out / "b.srt").mkdir(parents=True)
    batch = replace(batch, existing=Existing.REPLACE)
    run(batch, Alone(), Task())
    (batch.out / "b.srt").rmdir()
    tree(batch.folder, "d.srt")
    (batch.folder / "a.srt").write_text("this is longer now")
    again = Alone()
    account = run(batch, again, Task(), resume=True)
    assert sorted(again.seen) == ["a.srt", "b.srt", "d.srt"]
    assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"
    assert set(states(account).values()) == {"done"}


@links
def test_going_on_forgets_what_failed_and_was_removed(batch: Batch) -> None:
    (batch.folder / "b.srt").unlink()
    (batch.folder / "b.srt").symlink_to("nowhere.srt")
    followed = replace(batch, search=Search(follow_links=True))
    assert states(run(followed, Alone(), Task()))["b.srt"] == "failed"
    assert states(run(followed, Alone(), Task(), resume=True))["b.srt"] == "failed"
    (batch.folder / "b.srt").unlink()
    account = run(followed, Alone(), Task(), resume=True)
    assert states(account) == {"a.srt": "done", "deep/c.srt": "done"}


@pytest.mark.parametrize("existing", Existing)
def test_an_untouched_result_follows_its_source(batch: Batch, existing: Existing) -> None:
    ordered = replace(batch, existing=existing)
    run(ordered, Alone(), Task())
    before = contents(batch.out)
    (batch.folder / "a.srt").write_text("this is longer now")
    again = Alone()
    account = run(ordered, again, Task(), resume=True)
    assert again.seen == ["a.srt"]
    assert contents(batch.out) == before | {"a.srt": "THIS IS LONGER NOW"}
    assert set(states(account).values()) == {"done"}


def test_a_review_of_a_file_that_has_changed_is_not_called_the_old_result(batch: Batch) -> None:
    run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    (batch.out / "a.srt").write_text("This is longer now.")
    account = run(batch, Alone(), Task(), resume=True)
    (reason,) = (one.reason for one in account.outcomes if one.state is State.FAILED)
    assert "old" not in reason.split()
    assert reason.endswith("so it stays; move that away to have the file restored again.")


def test_files_with_other_times_and_the_same_bytes_have_not_changed(batch: Batch) -> None:
    run(batch, Alone(), Task())
    (batch.out / "a.srt").write_text("reviewed")
    for name, text in contents(batch.folder).items():
        os.utime(batch.folder / name, ns=(9, 9))
        assert (batch.folder / name).read_text() == text
    (batch.folder / "b.srt").write_text("that is b.srt")
    os.utime(batch.folder / "b.srt", ns=(9, 9))
    for _ in range(2):
        pool = Alone()
        account = run(batch, pool, Task(), resume=True)
        assert states(account) == dict.fromkeys(("a.srt", "b.srt", "deep/c.srt"), "done")
    assert pool.seen == []
    assert contents(batch.out) == {
        "a.srt": "reviewed",
        "b.srt": "THAT IS B.SRT",
        "deep/c.srt": "THIS IS DEEP/C.SRT",
    }
    (batch.folder / "a.srt").write_text("this is A.srt")
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account)["a.srt"] == "failed"


def test_a_batch_anew_sees_that_files_only_have_other_times(batch: Batch) -> None:
    run(batch, Alone(), Task())
    for name in contents(batch.folder):
        os.utime(batch.folder / name, ns=(9, 9))
    (batch.out / "a.srt").write_text("reviewed")
    for _ in range(2):
        pool = Alone()
        assert set(states(run(batch, pool, Task())).values()) == {"skipped"}
        assert pool.seen == []
        with contextlib.closing(Journal(batch.out)) as journal:
            before = journal.skipped_before(str(batch.folder.resolve()))
        assert {one.source for one in before} == {"a.srt", "b.srt", "deep/c.srt"}


def test_another_version_is_written_beside_a_result_that_somebody_changed(batch: Batch) -> None:
    ordered = replace(batch, existing=Existing.VERSION)
    run(ordered, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    (batch.out / "a.srt").write_text("by hand")
    run(ordered, Alone(), Task(), resume=True)
    assert contents(batch.out)["a.srt"] == "by hand"
    assert contents(batch.out)["a-2.srt"] == "THIS IS LONGER NOW"


def test_an_untouched_result_follows_its_source_after_a_batch_anew(batch: Batch) -> None:
    run(batch, Alone(), Task())
    for _ in range(2):
        assert set(states(run(batch, Alone(), Task())).values()) == {"skipped"}
    (batch.folder / "a.srt").write_text("this is longer now")
    (batch.folder / "b.srt").write_text("this is longer now")
    (batch.out / "b.srt").write_text("by hand")
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == {"a.srt": "done", "b.srt": "failed", "deep/c.srt": "skipped"}
    assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"
    assert contents(batch.out)["b.srt"] == "by hand"


@pytest.mark.parametrize("again", [1, 2])
def test_a_batch_anew_sees_what_has_changed_since_the_one_before(batch: Batch, again: int) -> None:
    for _ in range(again):
        run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    (batch.folder / "b.srt").write_text("this is longer now")
    (batch.out / "b.srt").write_text("by hand")
    for state in ("done", "skipped"):
        account = run(batch, Alone(), Task())
        assert states(account) == {"a.srt": state, "b.srt": "failed", "deep/c.srt": "skipped"}
        assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"
        assert contents(batch.out)["b.srt"] == "by hand"


def test_a_batch_anew_renews_what_going_on_was_stopped_before(batch: Batch) -> None:
    run(batch, Alone(), Task())
    for name in contents(batch.folder):
        (batch.folder / name).write_text("this is longer now")
    interrupt(batch, "a.srt", resume=True)
    (batch.out / "b.srt").write_text("by hand")
    account = run(batch, Alone(), Task())
    assert states(account) == {"a.srt": "done", "b.srt": "failed", "deep/c.srt": "done"}
    assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"
    assert contents(batch.out)["b.srt"] == "by hand"


@pytest.mark.parametrize("parts", [1, 3])
def test_what_an_earlier_version_kept_of_results_is_read(batch: Batch, parts: int) -> None:
    for _ in range(2):
        run(batch, Alone(), Task())
    with contextlib.closing(Journal(batch.out)) as journal:
        kept = json.loads(journal.value("written") or "")
        less = {name: one[0] if parts == 1 else one[:parts] for name, one in kept.items()}
        journal.keep({"written": json.dumps(less)})
    (batch.folder / "a.srt").write_text("this is longer now")
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == {"a.srt": "done", "b.srt": "skipped", "deep/c.srt": "skipped"}
    assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"


def test_other_versions_are_written_of_all_files_in_a_batch_anew(batch: Batch) -> None:
    versions = replace(batch, existing=Existing.VERSION)
    run(versions, Alone(), Task())
    before = contents(batch.out)
    (batch.folder / "a.srt").write_text("this is longer now")
    run(versions, Alone(), Task())
    assert contents(batch.out).items() >= before.items()
    assert contents(batch.out)["a-2.srt"] == "THIS IS LONGER NOW"


def test_a_result_that_somebody_changed_stays_and_is_told(batch: Batch) -> None:
    run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    (batch.out / "a.srt").write_text("by hand")
    for _ in range(2):
        account = run(batch, Alone(), Task(), resume=True)
        assert states(account)["a.srt"] == "failed"
        assert contents(batch.out)["a.srt"] == "by hand"
    (batch.out / "a.srt").unlink()
    assert states(run(batch, Alone(), Task(), resume=True))["a.srt"] == "done"
    assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"


def test_a_result_that_is_changed_meanwhile_stays(batch: Batch) -> None:
    def change(_: object) -> None:
        (batch.out / "a.srt").write_text("by hand")

    run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    account = run(batch, Alone(), Task(), resume=True, arrange=change)
    assert states(account)["a.srt"] == "failed"
    assert contents(batch.out)["a.srt"] == "by hand"


def test_a_result_is_renewed_after_a_kill_or_a_failure(batch: Batch) -> None:
    run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    interrupt(batch, "a.srt", resume=True)
    journal = Journal(batch.out)
    digest = hashlib.sha256(b"never").hexdigest()
    journal.announce(Outcome("a.srt", State.DONE, "a.srt", sha256=digest))
    journal.close()
    (batch.folder / "a.srt").write_text("this is longest of all")
    run(batch, Alone(), Task(), resume=True)
    assert contents(batch.out)["a.srt"] == "THIS IS LONGEST OF ALL"


def test_what_was_written_but_not_settled_is_not_done_again(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    journal = Journal(batch.out)
    for name in ("b.srt", "deep/c.srt"):
        digest = hashlib.sha256(b"written").hexdigest()
        journal.announce(Outcome(name, State.REVIEW, name, figures=FIGURES, sha256=digest))
    journal.close()
    (batch.out / "b.srt").write_text("written")
    again, told = Alone(), list[Outcome]()
    account = run(batch, again, Task(), resume=True, tell=told.append)
    assert again.seen == ["deep/c.srt"]
    assert [one.source for one in told] == ["b.srt", "deep/c.srt"]
    assert states(account) == {"a.srt": "done", "b.srt": "review", "deep/c.srt": "done"}


def test_outcomes_tell_the_results_from_what_others_made_of_them(batch: Batch) -> None:
    account = run(batch, Alone(), Task())
    for outcome in account.outcomes:
        written = (batch.out / outcome.target).read_bytes()
        assert outcome.sha256 == hashlib.sha256(written).hexdigest()
    assert run(batch, Alone(), Task(), resume=True).outcomes == account.outcomes


def test_what_was_half_written_is_removed(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    half = batch.out / ".subpunct-0123456789ab.tmp"
    half.write_text("TH")
    run(batch, Alone(), Task(), resume=True)
    assert not half.exists()


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
        run(batch, Alone(), Task(), tell=move)
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
        run(batch, Wordy(), Task(), tell=told.append, arrange=fill_up)
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
