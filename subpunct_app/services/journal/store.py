"""Where journals lie, how one is read, and how long old ones are kept."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from platformdirs import user_state_path

from subpunct_app.core.text import Suggestion
from subpunct_app.core.verdicts import Verdict, is_untouched
from subpunct_app.services.journal.file_state import FileState
from subpunct_app.services.journal.records import (
    Decided,
    Exported,
    Heading,
    Place,
    Record,
    Suggested,
    decode,
)
from subpunct_app.services.paths import age_of, key_of

SUFFIX = ".journal"
# What is put behind the name of a journal while a window keeps it.
LOCK = ".lock"
MOST_FILES = 200
MOST_DAYS = 90
_LARGEST = 256 << 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Journal:
    """What the records of one file add up to; `written` is when the last one came."""

    heading: Heading
    suggestions: tuple[Suggestion, ...]
    verdicts: Mapping[int, Verdict]
    place: Place = field(default_factory=Place)
    exported: Exported = field(default_factory=partial(Exported, False))
    written: float = 0.0

    @property
    def has_work(self) -> bool:
        """Tell whether the editor decided or changed something, or was about to."""
        return bool(self.verdicts or self.heading.texts or self.place.typed)


def journals_folder() -> Path:
    """Return where the journals of this user lie; they never leave the machine."""
    return user_state_path("subpunct", appauthor=False) / "reviews"


def journal_path(source: FileState) -> Path:
    """Return where the journal about a file with these bytes lies."""
    return journals_folder() / f"{_key(source.path)}{_ending(source)}"


def find(source: FileState) -> Journal | None:
    """Return what was kept about a file with these bytes, None where there is nothing sound."""
    found = read(journal_path(source))
    if found is None or found.heading.sha256 != source.sha256:
        return None
    return found


def follow(source: FileState) -> Journal | None:
    """Bring along the journal about a file with these bytes that has gone from its folder.

    There is none where that cannot be told: the folder is gone too, perhaps with its disk, or
    several such files are. Where the export went then says nothing about the file of now.
    """
    paths = journals_folder().glob(f"*{_ending(source)}")
    left = [(path, found) for path in paths if (found := _left_behind(path, source))]
    if len(left) != 1:
        return None
    path, found = left[0]
    try:
        path.replace(journal_path(source))
    except OSError as error:
        log.info("The journal %s cannot be renamed: %s", path, error)
        return None
    return replace(found, exported=replace(found.exported, last=None))


def outdated(source: FileState) -> Journal | None:
    """Return the newest work on a file that has other bytes now."""
    present = journal_path(source)
    others = journals_folder().glob(f"{_key(source.path)}-*{SUFFIX}")
    paths = sorted((path for path in others if path != present), key=age_of)
    return next((found for found in map(read, paths) if found and found.has_work), None)


def read(path: Path) -> Journal | None:
    """Return what a journal says up to its first damaged line, None where it says nothing."""
    try:
        if path.stat().st_size > _LARGEST:
            return None
        with path.open("rb") as lines:
            return _sum(_sound(lines, path), path.stat().st_mtime)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.info("The journal %s cannot be read: %s", path, error)
        return None


def tidy() -> None:
    """Remove journals that nobody has added to for long, and the oldest of too many."""
    paths = sorted(journals_folder().glob(f"*{SUFFIX}"), key=age_of)
    for place, path in enumerate(paths):
        if place >= MOST_FILES or age_of(path) > MOST_DAYS:
            remove(path)


def remove(path: Path) -> None:
    """Remove a journal, if it is there and that is allowed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.info("The journal %s cannot be removed: %s", path, error)


def _left_behind(path: Path, source: FileState) -> Journal | None:
    """Return a journal that nobody keeps, and whose file with these bytes is not there any more."""
    found = read(path)
    if found is None or found.heading.sha256 != source.sha256 or Path(f"{path}{LOCK}").exists():
        return None
    old = replace(source, path=Path(found.heading.path))
    try:
        gone = old.path.parent.is_dir() and not old.path.exists()
    except OSError:
        return None
    # A path that leads elsewhere by now, as one from another working folder, says nothing.
    return found if gone and path == journal_path(old) else None


def _sound(lines: Iterable[bytes], path: Path) -> Iterator[Record]:
    """Yield the records before the first line that is torn or none of ours."""
    for number, line in enumerate(lines, 1):
        try:
            if not line.endswith(b"\n"):
                raise ValueError("torn")
            yield decode(line)
        except ValueError as error:
            log.info("The journal %s is damaged at line %d: %s", path, number, error)
            return


def _sum(records: Iterator[Record], written: float) -> Journal | None:
    heading = next(records, None)
    if not isinstance(heading, Heading):
        return None
    suggestions: dict[int, Suggestion] = {}
    verdicts: dict[int, Verdict] = {}
    place, exported = Place(), Exported(False)
    for record in records:
        match record:
            case Suggested(some):
                for suggestion in some:
                    _renew(suggestions, verdicts, suggestion)
            case Decided(decided):
                verdicts.update(decided)
            case Place():
                place = record
            case Exported():
                exported = record
            case Heading():
                break
    return Journal(heading, tuple(suggestions.values()), verdicts, place, exported, written)


def _renew(
    suggestions: dict[int, Suggestion], verdicts: dict[int, Verdict], latest: Suggestion
) -> None:
    """Take a suggestion in; a verdict that says nothing about the one before goes with it."""
    old = suggestions.get(latest.gap)
    if old and latest.gap in verdicts and is_untouched(old, verdicts[latest.gap]):
        del verdicts[latest.gap]
    suggestions[latest.gap] = latest


def _ending(source: FileState) -> str:
    return f"-{source.sha256[:32]}{SUFFIX}"


def _key(path: Path) -> str:
    return key_of(str(path.resolve()))
