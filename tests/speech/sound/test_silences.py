from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from subpunct_app.speech.sound.audio import RATE
from subpunct_app.speech.sound.peaks import peaks_of
from subpunct_app.speech.sound.silences import silences
from tests.media import Media, samples

if TYPE_CHECKING:
    from subpunct_app.speech.sound.audio import Samples

PAUSES_MS = (250, 400, 700, 1_500)


def with_pauses(media: Media) -> tuple[Samples, list[tuple[int, int]]]:
    """Return the middle of a sentence again and again, and the pauses put between."""
    spoken = samples(media.file("speech.wav"), start_ms=150)[:RATE]
    parts, pauses, now = [spoken], [], 1_000
    for pause in PAUSES_MS:
        parts += [np.zeros(pause * RATE // 1000, np.float32), spoken]
        pauses.append((now, now + pause))
        now += pause + 1_000
    return np.concatenate(parts), pauses


@pytest.mark.parametrize("loudness", [1.0, 0.05])
@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_pauses_over_300_ms_are_found_in_loud_quiet_and_noisy_speech(
    media: Media, loudness: float, noise: float
) -> None:
    sound, pauses = with_pauses(media)
    hiss = np.random.default_rng(5).normal(0, noise, len(sound)).astype(np.float32)
    found = silences(peaks_of([loudness * (sound + hiss)]))
    for start, end in pauses[1:]:
        assert any(abs(start - a) < 120 and abs(end - b) < 120 for a, b in found)


def test_short_pauses_are_not(media: Media) -> None:
    sound, pauses = with_pauses(media)
    start, end = pauses[0]
    assert not [span for span in silences(peaks_of([sound])) if span[0] < end and span[1] > start]
    assert [
        span
        for span in silences(peaks_of([sound]), shortest_ms=200)
        if span[0] < end and span[1] > start
    ]


def test_a_click_does_not_end_a_silence(media: Media) -> None:
    sound, pauses = with_pauses(media)
    start, end = pauses[-1]
    middle = (start + end) // 2 * RATE // 1000
    sound[middle : middle + 200] = 0.5
    assert any(a < start + 120 and b > end - 120 for a, b in silences(peaks_of([sound])))


def test_no_sound_at_all_is_one_silence() -> None:
    assert silences(peaks_of([np.zeros(10 * RATE, np.float32)])) == ((0, 10_000),)
    assert silences(peaks_of([np.zeros(0, np.float32)])) == ()
