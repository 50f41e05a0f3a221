"""What the statistics of a sitting say: figures, shares and times in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.gui.texts.wording import MARK_NAMES, needed_text

if TYPE_CHECKING:
    from subpunct_app.review.budget import Pace
    from subpunct_app.review.statistics import Counts, Statistics, SuggestionKind

_HEADINGS = ("Kind", "Accepted", "By hand", "Rejected", "Right")


def summary(statistics: Statistics, pace: Pace) -> list[tuple[str, str]]:
    """Return what is said about the whole session, in names and values."""
    total, rate = statistics.total, statistics.per_minute
    return [
        ("Decisions", f"{total.decided:,}"),
        ("Accepted", f"{total.accepted:,}"),
        ("Changed by hand", f"{total.changed:,}"),
        ("Rejected", f"{total.rejected:,}"),
        ("Only asked about", f"{total.answered:,}"),
        ("Missed by the model", f"{total.missed:,}"),
        ("Accepted unread", f"{total.unread:,}"),
        ("Right as proposed", share_text(total)),
        ("Time at work", time_text(statistics.seconds)),
        ("Decisions a minute", "–" if rate is None else f"{rate:.1f}"),
        ("Left", remaining_text(statistics.left, pace)),
    ]


def by_kind(statistics: Statistics) -> list[tuple[str, ...]]:
    """Return a table of what was decided about each kind of suggestion, with its headings."""
    rows = [
        (
            kind_name(kind),
            f"{counts.accepted:,}",
            f"{counts.changed:,}",
            f"{counts.rejected:,}",
            share_text(counts),
        )
        for kind, counts in statistics.by_kind.items()
        if counts.read
    ]
    return [_HEADINGS, *rows] if rows else []


def kind_name(kind: SuggestionKind) -> str:
    """Return a kind of suggestion in words."""
    if kind is None:
        return "Capital"
    return MARK_NAMES[kind].capitalize() if kind else "Removed mark"


def share_text(counts: Counts) -> str:
    """Return the share that was accepted as proposed."""
    return "–" if counts.acceptance is None else f"{100 * counts.acceptance:.0f} %"


def time_text(seconds: float) -> str:
    """Return a time at work in words."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def remaining_text(left: int, pace: Pace) -> str:
    """Return how many suggestions are left, and how long they take as the slider reckons it."""
    return f"{left:,}, {needed_text(left, pace)}" if left else "0"
