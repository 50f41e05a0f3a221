"""How sure it is that words are said where they were put."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from subpunct_app.speech.alignment.certainty import Baseline, is_quiet
from subpunct_app.speech.alignment.sphinx import Aligner, Fit
from subpunct_app.speech.media.audio import PER_MS

GOOD, BAD = 20.0, 90.0


class Voice(Aligner):
    """A recording in which any wrong text has the same misfit."""

    def __init__(self, misfit: float) -> None:
        self._misfit = misfit

    def fits(self, sound: NDArray[np.float32], entries: Sequence[str]) -> list[Fit]:
        return fitting([self._misfit] * len(entries))


def fitting(misfits: Sequence[float]) -> list[Fit]:
    return [Fit(300 * at, 300 * at + 300, misfit) for at, misfit in enumerate(misfits)]


def confidence(misfit: float, wrong: float) -> float:
    """Return how sure words of a misfit are where wrong text has another."""
    baseline = Baseline()
    baseline.measure(Voice(wrong), np.empty(0, np.float32), ["so"] * 10, 3_000)
    return baseline.confidences(fitting([misfit] * 9))[4]


def test_words_on_both_sides_tell_alike_how_sure_one_is() -> None:
    fits = fitting([GOOD] * 6 + [BAD] * 6)
    found = Baseline().confidences(fits)
    assert Baseline().confidences(fits[::-1]) == pytest.approx(found[::-1])
    assert found[0] > 0.9 > 0.1 > found[-1]


def test_one_word_that_fits_badly_says_little() -> None:
    assert min(Baseline().confidences(fitting([GOOD] * 3 + [BAD] + [GOOD] * 3))) > 0.5


def test_a_word_without_a_fit_is_not_sure_at_all() -> None:
    assert Baseline().confidences([*fitting([GOOD] * 3), None])[3] == 0


@pytest.mark.parametrize(("wrong", "is_said"), [(60, False), (80, True)])
def test_a_misfit_is_measured_against_that_of_wrong_text(wrong: float, is_said: bool) -> None:
    assert (confidence(55, wrong) > 0.5) == is_said


@pytest.mark.parametrize(("misfit", "wrong", "is_said"), [(25, 20, True), (75, 200, False)])
def test_what_fits_well_or_badly_in_any_recording_does_so_here(
    misfit: float, wrong: float, is_said: bool
) -> None:
    assert (confidence(misfit, wrong) > 0.5) == is_said


def sound(*parts: tuple[int, float]) -> np.ndarray:
    """Return a sound of so many milliseconds that are so loud each."""
    return np.concatenate([np.full(ms * PER_MS, level, np.float32) for ms, level in parts])


@pytest.mark.parametrize(("level", "quiet"), [(0.0, True), (0.19, True), (0.21, False)])
def test_half_as_loud_as_speech_is_quiet(level: float, quiet: bool) -> None:
    heard = sound((200, 0.4), (200, level), (200, 0.4))
    assert is_quiet(heard, (200, 400), 0.4) is quiet


def test_the_edges_of_a_silence_may_be_loud() -> None:
    heard = sound((225, 0.4), (150, 0.0), (225, 0.4))
    assert is_quiet(heard, (200, 400), 0.4)
    assert not is_quiet(heard, (150, 450), 0.4)


def test_a_moment_is_quiet_whatever_is_heard() -> None:
    heard = sound((400, 0.4))
    assert is_quiet(heard, (200, 299), 0.4)
    assert not is_quiet(heard, (200, 300), 0.4)
