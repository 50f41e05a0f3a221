from __future__ import annotations

from pathlib import Path

from subpunct_app.batch.batch_plan import Plan
from subpunct_app.batch.execution import Event, Listed, PlanControl, Priorities, carry_out
from subpunct_app.batch.executor import Item, parcels
from subpunct_app.runtime.task import Task
from tests.batch.pools import Alone, tree

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
