"""Say where the results of a tree of files go, so that no two of them ever meet."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import PurePosixPath

from subpunct_app.runtime.paths import fit_name
from subpunct_app.speech.media.media_files import in_format, is_media
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.subrip import SUBRIP


class Mirror:
    """The names of results below the output folder, each taken once.

    Names that differ only in case, or in how an accent is stored, count as the same: on many
    disks they are one file. The `former` results of a file are for nothing else.
    """

    def __init__(
        self, taken: Iterable[str] = (), former: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self._taken = set(map(_key, taken))
        self._owner = {
            _key(name): source for source, names in (former or {}).items() for name in names
        }

    def place(
        self,
        source: str,
        kind: OutputFormat | None = None,
        is_free: Callable[[str], bool] | None = None,
    ) -> str:
        """Take a name for the result of a file, with a number where the plain one is not free.

        `kind` is the suffix of another format, SubRip for media; `is_free` may refuse names for
        its own reasons.
        """
        path = _renamed(PurePosixPath(source), kind)
        found = next(
            name
            for name in _numbered(path)
            if _key(name) not in self._taken
            and self._owner.get(_key(name), source) == source
            and (is_free is None or is_free(name))
        )
        self._taken.add(_key(found))
        return found

    def place_all(self, sources: Iterable[str], kind: OutputFormat | None) -> dict[str, str]:
        """Take a name for the result of each file, first for those that keep their own."""
        in_turn = sorted(sources, key=lambda source: plain_name(source, kind) != source)
        return {source: self.place(source, kind) for source in in_turn}


def plain_name(source: str, kind: OutputFormat | None = None) -> str:
    """Return what the result of a file is called where that name is free."""
    return _renamed(PurePosixPath(source), kind).as_posix()


def _numbered(path: PurePosixPath) -> Iterator[str]:
    """Yield a name and then the same with numbers from 2 on, without end."""
    yield path.as_posix()
    for number in count(2):
        yield path.with_name(fit_name(path.stem, f"-{number}{path.suffix}")).as_posix()


def _renamed(path: PurePosixPath, kind: OutputFormat | None) -> PurePosixPath:
    if is_media(path):
        return path.with_name(fit_name(path.stem, (kind or SUBRIP).suffix))
    return path.with_name(in_format(path.name, kind)) if kind else path


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
