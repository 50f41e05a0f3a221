"""Say where the results of a tree of files go, so that no two of them ever meet."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from subpunct_app.services.media.media_files import TEXTS, is_media
from subpunct_app.services.paths import lengthened

_WRITTEN = frozenset((*TEXTS, ".json"))
_HEARD = "srt"


class Mirror:
    """The names of results below the output folder, each taken once.

    Names that differ only in case, or in how an accent is stored, count as the same: on many
    disks they are one file.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(map(_key, taken))

    def place(
        self, source: str, kind: str | None = None, is_free: Callable[[str], bool] | None = None
    ) -> str:
        """Take a name for the result of a file, with a number where the plain one is not free.

        `kind` is the suffix of another format, SubRip for media; `is_free` may refuse names for
        its own reasons.
        """
        path = _renamed(PurePosixPath(source), kind)
        name, number = path.as_posix(), 2
        while _key(name) in self._taken or (is_free is not None and not is_free(name)):
            name = path.with_name(lengthened(path.stem, f"-{number}{path.suffix}")).as_posix()
            number += 1
        self._taken.add(_key(name))
        return name


def _renamed(path: PurePosixPath, kind: str | None) -> PurePosixPath:
    if is_media(path):
        return path.with_name(lengthened(path.stem, f".{kind or _HEARD}"))
    if kind is None:
        return path
    stem = path.stem if path.suffix.lower() in _WRITTEN else path.name
    return path.with_name(lengthened(stem, f".{kind}"))


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
