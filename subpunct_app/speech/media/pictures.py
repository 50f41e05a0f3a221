"""Decode the one picture of a video that stands at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.media.container import open_container, read_on
from subpunct_app.speech.media.probe import video_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TypeAlias

    import numpy as np
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream
    from numpy.typing import NDArray

    from subpunct_app.runtime.task import Task

    Pixels: TypeAlias = NDArray[np.uint8]

# A place in a broadcast can be sought by its time alone: a whole picture may stand long before it.
_BACK_S = (0.0, 2.0, 8.0, 30.0)
# Nobody waits for more than that to be decoded.
_MOST_PACKETS = 1_000
_LONGEST = 1280
# Of colours in more bits than that FFmpeg converts few, and ends the program at some.
_MOST_BITS = 16


def picture_at(path: Path, position_ms: int, task: Task) -> Pixels | None:
    """Return what a video shows at a time, upright, as colours of shape (height, width, 3).

    Neither side is longer than 1280 pixels. None where nothing can be decoded near the time, or a
    whole picture stands too far before it. Raise a MediaError where the file cannot be opened.
    """
    with open_container(path) as container:
        video = video_of(container)
        if video is None:
            return None
        video.thread_type = "AUTO"
        origin_s = (container.start_time or 0) / 1_000_000
        time_s = max(_first_s(video), origin_s + position_ms / 1000)
        budget = iter(range(_MOST_PACKETS))
        for from_s in dict.fromkeys(max(0.0, time_s - back_s) for back_s in _BACK_S):
            last = None
            for frame in _whole_pictures(container, video, from_s, budget, task):
                if frame.time is not None and frame.time > time_s:
                    break
                last = frame
            if next(budget, None) is None:
                return None
            if last is not None:
                return pixels_of(last, float(video.sample_aspect_ratio or 1))
    return None


def pixels_of(frame: VideoFrame, aspect: float) -> Pixels | None:
    """Return the colours of a picture whose dots are so much wider than high, upright.

    Neither side is longer than 1280 pixels. None where its kind of colours cannot be converted.
    """
    import numpy as np
    from av.error import FFmpegError

    if any(component.bits > _MOST_BITS for component in frame.format.components):
        return None
    wide = frame.width * aspect
    scale = min(1.0, _LONGEST / max(wide, frame.height))
    size = max(1, round(wide * scale)), max(1, round(frame.height * scale))
    try:
        small = frame.reformat(*size, "rgb24")
    except FFmpegError:
        return None
    upright = np.rot90(small.to_ndarray(), round(frame.rotation / 90))
    return np.ascontiguousarray(upright)


def _whole_pictures(
    container: InputContainer,
    video: VideoStream,
    from_s: float,
    budget: Iterator[object],
    task: Task,
) -> Iterator[VideoFrame]:
    """Yield the whole pictures from a place on, while the budget has something for each packet."""
    from av.error import FFmpegError

    try:
        container.seek(round(1_000_000 * from_s))
    except FFmpegError:
        return
    for packet in read_on(lambda: container.demux(video)):
        if next(budget, None) is None:
            return
        task.step(0, 0, "Looking for the picture")
        try:
            frames = packet.decode()
        except FFmpegError:
            continue
        yield from (one for one in frames if one.time is not None and not one.is_corrupt)


def _first_s(video: VideoStream) -> float:
    if video.start_time is None or video.time_base is None:
        return 0.0
    return float(video.start_time * video.time_base)
