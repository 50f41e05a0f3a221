from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.errors import Cancelled
from subpunct_app.runtime.task import Task
from subpunct_app.speech.sound.audio import RATE
from subpunct_app.speech.sound.peaks import PER_SECOND, STEP, levels_of, peaks_of, read_peaks
from tests.media import Media, samples

SLICE = RATE // PER_SECOND


def test_each_slice_has_its_lowest_and_highest_sample(media: Media) -> None:
    peaks, sound = read_peaks(media.file("film.mkv")), samples(media.file("film.mkv"))
    for number in (0, 300, 711, 1500):
        part = sound[number * SLICE : (number + 1) * SLICE]
        lowest, highest = peaks.levels[0][number] / 32767
        assert (lowest, highest) == pytest.approx((part.min(), part.max()), abs=1e-4)
    assert peaks.duration_ms == pytest.approx(1000 * len(sound) / RATE, abs=6)
    assert peaks.loudest == pytest.approx(np.abs(sound).max(), abs=1e-3)


def test_blocks_do_not_show_in_the_peaks(media: Media) -> None:
    film = media.file("film.mp4")
    assert np.array_equal(read_peaks(film).levels[0], peaks_of([samples(film)]).levels[0])


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
