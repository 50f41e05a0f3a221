"""Decode the one picture of a video that stands at a time."""

from __future__ import annotations

from dataclasses import dataclass
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
        search = _Search(container, video, task)
        for from_us in dict.fromkeys(_microseconds(time_s - back_s) for back_s in _BACK_S):
            frame = search.last_until(time_s, from_us)
            if search.left == 0:
                return None
            if frame is not None:
                return pixels_of(frame, float(video.sample_aspect_ratio or 1))
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


@dataclass(slots=True)
class _Search:
    """Decode a video from several places on, so many packets of it in all."""

    container: InputContainer
    video: VideoStream
    task: Task
    left: int = _MOST_PACKETS

    def last_until(self, time_s: float, from_us: int) -> VideoFrame | None:
        """Return the last of the whole pictures up to a time, from a place in µs on."""
        last = None
        for frame in self._frames(from_us):
            if frame.time is None:
                continue
            if frame.time > time_s:
                return last
            last = frame
        return last

    def _frames(self, from_us: int) -> Iterator[VideoFrame]:
        from av.error import FFmpegError

        try:
            self.container.seek(from_us)
        except FFmpegError:
            return
        for packet in read_on(lambda: self.container.demux(self.video)):
            self.task.step(0, 0, "Looking for the picture")
            self.left -= 1
            if self.left == 0:
                return
            try:
                frames = packet.decode()
            except FFmpegError:
                continue
            yield from (frame for frame in frames if not frame.is_corrupt)


def _microseconds(seconds: float) -> int:
    return max(0, round(1_000_000 * seconds))


def _first_s(video: VideoStream) -> float:
    """Return when the first picture is stamped; sound may begin before it."""
    if video.start_time is None or video.time_base is None:
        return 0.0
    return float(video.start_time * video.time_base)
