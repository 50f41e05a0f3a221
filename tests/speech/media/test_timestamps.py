from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from av.audio.frame import AudioFrame
from numpy.typing import NDArray

from subpunct_app.speech.media.timestamps import Timeline, uncrossed

FRAME_S = 0.02


def placed(stamps: Iterable[float]) -> tuple[list[float], float | None]:
    """Return where frames are placed by their stamps, and where these begin anew."""
    timeline, times = Timeline(), [0.0]
    for stamp in stamps:
        times.append(timeline.at(stamp, times[-1] + FRAME_S if times[1:] else None))
    return times[1:], timeline.anew_s


def frames(count: int, start_s: float = 0.0) -> list[float]:
    return [start_s + FRAME_S * number for number in range(count)]


@pytest.mark.parametrize("start_s", [0.0, 1.4, 7_200.0, 90_000.0])
def test_what_begins_anew_goes_on_behind_what_came_before(start_s: float) -> None:
    times, anew_s = placed([*frames(100, 1.4), *frames(100, start_s), *frames(100, start_s)])
    assert times == pytest.approx(frames(300, 1.4))
    assert anew_s == pytest.approx(3.4)


@pytest.mark.parametrize("leap_s", [-0.9, -0.015, 0.0, 0.015, 5.0, 1_700.0])
def test_small_leaps_back_and_holes_stay_as_they_are(leap_s: float) -> None:
    stamps = [*frames(100), *frames(100, 2.0 + leap_s)]
    times, anew_s = placed(stamps)
    assert times == pytest.approx(stamps)
    assert anew_s is None


@pytest.mark.parametrize("damaged", [-5.0, 0.3, 9_000.0])
@pytest.mark.parametrize("count", [1, 4])
def test_damaged_stamps_move_nothing_that_comes_after(damaged: float, count: int) -> None:
    stamps = frames(300)
    stamps[200 : 200 + count] = frames(count, damaged)
    times, anew_s = placed(stamps)
    assert times == pytest.approx(frames(300))
    assert anew_s is None


LEFT, OTHER = np.random.default_rng(0).integers(-9_000, 9_000, (2, 16_000)).astype(np.int16)
SILENT = np.zeros_like(LEFT)


def stereo(left: NDArray[np.int16], right: NDArray[np.int16]) -> AudioFrame:
    return AudioFrame.from_ndarray(np.stack([left, right], axis=1).reshape(1, -1), "s16", "stereo")


def test_of_channels_that_cancel_each_other_out_the_left_one_is_heard() -> None:
    heard = uncrossed(stereo(LEFT, -LEFT)).to_ndarray().reshape(-1, 2).T
    assert np.array_equal(heard, [LEFT, LEFT])


@pytest.mark.parametrize(
    ("left", "right"), [(LEFT, LEFT), (LEFT, OTHER), (SILENT, LEFT), (LEFT, SILENT)]
)
def test_other_channels_stay_as_they_are(left: NDArray[np.int16], right: NDArray[np.int16]) -> None:
    frame = stereo(left, right)
    assert uncrossed(frame) is frame
