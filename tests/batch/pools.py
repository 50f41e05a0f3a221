"""Pools without a model: what a batch does is the same whoever does the work."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from subpunct_app.batch.account import Account
from subpunct_app.batch.executor import Finished, Handler, Item, Parcel, WorkerPool, failed
from subpunct_app.batch.outcome import Figures, Outcome, State
from subpunct_app.runtime.errors import Cancelled, FileError, ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.files import read
from tests.patience import PATIENCE

FIGURES = Figures("srt", "utf-8", "en", 1, 100, 0, 12, 13, 12, 2, 0, 1.5, 1, 0.1, False, "")


def shouted(item: Item) -> Finished:
    try:
        content = read(item.path).upper()
    except FileError as error:
        return failed(item, str(error))
    return Finished(Outcome(item.name, State.DONE, figures=FIGURES), content)


def shout(parcel: Parcel, task: Task) -> Iterator[Finished]:
    """Write files in capitals, but do what their names say."""
    for item in parcel.items:
        if "slow" in item.name:
            time.sleep(PATIENCE)
        if "deadly" in item.name:
            os._exit(9)
        if "unforeseen" in item.name:
            raise ZeroDivisionError
        if "misfit" in item.name:
            raise ModelError("The files of the model do not fit together.")
        yield shouted(item)


def shouting() -> Handler:
    return shout


def outcomes(pool: WorkerPool, *parcels: Parcel) -> dict[str, str]:
    """Return what became of each file, which comes back once."""
    results = [one for one in pool.map(parcels, Task()) if isinstance(one, Finished)]
    found = [finished.outcome for finished in results]
    assert len({one.source for one in found}) == len(found)
    return {one.source: one.reason or one.state.value for one in found}


def without_model() -> Handler:
    raise ModelError("There is no model.", "Install one.")


def dying() -> Handler:
    os._exit(3)


def patient(parcel: Parcel, task: Task) -> Iterator[Finished]:
    for item in parcel.items:
        time.sleep(0.01)
        yield shouted(item)


def being_patient() -> Handler:
    return patient


@dataclass
class Alone:
    """Do everything in this process; be cancelled before the file named `until`."""

    until: str = ""
    size: int = 1
    seen: list[str] = field(default_factory=list)

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        for parcel in parcels:
            for item in parcel.items:
                if item.name == self.until:
                    raise Cancelled
                self.seen.append(item.name)
                yield from shout(Parcel((item,)), task)


class Doubting(Alone):
    """Want every file to be reviewed."""

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        for one in super().map(parcels, task):
            yield replace(one, outcome=replace(one.outcome, state=State.REVIEW))


def tree(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"this is {name}")
    return folder


def parcel(folder: Path, *names: str) -> Parcel:
    tree(folder, *names)
    return Parcel(tuple(Item(name, folder / name, 9) for name in names))


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".sqlite"
    }


def states(account: Account) -> dict[str, str]:
    return {one.source: one.state.value for one in account.outcomes}
