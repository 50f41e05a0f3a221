"""Which files of a batch are wanted first; the editor says so while workers take them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subpunct_app.batch.parcels import Item

Arrange = Callable[[list["Item"]], None]


class Priorities:
    """An order of files; told by one thread, and read by another at any moment."""

    def __init__(self) -> None:
        self._ranks: Mapping[Path, int] = {}

    def prefer(self, files: Iterable[Path]) -> None:
        """Want files in this order, and all others after them."""
        self._ranks = {file: rank for rank, file in enumerate(files)}

    def files(self, files: Iterable[Path]) -> list[Path]:
        """Return files in the order that is wanted."""
        ranks = self._ranks
        return sorted(files, key=lambda file: ranks.get(file, len(ranks)))

    def best(self, files: Iterable[Path]) -> int:
        """Return the place in the order of that file of these which is wanted first."""
        ranks = self._ranks
        return min((ranks.get(file, len(ranks)) for file in files), default=len(ranks))

    def arrange_in(self, folder: Path) -> Arrange:
        """Return what brings files of a folder into order, if another one is wanted by now."""
        known: Mapping[Path, int] = {}

        def arrange(items: list[Item]) -> None:
            nonlocal known
            if known is not (ranks := self._ranks):
                known = ranks
                items.sort(key=lambda item: ranks.get(folder / item.name, len(ranks)))

        return arrange
