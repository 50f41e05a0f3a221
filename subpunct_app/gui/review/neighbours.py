"""What is read beside a cue: the next one, or several where each holds but a word or two."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.review.views.drawn import Look, Run
from subpunct_app.subtitles.formats.text_lines import LINE_END

if TYPE_CHECKING:
    from collections.abc import Iterable

    from subpunct_app.review.views.opened import Review

# So many letters tell how a sentence goes on; cues of single words need some eight for them.
_ENOUGH = 40
_MOST = 12
_LEFT_OUT = frozenset({Look.TAG, Look.UNREAD})


def beside(review: Review, cue: int, step: int) -> list[Run]:
    """Return the text before or behind a cue, by a step of -1 or 1, on one line.

    Of rolling captions, only lines that are new follow a cue; before it stand all lines back to a
    cue that repeats some. Tags and lines in another language are left out.
    """
    transcript = review.transcript
    first = transcript.beside(cue, step)
    runs: list[Run] = []
    for at in range(first, first + step * _MOST, step):
        known = 0 <= at < len(transcript.document.cues)
        if not known or sum(len(run.text) for run in runs) >= _ENOUGH:
            break
        said = [run for run in review.runs(at) if run.look not in _LEFT_OUT]
        new = _shown_first(said)
        if not any(run.text.strip() for run in new):
            continue
        if step > 0:
            runs = _joined(runs, on_one_line(new))
            continue
        runs = _joined(on_one_line(said), runs)
        if any(run.repeated for run in said):
            break
    return runs


def on_one_line(runs: Iterable[Run]) -> list[Run]:
    """Return runs whose line ends are spaces."""
    return [replace(run, text=LINE_END.sub(" ", run.text)) for run in runs]


def _joined(before: list[Run], after: list[Run]) -> list[Run]:
    return [*before, Run(" "), *after] if before and after else before or after


def _shown_first(runs: Iterable[Run]) -> list[Run]:
    """Return the runs that repeat nothing, without the line end before them."""
    fresh = [run for run in runs if not run.repeated]
    return [replace(run, text=run.text.lstrip()) for run in fresh[:1]] + fresh[1:]
