"""Cut what is far from a suggestion off the runs of a long cue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.subtitles.writing.fair_copy import hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.review.views.drawn import Run


def clip(runs: Sequence[Run], gap: int, reach: int) -> list[Run]:
    """Return the runs around a gap, with at most so many characters seen before and after it."""
    inside = [at for at, run in enumerate(runs) if run.gap == gap]
    if not inside:
        return list(runs)
    before = _tail(runs[: inside[0]], reach)
    return [*before, *runs[inside[0] : inside[-1] + 1], *_head(runs[inside[-1] + 1 :], reach)]


def _head(runs: Sequence[Run], reach: int) -> list[Run]:
    kept: list[Run] = []
    for run in runs:
        seen = _places_seen(run.text)
        if len(seen) >= reach:
            end = seen[reach - 1] + 1 if reach else 0
            whole = run.text[:end].rpartition(" ")[0] or run.text[:end]
            cut = replace(run, text=f"{whole} …")
            return [*kept, cut if len(seen) > reach else run]
        kept.append(run)
        reach -= len(seen)
    return kept


def _tail(runs: Sequence[Run], reach: int) -> list[Run]:
    kept: list[Run] = []
    for run in reversed(runs):
        seen = _places_seen(run.text)
        if len(seen) >= reach:
            tail = run.text[seen[-reach] :] if reach else ""
            cut = replace(run, text=f"… {tail.partition(' ')[2] or tail}")
            return [cut if len(seen) > reach else run, *kept]
        kept.insert(0, run)
        reach -= len(seen)
    return kept


def _places_seen(text: str) -> list[int]:
    """Return the places of the characters that are seen."""
    unseen = {at for span in hidden(text) for at in range(*span)}
    return [at for at in range(len(text)) if at not in unseen]
