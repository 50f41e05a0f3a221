"""Where the journals of reviews lie, who may write one, how one is read, and when old ones go."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.review.journal.records import (
    Decided,
    EditorPlace,
    Exported,
    FileState,
    Heading,
    Record,
    Suggested,
    decode_record,
)
from subpunct_app.runtime.append_journal import read_records, remove_journal
from subpunct_app.runtime.file_lock import ProcessLock, is_locked, take_abandoned_lock, take_lock
from subpunct_app.runtime.folders import state_folder
from subpunct_app.runtime.paths import age_of, is_older, matching_files, name_hash
from subpunct_app.subtitles.formats.encoding import UTF8
from subpunct_app.text.decisions import Verdict, is_untouched
from subpunct_app.text.words import Suggestion

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.encoding import Encoding


SUFFIX = ".journal"
# Of what a window holds while it keeps the journals about a file.
LOCK = ".journal.lock"
MOST_FILES = 200
MOST_DAYS = 90
# Nobody is still at what was begun so long ago.
_HALF_WRITTEN_DAYS = 1

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReviewJournal:
    """What the records at a `path` add up to; `written` is when the last one came."""

    heading: Heading
    suggestions: tuple[Suggestion, ...]
    verdicts: Mapping[int, Verdict]
    place: EditorPlace = field(default_factory=EditorPlace)
    exported: Exported = field(default_factory=partial(Exported, False))
    written: float = 0.0
    path: Path | None = None

    @property
    def has_work(self) -> bool:
        """Tell whether the editor decided or changed something, or was about to."""
        return bool(self.verdicts or self.heading.texts or self.place.typed)


def journals_folder() -> Path:
    """Return where the journals of this user lie; they never leave the machine."""
    return state_folder() / "reviews"


def journal_path(source: FileState, encoding: Encoding = UTF8) -> Path:
    """Return where the journal about a file with these bytes lies, as it is read in an encoding.

    What is decided in one must not take the place of what was decided in another.
    """
    reading = "" if encoding.is_utf8 else f"-{encoding.name}"
    return journals_folder() / f"{_stem(source)}{reading}{SUFFIX}"


def lock_path(source: FileState) -> Path:
    """Return what is locked by the one window that keeps a file, however it is read."""
    return journals_folder() / f"{_stem(source)}{LOCK}"


def kept_by(lock: Path) -> list[Path]:
    """Return the journals that somebody keeps who has a lock."""
    return matching_files(lock.parent, f"{lock.name.removesuffix(LOCK)}*{SUFFIX}")


def journals_of(source: FileState) -> list[ReviewJournal]:
    """Return what was kept about a file with these bytes: what has work first, then the newest."""
    found = filter(None, map(read_journal, kept_by(lock_path(source))))
    about = [kept for kept in found if kept.heading.sha256 == source.sha256]
    return sorted(about, key=lambda kept: (kept.has_work, kept.written), reverse=True)


def follow_moved(source: FileState) -> list[ReviewJournal]:
    """Bring along the journals about a file with these bytes that has gone from its folder.

    There are none where that cannot be told: the folder is gone too, perhaps with its disk, or
    several such files are. Where the export went then says nothing about the file of now.
    """
    paths = matching_files(journals_folder(), f"*-{source.sha256[:32]}*{SUFFIX}")
    left = [(path, found) for path in paths if (found := _left_behind(path, source))]
    if len({found.heading.path for _, found in left}) != 1:
        return []
    for path, _ in left:
        rename_journal(path, path.with_name(_key(source.path) + path.name[path.name.index("-") :]))
    return [
        replace(kept, exported=replace(kept.exported, last=None)) for kept in journals_of(source)
    ]


def rename_journal(before: Path, after: Path) -> None:
    """Give a journal another name, if it is there and that is allowed."""
    try:
        before.replace(after)
    except OSError as error:
        log.info("The journal %s cannot be renamed: %s", before, error)


def outdated_journal(source: FileState) -> ReviewJournal | None:
    """Return the newest work on a file that has other bytes now."""
    present = kept_by(lock_path(source))
    others = matching_files(journals_folder(), f"{_key(source.path)}-*{SUFFIX}")
    paths = sorted((path for path in others if path not in present), key=age_of)
    return next((found for found in map(read_journal, paths) if found and found.has_work), None)


def read_journal(path: Path) -> ReviewJournal | None:
    """Return what a journal says up to its first damaged line, None where it says nothing."""
    try:
        found = _sum(read_records(path, decode_record), path.stat().st_mtime)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.info("The journal %s cannot be read: %s", path, error)
        return None
    return replace(found, path=path) if found else None


def remove_old_journals() -> None:
    """Remove journals that nobody has added to for long, and the oldest of too many.

    Of these, work that no export holds stays. What a kill left half written goes, too.
    """
    for left in matching_files(journals_folder(), f"*{SUFFIX}.new"):
        if is_older(left, _HALF_WRITTEN_DAYS):
            remove_journal(left)
    paths = sorted(matching_files(journals_folder(), f"*{SUFFIX}"), key=age_of)
    for place, path in enumerate(paths):
        found = read_journal(path) if place >= MOST_FILES else None
        unexported = found is not None and found.has_work and not found.exported.whole
        if is_older(path, MOST_DAYS) or (place >= MOST_FILES and not unexported):
            remove_journal(path)


def lock_journals(path: Path) -> ProcessLock | None:
    """Return a lock, None where another window has it; raise OSError where there can be none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return take_lock(path)


def lock_journals_if_free(path: Path) -> ProcessLock | None:
    """Return a lock, None where another window has it or there can be none."""
    with contextlib.suppress(OSError):
        return lock_journals(path)
    return None


def abandoned_journals() -> Iterator[Path]:
    """Yield the journals that a process held until it died, and free them."""
    for path in matching_files(journals_folder(), f"*{LOCK}"):
        # On a disk without locks nobody can tell.
        with contextlib.suppress(OSError):
            if lock := take_abandoned_lock(path):
                lock.remove()
                yield from kept_by(path)


def _left_behind(path: Path, source: FileState) -> ReviewJournal | None:
    """Return a journal that nobody keeps, and whose file with these bytes is not there any more."""
    found = read_journal(path)
    if found is None or found.heading.sha256 != source.sha256:
        return None
    old = replace(source, path=Path(found.heading.path))
    try:
        if is_locked(lock_path(old)):
            return None
        gone = old.path.parent.is_dir() and not old.path.exists()
    except OSError:
        return None
    # A path that leads elsewhere by now, as one from another working folder, says nothing.
    return found if gone and path.name.startswith(_stem(old)) else None


def _sum(records: Iterator[Record], written: float) -> ReviewJournal | None:
    heading = next(records, None)
    if not isinstance(heading, Heading):
        return None
    suggestions: dict[int, Suggestion] = {}
    verdicts: dict[int, Verdict] = {}
    place, exported = EditorPlace(), Exported(False)
    for record in records:
        match record:
            case Suggested(some):
                for suggestion in some:
                    _renew(suggestions, verdicts, suggestion)
            case Decided(decided):
                verdicts.update(decided)
            case EditorPlace():
                place = record
            case Exported():
                exported = record
            case Heading():
                break
    return ReviewJournal(heading, tuple(suggestions.values()), verdicts, place, exported, written)


def _renew(
    suggestions: dict[int, Suggestion], verdicts: dict[int, Verdict], latest: Suggestion
) -> None:
    """Take a suggestion in; a verdict that says nothing about the one before goes with it."""
    old = suggestions.get(latest.gap)
    if old and latest.gap in verdicts and is_untouched(old, verdicts[latest.gap]):
        del verdicts[latest.gap]
    suggestions[latest.gap] = latest


def _stem(source: FileState) -> str:
    return f"{_key(source.path)}-{source.sha256[:32]}"


def _key(path: Path) -> str:
    return name_hash(str(path.resolve()))
