"""Learn from an editor's verdicts how far a model can be trusted in one project.

A model's confidences are calibrated on the texts it was tested on; in other texts, and for another
editor, it may be right more or less often than it says. One temperature puts that right, after Guo
et al., "On calibration of modern neural networks" (2017), fitted by the likelihood of the verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from subpunct_app.text.decisions import Decision, Edit, Verdict
from subpunct_app.text.words import Gap, Mark, Suggestion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float64]

Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]

ENOUGH = 200
# Verdicts about a few suggestions say little: what the model expects counts as so many more.
_EXPECTED = 20
_TINY = 1e-12
_LEAST_LIKELY = 1e-7


@dataclass(frozen=True, slots=True)
class Lesson:
    """How sure a model was of a suggestion, and whether it was right.

    `shares` are the confidence and what is left to each other mark. `right` is None where nobody
    read the suggestion: it was settled together with everything above a line.
    """

    model: str
    shares: Annotated[tuple[Share, ...], Meta(min_length=1)]
    right: bool | None


@dataclass(frozen=True, slots=True)
class Learned:
    """What the verdicts of a project come to.

    `said` and `right` are the mean confidence of what the editor read and the share that was
    right; `line` is the least confidence, at this `temperature`, above which the share right is
    at least `precision`, above 1 where it never is.
    """

    decisions: int
    said: float
    right: float
    temperature: float
    line: float
    precision: float


@dataclass(frozen=True, slots=True)
class Taught:
    """How many decisions a project has, and what they come to once they are enough."""

    decisions: int
    learned: Learned | None


def lessons_from(
    gaps: Sequence[Gap],
    suggestions: Iterable[Suggestion],
    verdicts: Mapping[int, Verdict],
    model: str,
    *,
    temperature: float = 1.0,
) -> list[Lesson]:
    """Return what was decided about suggestions whose confidences had been softened.

    They are those of a model unless they name another one. What an editor put where nothing was
    proposed says nothing of confidences.
    """
    decided = [
        suggestion
        for suggestion in suggestions
        if verdicts[suggestion.gap].decision is not Decision.OPEN and not suggestion.by_editor
    ]
    return [
        Lesson(made.model or model, _shares(made, current), _was_right(made, verdict, current))
        for made in tempered(decided, gaps, 1 / temperature)
        for current, verdict in [(gaps[made.gap].current, verdicts[made.gap])]
    ]


def taught(lessons: Sequence[Lesson], model: str, precision: float) -> Taught:
    """Return what there is to learn about a model."""
    read = sum(lesson.right is not None for lesson in lessons if lesson.model == model)
    return Taught(read, learn(lessons, model, precision))


def learn(lessons: Iterable[Lesson], model: str, precision: float) -> Learned | None:
    """Return what the verdicts about a model's suggestions teach, None while they are too few."""
    import numpy as np

    taught = [lesson for lesson in lessons if lesson.model == model]
    probabilities = _table([lesson.shares for lesson in taught])
    read = np.array([lesson.right is not None for lesson in taught], dtype=bool)
    right = np.array([bool(lesson.right) for lesson in taught], dtype=np.float64)
    if read.sum() < ENOUGH:
        return None
    temperature = fit(probabilities[read], right[read])
    sure = _softened(probabilities, temperature)
    return Learned(
        decisions=int(read.sum()),
        said=float(_softened(probabilities[read], 1.0).mean()),
        right=float(right[read].mean()),
        temperature=temperature,
        line=_line(sure, np.where(read, right, sure), precision),
        precision=precision,
    )


def fit(probabilities: Numbers, right: Numbers) -> float:
    """Return the temperature at which verdicts (n,) are likeliest; probabilities are (n, marks)."""
    import numpy as np

    from subpunct_app.decoding.inference.calibrate import best_temperature

    def loss(temperature: float) -> float:
        sure = np.clip(_softened(probabilities, temperature), _LEAST_LIKELY, 1 - _LEAST_LIKELY)
        return float(-(right * np.log(sure) + (1 - right) * np.log(1 - sure)).mean())

    return best_temperature(loss)


def tempered(
    suggestions: Sequence[Suggestion], gaps: Sequence[Gap], temperature: float
) -> tuple[Suggestion, ...]:
    """Return suggestions with their probabilities at another temperature.

    A second time at 1 / temperature they are what they were.
    """
    if temperature == 1.0 or not suggestions:
        return tuple(suggestions)
    shares = [_shares(suggestion, gaps[suggestion.gap].current) for suggestion in suggestions]
    sure = _softened(_table(shares), temperature).tolist()
    found = []
    for suggestion, confidence in zip(suggestions, sure, strict=True):
        powers = [max(p, _TINY) ** (1 / temperature) for _, p in suggestion.alternatives]
        marks = (mark for mark, _ in suggestion.alternatives)
        likely = tuple(zip(marks, (power / sum(powers) for power in powers), strict=True))
        found.append(replace(suggestion, confidence=confidence, alternatives=likely))
    return tuple(found)


def _was_right(suggestion: Suggestion, verdict: Verdict, current: Mark) -> bool | None:
    """Return whether the confidence of a suggestion was justified, None where nobody read it."""
    if not verdict.seen:
        return None
    if suggestion.asked:
        return verdict.left(current) is current
    if verdict.decision is not Decision.ACCEPTED:
        return False
    if suggestion.mark is current:
        return verdict.edit == Edit(suggestion.mark, suggestion.case)
    return verdict.edit.mark is suggestion.mark


def _shares(suggestion: Suggestion, current: Mark) -> tuple[float, ...]:
    """Return the confidence of a suggestion, and what it leaves to others.

    The confidence may be surer or less sure than the probability of the mark. Others share the
    rest as their probabilities tell; where only a case is at stake there is one other.
    """
    left = 1 - suggestion.confidence
    trusted = current if suggestion.asked else suggestion.mark
    others = [sure for mark, sure in suggestion.alternatives if mark is not trusted]
    total = sum(others)
    if suggestion.mark is current or total <= 0:
        return suggestion.confidence, left
    return suggestion.confidence, *(left * sure / total for sure in others)


def _table(rows: Sequence[Sequence[float]]) -> Numbers:
    """Return rows of different lengths as (n, longest)."""
    import numpy as np

    table = np.zeros((len(rows), max(map(len, rows), default=1)))
    for row, shares in zip(table, rows, strict=True):
        row[: len(shares)] = shares
    return table


def _softened(probabilities: Numbers, temperature: float) -> Numbers:
    """Return (n,) how likely each suggestion is right at a temperature."""
    import numpy as np

    powers = np.where(probabilities > 0, np.maximum(probabilities, _TINY) ** (1 / temperature), 0)
    return np.asarray(powers[:, 0] / np.maximum(powers.sum(axis=1), _TINY))


def _line(sure: Numbers, right: Numbers, precision: float) -> float:
    """Return the least confidence above which the share right, less its error, is large enough."""
    import numpy as np

    order = np.argsort(-sure, kind="stable")
    ranked, counts = sure[order], np.arange(1, len(order) + 1)
    expected = np.cumsum(ranked) / counts
    known = counts + _EXPECTED
    shares = (np.cumsum(right[order]) + _EXPECTED * expected) / known
    cautious = shares - np.sqrt(shares * (1 - shares) / known)
    last = np.append(ranked[1:] < ranked[:-1], True)
    fine = np.flatnonzero(last & (cautious >= precision))
    return float(ranked[fine[-1]]) if len(fine) else 1.0 + 1e-9
