"""Open video and sound files, and say in words why one cannot be used."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.file_errors import OBSTACLES
from subpunct_app.text.quantities import clock_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from av.container import InputContainer

_T = TypeVar("_T")

_AGAIN = "Copy or download it again, or open another file."

# How much earlier than announced the sound may end before the file counts as broken off.
SLACK_MS = 1_500

# Each try to read on passes some kilobytes of damage over.
_MOST_TRIES = 100_000

# A header that is wrong by fewer bytes than that is no sign of a file that breaks off.
_SLACK_BYTES = 10_000
# What writes into a pipe puts nothing here, or as much as it can.
_LEAST_UNKNOWN = 0x7FFF_F000


@contextmanager
def open_container(path: Path) -> Iterator[InputContainer]:
    """Open a file for reading its streams; raise a MediaError where that fails.

    Nothing but files is read, whatever addresses a play list names.
    """
    import av

    _check_file(path)
    try:
        # Absolute, or a name with a colon would be read as an address.
        container = av.open(
            str(path.absolute()),
            container_options={"protocol_whitelist": "file"},
            metadata_errors="replace",
        )
    except av.error.FFmpegError as error:
        raise unreadable_error(path) from error
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
    """Return whether a WAV or AVI file lacks bytes, which FFmpeg does not miss."""
    # Whoever takes the file away meanwhile has it end where it does.
    with suppress(OSError), path.open("rb") as stream:
        head = stream.read(8)
        promised = int.from_bytes(head[4:], "little")
        missing = promised - stream.seek(0, os.SEEK_END)
        return head.startswith(b"RIFF") and promised < _LEAST_UNKNOWN and missing > _SLACK_BYTES
    return False


def encrypted_error(path: Path) -> MediaError:
    """Return the error for a file that only its seller's player can decrypt."""
    return MediaError(
        f"{path.name} is protected by encryption.",
        "Use a copy without protection; no other program can play this one.",
    )


def broken_off_error(path: Path, heard_ms: int, duration_ms: int) -> MediaError:
    """Return the error for a file that ends long before its header says."""
    whole = f" of {clock_text(duration_ms)}" if duration_ms >= heard_ms + SLACK_MS else ""
    return MediaError(
        f"{path.name} breaks off at {clock_text(heard_ms)}{whole}.",
        "It is not complete: copy or download it again.",
    )


def no_sound_error(path: Path) -> MediaError:
    """Return the error for a video that has no sound where sound is needed."""
    return MediaError(f"{path.name} has no sound.", "Open a file with an audio track.")


def unreadable_error(path: Path) -> MediaError:
    """Return the error for a file that holds neither video nor sound, or too damaged ones."""
    return MediaError(
        f"{path.name} is damaged, or no video or sound that can be read here.",
        "Copy or download it again, or convert it to MP4, MKV, WebM, MP3 or WAV with another "
        "program.",
    )


def _check_file(path: Path) -> None:
    """Raise MediaError where a path leads to no ordinary file, to an empty one, or is closed."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise MediaError(f"{path} is not an ordinary file.", "Choose another file.")
        with path.open("rb") as stream:
            is_empty = not stream.read(1)
    except OSError as error:
        known = OBSTACLES.get(error.errno or 0)
        reason, hint = known or (f"cannot be read: {error.strerror}", _AGAIN)
        raise MediaError(f"{path} {reason}.", hint) from error
    if is_empty:
        raise MediaError(f"{path.name} is empty.", _AGAIN)
