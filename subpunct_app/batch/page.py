"""Write what became of a batch as a page that sorts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.batch.outcome import State
from subpunct_app.batch.totals import left_out_text, ranked, totals_of
from subpunct_app.models.default import AUTO
from subpunct_app.runtime.commands import typed
from subpunct_app.runtime.table_page import Column, link_to, rendered
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.text.counting import counted

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.order import Batch
    from subpunct_app.batch.outcome import Outcome
    from subpunct_app.batch.totals import Totals

# How each stands out, and in which words.
_BADGES = {
    State.DONE: ("good", "done"),
    State.REVIEW: ("look", "needs review"),
    State.SKIPPED: ("still", "skipped"),
    State.FAILED: ("bad", "failed"),
}
_COLUMNS = (
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


def batch_page(account: Account, path: Path) -> str:
    """Return the page about a batch that will lie at `path`, with links from there."""
    batch = account.batch

    def link(outcome: Outcome) -> str:
        done = outcome.target and outcome.state is not State.FAILED
        file = batch.out / outcome.target if done else batch.folder / outcome.source
        return link_to(file, path)

    return rendered(
        "subpunct_app.batch",
        "batch.html.jinja",
        folder=str(batch.folder),
        out=str(batch.out),
        model="by language" if batch.order.model == AUTO else batch.order.model,
        left_out=left_out_text(account),
        figures=_figures(totals_of(account)),
        columns=_COLUMNS,
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
    return typed(
        ["subpunct", "gui", "--review-below", below, *(str(file.absolute()) for file in files)]
    )
