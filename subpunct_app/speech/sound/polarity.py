"""Mix stereo whose channels cancel each other out, as one was recorded with crossed wires."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame

# What is left of the sound when its channels are summed up, in which unlike ones leave 1.
_LEAST_LEFT = 0.1
# So many samples apart are enough to tell by.
_EACH = 13


def uncrossed(frame: AudioFrame) -> AudioFrame:
    """Return a second or so of sound that can be mixed: its left channel alone if none could be.

    Who listens to both channels hears the speech, and a mix of them would be silent.
    """
    import numpy as np
    from av.audio.frame import AudioFrame, format_dtypes

    if frame.layout.nb_channels != 2 or frame.format.name not in format_dtypes:
        return frame
    rows = frame.to_ndarray()
    channels = rows if frame.format.is_planar else rows.reshape(-1, 2).T
    some = channels[:, ::_EACH].astype(np.float32)
    if some.sum(axis=0).var() >= _LEAST_LEFT * some.var(axis=1).sum():
        return frame
    channels[1] = channels[0]
    made = AudioFrame.from_ndarray(rows, frame.format.name, frame.layout.name)
    made.sample_rate = frame.sample_rate
    return made
