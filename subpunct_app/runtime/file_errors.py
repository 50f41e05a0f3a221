"""What is in the way of a file where the system refuses it, and what to do about that."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from subpunct_app.runtime.errors import FileError

# By the number of an error, what is to be said behind the name of the file, and a hint.
OBSTACLES = {
    errno.ENOENT: ("does not exist", "Check the name and the folder."),
    errno.EEXIST: ("exists already and is not a folder", "Choose another name."),
    errno.ENOTDIR: ("does not exist", "A part of its path is a file, not a folder."),
    errno.EISDIR: ("is a folder", "Name a file in it."),
    errno.EACCES: ("cannot be accessed", "Change its permissions or those of its folder."),
    errno.EPERM: ("cannot be accessed", "Change its permissions or those of its folder."),
    errno.ENOTEMPTY: ("is not empty", "Move it away, or choose another name."),
    errno.EROFS: ("lies on a read-only disk", "Choose another folder."),
    errno.ENOSPC: ("does not fit on the disk", "Free some space or choose another disk."),
    errno.EDQUOT: ("does not fit in your quota", "Free some space or choose another disk."),
    errno.ENAMETOOLONG: ("has too long a name", "Choose a shorter name."),
    errno.ELOOP: ("is a link to itself", "Name the file itself."),
}


@contextlib.contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Raise a FileError that says what is in the way of a path, and what to do."""
    try:
        yield
    except OSError as error:
        raise _file_error(path, error) from error
    except RuntimeError as error:
        # What Path.resolve raises on a circle of links.
        raise _file_error(path, OSError(errno.ELOOP, str(error))) from error
    except UnicodeEncodeError as error:
        raise unencodable_name(error) from error


def refuse_device(path: Path) -> None:
    """Raise FileError on a device: what is read of it may never end, nor a line of it."""
    if path.is_char_device() or path.is_block_device():
        raise FileError(f"{path} is a device.", "Name a file.")


def unencodable_name(error: UnicodeEncodeError) -> FileError:
    """Return what is to be said of a name that the encoding of this system cannot hold."""
    return FileError(
        f"{error.object} cannot be a name here, where names are in {error.encoding}.",
        "Start subpunct in a UTF-8 locale, or give the file another name.",
    )


def explain_os_error(error: OSError) -> FileError | None:
    """Return what is to be said of the file that an error names, None where it names none."""
    if not isinstance(error.filename, str):
        return None
    return _file_error(Path(error.filename), error)


def _file_error(path: Path, error: OSError) -> FileError:
    unknown = (f"cannot be used: {error.strerror or error}", "")
    reason, hint = OBSTACLES.get(error.errno or 0, unknown)
    return FileError(f"{path} {reason}.", hint)
