"""What is read beside a cue: the next one, or several where each holds but a word or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.gui.review.drawn import Run
from subpunct_app.gui.review.inline import on_one_line

if TYPE_CHECKING:
    from subpunct_app.gui.review.opened import Review

# So many letters tell how a sentence goes on; cues of single words need some eight for them.
_ENOUGH = 40
_MOST = 12


def beside(review: Review, cue: int, step: int) -> list[Run]:
    """Return what is read before or behind a cue, by a step of -1 or 1, on one line.

    Rolling lines repeat each other, so of these one cue is enough.
    """
    transcript = review.transcript
    cues = len(transcript.document.cues)
    at = transcript.beside(cue, step)
    runs = on_one_line(review.runs(at)) if 0 <= at < cues else []
    further = range(at + step, at + step * _MOST, step)
    for other in () if transcript.copies else further:
        if sum(len(run.text) for run in runs) >= _ENOUGH or not 0 <= other < cues:
            break
        more = on_one_line(review.runs(other))
        runs = [*runs, Run(" "), *more] if step > 0 else [*more, Run(" "), *runs]
    return runs
