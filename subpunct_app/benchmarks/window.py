"""What the window takes for a file and for keys, as the window itself measures it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from subpunct_app.benchmarks.timing import Spent


@dataclass(frozen=True, slots=True)
class KeySpeed:
    """From a key to the picture of what it did: median, 95th percentile, worst of some presses."""

    median: Spent
    slow: Spent
    worst: Spent


@dataclass(frozen=True, slots=True)
class WindowSpeed:
    """What it takes to open a file of so many cues, and to decide about its suggestions.

    One key decides about one suggestion, in the order of the text or of doubt; `accept_all` is
    one key that accepts the surest `many` of them, `far` are others that reach far, by name.
    """

    cues: int
    suggestions: int
    many: int
    open: Spent
    key: KeySpeed
    key_by_doubt: KeySpeed
    accept_all: Spent
    far: Mapping[str, Spent]
