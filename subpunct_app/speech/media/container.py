"""Open video and sound files, and say in words why one cannot be used."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.file_errors import OBSTACLES
from subpunct_app.text.quantities import clock_text

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

# Each try to read on passes some kilobytes of damage over.
_MOST_TRIES = 100_000

# A header that is wrong by fewer bytes than that is no sign of a file that breaks off.
_SLACK_BYTES = 10_000
# What writes into a pipe puts nothing here, or as much as it can.
_LEAST_UNKNOWN = 0x7FFF_F000
# A page of Ogg: how it begins, as many bytes again as tell at last how many sizes follow, those
# sizes, and what they count.
_PAGE = b"OggS\0"
_PAGE_REST = 22
_MOST_OF_PAGE = len(_PAGE) + _PAGE_REST + 255 + 255 * 255

# How files begin that are certainly meant to be video or sound: (offset, bytes).
_BEGINNINGS = (
    (4, b"moov"),
    (4, b"mdat"),
    (0, b"\x1aE\xdf\xa3"),
    (0, b"OggS"),
    (0, b"fLaC"),
    (0, b"ID3"),
    (0, b"FLV\x01"),
    (0, b"\0\0\x01\xba"),
)
# WebP is a RIFF file, too: what stands behind the length tells the kind.
_CHUNKED = frozenset({b"RIFFWAVE", b"RIFFAVI ", b"FORMAIFF", b"FORMAIFC"})
# What stands behind `ftyp` where the file is a photograph built like an MP4.
_PICTURES = frozenset({b"avif", b"mif1", b"heic", b"heix"})


@contextmanager
def open_container(path: Path) -> Iterator[InputContainer]:
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
    """Tell whether a file lacks bytes that FFmpeg does not miss: of WAV, AVI or Ogg."""
    # Whoever takes the file away meanwhile has it end where it does.
    with suppress(OSError), path.open("rb") as stream:
        return lacks_bytes(stream)
    return False


def lacks_bytes(stream: BinaryIO) -> bool:
    """Tell whether a RIFF file is shorter than its header says, or Ogg ends within a page."""
    head = stream.read(8)
    size = stream.seek(0, os.SEEK_END)
    if head.startswith(_PAGE):
        stream.seek(max(0, size - _MOST_OF_PAGE))
        return _ends_within_page(stream.read())
    promised = int.from_bytes(head[4:], "little")
    known = head.startswith(b"RIFF") and promised < _LEAST_UNKNOWN
    return known and promised > size + _SLACK_BYTES


def _ends_within_page(tail: bytes) -> bool:
    _, mark, page = tail.rpartition(_PAGE)
    header, sizes = page[:_PAGE_REST], page[_PAGE_REST:]
    if len(header) < _PAGE_REST:
        return bool(mark)
    return len(sizes) < header[-1] + sum(sizes[: header[-1]])


def begins_as_media(head: bytes) -> bool:
    """Tell whether the first bytes of a file are those of video or sound that says what it is."""
    kind = head[8:12]
    if head[4:8] == b"ftyp":
        return kind not in _PICTURES
    if head[:4] + kind in _CHUNKED:
        return True
    return any(head[at : at + len(mark)] == mark for at, mark in _BEGINNINGS)


def encrypted_error(path: Path) -> MediaError:
    """Return the error for a file that only its seller's player can decrypt."""
    return MediaError(
        f"{path.name} is protected by encryption.",
        "Use a copy without protection; no other program can play this one.",
    )


def damaged_error(path: Path) -> MediaError:
    """Return the error for a file of which nothing can be decoded."""
    return MediaError(f"{path.name} is damaged or not complete.", _AGAIN)


def broken_off_error(path: Path, heard_ms: int, duration_ms: int) -> MediaError:
    """Return the error for a file that ends long before its header says."""
    if duration_ms < heard_ms + SLACK_MS:
        return MediaError(
            f"{path.name} breaks off at {clock_text(heard_ms)}.",
            "It is not complete: copy or download it again.",
        )
    return MediaError(
        f"{path.name} breaks off at {clock_text(heard_ms)} of {clock_text(duration_ms)}.",
        "It is not complete: copy or download it again.",
    )


def no_sound_error(path: Path) -> MediaError:
    """Return the error for a video that has no sound where sound is needed."""
    return MediaError(f"{path.name} has no sound.", "Open a file with an audio track.")


def unreadable_error(path: Path) -> MediaError:
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
        return damaged_error(path)
    return unreadable_error(path)
