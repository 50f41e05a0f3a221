from __future__ import annotations

import hashlib
from dataclasses import replace

from subpunct_app.batch.account import account_so_far, left_out_text
from subpunct_app.batch.batch_options import Batch
from subpunct_app.batch.batch_run import RunControl, run
from subpunct_app.batch.outcome import Outcome, State
from subpunct_app.runtime.task import Task
from tests.batch.conftest import interrupt
from tests.batch.pools import Alone, states, tree
from tests.limits import not_root


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
