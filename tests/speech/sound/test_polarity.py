from __future__ import annotations

import numpy as np
import pytest
from av.audio.frame import AudioFrame
from numpy.typing import NDArray

from subpunct_app.speech.sound.polarity import uncrossed

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
