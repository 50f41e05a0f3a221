"""Folders and single files that somebody put together, as the batches that restore them."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from glob import escape
from itertools import pairwise
from pathlib import Path

import msgspec

from subpunct_app.batch.account import Account
from subpunct_app.batch.batch_journal import folder_in
from subpunct_app.batch.batch_options import Batch, Existing, Order
from subpunct_app.batch.batch_run import check_folders
from subpunct_app.batch.file_search import JOURNAL, Search, files_in
from subpunct_app.batch.mirror import Mirror
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.paths import (
    fit_name,
    is_file,
    is_folder,
    is_path,
    path_exists,
)
from subpunct_app.speech.media.media_files import is_export
from subpunct_app.subtitles.format_choice import MEDIA
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.registry import TEXT_SUFFIXES, format_named

_SUFFIXES = frozenset((*TEXT_SUFFIXES, *MEDIA))


@dataclass(frozen=True, slots=True)
class Plan:
    """What to restore, and where to; with several folders each has one of its own in `out`.

    The results of one that was alone there before stay where they are. Sources among the results
    of a batch are batches of their own, as no search of a folder around those comes to them, and
    so are exports beside their sources.
    With `watch` it is never over: what comes into the folders later is restored too.
    """

    sources: tuple[Path, ...]
    out: Path
    order: Order = field(default_factory=Order)
    existing: Existing = Existing.SKIP
    watch: bool = False

    def batches(self) -> list[Batch]:
        """Return a batch a folder, and one for the single files of each folder."""
        searches = self._searches()
        alone, mirror = folder_in(self.out), Mirror()

        def is_free(name: str) -> bool:
            return alone is None or not path_exists(alone / name)

        def place_of(folder: Path) -> Path:
            if len(searches) == 1 or folder.resolve() == alone:
                return self.out
            return self.out / mirror.place(folder.name or "files", is_free=is_free)

        return [
            Batch(folder, place_of(folder), self.order, wanted, self.existing)
            for folder, wanted in searches
        ]

    def files(self) -> list[Path]:
        """Return all files to restore, in their order; no journal is read, so it may be in use."""
        return [
            file
            for folder, wanted in self._searches()
            for file in files_in(folder, wanted, without=self.out if wanted.recursive else None)
        ]

    def present(self) -> list[Batch]:
        """Return the batches to work on now: a folder that is watched may be away for a while."""
        return [one for one in self.batches() if is_folder(one.folder) or not self.watch]

    def check(self) -> None:
        """Raise SettingsError where results could meet sources, FileError without a folder."""
        for batch in self.present():
            check_folders(batch)
            around = self.out.resolve().is_relative_to(batch.folder.resolve())
            if batch.out != self.out and batch.search.recursive and around:
                raise SettingsError(
                    f"The results would lie among the files of {batch.folder}.",
                    "Choose an output folder outside.",
                )

    def as_plain(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {
            "sources": [str(source.absolute()) for source in self.sources],
            "out": str(self.out.absolute()),
            "order": self.order.as_plain(),
            "existing": self.existing.value,
            "watch": self.watch,
        }

    def _searches(self) -> list[tuple[Path, Search]]:
        """Return where to look and what for, each file once."""
        chosen = list(dict.fromkeys(source.absolute() for source in self.sources))
        folders = {source for source in chosen if not is_single(source)}
        apart = [source for source in chosen if not self._is_found(source, folders)]
        single: dict[Path, list[str]] = {}
        for file in apart:
            if file not in folders:
                single.setdefault(file.parent, []).append(file.name)
        whole = Search(self.order.patterns, bare_media=True)
        return [
            *((one, whole) for one in apart if one in folders),
            *((folder, _search_for(names)) for folder, names in single.items()),
        ]

    def _is_found(self, source: Path, folders: Collection[Path]) -> bool:
        """Tell whether a search of one of some folders finds a source."""
        out = self.out.absolute()
        for inside, folder in pairwise((source, *source.parents)):
            if inside == out or path_exists(inside / JOURNAL):
                return False
            if folder in folders:
                return source in folders or not is_export(source)
        return False


def plan_of(plain: object) -> Plan:
    """Return the plan that `as_plain` wrote; raise ValueError where it did not."""
    return msgspec.convert(plain, Plan, dec_hook=_value)


def _value(kind: type, text: str) -> Path | OutputFormat:
    """Return the path or format that was written; raise ValueError where it is none."""
    if kind is OutputFormat:
        return format_named(text)
    if not is_path(text):
        raise ValueError(f"{text!r} is no path")
    return Path(text)


def is_single(source: Path) -> bool:
    """Tell whether a source is one file, by its name where it is gone or closed to us."""
    if path_exists(source):
        return is_file(source)
    return source.suffix.lower() in _SUFFIXES


def suggested_out(source: Path) -> Path:
    """Return the folder that is offered for results: beside the source, within it for a root."""
    if is_single(source):
        return source.parent / "marked"
    if not source.name:
        return source / "marked"
    return source.with_name(fit_name(source.name, "-marked"))


def together(plan: Plan, accounts: Sequence[Account]) -> Account:
    """Return what became of all batches as if they were one."""
    if len(accounts) == 1:
        return accounts[0]
    folder = common_folder([account.batch.folder for account in accounts])
    outcomes = tuple(
        replace(
            outcome,
            source=_below(folder, account.batch.folder / outcome.source),
            target=_below(plan.out, account.batch.out / outcome.target) if outcome.target else "",
        )
        for account in accounts
        for outcome in account.outcomes
    )
    batches = [account.batch for account in accounts]
    searched = {batch.folder for batch in batches if batch.search.recursive}
    chosen = {batch.folder / name for batch in batches for name in batch.search.chosen}
    return Account(
        Batch(folder, plan.out, plan.order, existing=plan.existing),
        outcomes,
        sum(account.seconds for account in accounts),
        max(account.workers for account in accounts),
        # What one batch has left out, and no other one has looked through or was to take.
        tuple(one for account in accounts for one in account.left_out if one not in searched),
        tuple(one for account in accounts for one in account.exports if one not in chosen),
    )


def common_folder(paths: Sequence[Path]) -> Path:
    """Return what holds all these absolute paths, an empty path where they lie on several disks."""
    try:
        return Path(os.path.commonpath(paths))
    except ValueError:
        return Path()


def _search_for(names: Sequence[str]) -> Search:
    """Return what finds some files of a folder and nothing else."""
    patterns = tuple(map(escape, names))
    return Search(patterns, recursive=False, follow_links=True, chosen=tuple(names))


def _below(folder: Path, file: Path) -> str:
    inside = folder.name and file.is_relative_to(folder)
    return (file.relative_to(folder) if inside else file).as_posix()
