"""Open video and sound files, and say in words why one cannot be used."""

from __future__ import annotations

import errno
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.obstacles import OBSTACLES
from subpunct_app.speech.sound.frames import ends_within_frame
from subpunct_app.speech.sound.promise import ends_too_early
from subpunct_app.text.clock import clock_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from av.container import InputContainer

_T = TypeVar("_T")

_AGAIN = "Copy or download it again, or open another file."
_CONVERT = "Convert it to MP4, MKV, WebM, MP3 or WAV with another program."

# Beside what is in the way of any file.
_OBSTACLES = OBSTACLES | {
    errno.ENOENT: ("does not exist", "It may have been moved or renamed."),
    errno.EISDIR: ("is a folder", "Choose the video or sound file in it."),
    errno.EIO: ("cannot be read: its disk reports an error", _AGAIN),
}

# How much earlier than announced the sound may end before the file counts as broken off.
SLACK_MS = 1_500

# Other threads go on between two parts of a file that is looked through.
_PART = 1 << 20

# Each try to read on passes some kilobytes of damage over.
_MOST_TRIES = 100_000

# How files begin that are certainly meant to be video or sound: (offset, bytes).
_BEGINNINGS = (
    (4, b"moov"),
    (4, b"mdat"),
    (0, b"\x1aE\xdf\xa3"),
    (0, b"OggS"),
    (0, b"fLaC"),
    (0, b"ID3"),
    (0, b"caff"),
    (0, b"riff\x2e\x91\xcf\x11"),
    (0, b"TTA1"),
    (0, b"#!AMR"),
    (0, b"FLV\x01"),
    (0, b"\x1f\x07\0"),
    (0, b".RMF"),
    (0, b"\x06\x0e+4\x02\x05\x01\x01\x0d\x01\x02"),
    (0, b"0&\xb2u\x8ef\xcf\x11"),
    (0, b"\0\0\x01\xba"),
)

# WebP is a RIFF file, too: what stands behind the length tells the kind.
_CHUNKED = frozenset({b"RIFFWAVE", b"RIFFAVI ", b"FORMAIFF", b"FORMAIFC"})

# What stands behind `ftyp` where the file is a photograph, or several, built like an MP4.
_PICTURES = frozenset(
    {b"avif", b"avis", b"mif1", b"mif2", b"msf1", b"heic", b"heix", b"hevc", b"hevx", b"crx "}
)

# Of what FFmpeg reads as one file though several were put end to end: where its mark lies.
_MARKS = {
    "aiff": slice(8, 16),
    "asf": slice(0, 16),
    "flv": slice(0, 9),
    "mov": slice(4, 12),
    "wav": slice(8, 16),
}


@contextmanager
def opened(path: Path) -> Iterator[InputContainer]:
    """Open a file for reading its streams; raise a MediaError where that fails.

    Nothing but files is read, whatever addresses a play list names.
    """
    import av

    beginning = _beginning(path)
    try:
        # Absolute, or a name with a colon would be read as an address.
        container = av.open(
            str(path.absolute()),
            container_options={"protocol_whitelist": "file"},
            metadata_errors="replace",
        )
    except av.error.FFmpegError as error:
        raise _unreadable(path, beginning) from error
    with container:
        yield container


def read_on(packets: Callable[[], Iterator[_T]]) -> Iterator[_T]:
    """Yield the packets of a file from where it stands, as far as there are any.

    What reads them is made anew behind a stretch that is no part of any.
    """
    from av.error import FFmpegError

    tries = 0
    while tries < _MOST_TRIES:
        try:
            for packet in packets():
                tries = 0
                yield packet
        except BlockingIOError:
            tries += 1
        except (FFmpegError, IndexError):
            # PyAV does not find streams at the end that came up on the way.
            return
        else:
            return


def is_cut(path: Path) -> bool:
    """Tell whether a file ends within what it is made of, though no header says how long it is."""
    # Whoever takes the file away meanwhile has it end where it does.
    with suppress(OSError), path.open("rb") as stream:
        return ends_too_early(stream)
    return False


def stops_within_frame(path: Path) -> bool:
    """Tell whether the last moment of bare AAC or AC-3 is cut, as in a stream that was recorded.

    A download that broke off ends so, too, but nothing tells them apart.
    """
    with suppress(OSError), path.open("rb") as stream:
        return ends_within_frame(stream)
    return False


def begins_again(path: Path, container: InputContainer, behind: int) -> bool:
    """Tell whether another file of the same kind begins in a file, behind so many bytes."""
    mark = _MARKS.get(container.format.name.partition(",")[0])
    if mark is None:
        return False
    # Whoever takes the file away meanwhile leaves nothing behind it to be told of.
    with suppress(OSError), path.open("rb") as stream:
        sought = stream.read(mark.stop)[mark]
        stream.seek(max(behind, mark.stop))
        return any(sought in part for part in _parts(stream, len(sought) - 1))
    return False


def _parts(stream: BinaryIO, overlap: int) -> Iterator[bytes]:
    """Yield the rest of a file, each part with so many bytes of the one before in front."""
    end = b""
    while part := stream.read(_PART):
        yield end + part
        end = part[-overlap:]


def begins_as_media(head: bytes) -> bool:
    """Tell whether the first bytes of a file are those of video or sound that says what it is."""
    kind = head[8:12]
    if head[4:8] == b"ftyp":
        return kind not in _PICTURES
    if head[:4] + kind in _CHUNKED:
        return True
    return any(head[at : at + len(mark)] == mark for at, mark in _BEGINNINGS)


def encrypted(path: Path) -> MediaError:
    """Return the error for a file that only its seller's player can decrypt."""
    return MediaError(
        f"{path.name} is protected by encryption.",
        "Use a copy without protection; no other program can play this one.",
    )


def damaged(path: Path) -> MediaError:
    """Return the error for a file of which nothing can be decoded."""
    return MediaError(f"{path.name} is damaged or not complete.", _AGAIN)


def broken_off(path: Path, heard_ms: int, duration_ms: int) -> MediaError:
    """Return the error for a file that ends long before its header says, or before its bytes do."""
    if duration_ms < heard_ms + SLACK_MS:
        return MediaError(
            f"{path.name} is heard up to {clock_text(heard_ms)}: it is not complete, or another "
            "recording lies behind it.",
            "Download it again, or convert them one by one with another program.",
        )
    return MediaError(
        f"{path.name} breaks off at {clock_text(heard_ms)} of {clock_text(duration_ms)}.",
        "It is not complete: copy or download it again.",
    )


def without_sound(path: Path) -> MediaError:
    """Return the error for a video that has no sound where sound is needed."""
    return MediaError(f"{path.name} has no sound.", "Open a file with an audio track.")


def foreign(path: Path) -> MediaError:
    """Return the error for a file that holds neither video nor sound."""
    return MediaError(f"{path.name} is no video or sound that can be read here.", _CONVERT)


def _beginning(path: Path) -> bytes:
    """Return the first bytes of an ordinary file that is not empty, or say what is in the way."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise MediaError(f"{path} is not an ordinary file.", "Choose another file.")
        with path.open("rb") as stream:
            beginning = stream.read(16)
    except OSError as error:
        known = _OBSTACLES.get(error.errno or 0)
        reason, hint = known or (f"cannot be read: {error.strerror}", _AGAIN)
        raise MediaError(f"{path} {reason}.", hint) from error
    if not beginning:
        raise MediaError(f"{path.name} is empty.", _AGAIN)
    return beginning


def _unreadable(path: Path, beginning: bytes) -> MediaError:
    if begins_as_media(beginning):
        return damaged(path)
    return foreign(path)
