"""The tracks of sound and of text in a film, and which are heard and read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from subpunct_app.languages.language_data import language_name, normal_code
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.option import Option
from subpunct_app.speech.media.container import open_container
from subpunct_app.text.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Collection

    from av.audio.stream import AudioStream
    from av.codec.context import CodecContext
    from av.container import InputContainer
    from av.stream import Stream
    from av.subtitles.stream import SubtitleStream

# How FFmpeg calls decoders of subtitles that are text.
_TEXTS = {"ass", "mov_text", "srt", "ssa", "subrip", "text", "webvtt"}

SoundTrack = Annotated[
    int | None,
    Option(
        "The sound track to hear, counted from 1; if absent, the one that players choose.",
        name="--track",
        metavar="N",
        least=1,
    ),
]


@dataclass(frozen=True, slots=True)
class Track:
    """A track by its number, from 1 on among its kind as players count, and what is said of it.

    `language` is a code as it stands there, mostly of three letters, and `title` may be any words;
    either is empty where nothing is said.
    """

    number: int
    language: str = ""
    title: str = ""


def tracks_in(path: Path) -> list[Track]:
    """Return the sound tracks of a file, the one that players choose first.

    Raise MediaError where the file cannot be read.
    """
    with open_container(path) as container:
        chosen = number_of(container, sound_of(container))
        return sorted(tracks_of(container), key=lambda track: track.number != chosen)


def tracks_of(container: InputContainer) -> tuple[Track, ...]:
    """Return the sound tracks that can be decoded."""
    return tuple(_track(number, stream) for number, stream in _numbered(container))


def texts_of(container: InputContainer) -> dict[Track, SubtitleStream]:
    """Return the tracks of subtitles that are text and no pictures, each with its stream."""
    return {
        _track(number, stream): stream
        for number, stream in enumerate(container.streams.subtitles, start=1)
        if has_decoder(stream) and stream.codec_context.name in _TEXTS
    }


def sound_of(container: InputContainer, number: int | None = None) -> AudioStream | None:
    """Return the sound track of a number, or the one that players choose; None without any.

    That is the first one marked as the usual one, else the first; not the one of the most bits,
    which may be a commentary. Tracks that are announced and empty come last. Raise MediaError
    where there are tracks, and none of that number.
    """
    tracks = dict(_numbered(container))
    if number is None or not tracks:
        return min(tracks.values(), key=_rank, default=None)
    if number not in tracks:
        known = tracks_of(container)
        raise _missing(container, f"sound track {number} that can be played", known)
    return tracks[number]


def text_of(container: InputContainer, number: int | None = None) -> tuple[Track, SubtitleStream]:
    """Return the subtitles of a number, or those that players choose, with their stream.

    Those are the first ones marked as the usual ones, else the first. Raise MediaError where no
    subtitles are text, or none of that number.
    """
    tracks = {track.number: (track, stream) for track, stream in texts_of(container).items()}
    if not tracks:
        raise MediaError(
            f"{Path(container.name).name} holds no subtitles that are text.",
            "Those of discs and broadcasts are pictures: transcribe what is said instead.",
        )
    if number is None:
        return min(tracks.values(), key=lambda held: not _is_usual(held[1]))
    if number not in tracks:
        known = [track for track, _ in tracks.values()]
        raise _missing(container, f"subtitle track {number} that is text", known)
    return tracks[number]


def number_of(container: InputContainer, sound: AudioStream | None) -> int:
    """Return the number of a sound track, 0 for none."""
    return next((number for number, stream in _numbered(container) if stream is sound), 0)


def has_decoder(stream: Stream) -> bool:
    """Tell whether FFmpeg knows the codec of a stream."""
    # Annotated as always there, the context is None without one.
    context: CodecContext | None = stream.codec_context
    return context is not None


def _numbered(container: InputContainer) -> list[tuple[int, AudioStream]]:
    tracks = enumerate(container.streams.audio, start=1)
    return [(number, track) for number, track in tracks if has_decoder(track)]


def _track(number: int, stream: Stream) -> Track:
    # MP4 files have the title under another name.
    title = stream.metadata.get("title", "") or stream.metadata.get("name", "")
    return Track(number, stream.metadata.get("language", ""), title)


def _rank(track: AudioStream) -> tuple[bool, bool]:
    return not track.sample_rate, not _is_usual(track)


def _is_usual(stream: Stream) -> bool:
    from av.stream import Disposition

    return bool(stream.disposition & Disposition.default)


def _missing(container: InputContainer, wanted: str, known: Collection[Track]) -> MediaError:
    return MediaError(
        f"{Path(container.name).name} has no {wanted}.",
        f"It has {counted(len(known), 'such track')}: {', '.join(map(track_name, known))}.",
    )


def track_name(track: Track) -> str:
    """Return the number of a track and what its file says of it: "2: German, Commentary"."""
    code = normal_code(track.language)
    said = [language_name(code) if code else "", " ".join(track.title.split())]
    return ": ".join(filter(None, (str(track.number), ", ".join(filter(None, said)))))
