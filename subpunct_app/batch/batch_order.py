"""The order that an output folder was begun with, and what may go on with it."""

from __future__ import annotations

import json
from pathlib import Path

from subpunct_app.batch.batch_journal import Journal, journal_in
from subpunct_app.batch.batch_options import Batch, Order
from subpunct_app.batch.file_search import JOURNAL
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.option import options_of


class OtherOrder(SettingsError):
    """A batch that is not over was started with another order."""


def open_journal(batch: Batch, *, resume: bool) -> Journal:
    """Return the journal of an output folder, empty or with the same order in it.

    Raise SettingsError where it holds a batch that is not over, unless that is to go on.
    """
    journal = Journal(batch.out)
    try:
        begun = journal.outcomes() or journal.announced()
        if begun and not resume and not journal.value("over"):
            raise SettingsError(
                f"{batch.out} holds an unfinished batch.",
                f"Continue it with --resume, or delete {JOURNAL} to start over.",
            )
        if not resume:
            journal.clear()
        _check_order(journal, batch)
        order = json.dumps(batch.order.as_plain())
        journal.keep({"order": order, "folder": _folder_of(batch), "over": ""})
    except BaseException:
        journal.close()
        raise
    return journal


def check_order(batch: Batch) -> None:
    """Raise OtherOrder where a batch cannot go on with what its output folder holds."""
    with journal_in(batch.out) as journal:
        if journal is not None:
            _check_order(journal, batch)


def has_order(journal: Journal, batch: Batch) -> bool:
    """Tell whether a journal keeps the order of a batch."""
    return not _unlike(journal, batch)


def is_begun(batch: Batch) -> bool:
    """Tell whether a part of a batch is done, and the rest not."""
    with journal_in(batch.out) as journal:
        if journal is None or journal.value("over") or not has_order(journal, batch):
            return False
        return bool(journal.outcomes())


def folder_in(out: Path) -> Path | None:
    """Return the folder whose results lie in another one, as its journal says."""
    with journal_in(out) as journal:
        folder = journal.value("folder") if journal else None
    return Path(folder) if folder else None


def _check_order(journal: Journal, batch: Batch) -> None:
    if journal.value("order") is not None and (unlike := _unlike(journal, batch)):
        raise OtherOrder(
            f"The batch in {batch.out} was started with other options: {', '.join(unlike)}.",
            f"Use the same ones, choose another output folder, or delete {JOURNAL} to start over; "
            "existing results stay.",
        )


def _unlike(journal: Journal, batch: Batch) -> list[str]:
    """Return what of an order is other than a journal keeps it, by the names of the options."""
    with journal.sound():
        kept = dict(json.loads(journal.value("order") or "{}"))
    kept["folder"] = journal.value("folder")
    asked = batch.order.as_plain() | {"folder": _folder_of(batch)}
    names = [name for name in asked | kept if name not in kept or asked.get(name) != kept[name]]
    options = options_of(Order)
    return [options[name].name_of(name) if name in options else name for name in names]


def _folder_of(batch: Batch) -> str:
    return str(batch.folder.resolve())
