"""Tell which folders lie in a circle, where links lead from each to the others and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def circles(ways: Mapping[Path, Iterable[Path]]) -> dict[Path, int]:
    """Return a number by folder that those share who can reach each other.

    `ways` are the folders that each of them leads to. After Kosaraju (in Aho, Hopcroft, Ullman,
    "Data structures and algorithms", section 6.7): who is left last is looked from backwards.
    """
    back: dict[Path, list[Path]] = {}
    for folder, others in ways.items():
        for other in others:
            back.setdefault(other, []).append(folder)
    found: dict[Path, int] = {}
    for number, folder in enumerate(reversed(_as_left(ways))):
        ahead = [folder]
        while ahead:
            place = ahead.pop()
            if place not in found:
                found[place] = number
                ahead += back.get(place, ())
    return found


def _as_left(ways: Mapping[Path, Iterable[Path]]) -> list[Path]:
    """Return all folders in the order in which a walk in depth leaves them for good."""
    seen: set[Path] = set()
    left: list[Path] = []
    for start in ways:
        ahead = [(start, False)]
        while ahead:
            folder, done = ahead.pop()
            if done:
                left.append(folder)
            elif folder not in seen:
                seen.add(folder)
                ahead += [(folder, True), *((other, False) for other in ways.get(folder, ()))]
    return left
