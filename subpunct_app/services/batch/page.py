"""Write what became of a batch, and what state an archive is in, as pages that sort themselves."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from subpunct_app.core.commands import typed
from subpunct_app.core.counting import counted
from subpunct_app.core.places import AUTO
from subpunct_app.pages import templates_of
from subpunct_app.services.batch.outcome import State
from subpunct_app.services.batch.totals import left_out_text, ranked, totals_of
from subpunct_app.services.batch.triage import Need, neediest
from subpunct_app.services.media.media_files import is_media
from subpunct_app.services.paths import is_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.services.batch.order import Batch
    from subpunct_app.services.batch.outcome import Outcome
    from subpunct_app.services.batch.run import Account
    from subpunct_app.services.batch.totals import Totals
    from subpunct_app.services.batch.triage import Finding

# How each stands out, and in which words.
_BADGES = {
    State.DONE: ("good", "done"),
    State.REVIEW: ("look", "needs review"),
    State.SKIPPED: ("still", "skipped"),
    State.FAILED: ("bad", "failed"),
}
_LOOKS = dict.fromkeys(Need, "look") | {Need.UNREADABLE: "bad", Need.NONE: "good"}


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a column of numbers or texts, and how it is sorted at first."""

    title: str
    kind: str = "number"
    order: str = ""


_BATCH = (
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
_TRIAGE = (
    Column("File", "text"),
    Column("State", "text", "ascending"),
    Column("Words without marks"),
    Column("Marks per 100 words"),
    Column("Words"),
    Column("Cues"),
    Column("Broken blocks"),
    Column("Format", "text"),
    Column("Encoding", "text"),
    Column("Language", "text"),
)


def batch_page(account: Account, path: Path) -> str:
    """Return the page about a batch that will lie at `path`, with links from there."""
    batch = account.batch

    def link(outcome: Outcome) -> str:
        done = outcome.target and outcome.state is not State.FAILED
        file = batch.out / outcome.target if done else batch.folder / outcome.source
        return _link_to(file, path)

    return _rendered(
        "batch.html.jinja",
        folder=str(batch.folder),
        out=str(batch.out),
        model="by language" if batch.order.model == AUTO else batch.order.model,
        left_out=left_out_text(account),
        figures=_batch_figures(totals_of(account)),
        columns=_BATCH,
        outcomes=ranked(account.outcomes),
        badges=_BADGES,
        link=link,
        original=lambda outcome: _link_to(batch.folder / outcome.source, path),
        command=lambda outcome: _command(batch, outcome),
    )


def triage_page(given: Sequence[Path], findings: Sequence[Finding], path: Path) -> str:
    """Return the page about the state of files that will lie at `path`, with links from there.

    `given` are the files and folders that were looked at; below a single one names are short.
    """
    folder = given[0] if len(given) == 1 and is_folder(given[0]) else Path()

    def name(finding: Finding) -> str:
        inside = finding.path.is_relative_to(folder)
        return str(finding.path.relative_to(folder) if inside else finding.path)

    return _rendered(
        "triage.html.jinja",
        folder=", ".join(map(str, given)),
        name=name,
        figures=_triage_figures(findings),
        columns=_TRIAGE,
        findings=neediest(findings),
        ranks={need: rank for rank, need in enumerate(Need)},
        looks=_LOOKS,
        link=lambda finding: _link_to(finding.path, path),
    )


def _batch_figures(totals: Totals) -> list[tuple[str, str]]:
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


def _triage_figures(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    needs = Counter(finding.need for finding in findings)
    return [
        ("files", f"{len(findings):,}"),
        *((need.value, f"{needs[need]:,}") for need in Need if needs[need]),
        ("words without marks", f"{sum(one.bare_words for one in findings):,}"),
    ]


def _command(batch: Batch, outcome: Outcome) -> str:
    """Return what to type to review a file: no link can start a program."""
    source, result = batch.folder / outcome.source, batch.out / outcome.target
    files = [source, result] if is_media(source) else [source]
    below = f"{batch.order.review_below:g}"
    return typed(
        ["subpunct", "gui", "--review-below", below, *(str(file.absolute()) for file in files)]
    )


def _link_to(file: Path, page: Path) -> str:
    """Return a link from a page to a file that both can be moved with."""
    target, start = file.absolute(), page.absolute().parent
    if target.drive != start.drive:
        return target.as_uri()
    relative = os.path.relpath(target, start)
    return quote(os.fsencode(Path(relative).as_posix()))


def _rendered(template: str, **values: object) -> str:
    return templates_of("subpunct_app.services.batch").get_template(template).render(**values)
