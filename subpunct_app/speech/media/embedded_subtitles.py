"""Read the subtitles within a film, and write them as a file of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import normal_code
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.paths import free_path
from subpunct_app.speech.media.container import SLACK_MS, broken_off_error, open_container, read_on
from subpunct_app.speech.media.probe import announced_ms, promised_ms
from subpunct_app.speech.media.tracks import text_of, texts_of
from subpunct_app.subtitles.writing.convert import embedded_to_srt
from subpunct_app.text.quantities import time_stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from av.container import InputContainer
    from av.packet import Packet
    from av.stream import Stream
    from av.subtitles.stream import SubtitleStream

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.media.tracks import Track

# In bytes, with what a cue takes in a file beside its text: as much as any text that is opened.
_MOST = 1 << 25
_BESIDE = 40
# Where nothing tells how long a cue is shown, and none follows sooner.
_UNTOLD_MS = 5_000


@dataclass(frozen=True, slots=True)
class Caption:
    """What is shown for a time, in milliseconds from the start of a film, as its codec has it.

    It has no length while nobody has told how long it is shown.
    """

    start_ms: int
    end_ms: int
    content: bytes


@dataclass(frozen=True, slots=True)
class TextTrack:
    """The captions of a track in the order of their times, its codec as FFmpeg calls it.

    `others` are the tracks of text beside it, `broken` tells of a film that ends too early.
    """

    track: Track
    codec: str
    captions: tuple[Caption, ...]
    others: tuple[Track, ...]
    broken: MediaError | None


def read_subtitles(path: Path, task: Task, *, number: int | None = None) -> TextTrack:
    """Return the subtitles of a film by the number of their track, or those that players choose.

    All of the film is read, unless it has an index; nothing is decoded. Raise MediaError where
    it has none that are text, or none of that number, or far too many.
    """
    with open_container(path) as container:
        track, stream = text_of(container, number)
        others = tuple(other for other in texts_of(container) if other != track)
        found, read_ms = _read(container, stream, path, task)
        captions = ended(sorted(found, key=lambda caption: caption.start_ms))
        broken = _fault(container, stream, path, read_ms)
        return TextTrack(track, stream.codec_context.name, captions, others, broken)


def ended(captions: Sequence[Caption]) -> tuple[Caption, ...]:
    """Let each caption without a length end with the next one, or after some seconds."""
    starts_ms = [caption.start_ms for caption in captions[1:]]
    made = []
    for caption, next_ms in zip_longest(captions, starts_ms):
        start_ms, end_ms = caption.start_ms, caption.end_ms
        if end_ms <= start_ms:
            end_ms = start_ms + _UNTOLD_MS
            if next_ms is not None and start_ms < next_ms < end_ms:
                end_ms = next_ms
        made.append(replace(caption, end_ms=end_ms))
    return tuple(made)


def _read(
    container: InputContainer, stream: SubtitleStream, path: Path, task: Task
) -> tuple[list[Caption], int]:
    """Return what is shown, in the order of the file, and how far the film goes meanwhile."""
    origin_ms = (container.start_time or 0) / 1000
    # Fractions would take longer than reading does.
    units_ms = {held.index: 1000 * float(held.time_base or 0) for held in container.streams}
    found: list[Caption] = []
    read_ms, left = 0, _MOST
    for packet in _packets(container, stream):
        task.step(packet.pos or 0, container.size, "Reading the subtitles")
        if packet.pts is None:
            continue
        unit_ms = units_ms[packet.stream_index]
        start_ms = round(packet.pts * unit_ms - origin_ms)
        length_ms = round((packet.duration or 0) * unit_ms)
        read_ms = max(read_ms, start_ms + length_ms)
        if packet.stream is not stream:
            continue
        left -= packet.size + _BESIDE
        if left < 0:
            raise MediaError(
                f"{path.name} holds far too much text.", "Choose another track, or no film."
            )
        start_ms = max(0, start_ms)
        found.append(Caption(start_ms, start_ms + length_ms, bytes(packet)))
    return found, read_ms


def _packets(container: InputContainer, stream: SubtitleStream) -> Iterator[Packet[Stream]]:
    from av.stream import Discard

    if not _is_indexed(container):
        return read_on(container.demux)
    for other in container.streams:
        if other.index != stream.index:
            other.discard = Discard.all
    return read_on(lambda: container.demux([stream]))


def _is_indexed(container: InputContainer) -> bool:
    """Return whether a film has an index, by which only the subtitles themselves are read."""
    return container.format.name.startswith("mov")


def _fault(
    container: InputContainer, stream: SubtitleStream, path: Path, read_ms: int
) -> MediaError | None:
    promised = promised_ms(container, stream, announced_ms(container)) or 0
    if _is_indexed(container):
        lacks = any(entry.pos + entry.size > container.size for entry in stream.index_entries)
    else:
        lacks = read_ms + SLACK_MS < promised
    return broken_off_error(path, read_ms, promised) if lacks else None


@dataclass(frozen=True, slots=True)
class Extracted:
    """The bytes of a SubRip file, how many cues it has, and the track that they were read from."""

    content: bytes
    cues: int
    source: TextTrack


def extract(film: Path, task: Task, *, number: int | None = None) -> Extracted:
    """Return the subtitles within a film as SubRip; see `read_subtitles`.

    The words stay in the encoding that they have there. Of what a codec adds, SubRip keeps
    italics, and that something is shown on top. Raise MediaError, too, where nothing is written in
    the track.
    """
    found = read_subtitles(film, task, number=number)
    shown = (
        (one.start_ms, one.end_ms, embedded_to_srt(one.content, found.codec))
        for one in found.captions
    )
    # One text may stand there twice, as for its outline and its face.
    cues = [cue for cue in dict.fromkeys(shown) if cue[2]]
    if not cues:
        raise found.broken or MediaError(
            f"Subtitle track {found.track.number} of {film.name} holds no text.",
            "Choose another track, or transcribe what is said.",
        )
    blocks = (
        f"{count}\n{time_stamp(start, ',')} --> {time_stamp(end, ',')}\n{text}\n\n"
        for count, (start, end, text) in enumerate(cues, start=1)
    )
    content = "".join(blocks).encode("utf-8", "surrogateescape")
    return Extracted(content, len(cues), found)


def free_place(film: Path, track: Track) -> Path:
    """Return a free name beside a film for its subtitles: `film.en.srt`."""
    code = normal_code(track.language)
    return free_path(film, ".srt", mark=f".{code}" if code else "")
