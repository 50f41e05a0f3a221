"""Report what became of a batch as JSON, CSV or a page that sorts itself."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.account import left_out_text, ranked, totals_of
from subpunct_app.batch.batch_journal import journal_in
from subpunct_app.batch.file_search import digest_of
from subpunct_app.batch.outcome import Figures, State
from subpunct_app.models.card import AUTO
from subpunct_app.runtime.environment import shell_command
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.pages import Column, link_to, render_page
from subpunct_app.runtime.paths import resolve_path
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.subtitles.files import write_json, write_text
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from subpunct_app.batch.account import Account, Totals
    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.outcome import Outcome

_KEPT = "reports"
_SUFFIXES = (".json", ".csv", ".html")
# A spreadsheet reckons with what begins so, and may run what a name asks for.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS = (
    *("source", "state", "target", "sha256", "source_sha256", "reason"),
    *Figures.__slots__,
)

# How each stands out, and in which words.
_BADGES = {
    State.DONE: ("good", "done"),
    State.REVIEW: ("look", "needs review"),
    State.SKIPPED: ("still", "skipped"),
    State.FAILED: ("bad", "failed"),
}
_PAGE_COLUMNS = (
    Column("File", "text"),
    Column("State", "text"),
    Column("Errors likely left", order="descending"),
    Column("Doubtful"),
    Column("Words"),
    Column("Marks per 100 words before"),
    Column("after"),
    Column("Changes"),
    Column("Broken blocks"),
    Column("Language", "text"),
    Column("Seconds"),
)


def check_suffix(path: Path) -> None:
    """Raise SettingsError where the name of a report does not tell a format."""
    if path.suffix.lower() not in _SUFFIXES:
        raise SettingsError(f"{path} is not a kind of report.", f"Use {', '.join(_SUFFIXES)}.")


def write_report(account: Account, path: Path, *, overwrite: bool = False) -> None:
    """Write a report in the format that its name tells."""
    check_suffix(path)
    if path.suffix.lower() == ".json":
        write_json(as_plain(account), path, overwrite=overwrite)
        return
    text = _as_csv(account) if path.suffix.lower() == ".csv" else batch_page(account, path)
    write_text(text, path, overwrite=overwrite)


def keep_reports(out: Path, reports: Iterable[Path]) -> None:
    """Keep in the journal of an output folder how reports were written, and former ones are."""
    places = own_reports(out).union(map(resolve_path, reports))
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
        row = outcome.as_plain() | (asdict(outcome.figures) if outcome.figures else {})
        for name, value in row.items():
            if isinstance(value, str) and value.startswith(_FORMULAS):
                # A name is still a path to the same file.
                row[name] = f"./{value}"
        rows.writerow(row)
    return table.getvalue()


def batch_page(account: Account, path: Path) -> str:
    """Return the page about a batch that will lie at `path`, with links from there."""
    batch = account.batch

    def link(outcome: Outcome) -> str:
        done = outcome.target and outcome.state is not State.FAILED
        file = batch.out / outcome.target if done else batch.folder / outcome.source
        return link_to(file, path)

    return render_page(
        "subpunct_app.batch",
        "batch.html.jinja",
        folder=str(batch.folder),
        out=str(batch.out),
        model="by language" if batch.order.model == AUTO else batch.order.model,
        left_out=left_out_text(account),
        figures=_figures(totals_of(account)),
        columns=_PAGE_COLUMNS,
        outcomes=ranked(account.outcomes),
        badges=_BADGES,
        link=link,
        original=lambda outcome: link_to(batch.folder / outcome.source, path),
        command=lambda outcome: _command(batch, outcome),
    )


def _figures(totals: Totals) -> list[tuple[str, str]]:
    workers = counted(totals.workers, "worker")
    return [
        ("files", f"{totals.files:,}"),
        ("done", f"{totals.done:,}"),
        ("need review", f"{totals.review:,}"),
        ("skipped", f"{totals.skipped:,}"),
        ("failed", f"{totals.failed:,}"),
        ("words", f"{totals.words:,}"),
        ("marks before and after", f"{totals.marks_before:,} → {totals.marks_after:,}"),
        ("errors likely left", f"{totals.expected_errors:,.0f}"),
        (f"words a second, {workers}", f"{totals.words_per_second:,.0f}"),
    ]


def _command(batch: Batch, outcome: Outcome) -> str:
    """Return what to type to review a file: no link can start a program."""
    source, result = batch.folder / outcome.source, batch.out / outcome.target
    files = [source, result] if is_media(source) else [source]
    below = f"{batch.order.review_below:g}"
    return shell_command(
        ["subpunct", "gui", "--review-below", below, *(str(file.absolute()) for file in files)]
    )
