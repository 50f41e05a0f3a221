from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.speech.media.audio import RATE
from subpunct_app.speech.media.peaks import (
    PER_SECOND,
    STEP,
    levels_of,
    peaks_of,
    read_peaks,
    silences,
)
from tests.media import Media, samples

if TYPE_CHECKING:
    from subpunct_app.speech.media.audio import Samples


SLICE = RATE // PER_SECOND


def test_each_slice_has_its_lowest_and_highest_sample(media: Media) -> None:
    peaks, sound = read_peaks(media.file("film.mkv")), samples(media.file("film.mkv"))
    for number in (0, 300, 711, 1500):
        part = sound[number * SLICE : (number + 1) * SLICE]
        lowest, highest = peaks.levels[0][number] / 32767
        assert (lowest, highest) == pytest.approx((part.min(), part.max()), abs=1e-4)
    assert peaks.duration_ms == pytest.approx(1000 * len(sound) / RATE, abs=6)
    assert peaks.loudest == pytest.approx(np.abs(sound).max(), abs=1e-3)


@given(st.integers(0, 20_000))
def test_coarser_levels_miss_nothing(length: int) -> None:
    finest = np.random.default_rng(length).integers(-9_000, 9_000, (length, 2)).astype(np.int16)
    levels = levels_of(finest)
    for fine, coarse in pairwise(levels):
        assert len(coarse) == -(-len(fine) // STEP)
        assert coarse[:, 0].min() == fine[:, 0].min()
        assert coarse[:, 1].max() == fine[:, 1].max()


def test_a_film_that_breaks_off_is_drawn_as_far_as_it_goes(media: Media) -> None:
    peaks = read_peaks(media.file("half_front.mp4"))
    assert peaks.broken
    assert 1_000 < peaks.duration_ms < 9_000


def test_listening_can_be_cancelled(media: Media) -> None:
    task = Task()
    task.cancel()
    with pytest.raises(Cancelled):
        read_peaks(media.file("film.mp4"), task)


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
