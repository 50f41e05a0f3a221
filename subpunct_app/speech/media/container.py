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


# What writes into a pipe puts nothing here, or as much as it can.
_LEAST_UNKNOWN = 0x7FFF_F000
# Before the samples stand few parts: how they are coded, and names.
_MOST_PARTS = 100
_HEADER = 8
_KIND = 4
_CAF_HEADER = 12
# How Wave64 calls the whole and its parts: four letters, and the rest of a number of 16 bytes.
_W64_WHOLE = b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000")
_W64_PART = bytes.fromhex("f3acd3118cd100c04f8edb8a")
_W64_HEADER = 24
_W64_STEP = 8
# All of the header of a Windows Media file, and all of its sound and pictures.
_ASF_HEADER = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")
_ASF_DATA = bytes.fromhex("3626b2758e66cf11a6d900aa0062ce6c")
_ASF_SIZE = slice(16, 24)
_LEAST_LARGE_UNKNOWN = 1 << 62
# Some write a header that is so many bytes wrong: FFmpeg, too, takes that for whole.
_LACK = 10_000
# A page of Ogg: how it begins, as many bytes again as tell at last how many sizes follow, those
# sizes, and what they count.
_PAGE = b"OggS\0"
_PAGE_REST = 22
_MOST_OF_PAGE = len(_PAGE) + _PAGE_REST + 255 + 255 * 255


def promised_bytes(stream: BinaryIO) -> int | None:
    """Return how many bytes a file has that is not broken off, by its header; None if unknown.

    That is of WAV, AVI, Wave64 and CAF. Of the first two, the earlier end counts where the whole
    and its samples have different ones. None, too, where the header counts the samples: by that
    FFmpeg tells how long the whole was.
    """
    mark = stream.read(len(_W64_WHOLE))
    stream.seek(0)
    if mark == _W64_WHOLE:
        return _end_of_w64(stream)
    return _end_of_caf(stream) if mark.startswith(b"caff") else _end_of_riff(stream)


def ends_too_early(stream: BinaryIO) -> bool:
    """Tell whether a Windows Media file lacks bytes, or Ogg ends within a page.

    How long they were to be, neither tells surely.
    """
    mark = stream.read(len(_ASF_HEADER))
    size = stream.seek(0, os.SEEK_END)
    if mark.startswith(_PAGE):
        return _ends_within_page(stream, size)
    stream.seek(0)
    end = _end_of_asf(stream) if mark == _ASF_HEADER else None
    return end is not None and end > size + _LACK


def _ends_within_page(stream: BinaryIO, size: int) -> bool:
    stream.seek(max(0, size - _MOST_OF_PAGE))
    _, mark, page = stream.read().rpartition(_PAGE)
    header, sizes = page[:_PAGE_REST], page[_PAGE_REST:]
    if len(header) < _PAGE_REST:
        return bool(mark)
    return len(sizes) < header[-1] + sum(sizes[: header[-1]])


def _end_of_riff(stream: BinaryIO) -> int | None:
    begin = stream.read(_HEADER)
    whole = _end(0, begin)
    if begin[:4] != b"RIFF" or whole is None:
        return None
    at = _HEADER + _KIND
    for _ in range(_MOST_PARTS):
        stream.seek(at)
        begin = stream.read(_HEADER + _KIND)
        end = _end(at, begin)
        if end is None or (begin[:4] == b"fact" and any(begin[_HEADER:])):
            return None
        if begin[:4] == b"data" or (begin[:4] == b"LIST" and begin[_HEADER:] == b"movi"):
            return min(whole, end)
        at = end + end % 2
    return None


def _end_of_w64(stream: BinaryIO) -> int | None:
    at = _W64_HEADER + len(_W64_WHOLE)
    for _ in range(_MOST_PARTS):
        stream.seek(at)
        begin = stream.read(_W64_HEADER + _W64_STEP)
        size = int.from_bytes(begin[len(_W64_WHOLE) : _W64_HEADER], "little")
        counts_samples = begin.startswith(b"fact" + _W64_PART) and any(begin[_W64_HEADER:])
        if counts_samples or not _W64_HEADER <= size < _LEAST_LARGE_UNKNOWN:
            return None
        if begin.startswith(b"data" + _W64_PART):
            return at + size
        at += size + -size % _W64_STEP
    return None


def _end_of_caf(stream: BinaryIO) -> int | None:
    at = _HEADER
    for _ in range(_MOST_PARTS):
        stream.seek(at)
        begin = stream.read(_CAF_HEADER)
        size = int.from_bytes(begin[_KIND:], "big", signed=True)
        if len(begin) < _CAF_HEADER or not 0 <= size < _LEAST_LARGE_UNKNOWN:
            return None
        at += _CAF_HEADER + size
        if begin[:_KIND] == b"data":
            return at
    return None


def _end_of_asf(stream: BinaryIO) -> int | None:
    header = int.from_bytes(stream.read(_ASF_SIZE.stop)[_ASF_SIZE], "little")
    if header >= _LEAST_LARGE_UNKNOWN:
        return None
    stream.seek(header)
    begin = stream.read(_ASF_SIZE.stop)
    size = int.from_bytes(begin[_ASF_SIZE], "little")
    # A broadcast does not know how long it gets.
    known = begin.startswith(_ASF_DATA) and 0 < size < _LEAST_LARGE_UNKNOWN
    return header + size if known else None


def _end(at: int, begin: bytes) -> int | None:
    """Return where a part ends that begins so, None where its header does not tell."""
    size = int.from_bytes(begin[4:_HEADER], "little")
    return at + _HEADER + size if 0 < size < _LEAST_UNKNOWN else None


# So many bytes at the end hold several of the longest frames.
_TAIL = 1 << 16
_FRAMES_HEADER = 7
_IN_A_ROW = 3
# How many bytes all frames begin with alike.
_SYNC = 2
_SYNC_AC3 = b"\x0b\x77"
# Above that version the sound is E-AC-3, whose header says how long a frame is.
_LAST_AC3 = 10
_KBITS = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640)


def ends_within_frame(stream: BinaryIO) -> bool:
    """Tell whether a file of such frames lacks some of its last one.

    What stands behind a whole frame and is none, as a tag, lacks nothing.
    """
    if _frame_length(stream.read(_FRAMES_HEADER)) is None:
        return False
    stream.seek(max(0, stream.seek(0, os.SEEK_END) - _TAIL))
    tail = stream.read()
    for start in range(len(tail)):
        ends = list(_ends(tail, start))
        if len(ends) >= _IN_A_ROW:
            rest = tail[ends[-1] :]
            is_header = len(rest) < _FRAMES_HEADER and rest.startswith(tail[start : start + _SYNC])
            return ends[-1] > len(tail) or is_header
    return False


def _ends(tail: bytes, at: int) -> Iterator[int]:
    """Yield where one frame after the other ends, from the one on that begins at a place."""
    while (length := _frame_length(tail[at : at + _FRAMES_HEADER])) is not None:
        at += length
        yield at


def _frame_length(header: bytes) -> int | None:
    """Return how many bytes the frame has that a header of 7 bytes opens, None where it is none."""
    if len(header) < _FRAMES_HEADER:
        return None
    if header.startswith(_SYNC_AC3):
        return _length_of_ac3(header)
    if header[0] != 0xFF or header[1] & 0xF6 != 0xF0:
        return None
    length = (header[3] & 0x03) << 11 | header[4] << 3 | header[5] >> 5
    return length if length > _FRAMES_HEADER else None


def _length_of_ac3(header: bytes) -> int | None:
    rate, code = header[4] >> 6, header[4] & 0x3F
    if header[5] >> 3 > _LAST_AC3:
        return 2 * (((header[2] & 0x07) << 8 | header[3]) + 1)
    if rate == 3 or code >> 1 >= len(_KBITS):
        return None
    kbits = _KBITS[code >> 1]
    # Of 1,536 samples at 48, 44.1 or 32 kHz, in words of two bytes.
    return 2 * (2 * kbits, 320 * kbits // 147 + (code & 1), 3 * kbits)[rate]
