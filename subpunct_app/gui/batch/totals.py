"""Say in a sentence how far a batch is, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.batch.account import left_out_text, totals_of
from subpunct_app.gui.batch.rows import Status
from subpunct_app.runtime.errors import FileError
from subpunct_app.text.quantities import counted, counted_are

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from subpunct_app.batch.account import Account


def finished(counts: Mapping[Status, int]) -> int:
    """Return how many files nothing is left to do about."""
    return sum(counts.values()) - counts[Status.WAITING] - counts[Status.WORKING]


def totals(counts: Mapping[Status, int]) -> str:
    """Return how many files there are of each kind."""
    files = sum(counts.values())
    if not files:
        return ""
    if not finished(counts):
        return counted(files, "file")
    parts = [f"{finished(counts):,} of {counted(files, 'file')}"]
    notes = {
        Status.REVIEW: "to be reviewed",
        Status.REVIEWED: "reviewed",
        Status.SKIPPED: "skipped",
        Status.FAILED: "failed",
    }
    parts += [f"{counts[status]:,} {text}" for status, text in notes.items() if counts[status]]
    return " · ".join(parts)


def watching_text(missing: Sequence[Path]) -> str:
    """Return that folders are watched, and how many of them are missing."""
    if not missing:
        return "watching"
    return f"watching, {counted_are(len(missing), 'folder')} missing"


def missing_error(missing: Sequence[Path]) -> FileError:
    """Return which watched folders are missing, and what becomes of them."""
    return FileError(
        f"Moved, deleted or not open to you: {', '.join(map(str, missing))}.",
        "The other folders are watched on, and these again once they are back.",
    )


def summary(account: Account) -> str:
    """Return what became of a batch."""
    found = totals_of(account)
    done = found.done + found.review
    parts = [f"{counted(done, 'file')} done"]
    if found.review:
        parts.append(f"{found.review:,} of them to be reviewed")
    if found.skipped:
        parts.append(f"{found.skipped:,} skipped")
    if found.failed:
        parts.append(f"{found.failed:,} failed")
    sentence = f"{', '.join(parts)}. {left_out_text(account)}".rstrip()
    if not done:
        return sentence
    changes = f"{counted(found.applied, 'change')} in {counted(found.words, 'word')}"
    errors = counted_are(round(found.expected_errors), "error")
    return f"{sentence} {changes}; about {errors} likely left."
