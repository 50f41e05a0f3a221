from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.batch import pending
from subpunct_app.batch.account import FileResult, count_left
from subpunct_app.batch.batch_journal import OtherOrder
from subpunct_app.batch.batch_options import Existing, Order
from subpunct_app.batch.batch_plan import Plan, plan_of
from subpunct_app.batch.execution import (
    REPORT,
    Advanced,
    Beginning,
    Event,
    Listed,
    PlanControl,
    Priorities,
    Taken,
    carry_out,
)
from subpunct_app.batch.executor import FileProgress, Finished, Item, Parcel, parcels
from subpunct_app.batch.outcome import State
from subpunct_app.runtime.errors import Cancelled, FileError, SettingsError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from tests.batch.pools import Alone, contents, tree
from tests.growth import calls_in


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    tree(tmp_path / "shelf", "one/a.srt", "one/deep/b.srt", "two/one/a.srt", "[x]*.srt", "y.srt")
    return tmp_path / "shelf"


def names(plan: Plan, shelf: Path) -> list[str]:
    return [file.relative_to(shelf).as_posix() for file in plan.files()]


def interrupt(plan: Plan, until: str) -> None:
    with pytest.raises(Cancelled):
        carry_out(plan, Alone(until=until), Task(), PlanControl())


def test_a_single_folder_is_mirrored_without_its_own_name(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one",), tmp_path / "out")
    carry_out(plan, Alone(), Task(), PlanControl())
    assert set(contents(plan.out)) == {"a.srt", "deep/b.srt", REPORT}


def test_folders_of_one_name_get_folders_of_their_own(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one", shelf / "two" / "one"), tmp_path / "out")
    account = carry_out(plan, Alone(), Task(), PlanControl())
    assert set(contents(plan.out)) == {"one/a.srt", "one/deep/b.srt", "one-2/a.srt", REPORT}
    assert {one.source: one.target for one in account.outcomes} == {
        "one/a.srt": "one/a.srt",
        "one/deep/b.srt": "one/deep/b.srt",
        "two/one/a.srt": "one-2/a.srt",
    }


def test_what_joins_a_folder_that_was_done_alone_leaves_its_results_where_they_are(
    shelf: Path, tmp_path: Path
) -> None:
    tree(shelf / "more" / "deep", "z.srt")
    alone, pool = Plan((shelf / "one",), tmp_path / "out"), Alone()
    carry_out(alone, Alone(), Task(), PlanControl())
    for sources in ((shelf / "one", shelf / "y.srt"), (shelf / "one", shelf / "more" / "deep")):
        carry_out(replace(alone, sources=sources), pool, Task(), PlanControl(), Beginning.MORE)
    assert pool.seen == ["y.srt", "z.srt"]
    results = {"a.srt", "deep/b.srt", "shelf/y.srt", "deep-2/z.srt"}
    assert set(contents(alone.out)) == {*results, REPORT}


def test_a_batch_that_begins_anew_and_is_paused_goes_on_in_the_same_places(
    shelf: Path, tmp_path: Path
) -> None:
    other = tree(shelf / "other", "y.srt", "z.srt")
    alone = Plan((shelf / "one",), tmp_path / "out", existing=Existing.REPLACE)
    carry_out(alone, Alone(), Task(), PlanControl())
    both = replace(alone, sources=(other, shelf / "one"))
    carry_out(both, Alone(), Task(), PlanControl(), Beginning.MORE)
    results = set(contents(alone.out))
    interrupt(both, "z.srt")
    carry_out(both, Alone(), Task(), PlanControl(), Beginning.CONTINUE)
    assert set(contents(alone.out)) == results


def test_a_single_file_is_itself_whatever_its_name(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "[x]*.srt",), tmp_path / "out")
    assert names(plan, shelf) == ["[x]*.srt"]


def test_a_file_that_was_chosen_twice_is_restored_once(shelf: Path, tmp_path: Path) -> None:
    sources = (shelf / "one" / "a.srt", shelf / "one" / "deep", shelf / "one", shelf / "y.srt")
    assert names(Plan(sources, tmp_path / "out"), shelf) == ["one/a.srt", "one/deep/b.srt", "y.srt"]


@pytest.mark.parametrize(
    ("chosen", "more", "left_out"),
    [
        (("results",), ["results/a.srt", "results/deep/b.srt"], []),
        (("results/deep",), ["results/deep/b.srt"], ["results"]),
        (("results/a.srt",), ["results/a.srt"], ["results"]),
        (("results", "results/deep", "results/a.srt"), ["results/a.srt", "results/deep/b.srt"], []),
        ((), [], ["results"]),
    ],
)
def test_results_of_a_batch_are_restored_where_they_were_chosen_too(
    shelf: Path, tmp_path: Path, chosen: Sequence[str], more: list[str], left_out: list[str]
) -> None:
    two = shelf / "two"
    carry_out(Plan((shelf / "one",), two / "results"), Alone(), Task(), PlanControl())
    sources = (two, *(two / one for one in chosen), shelf / "y.srt")
    plan = Plan(sources, tmp_path / "out")
    assert names(plan, shelf) == ["two/one/a.srt", *(f"two/{one}" for one in more), "y.srt"]
    account = carry_out(plan, Alone(), Task(), PlanControl())
    assert len(account.outcomes) == len(more) + 2
    assert account.left_out == tuple(two / one for one in left_out)


@pytest.mark.parametrize("chosen", [True, False])
def test_an_export_beside_its_source_is_restored_only_where_it_was_chosen(
    shelf: Path, tmp_path: Path, chosen: bool
) -> None:
    export = tree(shelf / "two", "one/a.punct.srt") / "one/a.punct.srt"
    plan = Plan((shelf / "two", *([export] if chosen else [])), tmp_path / "out")
    more = ["two/one/a.punct.srt"] if chosen else []
    assert names(plan, shelf) == ["two/one/a.srt", *more]
    account = carry_out(plan, Alone(), Task(), PlanControl())
    assert account.exports == (() if chosen else (export,))


def test_no_look_around_is_taken_for_each_export_that_is_chosen_with_its_source(
    tmp_path: Path,
) -> None:
    def calls(count: int) -> int:
        folder = tree(tmp_path / str(count), *map("{}.srt".format, range(count)))
        tree(folder, *map("{}.punct.srt".format, range(count)))
        return calls_in(Plan(tuple(folder.iterdir()), tmp_path / "out").batches)

    assert calls(160) < 6 * calls(40)


def test_what_was_chosen_among_results_of_the_plan_itself_stays_a_source(shelf: Path) -> None:
    out = shelf / "one" / "deep"
    plan = Plan((shelf / "one", out / "b.srt"), out)
    assert names(plan, shelf) == ["one/a.srt", "one/deep/b.srt"]


def test_results_never_lie_among_the_sources(shelf: Path) -> None:
    for out in (shelf / "one", shelf / "one" / "marked"):
        with pytest.raises(SettingsError, match="among the files"):
            Plan((shelf / "one", shelf / "two"), out).check()


def test_a_file_that_is_gone_fails_alone(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one" / "a.srt", shelf / "y.srt", shelf / "[x]*.srt"), tmp_path / "out")
    (shelf / "y.srt").unlink()
    told: list[Event] = []
    account = carry_out(plan, Alone(), Task(), PlanControl(told.append))
    assert told[0] == Listed((shelf / "one" / "a.srt", shelf / "[x]*.srt", shelf / "y.srt"))
    states = {one.source: one.state.value for one in account.outcomes}
    assert states == {"one/a.srt": "done", "[x]*.srt": "done", "y.srt": "failed"}
    (failure,) = (one.reason for one in account.outcomes if one.state is State.FAILED)
    assert "y.srt does not exist." in failure


def test_a_file_that_went_when_it_was_done_stays_done(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "[x]*.srt", shelf / "y.srt"), tmp_path / "out")
    interrupt(plan, "y.srt")
    (shelf / "[x]*.srt").unlink()
    rest = Alone()
    account = carry_out(plan, rest, Task(), PlanControl(), Beginning.CONTINUE)
    assert rest.seen == ["y.srt"]
    assert {one.state.value for one in account.outcomes} == {"done"}


@pytest.mark.parametrize("gone", ["two", "two/one/a.srt"])
def test_a_folder_that_goes_before_its_turn_fails_alone(
    shelf: Path, tmp_path: Path, gone: str
) -> None:
    moved: list[Path] = []

    def tell(event: Event) -> None:
        if isinstance(event, Taken) and not moved:
            moved.append((shelf / gone).rename(tmp_path / "moved"))

    plan = Plan((shelf / "one", shelf / "two", shelf / "y.srt"), tmp_path / "out")
    account = carry_out(plan, Alone(), Task(), PlanControl(tell))
    assert {one.source: one.state for one in account.outcomes} == {
        "one/a.srt": State.DONE,
        "one/deep/b.srt": State.DONE,
        "two/one/a.srt": State.FAILED,
        "y.srt": State.DONE,
    }
    (failed,) = (one for one in account.outcomes if one.state is State.FAILED)
    assert failed.reason == f"{shelf / failed.source} does not exist. Was it moved or deleted?"


def test_a_folder_that_is_gone_is_told(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one", shelf / "two"), tmp_path / "out")
    (shelf / "one").rename(tmp_path / "away")
    with pytest.raises(FileError, match=r"one does not exist"):
        plan.check()


def test_watched_folders_and_files_may_be_gone(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one", shelf / "two", shelf / "y.srt"), tmp_path / "out", watch=True)
    (shelf / "one").rename(tmp_path / "away")
    plan.check()
    assert [batch.folder for batch in plan.present()] == [shelf / "two", shelf]
    places = [batch.out for batch in plan.batches()]
    (shelf / "y.srt").unlink()
    plan.check()
    assert [batch.folder for batch in plan.present()] == [shelf / "two", shelf]
    assert [batch.out for batch in plan.batches()] == places


class Belated:
    """Say how far a file is before its end, and once more after it, as a busy worker may."""

    size = 1

    def map(
        self, parcels: Iterable[Parcel], task: Task
    ) -> Generator[Finished | FileProgress, None, None]:
        for finished in Alone().map(parcels, task):
            step = FileProgress(finished.outcome.source, 0.5)
            yield step
            yield finished
            yield step


def test_a_file_that_came_is_not_taken_for_unfinished_again(shelf: Path, tmp_path: Path) -> None:
    told: list[Event] = []
    carry_out(
        Plan((shelf / "y.srt",), tmp_path / "out"), Belated(), Task(), PlanControl(told.append)
    )
    assert [type(event) for event in told] == [Listed, Taken, Advanced, FileResult]


def test_nothing_to_do_is_told(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    with pytest.raises(FileError, match="no subtitles"):
        carry_out(Plan((tmp_path / "bare",), tmp_path / "out"), Alone(), Task(), PlanControl())


def test_every_file_is_listed_taken_and_told_of(shelf: Path, tmp_path: Path) -> None:
    told: list[Event] = []
    carry_out(Plan((shelf / "one",), tmp_path / "out"), Alone(), Task(), PlanControl(told.append))
    files = (shelf / "one" / "a.srt", shelf / "one" / "deep" / "b.srt")
    assert told[0] == Listed(files)
    assert [one.files[0] for one in told if isinstance(one, Taken)] == list(files)
    assert [one.file for one in told if isinstance(one, FileResult)] == list(files)


def test_a_plan_is_pending_until_it_is_carried_out(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one", shelf / "two"), tmp_path / "out", Order(case=False))
    interrupt(plan, "deep/b.srt")
    assert pending.load() == plan
    assert count_left(plan) == 2
    (shelf / "one" / "a.srt").unlink()
    assert count_left(plan) == 2
    rest = Alone()
    account = carry_out(plan, rest, Task(), PlanControl(), Beginning.CONTINUE)
    assert rest.seen == ["deep/b.srt", "one/a.srt"]
    assert len(account.outcomes) == 3
    assert pending.load() is None


def test_a_plan_that_cannot_be_kept_is_carried_out(
    shelf: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pending.pending_path().parent.parent.mkdir(parents=True, exist_ok=True)
    pending.pending_path().parent.touch()
    plan = Plan((shelf / "one",), tmp_path / "out")
    assert len(carry_out(plan, Alone(), Task(), PlanControl()).outcomes) == 2
    assert "cannot offer to go on" in caplog.text
    caplog.clear()


def test_a_batch_that_is_over_begins_once_more(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one",), tmp_path / "out", existing=Existing.REPLACE)
    again = Alone()
    carry_out(plan, Alone(), Task(), PlanControl())
    carry_out(plan, again, Task(), PlanControl())
    assert again.seen == ["a.srt", "deep/b.srt"]


def test_more_files_leave_those_of_a_batch_that_is_over(shelf: Path, tmp_path: Path) -> None:
    plan, told, pool = Plan((shelf / "y.srt",), tmp_path / "out"), list[Event](), Alone()
    carry_out(plan, Alone(), Task(), PlanControl())
    more = replace(plan, sources=(*plan.sources, shelf / "[x]*.srt"))
    account = carry_out(more, pool, Task(), PlanControl(told.append), Beginning.MORE)
    assert pool.seen == ["[x]*.srt"]
    assert [one.state.value for one in account.outcomes] == ["done", "done"]
    assert [one.file.name for one in told if isinstance(one, FileResult)] == ["y.srt", "[x]*.srt"]


def test_more_files_with_another_order_begin_anew(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one",), tmp_path / "out", existing=Existing.REPLACE)
    carry_out(plan, Alone(), Task(), PlanControl())
    other, again = replace(plan, order=Order(case=False)), Alone()
    assert count_left(plan) == 0
    assert count_left(other) == 2
    carry_out(other, again, Task(), PlanControl(), Beginning.MORE)
    assert again.seen == ["a.srt", "deep/b.srt"]


@pytest.mark.parametrize("beginning", [Beginning.ONCE, Beginning.MORE, Beginning.CONTINUE])
def test_what_a_plan_is_not_about_is_neither_restored_nor_told(
    tmp_path: Path, beginning: Beginning
) -> None:
    folder, told, pool = tree(tmp_path / "in", "a.srt", "b.srt", "c.srt"), list[Event](), Alone()
    before = Plan((folder / "a.srt", folder / "b.srt"), tmp_path / "out")
    interrupt(before, "b.srt")
    other = Plan((folder / "c.srt",), tmp_path / "out")
    account = carry_out(other, pool, Task(), PlanControl(told.append), beginning)
    assert pool.seen == [one.source for one in account.outcomes] == ["c.srt"]
    assert [one.file.name for one in told if isinstance(one, FileResult)] == ["c.srt"]


def test_another_order_needs_to_begin_anew(shelf: Path, tmp_path: Path) -> None:
    plan = Plan((shelf / "one",), tmp_path / "out")
    interrupt(plan, "deep/b.srt")
    other = Plan(plan.sources, plan.out, Order(case=False))
    with pytest.raises(OtherOrder):
        carry_out(other, Alone(), Task(), PlanControl())
    account = carry_out(other, Alone(), Task(), PlanControl(), Beginning.ANEW)
    assert [one.state.value for one in account.outcomes] == ["skipped", "done"]


def test_plans_survive_json(tmp_path: Path) -> None:
    order = Order(marks=",.", names=("AnnA",), kind=WEBVTT)
    plan = Plan((tmp_path / "a",), tmp_path / "out", order, Existing.VERSION)
    assert plan_of(json.loads(json.dumps(plan.as_plain()))) == plan


GOOD = Plan((Path("/in"),), Path("/out")).as_plain() | {"over": False}


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{}", "\udcff", '{"sources": 3, "out": "x"}'),
        *(
            json.dumps(GOOD | wrong)
            for wrong in (
                {"sources": ["/a\0b"]},
                {"out": "/a\0b"},
                {"order": Order().as_plain() | {"kind": "doc"}},
            )
        ),
    ],
)
def test_a_damaged_plan_is_none(content: str) -> None:
    pending.pending_path().parent.mkdir(parents=True)
    pending.pending_path().write_bytes(content.encode("utf-8", "surrogateescape"))
    assert pending.load() is None


FOLDER = Path("/archive")


def items(count: int) -> list[Item]:
    return [Item(f"{at}.srt", FOLDER / f"{at}.srt", 99_999) for at in range(count)]


def test_files_are_taken_in_the_order_that_is_wanted_at_that_moment() -> None:
    priorities = Priorities()
    given = parcels(items(6), 2, priorities.arrange_in(FOLDER))
    taken = [next(given).items[0].name]
    priorities.prefer([FOLDER / "4.srt", FOLDER / "2.srt"])
    taken += [next(given).items[0].name]
    priorities.prefer([FOLDER / "5.srt"])
    taken += [one.items[0].name for one in given]
    assert taken == ["0.srt", "4.srt", "5.srt", "2.srt", "1.srt", "3.srt"]


def test_the_folder_with_the_first_file_goes_first(tmp_path: Path) -> None:
    tree(tmp_path, "one/a.srt", "two/b.srt", "two/c.srt")
    plan = Plan((tmp_path / "one", tmp_path / "two"), tmp_path / "out")
    priorities, pool = Priorities(), Alone()
    told: list[Event] = []
    priorities.prefer([tmp_path / "two" / "c.srt"])
    carry_out(plan, pool, Task(), PlanControl(told.append, priorities))
    assert pool.seen == ["c.srt", "b.srt", "a.srt"]
    assert isinstance(told[0], Listed)
    assert [file.name for file in told[0].files] == ["c.srt", "a.srt", "b.srt"]
