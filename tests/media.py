"""Video and sound files of every kind, made once a session by ffmpeg and espeak-ng."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from subpunct_app.speech.media.audio import Sound

if TYPE_CHECKING:
    from subpunct_app.speech.media.audio import Samples

SPOKEN = (
    "Good morning everyone. Before we start, look at the glass in front of you. "
    "There is ice in it, and the ice is floating. Why?"
)
# What lies within `subtitled.mkv` and others.
SUBTITLES = """\
1
00:00:01,000 --> 00:00:02,000
<i>look</i> at the glass
in front of you

2
00:00:08,000 --> 00:00:09,500
why & how

"""

_PICTURE = ("-f", "lavfi", "-i", "testsrc2=size=192x108:rate=25")
_H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25")
_VP8 = ("-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-threads", "1")
_BARE = {".aac": ("-c:a", "aac"), ".mp3": ("-q:a", "4", "-write_xing", "0")}
_LENGTH = ("-af", "apad", "-t", "10")
_KEY = ("-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb")
_KEY_ID = ("-encryption_kid", "a7e61c373e219033c21091fa607bf3b8")
_NOISE = random.Random(7)

SECONDS = 10


@dataclass(frozen=True, slots=True)
class Media:
    """Make files on first use and keep them; `speech.wav` says SPOKEN, in some 8 seconds.

    The others hold it too, filled up with silence to SECONDS where they have a picture. Tests
    must not change them: copy one first.
    """

    folder: Path

    def file(self, name: str) -> Path:
        """Return one of RECIPES by its name."""
        path = self.folder / name
        if not path.exists():
            RECIPES[name](self, path)
        return path

    def ffmpeg(self, *arguments: str | Path, to: Path) -> None:
        """Run ffmpeg, quietly."""
        command = ["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, arguments), str(to)]
        subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="session")
def media(tmp_path_factory: pytest.TempPathFactory) -> Media:
    for program in ("ffmpeg", "espeak-ng"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed, and test media are made by it")
    return Media(tmp_path_factory.mktemp("media"))


@pytest.fixture
def speech(media: Media, tmp_path: Path) -> Path:
    """Return a copy of `speech.wav` that a test may do with as it likes."""
    return Path(shutil.copy(media.file("speech.wav"), tmp_path))


def samples(path: Path, start_ms: int = 0) -> Samples:
    """Return the sound of a file in one piece."""
    return np.concatenate([np.empty(0, np.float32), *Sound(path, start_ms=start_ms)])


def _speech(_: Media, path: Path) -> None:
    command = ["espeak-ng", "-v", "en", "-s", "150", "-w", str(path), SPOKEN]
    subprocess.run(command, check=True, capture_output=True)


def _film(media: Media, path: Path) -> None:
    speech = media.file("speech.wav")
    media.ffmpeg(*_PICTURE, "-i", speech, *_LENGTH, *_H264, "-c:a", "aac", to=path)


def _from_film(*arguments: str) -> Callable[[Media, Path], None]:
    return lambda media, path: media.ffmpeg("-i", media.file("film.mp4"), *arguments, to=path)


def _from_speech(*arguments: str) -> Callable[[Media, Path], None]:
    return lambda media, path: media.ffmpeg("-i", media.file("speech.wav"), *arguments, to=path)


def _subtitled(codec: str, *, film: str = "film.mp4") -> Callable[[Media, Path], None]:
    """Put subtitles into a film."""

    def add(media: Media, path: Path) -> None:
        text = path.with_suffix(".srt")
        text.write_text(SUBTITLES, encoding="utf-8")
        media.ffmpeg("-i", media.file(film), "-i", text, "-c", "copy", "-c:s", codec, to=path)
        text.unlink()

    return add


def _in_two_languages(media: Media, path: Path) -> None:
    film = media.file("subtitled.mkv")
    text = path.with_suffix(".srt")
    text.write_text("1\n00:00:01,000 --> 00:00:02,000\nschau\n\n", encoding="utf-8")
    said = ("-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=ger")
    streams = ("-map", "0", "-map", "1", "-c", "copy", *said, "-metadata:s:s:1", "title=Full")
    media.ffmpeg("-i", film, "-i", text, *streams, to=path)
    text.unlink()


def _half_of(name: str) -> Callable[[Media, Path], None]:
    def cut(media: Media, path: Path) -> None:
        whole = media.file(name).read_bytes()
        path.write_bytes(whole[: len(whole) // 2])

    return cut


def _end_to_end(*names: str) -> Callable[[Media, Path], None]:
    def join(media: Media, path: Path) -> None:
        path.write_bytes(b"".join(media.file(name).read_bytes() for name in names))

    return join


def _torn(media: Media, path: Path) -> None:
    """Put zeros between two packets, as where a download has left a piece out."""
    whole = media.file("film.ts").read_bytes()
    middle = len(whole) // 188 // 2 * 188
    path.write_bytes(whole[:middle] + bytes(300_000) + whole[middle:])


def _promising(seconds: int) -> Callable[[Media, Path], None]:
    """Return what makes a film whose header promises other seconds than it holds."""

    def patch(media: Media, path: Path) -> None:
        before, mark, after = media.file("film.mkv").read_bytes().partition(b"\x44\x89\x88")
        path.write_bytes(before + mark + struct.pack(">d", 1000.0 * seconds) + after[8:])

    return patch


def _one_key(media: Media, path: Path) -> None:
    once = ("-c:v", "libx264", "-preset", "ultrafast", "-g", "5000", "-sc_threshold", "0")
    media.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25", "-t", "50", *once, to=path)


def _blotted(media: Media, path: Path) -> None:
    """Put zeros in place of all pictures, and leave what tells where they lie."""
    media.ffmpeg("-i", media.file("one_key.mp4"), "-c", "copy", to=path)
    content = bytearray(path.read_bytes())
    at = content.index(b"movi") + 4
    while content[at : at + 4] == b"00dc":
        size = int.from_bytes(content[at + 4 : at + 8], "little")
        content[at + 8 : at + 8 + size] = bytes(size)
        at += 8 + size + size % 2
    path.write_bytes(content)


def _piped(kind: str) -> Callable[[Media, Path], None]:
    """Write a recording whose header does not know how long it gets."""

    def write(media: Media, path: Path) -> None:
        command = ["ffmpeg", "-v", "error", "-nostdin", "-i", str(media.file("speech.wav"))]
        piped = subprocess.run([*command, "-f", kind, "-"], check=True, capture_output=True)
        path.write_bytes(piped.stdout)

    return write


def _bytes(content: bytes) -> Callable[[Media, Path], None]:
    def write(_: Media, path: Path) -> None:
        path.write_bytes(content)

    return write


def _mostly_silent(*, at_first: bool) -> Callable[[Media, Path], None]:
    """Return what makes a recording whose first seconds say little about how large the rest is."""
    silence = "adelay=30000" if at_first else "apad=pad_dur=30"

    def make(media: Media, path: Path) -> None:
        media.ffmpeg("-i", media.file("speech.wav"), "-af", silence, *_BARE[path.suffix], to=path)

    return make


def _cover(media: Media, path: Path) -> None:
    picture = media.folder / "cover.png"
    media.ffmpeg(*_PICTURE, "-frames:v", "1", to=picture)
    streams = ("-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0", "attached_pic")
    media.ffmpeg("-i", media.file("speech.mp3"), "-i", picture, *streams, to=path)


def _picture(*arguments: str) -> Callable[[Media, Path], None]:
    return lambda media, path: media.ffmpeg(*_PICTURE, "-frames:v", "1", *arguments, to=path)


def _titles(media: Media, path: Path) -> None:
    titles = media.folder / "titles.srt"
    titles.write_text("1\n00:00:01,000 --> 00:00:02,000\nice\n")
    media.ffmpeg("-i", titles, "-f", "matroska", to=path)


# `front.mp4` has its index in front, so half of it can be played; half of `film.mp4` cannot.
RECIPES: dict[str, Callable[[Media, Path], None]] = {
    "speech.wav": _speech,
    "film.mp4": _film,
    "front.mp4": _from_film("-c", "copy", "-movflags", "+faststart"),
    "film.mkv": _from_film("-c", "copy"),
    "film.mov": _from_film("-c", "copy"),
    "film.webm": _from_film(*_VP8, "-c:a", "libvorbis"),
    "film.avi": _from_film("-c:v", "mpeg4", "-c:a", "libmp3lame"),
    "aac.avi": _from_film("-c", "copy"),
    "film.flv": _from_film("-c", "copy"),
    "film.wmv": _from_film("-c:v", "wmv2", "-c:a", "wmav2"),
    "film.dv": _from_film("-target", "pal-dv", "-t", "2"),
    "film.mxf": _from_film("-c:v", "mpeg2video", "-c:a", "pcm_s16le", "-ar", "48000"),
    "speech.mp3": _from_speech(),
    "piped.wav": _piped("wav"),
    # Its header counts the samples.
    "adpcm.wav": _from_speech("-c:a", "adpcm_ms"),
    "speech.m4a": _from_speech("-c:a", "aac"),
    "speech.flac": _from_speech(),
    "speech.ogg": _from_speech(),
    "speech.oga": _from_speech(),
    "speech.m4b": _from_speech("-c:a", "aac"),
    "speech.mka": _from_speech(),
    "speech.aiff": _from_speech(),
    "speech.aif": _from_speech(),
    "speech.ac3": _from_speech(),
    "speech.caf": _from_speech(),
    "speech.wma": _from_speech(),
    "speech.weba": _from_speech("-c:a", "libopus", "-f", "webm"),
    "speech.mpga": _from_speech("-f", "mp3"),
    "speech.mp2": _from_speech(),
    "speech.wv": _from_speech(),
    "speech.au": _from_speech(),
    "speech.spx": _from_speech("-c:a", "libspeex", "-ar", "16000", "-f", "ogg"),
    "speech.3gpp": _from_speech("-c:a", "aac", "-f", "3gp"),
    "film.f4v": _from_film("-c", "copy", "-f", "f4v"),
    "film.qt": _from_film("-c", "copy", "-f", "mov"),
    "film.3gp": _from_film("-c", "copy"),
    "film.3g2": _from_film("-c", "copy"),
    # As where the wires of one channel are crossed: a mix of both is silent.
    "crossed.wav": _from_speech("-af", "pan=stereo|c0=c0|c1=-1*c0"),
    "crossed.m4a": _from_speech("-af", "pan=stereo|c0=c0|c1=-0.9*c0", "-c:a", "aac"),
    "cover.mp3": _cover,
    "later.aac": _mostly_silent(at_first=True),
    "later.mp3": _mostly_silent(at_first=True),
    "sooner.aac": _mostly_silent(at_first=False),
    "sooner.mp3": _mostly_silent(at_first=False),
    "at_ten.mkv": _from_film("-c", "copy", "-output_ts_offset", "10"),
    "at_ten.ts": _from_film("-c", "copy", "-output_ts_offset", "10"),
    # Its first stamps are below zero, where Matroska has none, and nothing before it can be found.
    "early.webm": _from_film(
        *_VP8, "-c:a", "libvorbis", "-output_ts_offset", "-3", "-avoid_negative_ts", "disabled"
    ),
    "film.ts": _from_film("-c", "copy"),
    "at_two_hours.ts": _from_film("-c", "copy", "-output_ts_offset", "7200"),
    "film.vob": _from_film("-c:v", "mpeg2video", "-c:a", "ac3", "-ar", "48000", "-f", "vob"),
    "speech.opus": _from_speech("-c:a", "libopus"),
    "twice.ts": _end_to_end("film.ts", "film.ts"),
    "other_tracks.ts": _from_film(
        "-c", "copy", "-mpegts_start_pid", "0x300", "-mpegts_pmt_start_pid", "0x1200"
    ),
    # The one that players choose holds the speech, and the one before it nothing.
    "two_tracks.mkv": _from_film(
        "-f",
        "lavfi",
        "-i",
        "anullsrc=d=10",
        "-map",
        "0:v",
        "-map",
        "1:a",
        "-map",
        "0:a",
        "-c:v",
        "copy",
        "-disposition:a:0",
        "0",
        "-disposition:a:1",
        "default",
    ),
    "subtitled.mkv": _subtitled("srt"),
    "subtitled.mp4": _subtitled("mov_text"),
    "subtitled_front.mp4": lambda media, path: media.ffmpeg(
        *("-i", media.file("subtitled.mp4"), "-map", "0", "-c", "copy"),
        *("-movflags", "+faststart"),
        to=path,
    ),
    "subtitled.webm": _subtitled("webvtt", film="film.webm"),
    "advanced.mkv": _subtitled("ass"),
    "two_languages.mkv": _in_two_languages,
    # What is said is in the first one, which players choose; a comment on it would be silent.
    "commented.mkv": _from_film(
        *("-f", "lavfi", "-i", "anullsrc=d=10", "-map", "0", "-map", "1:a", "-c:v", "copy"),
        *("-c:a", "flac", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger"),
        *("-metadata:s:a:1", "title=Commentary"),
    ),
    # None is marked as the usual one, and the second, which holds nothing, has the most bits.
    "rich_second.ts": _from_film(
        *("-f", "lavfi", "-i", "anullsrc=d=10", "-map", "0", "-map", "1:a", "-c:v", "copy"),
        *("-c:a", "mp2", "-b:a:0", "64k", "-b:a:1", "320k"),
    ),
    "tracks_come_up.ts": _end_to_end("film.ts", "other_tracks.ts"),
    "torn.ts": _torn,
    "twice.vob": _end_to_end("film.vob", "film.vob"),
    "twice.mkv": _end_to_end("film.mkv", "film.mkv"),
    "twice.ogg": _end_to_end("speech.ogg", "speech.ogg"),
    "twice.opus": _end_to_end("speech.opus", "speech.opus"),
    "twice.flac": _end_to_end("speech.flac", "speech.flac"),
    "leaping.ts": _end_to_end("film.ts", "at_two_hours.ts"),
    "leaping_back.ts": _end_to_end("at_two_hours.ts", "film.ts"),
    "thrice.ts": _end_to_end("film.ts", "at_two_hours.ts", "film.ts"),
    "understated.mkv": _promising(4),
    # Two pictures, each of which stands for five seconds.
    "slides.mp4": _from_film("-vf", "select='not(mod(n,125))'", "-vsync", "vfr", *_H264[:-2]),
    # One whole picture, and 1250 that tell what changes.
    "one_key.mp4": _one_key,
    "one_key_damaged.avi": _blotted,
    # As a telephone films that is held upright.
    "upright.mp4": _from_film("-c", "copy", "-metadata:s:v:0", "rotate=90"),
    "soundless.mp4": _from_film("-an", "-c", "copy"),
    "uneven.mp4": _from_film(
        "-vf", "select='lt(n,100)+not(mod(n,3))'", "-vsync", "vfr", *_H264, "-c:a", "copy"
    ),
    "long_sound.mp4": _from_film("-vf", "trim=end=6", *_H264, "-c:a", "copy"),
    "endless.mkv": _from_film("-c", "copy", "-live", "1", "-f", "matroska"),
    "late.mkv": _from_film("-c:v", "copy", "-af", "adelay=0,asetpts=PTS+2/TB", "-c:a", "flac"),
    "short.mkv": _from_film("-c:v", "copy", "-af", "atrim=0:4", "-c:a", "flac"),
    "locked.mp4": _from_film("-c", "copy", "-encryption_scheme", "cenc-aes-ctr", *_KEY, *_KEY_ID),
    "half.mp4": _half_of("film.mp4"),
    "half_front.mp4": _half_of("front.mp4"),
    "half.mkv": _half_of("film.mkv"),
    "half_subtitled.mkv": _half_of("subtitled.mkv"),
    "half_subtitled.mp4": _half_of("subtitled_front.mp4"),
    "half_at_ten.mkv": _half_of("at_ten.mkv"),
    "half.flac": _half_of("speech.flac"),
    "half.wav": _half_of("speech.wav"),
    "half_adpcm.wav": _half_of("adpcm.wav"),
    "half.avi": _half_of("film.avi"),
    "half.ogg": _half_of("speech.ogg"),
    "half.opus": _half_of("speech.opus"),
    "half.spx": _half_of("speech.spx"),
    "half.mp3": _half_of("speech.mp3"),
    # Ten seconds of nothing but noise, in frames of 20 ms: no program here can write speech so.
    "noise.amr": _bytes(b"#!AMR\n" + b"".join(b"\x3c" + _NOISE.randbytes(31) for _ in range(500))),
    "slide.avif": _picture("-c:v", "libaom-av1", "-cpu-used", "8"),
    "slide.webp": _picture(),
    # No program here writes what telephones do: only how such a photograph begins.
    "slide.heic": _bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(500)),
    "slide.mks": _titles,
    "empty.mp4": _bytes(b""),
    "garbage.mp4": _bytes(random.Random(7).randbytes(5_000)),
    "words.mp4": _bytes(b"no film at all\n"),
}
