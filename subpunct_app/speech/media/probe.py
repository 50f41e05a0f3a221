"""Tell what a video or sound file holds, without decoding it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subpunct_app.speech.media.container import (
    encrypted_error,
    open_container,
    read_on,
    unreadable_error,
)
from subpunct_app.speech.media.timestamps import Timeline, seconds_in
from subpunct_app.speech.media.tracks import (
    Track,
    has_decoder,
    number_of,
    sound_of,
    texts_of,
    tracks_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from av.container import InputContainer
    from av.packet import Packet
    from av.stream import Stream
    from av.video.stream import VideoStream

    from subpunct_app.runtime.task import Task

_PACKETS = 250
# Above that it is no rate of frames but how finely their times are counted, as in DV.
_MOST_FRAMES = 1_000
# Files of these are frames and nothing else, most of the time.
_BARE = {"aac", "ac3", "dts", "eac3", "mp3"}
_GUESSED_MS = 100
# Files that are often put end to end, whose headers count the first one alone.
_JOINED = {"flac", "matroska,webm", "mpeg", "mpegts", "ogg"}
_LATE_MS = 1_000

# What shops wrote into files that play on their own devices alone.
_PROTECTED = {"drms", "drmi", "enca", "encv"}


@dataclass(frozen=True, slots=True)
class MediaInfo:
    """What a file holds: `frame_rate` in frames a second, None without video.

    A cover picture is no video. Where frames do not follow one another evenly, the rate is the
    average. `track` is the number of the sound track that players choose among the `tracks`, 0
    without sound; `texts` are the subtitles within the file, as far as they are no pictures.
    """

    duration_ms: int
    has_video: bool
    has_audio: bool
    frame_rate: float | None
    tracks: tuple[Track, ...]
    track: int
    texts: tuple[Track, ...]


def probe(path: Path, task: Task | None = None, *, wholly: bool = False) -> MediaInfo:
    """Return what a media file holds; raise a MediaError where it cannot be played.

    A few packets are read, or all of them where the file does not surely tell how long it is. If
    `wholly`, so are files that may have been put end to end: no header counts what comes after
    time stamps begin anew.
    """
    with open_container(path) as container:
        video, sound = video_of(container), sound_of(container)
        stream = video or sound
        if stream is None:
            raise unreadable_error(path)
        packets = _first_packets(container, stream)
        if not packets:
            raise unreadable_error(path)
        if is_encrypted(packets[0]):
            raise encrypted_error(path)
        rate = _frame_rate(video, packets) if video else None
        announced = announced_ms(container)
        duration_ms = promised_ms(container, stream, announced) or 0
        joined = wholly and container.format.name in _JOINED
        if joined or duration_ms != announced:
            duration_ms = _measured_ms(path, duration_ms, task)
        return MediaInfo(
            duration_ms,
            video is not None,
            sound is not None,
            rate,
            tracks_of(container),
            number_of(container, sound),
            texts=tuple(texts_of(container)),
        )


def video_of(container: InputContainer) -> VideoStream | None:
    """Return the first stream of pictures that can be decoded and move, None without one."""
    from av.stream import Disposition

    if container.format.name == "image2" or container.format.name.endswith("_pipe"):
        return None
    still = Disposition.attached_pic | Disposition.still_image | Disposition.timed_thumbnails
    moving = (video for video in container.streams.video if not video.disposition & still)
    return next((video for video in moving if has_decoder(video)), None)


def is_encrypted(packet: Packet[Any]) -> bool:
    """Tell whether a packet can only be decoded with a key."""
    # Windows has numbers for it and no letters: 255 is AAC in an AVI file.
    with suppress(UnicodeDecodeError):
        if packet.stream.codec_context.codec_tag in _PROTECTED:
            return True
    return packet.has_sidedata("encryption_info") or packet.has_sidedata("encryption_init_info")


def promised_ms(container: InputContainer, stream: Stream, announced: int | None) -> int | None:
    """Return how long a file is at least, by what its header announced; None where nobody knows.

    The header of a Matroska file that begins late may count the time before. What is read next
    comes from the start again.
    """
    if announced is None or _is_guessed(container, stream, announced):
        return None
    start_ms = round((container.start_time or 0) / 1000)
    if container.format.name.startswith("matroska") and start_ms > _LATE_MS:
        return max(0, announced - start_ms)
    return announced


def announced_ms(container: InputContainer) -> int | None:
    """Return how long the header of a file says it is; None where it says nothing."""
    return round(container.duration / 1000) if container.duration else None


def _first_packets(container: InputContainer, stream: Stream) -> list[Packet[Stream]]:
    # The last packet of a file is an empty one that only flushes decoders.
    packets = islice(read_on(lambda: container.demux(stream)), _PACKETS)
    return [packet for packet in packets if packet.size]


def _frame_rate(video: VideoStream, packets: Iterable[Packet[Stream]]) -> float | None:
    if video.average_rate and video.average_rate < _MOST_FRAMES:
        return float(video.average_rate)
    times = sorted(packet.pts * packet.time_base for packet in packets if packet.pts is not None)
    steps = [float(later - earlier) for earlier, later in pairwise(times) if later > earlier]
    return len(steps) / sum(steps) if steps else None


def _is_guessed(container: InputContainer, stream: Stream, declared_ms: int) -> bool:
    """Tell whether a length was concluded from the sizes of the file and of its first frames."""
    from av.error import FFmpegError

    rate = stream.codec_context.bit_rate
    if container.format.name not in _BARE or not rate:
        return False
    with suppress(FFmpegError):
        container.seek(container.start_time or 0)
    packets = _first_packets(container, stream)
    header = packets[0].pos or 0 if packets else 0
    return abs(8000 * (container.size - header) / rate - declared_ms) < _GUESSED_MS


def _measured_ms(path: Path, least_ms: int, task: Task | None) -> int:
    """Read all packets of a file whose header does not say how long it is, or not surely.

    It is `least_ms` long at least, or where time begins anew as long as its sound.
    """
    size = path.stat().st_size
    timeline = Timeline()
    end_s = heard_s = 0.0
    # Where it breaks off, what was read so far is as long as it is.
    with open_container(path) as container:
        start_s, sound = (container.start_time or 0) / 1_000_000, sound_of(container)
        # A fraction for each of a million packets would take longer than they do.
        units_s = {stream.index: float(stream.time_base or 0) for stream in container.streams}
        for packet in read_on(container.demux):
            length_s = (packet.duration or 0) * units_s[packet.stream_index]
            time_s = None
            if packet.pts is not None:
                time_s = packet.pts * units_s[packet.stream_index] - start_s
                end_s = max(end_s, time_s + length_s)
            if packet.stream is sound:
                begun_s = heard_s if time_s is None else timeline.at(time_s, heard_s)
                heard_s = begun_s + (length_s or seconds_in(packet))
            if task and packet.pos is not None:
                task.step(packet.pos, size, "Measuring how long it is")
    if timeline.anew_s is None:
        return max(least_ms, round(1000 * end_s))
    return round(1000 * heard_s)
