from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.batch.executor import Finished, Handler, Item, parcels
from subpunct_app.batch.outcome import State
from subpunct_app.batch.processes import Processes
from subpunct_app.runtime.errors import Cancelled, ModelError
from subpunct_app.runtime.task import Task
from tests.batch.pools import dying, outcomes, parcel, shout, shouting, without_model
from tests.limits import no_more_open_files
from tests.patience import PATIENCE


def test_each_file_comes_back_once(tmp_path: Path) -> None:
    pool = Processes(shouting, 2, limit=PATIENCE)
    given = [parcel(tmp_path, f"{at}.srt", f"{at}.vtt") for at in range(9)]
    assert len(outcomes(pool, *given)) == 18


def test_a_deadly_file_fails_and_the_others_of_its_parcel_do_not(tmp_path: Path) -> None:
    pool = Processes(shouting, 1, limit=PATIENCE)
    given = parcel(tmp_path, "a.srt", "deadly.srt", "unforeseen.srt", "b.srt")
    assert outcomes(pool, given) == {
        "a.srt": "done",
        "deadly.srt": "The worker stopped (exit code 9).",
        "unforeseen.srt": "The worker stopped (exit code 1).",
        "b.srt": "done",
    }


def test_a_file_that_takes_too_long_is_given_up(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pool = Processes(shouting, 1, limit=3)
    given = parcel(tmp_path, "slow.srt", "a.srt")
    assert outcomes(pool, given) == {
        "slow.srt": "It took longer than 3 seconds.",
        "a.srt": "done",
    }
    assert capfd.readouterr() == ("", "")


def test_no_file_is_to_blame_where_all_of_the_program_stood_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, clock = Processes(shouting, 1, limit=PATIENCE), time.monotonic
    results = pool.map([parcel(tmp_path, "a.srt", "b.srt")], Task())
    found = [next(results)]
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 10 * PATIENCE)
    found += results
    assert [one.outcome.state for one in found if isinstance(one, Finished)] == [State.DONE] * 2


def test_a_worker_that_cannot_start_ends_the_batch(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="There is no model"):
        outcomes(Processes(without_model, 2, limit=PATIENCE), parcel(tmp_path, "a.srt"))
    with pytest.raises(ModelError, match="exit code 3"):
        outcomes(Processes(dying, 2, limit=PATIENCE), parcel(tmp_path, "a.srt"))


def test_workers_that_the_system_has_no_room_for_are_told(tmp_path: Path) -> None:
    todo, pool = parcel(tmp_path, "a.srt"), Processes(shouting, 2, limit=PATIENCE)
    with no_more_open_files(), pytest.raises(ModelError, match="Too many open files") as told:
        outcomes(pool, todo)
    assert told.value.hint == "Use fewer workers."


def test_a_batch_can_be_cancelled_while_a_file_takes_its_time(tmp_path: Path) -> None:
    task = Task()
    results = Processes(shouting, 2, limit=PATIENCE).map(
        [parcel(tmp_path, "a.srt"), parcel(tmp_path, "slow.srt")], task
    )
    assert isinstance(next(results), Finished)
    task.cancel()
    with pytest.raises(Cancelled):
        next(results)


class PressedMeanwhile:
    """Prepare as others do, but have Ctrl+C pressed while the process is started."""

    def __call__(self) -> Handler:
        return shout

    def __getstate__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="there new processes inherit nothing of it")
def test_a_batch_can_be_cancelled_while_workers_start(tmp_path: Path) -> None:
    task = Task()
    before = signal.signal(signal.SIGINT, lambda *_: task.cancel())
    try:
        with pytest.raises(Cancelled):
            list(
                Processes(PressedMeanwhile(), 1, limit=PATIENCE).map(
                    [parcel(tmp_path, "a.srt")], task
                )
            )
    finally:
        signal.signal(signal.SIGINT, before)


sizes = st.lists(st.integers(0, 200_000), max_size=300)


def items(wanted: list[int]) -> list[Item]:
    return [Item(f"{at}.srt", Path(f"{at}.srt"), size) for at, size in enumerate(wanted)]


@given(sizes, st.integers(1, 9))
def test_every_file_is_in_one_parcel_and_large_ones_are_alone(
    wanted: list[int], workers: int
) -> None:
    given_out = items(wanted)
    found = list(parcels(given_out, workers))
    assert [item for one in found for item in one.items] == given_out
    for one in found:
        assert len(one.items) == 1 or sum(item.size for item in one.items) <= 1 << 16


def test_small_files_go_together_but_every_worker_has_turns() -> None:
    assert len(list(parcels(items([1000] * 640), 2))) == 10
    assert len(list(parcels(items([1000] * 16), 2))) == 8
