"""Tell what became of a batch: totals, and a row a file, those first that need somebody most."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.digests import digest_of
from subpunct_app.batch.journal import journal_in
from subpunct_app.batch.outcome import Figures
from subpunct_app.batch.totals import ranked, totals_of
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.paths import place_of
from subpunct_app.subtitles.files import write_json, write_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from subpunct_app.batch.account import Account

_KEPT = "reports"
_SUFFIXES = (".json", ".csv", ".html")
# A spreadsheet reckons with what begins so, and may run what a name asks for.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS = (
    *("source", "state", "target", "sha256", "source_sha256", "reason"),
    *Figures.__slots__,
)


def check_suffix(path: Path) -> None:
    """Raise SettingsError where the name of a report does not tell a format."""
    if path.suffix.lower() not in _SUFFIXES:
        raise SettingsError(f"{path} is no kind of report.", f"Use {', '.join(_SUFFIXES)}.")


def write_report(account: Account, path: Path, *, overwrite: bool = False) -> None:
    """Write a report in the format that its name tells."""
    check_suffix(path)
    if path.suffix.lower() == ".json":
        write_json(as_plain(account), path, overwrite=overwrite)
        return
    if path.suffix.lower() == ".csv":
        text = _as_csv(account)
    else:
        from subpunct_app.batch.page import batch_page

        text = batch_page(account, path)
    write_text(text, path, overwrite=overwrite)


def keep_reports(out: Path, reports: Iterable[Path]) -> None:
    """Keep in the journal of an output folder how reports were written, and former ones are."""
    places = own_reports(out).union(map(place_of, reports))
    digests = {str(place): digest_of(place) for place in places}
    with journal_in(out) as journal:
        if journal is not None:
            journal.keep({_KEPT: json.dumps(digests)})


def own_reports(out: Path) -> frozenset[Path]:
    """Return the reports that the batch of an output folder wrote and nobody has touched."""
    with journal_in(out) as journal:
        kept = journal.value(_KEPT) if journal is not None else None
    with contextlib.suppress(ValueError, TypeError):
        digests = {Path(name): digest for name, digest in dict(json.loads(kept or "{}")).items()}
        return frozenset(one for one, digest in digests.items() if digest_of(one) == digest)
    return frozenset()


def as_plain(account: Account) -> dict[str, object]:
    """Return plain values for JSON."""
    batch = account.batch
    return {
        "folder": str(batch.folder),
        "out": str(batch.out),
        "order": batch.order.as_plain(),
        "left_out": list(map(str, account.left_out)),
        "unnamed": list(map(str, account.unnamed)),
        "exports": list(map(str, account.exports)),
        "totals": asdict(totals_of(account)),
        "files": [outcome.as_plain() for outcome in ranked(account.outcomes)],
    }


def _as_csv(account: Account) -> str:
    """Return a table with a heading, a row a file."""
    table = io.StringIO()
    rows = csv.DictWriter(table, _COLUMNS, restval="", extrasaction="ignore")
    rows.writeheader()
    for outcome in ranked(account.outcomes):
        figures = asdict(outcome.figures) if outcome.figures else {}
        row = outcome.as_plain() | figures
        rows.writerow({name: _as_no_formula(value) for name, value in row.items()})
    return table.getvalue()


def _as_no_formula(value: object) -> object:
    """Return what a spreadsheet shows as it is; a name is still a path to the same file."""
    is_formula = isinstance(value, str) and value.startswith(_FORMULAS)
    return f"./{value}" if is_formula else value
