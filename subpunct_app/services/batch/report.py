"""Tell what became of a batch: totals, and a row a file, those first that need somebody most."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.core.errors import SettingsError
from subpunct_app.services.batch.outcome import Figures, Outcome, State
from subpunct_app.services.files import write, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.services.batch.run import Account

SUFFIXES = (".json", ".csv", ".html")
_COLUMNS = ("source", "state", "target", "reason", *Figures.__slots__)


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums over all files; `seconds` passed on the clock, whatever the number of workers."""

    files: int
    done: int
    review: int
    skipped: int
    failed: int
    words: int
    marks_before: int
    marks_after: int
    suggestions: int
    applied: int
    doubtful: int
    expected_errors: float
    seconds: float
    words_per_second: float
    workers: int


def totals_of(account: Account) -> Totals:
    """Add up the files of a batch."""
    states = Counter(outcome.state for outcome in account.outcomes)
    figures = [outcome.figures for outcome in account.outcomes if outcome.figures]
    words = sum(one.words for one in figures)
    return Totals(
        files=len(account.outcomes),
        done=states[State.DONE],
        review=states[State.REVIEW],
        skipped=states[State.SKIPPED],
        failed=states[State.FAILED],
        words=words,
        marks_before=sum(one.marks_before for one in figures),
        marks_after=sum(one.marks_after for one in figures),
        suggestions=sum(one.suggestions for one in figures),
        applied=sum(one.applied for one in figures),
        doubtful=sum(one.doubtful for one in figures),
        expected_errors=round(sum(one.expected_errors for one in figures), 2),
        seconds=round(account.seconds, 3),
        words_per_second=round(words / account.seconds, 1) if account.seconds else 0.0,
        workers=account.workers,
    )


def ranked(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return failures first, then files by how many errors are likely left in them."""
    return sorted(
        outcomes,
        key=lambda one: (one.state is not State.FAILED, -one.expected_errors, one.source),
    )


def check_suffix(path: Path) -> None:
    """Raise SettingsError where the name of a report does not tell a format."""
    if path.suffix.lower() not in SUFFIXES:
        raise SettingsError(f"{path} is no kind of report.", f"Use {', '.join(SUFFIXES)}.")


def write_report(account: Account, path: Path, *, overwrite: bool = False) -> None:
    """Write a report in the format that its name tells."""
    check_suffix(path)
    if path.suffix.lower() == ".json":
        write_json(as_plain(account), path, overwrite=overwrite)
        return
    if path.suffix.lower() == ".csv":
        text = as_csv(account)
    else:
        from subpunct_app.services.batch.page import batch_page

        text = batch_page(account, path)
    write(text.encode("utf-8", "backslashreplace"), path, overwrite=overwrite)


def as_plain(account: Account) -> dict[str, object]:
    """Return plain values for JSON."""
    batch = account.batch
    return {
        "folder": str(batch.folder),
        "out": str(batch.out),
        "order": batch.order.as_plain(),
        "totals": asdict(totals_of(account)),
        "files": [outcome.as_plain() for outcome in ranked(account.outcomes)],
    }


def as_csv(account: Account) -> str:
    """Return a table with a heading, a row a file."""
    table = io.StringIO()
    rows = csv.DictWriter(table, _COLUMNS, restval="", extrasaction="ignore")
    rows.writeheader()
    for outcome in ranked(account.outcomes):
        figures = asdict(outcome.figures) if outcome.figures else {}
        rows.writerow(outcome.as_plain() | figures)
    return table.getvalue()
