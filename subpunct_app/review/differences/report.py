"""Tell a difference in words, in figures, as JSON and as a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import groupby
from operator import attrgetter

from subpunct_app.review.differences.difference import CueDifference, Difference, PieceKind, Times
from subpunct_app.runtime.pages import template_environment
from subpunct_app.subtitles.formats.encoding import legible
from subpunct_app.text.quantities import clock_text


def verdict(difference: Difference) -> str:
    """Return in a few sentences whether words or times differ, and whether anything does."""
    if difference.identical:
        return "Nothing differs."
    return " ".join([_words_and_times(difference), *_further(difference)])


def figures(difference: Difference) -> list[tuple[str, int]]:
    """Return what is counted and how often it differs; seldom things only where they do."""
    totals = difference.totals
    more = difference.new_cues - difference.old_cues if difference.timed else 0
    seldom = [
        ("other signs", totals.others),
        ("cues with other tags", totals.tags),
        ("cues with other lines", totals.lines),
        ("cues more", max(0, more)),
        ("cues fewer", max(0, -more)),
    ]
    return [
        ("marks added", totals.added),
        ("marks removed", totals.removed),
        ("marks replaced", totals.replaced),
        ("capitals changed", totals.capitals),
        ("words that differ", totals.words),
        ("cues at other times", totals.times),
        *((name, count) for name, count in seldom if count),
    ]


def as_json(difference: Difference) -> dict[str, object]:
    """Return the totals and the cues that changed; cues are counted from 1, times are in ms."""
    return {
        "words_differ": difference.words_differ,
        "times_differ": difference.times_differ,
        "tags_differ": difference.tags_differ,
        "beside_differs": difference.beside_differs,
        "only_marks_and_case": difference.only_marks_and_case,
        "identical": difference.identical,
        "cues": [difference.old_cues, difference.new_cues],
        "totals": asdict(difference.totals),
        "changes": [_row(cue) for cue in difference.cues if cue.changed],
    }


def clock(time_ms: int) -> str:
    """Return a time for reading."""
    return clock_text(time_ms, 3)


def clocks(times: Times | None) -> str:
    """Return start and end for reading, empty where there are none."""
    return f"{clock(times.start)} → {clock(times.end)}" if times else ""


def _further(difference: Difference) -> Iterator[str]:
    """Yield what there is to say beside words and times."""
    if difference.totals.others:
        yield "Quotes, brackets or other signs differ."
    elif not difference.words_differ and not any(cue.changed for cue in difference.cues):
        yield "Marks and case are the same too."
        if difference.totals.lines:
            yield "Lines or spaces differ."
    if difference.totals.tags:
        yield "Tags differ."
    if difference.beside_differs:
        yield "Something beside the cues differs: numbers, settings, notes or styles."


def _words_and_times(difference: Difference) -> str:
    words, times = difference.words_differ, difference.times_differ
    if not difference.timed:
        return f"Words {'differ' if words else 'are the same'}; there are no times to compare."
    if words == times:
        return f"Words and times {'differ' if words else 'are the same'}."
    if words:
        return "Words differ; times are the same."
    return "Times differ; words are the same."


def _row(cue: CueDifference) -> dict[str, object]:
    return {
        "cue": cue.cue + 1,
        "times": cue.times,
        "new_times": cue.new_times,
        "pieces": [
            {"kind": piece.kind.value, "old": piece.old}
            | ({"new": piece.new} if piece.kind is not PieceKind.KEPT else {})
            for piece in cue.pieces
        ],
    }


def render(difference: Difference, old: str, new: str) -> str:
    """Return the page about what differs between two files with these names."""
    templates = template_environment("subpunct_app.review.differences")
    templates.filters |= {"clock": clock, "clocks": clocks}
    templates.filters |= {"before": partial(_side, "old"), "after": partial(_side, "new")}
    return templates.get_template("difference.html.jinja").render(
        difference=difference,
        # Cues that follow one another together, as all are changed or none is.
        stretches=[
            (changed, list(group))
            for changed, group in groupby(difference.cues, attrgetter("changed"))
        ],
        verdict=verdict(difference),
        figures=figures(difference),
        old=old,
        new=new,
    )


def _side(side: str, cue: CueDifference) -> list[tuple[PieceKind, str]]:
    """Return the text of a cue, old or new, in parts, without line ends at the start."""
    found = [(piece.kind, legible(getattr(piece, side))) for piece in cue.pieces]
    parts = [part for part in found if part[1]]
    return [(parts[0][0], parts[0][1].lstrip("\r\n")), *parts[1:]] if parts else []
