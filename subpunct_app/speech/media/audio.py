"""Decode the sound of any video or sound file to mono samples, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.speech.media.container import (
    SLACK_MS,
    encrypted_error,
    is_cut,
    no_sound_error,
    open_container,
    read_on,
    unreadable_error,
)
from subpunct_app.speech.media.probe import announced_ms, is_encrypted, promised_ms
from subpunct_app.speech.media.timestamps import GaplessResampler, Timeline, seconds_in
from subpunct_app.speech.media.tracks import sound_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TypeAlias

    import numpy as np
    from av.audio.frame import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.packet import Packet
    from numpy.typing import NDArray

    from subpunct_app.runtime.task import Task

    Samples: TypeAlias = NDArray[np.float32]

RATE = 16_000
PER_MS = RATE // 1000
_BLOCK_MS = 10_000
# Decoders need what comes before a place to sound right there.
_RUN_UP_MS = 250


class Sound:
    """A sound track of a file, by its number or else the one that players choose.

    It is heard from a start on, in milliseconds. Iterating yields blocks of float32 samples
    between -1 and 1, mono, at 16 kHz, each of `block_ms` but the last one; no more than one block
    is held. The first sample is heard at `start_ms`: where the track starts late or has holes,
    there is silence. Opening, decoding and translating errors happen while iterating, which may be
    done once.

    Where time stamps begin anew, as in files put end to end, time goes on. `heard_ms` tells how
    far the sound has been read, `anew_ms` where they did so first, and, after the last block,
    `broken` whether it ends there though the file promises more.
    """

    def __init__(
        self,
        path: Path,
        *,
        start_ms: int = 0,
        block_ms: int = _BLOCK_MS,
        track: int | None = None,
        task: Task | None = None,
    ) -> None:
        self.heard_ms = start_ms
        self.broken = False
        self._first_s: float | None = None
        self._timeline = Timeline()
        self._path = path
        self._start_ms = start_ms
        self._block = block_ms * PER_MS
        self._track = track
        self._task = task

    @property
    def anew_ms(self) -> int | None:
        """Return where time stamps began anew first, None while they have not."""
        return None if self._timeline.anew_s is None else round(1000 * self._timeline.anew_s)

    def __iter__(self) -> Iterator[Samples]:
        with open_container(self._path) as container:
            stream = sound_of(container, self._track)
            if stream is None:
                raise no_sound_error(self._path)
            whole_ms = announced_ms(container)
            yield from self._blocks(self._samples(container, stream), whole_ms)
            short = self._lacks(container, stream, whole_ms) or is_cut(self._path)
            # Where pictures come after the sound, that was merely shorter.
            self.broken = short and not _has_more(container, stream, self.heard_ms)

    def _lacks(self, container: InputContainer, stream: AudioStream, whole_ms: int | None) -> bool:
        if whole_ms is None or self.anew_ms is not None or self.heard_ms + SLACK_MS >= whole_ms:
            # No header counts what comes after time stamps begin anew.
            return False
        return self.heard_ms + SLACK_MS < (promised_ms(container, stream, whole_ms) or 0)

    def _samples(self, container: InputContainer, stream: AudioStream) -> Iterator[Samples]:
        from av.error import FFmpegError

        resampler = GaplessResampler(self._start_ms / 1000, RATE, self._timeline)
        try:
            for frame in _frames(self._packets(container, stream), self._path):
                time_s = _seconds(frame.pts, container, stream)
                yield from resampler.place(frame, time_s, self._first_s)
            yield from resampler.rest()
        except FFmpegError as error:
            # It has more channels than can be made one.
            raise unreadable_error(self._path) from error

    def _packets(
        self, container: InputContainer, stream: AudioStream
    ) -> Iterator[Packet[AudioStream]]:
        """Yield the packets from the start on; those before it are read and not decoded.

        No place is sought by its time: where stamps begin anew, one stands in several places.
        """
        packets = _all_packets(container, stream)
        due_s: float | None = None
        for packet in packets:
            time_s = _seconds(packet.pts, container, stream)
            self._first_s = due_s if time_s is None else self._timeline.at(time_s, due_s)
            if self._first_s is not None:
                due_s = self._first_s + seconds_in(packet)
                if self._task:
                    self._task.step(round(1000 * due_s), self._start_ms, "Listening")
            if due_s is None or 1000 * due_s >= self._start_ms - _RUN_UP_MS:
                yield packet
                break
        yield from packets

    def _blocks(self, pieces: Iterator[Samples], whole_ms: int | None) -> Iterator[Samples]:
        import numpy as np

        held: list[Samples] = []
        count = sent = 0
        for piece in pieces:
            held.append(piece)
            count += len(piece)
            while count >= self._block:
                whole = np.concatenate(held)
                held, count = [whole[self._block :]], count - self._block
                sent += self._block
                self._tell(sent, whole_ms)
                yield whole[: self._block]
        if count:
            self._tell(sent + count, whole_ms)
            yield np.concatenate(held)

    def _tell(self, samples: int, whole_ms: int | None) -> None:
        self.heard_ms = self._start_ms + samples // PER_MS
        if self._task:
            total = (whole_ms or self.heard_ms) - self._start_ms
            self._task.step(self.heard_ms - self._start_ms, total, "Listening")


def as_int16(sound: Samples) -> NDArray[np.int16]:
    """Return float samples as 16-bit ones, as most recognisers want them."""
    import numpy as np

    return np.round(np.clip(sound, -1, 1) * 32767).astype(np.int16)


def _seconds(stamp: int | None, container: InputContainer, stream: AudioStream) -> float | None:
    """Return when in the file something is heard by its time stamp, None without one."""
    if stamp is None or stream.time_base is None:
        return None
    return float(stamp * stream.time_base) - (container.start_time or 0) / 1_000_000


def _frames(packets: Iterator[Packet[AudioStream]], path: Path) -> Iterator[AudioFrame]:
    """Yield what can be decoded; raise a MediaError only where nothing can."""
    from av.error import FFmpegError

    heard = damage = False
    for packet in packets:
        if not heard and is_encrypted(packet):
            raise encrypted_error(path)
        try:
            frames = packet.decode()
        except FFmpegError:
            # One damaged packet is a hole of some milliseconds, which the resampler fills.
            damage = True
            continue
        heard = heard or bool(frames)
        yield from frames
    if damage and not heard:
        raise unreadable_error(path)


def _all_packets(container: InputContainer, stream: AudioStream) -> Iterator[Packet[AudioStream]]:
    """Return the packets of a stream as far as the file goes, reading over all others.

    Whether it ends or breaks off there, `Sound.broken` tells.
    """
    from av.stream import Discard

    for other in container.streams:
        if other.index != stream.index:
            other.discard = Discard.all
    return read_on(lambda: container.demux(stream))


def _has_more(container: InputContainer, stream: AudioStream, heard_ms: int) -> bool:
    """Tell whether other streams are stamped with a time behind what was heard of one."""
    from av.error import FFmpegError
    from av.stream import Discard

    others = [other for other in container.streams if other.index != stream.index]
    if not others:
        return False
    for other in others:
        other.discard = Discard.default
    origin_ms = (container.start_time or 0) / 1000
    try:
        container.seek(int((heard_ms + SLACK_MS + origin_ms) * 1000))
    except FFmpegError:
        return False
    return any(
        packet.pts is not None
        and packet.pts * packet.time_base * 1000 - origin_ms > heard_ms + SLACK_MS
        for packet in read_on(lambda: container.demux(others))
    )
