"""Verdicts of an editor whose truth is known put a model's confidences right."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.review.learning.recalibration import (
    ENOUGH,
    Learned,
    Lesson,
    learn,
    lessons_from,
    taught,
    tempered,
)
from subpunct_app.text.decisions import Decision, Edit, Verdict
from subpunct_app.text.words import Case, Gap, Mark, Suggestion

MARKS = (Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.NONE)
MODEL = "en-compact"


def suggestion(chance: random.Random, gap: int) -> Suggestion:
    """Return a suggestion that says what is likely, the rest shared by other marks."""
    weights = sorted((chance.random() ** 2 + 1e-3 for _ in MARKS), reverse=True)
    weights[0] *= 1 + 6 * chance.random()
    shares = [weight / sum(weights) for weight in weights]
    alternatives = tuple(zip(MARKS, shares, strict=True))
    return Suggestion(gap, Mark.COMMA, Case.KEEP, shares[0], alternatives)


class ScriptedEditor:
    """Know how often suggestions are right in truth: as a model at a temperature would say."""

    def __init__(self, temperature: float, seed: int = 7) -> None:
        self.chance = random.Random(seed)
        self.gaps = [Gap(0, 0, 0)] * 20_000
        self.temperature = temperature

    def read(self, count: int, *, unread_above: float = 2.0) -> list[Lesson]:
        suggestions = [suggestion(self.chance, gap) for gap in range(1, count + 1)]
        truth = tempered(suggestions, self.gaps, self.temperature)
        verdicts = {}
        for said, true in zip(suggestions, truth, strict=True):
            right = self.chance.random() < true.confidence
            edit = Edit(said.mark, said.case)
            seen = said.confidence < unread_above
            decision = Decision.ACCEPTED if right or not seen else Decision.REJECTED
            verdicts[said.gap] = Verdict(edit, decision, seen)
        return lessons_from(self.gaps, suggestions, verdicts, MODEL)


def learned(lessons: Sequence[Lesson], precision: float = 0.95) -> Learned:
    found = learn(lessons, MODEL, precision)
    assert found is not None
    return found


def softened(lesson: Lesson, temperature: float) -> float:
    powers = [share ** (1 / temperature) for share in lesson.shares]
    return float(powers[0] / sum(powers))


def calibration_error(lessons: Sequence[Lesson], temperature: float) -> float:
    """Return the mean distance of ten bins between what is said and what is right."""
    sure = np.array([softened(lesson, temperature) for lesson in lessons])
    right = np.array([bool(lesson.right) for lesson in lessons])
    order = np.array_split(np.argsort(sure), 10)
    return float(np.mean([abs(sure[part].mean() - right[part].mean()) for part in order]))


@pytest.mark.parametrize("truth", [0.6, 1.0, 1.5, 2.2])
def test_the_temperature_is_found(truth: float) -> None:
    assert learned(ScriptedEditor(truth).read(4000)).temperature == pytest.approx(truth, rel=0.12)


@pytest.mark.parametrize("truth", [0.5, 1.8, 2.5])
@pytest.mark.parametrize("seed", range(4))
def test_240_verdicts_make_the_next_confidences_truer(truth: float, seed: int) -> None:
    editor = ScriptedEditor(truth, seed)
    found = learned(editor.read(240))
    later = editor.read(3000)
    assert (found.temperature > 1) == (truth > 1)
    assert (found.right < found.said) == (truth > 1)
    assert calibration_error(later, found.temperature) < 0.5 * calibration_error(later, 1.0)


@pytest.mark.parametrize(
    ("truth", "precision"),
    [(0.6, 0.95), (0.6, 0.9), (1.0, 0.9), (1.0, 0.8), (1.8, 0.8), (1.8, 0.7)],
)
def test_what_is_above_the_line_is_right_as_often_as_was_asked(
    truth: float, precision: float
) -> None:
    editor = ScriptedEditor(truth)
    found = learned(editor.read(600), precision)
    later = editor.read(3000)
    above = [one.right for one in later if softened(one, found.temperature) >= found.line]
    assert np.mean([bool(right) for right in above]) >= precision - 0.03
    assert 5 < len(above) < len(later)


def test_what_was_accepted_unread_teaches_no_temperature() -> None:
    plain = ScriptedEditor(1.8).read(3000)
    mixed = ScriptedEditor(1.8).read(3000, unread_above=0.8)
    unread = [lesson for lesson in mixed if lesson.right is None]
    assert len(unread) > 100
    found = learned(mixed)
    assert found.decisions == 3000 - len(unread)
    assert found.temperature == pytest.approx(learned(plain).temperature, rel=0.15)


def test_nothing_is_learned_from_too_few_or_from_another_model() -> None:
    lessons = ScriptedEditor(2.0).read(ENOUGH)
    assert learn(lessons[:-1], MODEL, 0.95) is None
    assert learn(lessons, "other", 0.95) is None
    assert learn([], MODEL, 0.95) is None
    assert learned(lessons).decisions == ENOUGH


def test_a_model_that_is_always_right_lowers_the_line() -> None:
    lessons = [replace(one, right=True) for one in ScriptedEditor(1.0).read(ENOUGH)]
    found = learned(lessons)
    assert found.right == 1.0
    least = min(softened(lesson, found.temperature) for lesson in lessons)
    assert found.line == pytest.approx(least)


SHARES = st.lists(st.floats(0.001, 1), min_size=2, max_size=6)


@given(SHARES, st.floats(0.001, 0.999), st.floats(0.3, 3), st.booleans())
def test_confidences_can_be_softened_and_hardened_again(
    shares: list[float], confidence: float, temperature: float, case_only: bool
) -> None:
    total = sum(shares)
    ranked = [(mark, share / total) for mark, share in zip(Mark, shares, strict=False)]
    gaps = [Gap(0, 0, 0, current=ranked[0][0] if case_only else Mark.DASH)]
    before = Suggestion(0, ranked[0][0], Case.LOWER, confidence, tuple(ranked))
    (there,) = tempered([before], gaps, temperature)
    (back,) = tempered([there], gaps, 1 / temperature)
    assert back.confidence == pytest.approx(confidence, abs=1e-3)
    assert [sure for _, sure in back.alternatives] == pytest.approx(
        [sure for _, sure in ranked], abs=1e-3
    )
    assert sum(sure for _, sure in there.alternatives) == pytest.approx(1)


def test_a_verdict_is_about_the_mark_where_one_is_at_stake() -> None:
    gaps = [Gap(0, 0, 0), Gap(0, 0, 0), Gap(0, 0, 0, current=Mark.COMMA), Gap(0, 0, 0)]
    suggestions = [
        Suggestion(1, Mark.PERIOD, Case.CAPITALISED, 0.8),
        Suggestion(2, Mark.COMMA, Case.CAPITALISED, 0.8),
        Suggestion(3, Mark.COMMA, Case.KEEP, 0.8),
    ]
    verdicts = {
        1: Verdict(Edit(Mark.PERIOD, Case.KEEP), Decision.ACCEPTED),
        2: Verdict(Edit(Mark.COMMA, Case.LOWER), Decision.ACCEPTED),
        3: Verdict(Edit(Mark.COLON, Case.KEEP), Decision.ACCEPTED),
    }
    found = lessons_from(gaps, suggestions, verdicts, MODEL)
    assert [lesson.right for lesson in found] == [True, False, False]
    rejected = {gap: Verdict(verdict.edit, Decision.REJECTED) for gap, verdict in verdicts.items()}
    again = lessons_from(gaps, suggestions, rejected, MODEL)
    assert not any(lesson.right for lesson in again)
    still = {gap: Verdict(verdict.edit) for gap, verdict in verdicts.items()}
    assert lessons_from(gaps, suggestions, still, MODEL) == []


def test_a_verdict_teaches_the_model_that_made_the_suggestion() -> None:
    said = Suggestion(0, Mark.COMMA, Case.KEEP, 0.8, model="other")
    verdicts = {0: Verdict(Edit(Mark.COMMA, Case.KEEP), Decision.ACCEPTED)}
    lessons = lessons_from([Gap(0, 0, 0)], [said], verdicts, MODEL)
    assert [taught(lessons, model, 0.95).decisions for model in ("other", MODEL)] == [1, 0]
