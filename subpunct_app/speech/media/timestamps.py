"""Put decoded sound where its time stamps say, at one rate and on one channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from av.audio.fifo import AudioFifo
    from av.audio.frame import AudioFrame
    from av.audio.resampler import AudioResampler
    from av.packet import Packet
    from numpy.typing import NDArray

# Time stamps of some containers are rounded to a millisecond, and clocks drift a little.
_TOLERANCE_S = 0.015
# A leap over more than that is a damaged time stamp and no hole, or time stamps begin anew.
_LONGEST_HOLE_S = 1800.0
# What is stamped so much earlier is sound that comes twice, and beyond that time begins anew.
_LONGEST_TWICE_S = 1.0
_FULL = 32768.0

# What is left of the sound when its channels are summed up, in which unlike ones leave 1.
_LEAST_LEFT = 0.1
# So many samples apart are enough to tell by.
_EACH = 13


class Timeline:
    """Let time go on where time stamps begin anew, as in files that were put end to end.

    What comes then is placed right behind what came before. `anew_s` is where this is so first.
    """

    def __init__(self) -> None:
        self.anew_s: float | None = None
        self._shift_s = self._before_s = 0.0

    def at(self, time_s: float, due_s: float | None) -> float:
        """Return when a packet or frame is heard that is stamped with `time_s`.

        `due_s` is where what came before it ends, None for the first.
        """
        if due_s is not None and abs(time_s + self._before_s - due_s) <= _TOLERANCE_S:
            # It did not begin anew: some stamps were damaged.
            self._shift_s = self._before_s
            self.anew_s = self.anew_s if self._shift_s else None
        placed = time_s + self._shift_s
        if due_s is None or -_LONGEST_TWICE_S < placed - due_s < _LONGEST_HOLE_S:
            return placed
        self._before_s, self._shift_s = self._shift_s, due_s - time_s
        self.anew_s = due_s if self.anew_s is None else self.anew_s
        return due_s


class GaplessResampler:
    """Turn frames into one unbroken row of samples that starts at a time in seconds.

    A hole is filled with silence, what comes before the start or twice is dropped. Samples are
    floats between -1 and 1 on one channel, `rate` of them a second, and come in pieces of about a
    second. The timeline tells whether time stamps begin anew.
    """

    def __init__(self, start_s: float, rate: int, timeline: Timeline) -> None:
        self._timeline = timeline
        self._rate = rate
        # A second of frames at a time is resampled much quicker than each of them.
        self._held, self._resampler = self._new()
        # Where the next sample belongs that is given out, and the one that is put in.
        self._out_s = start_s
        self._in_s: float | None = None
        self._skip = 0

    def place(
        self, frame: AudioFrame, time_s: float | None, first_s: float | None = None
    ) -> Iterator[NDArray[np.float32]]:
        """Take a frame that is stamped with a time, and yield the samples that are ready.

        `first_s` is where the first frame belongs, None where only its stamp tells.
        """
        frame.pts = None
        due_s = first_s if self._in_s is None else self._in_s
        if time_s is not None:
            time_s = self._timeline.at(time_s, due_s)
        elif self._in_s is None:
            time_s = first_s
        if time_s is not None:
            hole_s = time_s - (self._out_s if self._in_s is None else self._in_s)
            if hole_s < _LONGEST_HOLE_S if self._in_s is None else abs(hole_s) > _TOLERANCE_S:
                yield from self.rest()
                yield from self._move_to(time_s)
        self._in_s = (self._out_s if self._in_s is None else self._in_s) + (
            frame.samples / frame.sample_rate
        )
        try:
            self._held.write(frame)
        except ValueError:
            # From here on the sound has another rate or other channels.
            yield from self.rest()
            self._held.write(frame)
        if self._held.samples > frame.sample_rate:
            yield from self._taken(self._resampled())

    def rest(self) -> Iterator[NDArray[np.float32]]:
        """Yield what has been taken and not been given out yet."""
        if self._held.samples:
            yield from self._taken(self._resampled())
            yield from self._taken(self._resampler.resample(None))
        self._held, self._resampler = self._new()

    def _move_to(self, time_s: float) -> Iterator[NDArray[np.float32]]:
        import numpy as np

        self._in_s = time_s
        hole = round((time_s - self._out_s) * self._rate)
        self._skip = max(0, -hole)
        for start in range(0, hole, self._rate):
            silence = np.zeros(min(self._rate, hole - start), np.float32)
            self._out_s += len(silence) / self._rate
            yield silence

    def _taken(self, frames: Iterable[AudioFrame]) -> Iterator[NDArray[np.float32]]:
        import numpy as np

        for frame in frames:
            row = np.divide(frame.to_ndarray()[0], _FULL, dtype=np.float32)
            dropped = min(self._skip, len(row))
            self._skip -= dropped
            self._out_s += (len(row) - dropped) / self._rate
            if dropped < len(row):
                yield row[dropped:]

    def _resampled(self) -> Iterable[AudioFrame]:
        """Return at the new rate, on one channel, what is held."""
        held = self._held.read()
        return self._resampler.resample(uncrossed(held)) if held else ()

    def _new(self) -> tuple[AudioFifo, AudioResampler]:
        from av.audio.fifo import AudioFifo
        from av.audio.resampler import AudioResampler

        # As floats, channels would be summed up to beyond 1.
        return AudioFifo(), AudioResampler(format="s16", layout="mono", rate=self._rate)


def seconds_in(packet: Packet[Any]) -> float:
    """Return how long a packet of sound is heard; one without any time is decoded to tell.

    Such is the last one of a FLAC file before another that was put behind it.
    """
    from av.error import FFmpegError

    if packet.duration or packet.pts is not None or not packet.size:
        return float((packet.duration or 0) * packet.time_base)
    try:
        frames: list[Any] = packet.decode()
    except FFmpegError:
        return 0.0
    return float(sum(frame.samples / frame.sample_rate for frame in frames))


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
