from __future__ import annotations

import numpy as np
import pytest

from subpunct_app.speech.alignment.quiet import is_quiet, loudness
from subpunct_app.speech.sound.audio import PER_MS


def sound(*parts: tuple[int, float]) -> np.ndarray:
    """Return a sound of so many milliseconds that are so loud each."""
    return np.concatenate([np.full(ms * PER_MS, level, np.float32) for ms, level in parts])


def test_spans_are_heard_together() -> None:
    heard = sound((100, 0.3), (100, 0.9), (100, 0.4))
    assert loudness(heard, [(0, 100)]) == pytest.approx(0.3)
    assert loudness(heard, [(0, 100), (200, 300)]) == pytest.approx((0.125) ** 0.5)


@pytest.mark.parametrize("spans", [[], [(50, 50)], [(900, 1_000)], [(-80, -20)]])
def test_nothing_is_silent(spans: list[tuple[int, int]]) -> None:
    assert loudness(sound((100, 0.3)), spans) == 0


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
