"""Decode the one picture of a video that stands at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.sound.container import opened, read_on
from subpunct_app.speech.sound.probe import video_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TypeAlias

    import numpy as np
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream
    from numpy.typing import NDArray

    from subpunct_app.core.task import Task

    Pixels: TypeAlias = NDArray[np.uint8]

# A place in a broadcast can be sought by its time alone: a whole picture may stand long before it.
_BACK_S = (0.0, 2.0, 8.0, 30.0)
# Nobody waits for more than that to be decoded.
_MOST_FRAMES = 1_000
_WIDEST = 1280


def picture_at(path: Path, position_ms: int, task: Task) -> Pixels | None:
    """Return what a video shows at a time, upright, as colours of shape (height, width, 3).

    It is at most 1280 pixels wide, and None where nothing can be decoded near the time. Raise a
    MediaError where the file cannot be opened.
    """
    with opened(path) as container:
        video = video_of(container)
        if video is None:
            return None
        video.thread_type = "AUTO"
        origin_s = (container.start_time or 0) / 1_000_000
        time_s = max(_first_s(video), origin_s + position_ms / 1000)
        for back_s in _BACK_S:
            frame = _last_until(time_s, _frames(container, video, time_s - back_s, task))
            if frame is not None:
                return _pixels(frame, video)
    return None


def _first_s(video: VideoStream) -> float:
    """Return when the first picture is stamped; sound may begin before it."""
    if video.start_time is None or video.time_base is None:
        return 0.0
    return float(video.start_time * video.time_base)


def _frames(
    container: InputContainer, video: VideoStream, from_s: float, task: Task
) -> Iterator[VideoFrame]:
    """Yield the whole pictures from a time on, or from some time before it."""
    from av.error import FFmpegError

    try:
        container.seek(max(0, round(1_000_000 * from_s)))
    except FFmpegError:
        return
    for packet in read_on(lambda: container.demux(video)):
        task.step(0, 0, "Looking for the picture")
        try:
            frames = packet.decode()
        except FFmpegError:
            continue
        yield from (frame for frame in frames if not frame.is_corrupt)


def _last_until(time_s: float, frames: Iterator[VideoFrame]) -> VideoFrame | None:
    last = None
    for count, frame in enumerate(frames):
        if count == _MOST_FRAMES:
            return None
        if frame.time is None:
            continue
        if frame.time > time_s:
            return last
        last = frame
    return last


def _pixels(frame: VideoFrame, video: VideoStream) -> Pixels:
    import numpy as np

    wide = frame.width * float(video.sample_aspect_ratio or 1)
    scale = min(1.0, _WIDEST / wide)
    small = frame.reformat(
        max(1, round(wide * scale)), max(1, round(frame.height * scale)), "rgb24"
    )
    upright = np.rot90(small.to_ndarray(), round(frame.rotation / 90))
    return np.ascontiguousarray(upright)
