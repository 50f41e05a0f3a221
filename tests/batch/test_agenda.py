from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.batch.batch_journal import Journal
from subpunct_app.batch.batch_options import Batch, Existing, Order
from subpunct_app.batch.batch_run import RunControl, run
from subpunct_app.batch.file_search import Search
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from tests.batch.conftest import interrupt
from tests.batch.pools import FIGURES, Alone, contents, states, tree
from tests.limits import links


def test_files_that_keep_their_names_are_named_first(tmp_path: Path) -> None:
    folder = tree(tmp_path / "in", "talk.sbv", "talk.srt", "talk.vtt", "other.srt")
    account = run(Batch(folder, tmp_path / "out", Order(kind=WEBVTT)), Alone(), Task())
    assert {one.source: one.target for one in account.outcomes} == {
        "other.srt": "other.vtt",
        "talk.sbv": "talk-2.vtt",
        "talk.srt": "talk-3.vtt",
        "talk.vtt": "talk.vtt",
    }
    assert contents(tmp_path / "out")["talk-2.vtt"] == "THIS IS TALK.SBV"


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


def test_no_result_of_a_former_batch_is_taken_for_that_of_another_file(batch: Batch) -> None:
    as_text = replace(batch, order=Order(kind=PLAIN_TEXT))
    vtt = tree(batch.folder, "a.vtt") / "a.vtt"
    run(as_text, Alone(), Task())
    (batch.folder / "a.srt").unlink()
    assert states(run(as_text, Alone(), Task()))["a.vtt"] == "skipped"
    vtt.write_text("and now?")
    run(as_text, Alone(), Task(), resume=True)
    assert contents(batch.out)["a.txt"] == "THIS IS A.SRT"


def test_a_new_file_gets_a_name_of_its_own_beside_results_of_a_former_batch(batch: Batch) -> None:
    as_text = replace(batch, order=Order(kind=PLAIN_TEXT))
    run(as_text, Alone(), Task())
    tree(batch.folder, "a.ass.srt", "a.sbv")
    account = run(as_text, Alone(), Task())
    assert (states(account)["a.sbv"], states(account)["a.srt"]) == ("done", "skipped")
    assert contents(batch.out)["a.txt"] == "THIS IS A.SRT"
    assert contents(batch.out)["a-2.txt"] == "THIS IS A.SBV"


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


def test_going_on_forgets_what_was_not_done_and_was_removed(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    (batch.folder / "b.srt").unlink()
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account) == dict.fromkeys(("deep/c.srt", "a.srt"), "done")


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
            before = journal.skipped_before()
        assert {one.source for one in before} == {"a.srt", "b.srt", "deep/c.srt"}


def test_another_version_is_written_beside_a_result_that_somebody_changed(batch: Batch) -> None:
    ordered = replace(batch, existing=Existing.VERSION)
    run(ordered, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    (batch.out / "a.srt").write_text("by hand")
    run(ordered, Alone(), Task(), resume=True)
    assert contents(batch.out)["a.srt"] == "by hand"
    assert contents(batch.out)["a-2.srt"] == "THIS IS LONGER NOW"


def test_a_batch_anew_renews_what_going_on_was_stopped_before(batch: Batch) -> None:
    run(batch, Alone(), Task())
    for name in contents(batch.folder):
        (batch.folder / name).write_text("this is much longer now")
    interrupt(batch, "a.srt", resume=True)
    (batch.out / "b.srt").write_text("by hand")
    account = run(batch, Alone(), Task())
    assert states(account) == {"a.srt": "done", "b.srt": "failed", "deep/c.srt": "done"}
    assert contents(batch.out)["a.srt"] == "THIS IS MUCH LONGER NOW"
    assert contents(batch.out)["b.srt"] == "by hand"


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
    account = run(batch, again, Task(), RunControl(told.append), resume=True)
    assert again.seen == ["deep/c.srt"]
    assert [one.source for one in told] == ["b.srt", "deep/c.srt"]
    assert states(account) == {"a.srt": "done", "b.srt": "review", "deep/c.srt": "done"}


def test_what_was_half_written_is_removed(batch: Batch) -> None:
    interrupt(batch, "b.srt")
    half = batch.out / ".subpunct-0123456789ab.tmp"
    half.write_text("TH")
    run(batch, Alone(), Task(), resume=True)
    assert not half.exists()


@pytest.mark.parametrize(("again", "resume"), [(1, False), (2, False), (3, True)])
def test_a_batch_anew_sees_what_has_changed_since_the_one_before(
    batch: Batch, again: int, resume: bool
) -> None:
    for _ in range(again):
        run(batch, Alone(), Task())
    for name in ("a.srt", "b.srt"):
        (batch.folder / name).write_text("this is longer now")
    (batch.out / "b.srt").write_text("by hand")
    for state in ("done", "done" if resume else "skipped"):
        account = run(batch, Alone(), Task(), resume=resume)
        assert states(account) == {"a.srt": state, "b.srt": "failed", "deep/c.srt": "skipped"}
        assert contents(batch.out)["a.srt"] == "THIS IS LONGER NOW"
        assert contents(batch.out)["b.srt"] == "by hand"


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


def test_a_result_is_renewed_after_its_changed_source_was_away(batch: Batch) -> None:
    run(batch, Alone(), Task())
    (batch.folder / "a.srt").write_text("this is longer now")
    interrupt(batch, "a.srt", resume=True)
    (batch.folder / "a.srt").unlink()
    run(batch, Alone(), Task(), resume=True)
    (batch.folder / "a.srt").write_text("this is back")
    account = run(batch, Alone(), Task(), resume=True)
    assert states(account)["a.srt"] == "done"
    assert contents(batch.out)["a.srt"] == "THIS IS BACK"
