"""Fields of what is kept as JSON, each with what reads its value, which anybody may have typed.

What reads a value returns None where it is none of its kind; then the usual one stands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, field
from typing import Any, TypeAlias, TypeVar

_T = TypeVar("_T")
Read: TypeAlias = Callable[[object], _T | None]

# No screen is as wide or high.
_LONGEST = 65_535


def remembered(usual: _T, read: Read[_T]) -> _T:
    """Return a field with its usual value, and what reads another one."""
    return field(default=usual, metadata={"read": read})


def remembered_by_name(read: Read[_T]) -> Mapping[str, _T]:
    """Return a field of values by name, of which there are none as a rule."""

    def read_all(value: object) -> dict[str, _T] | None:
        if not isinstance(value, dict):
            return None
        found = {name: one for name, kept in value.items() if (one := read(kept)) is not None}
        return found if len(found) == len(value) else None

    return field(default_factory=dict, metadata={"read": read_all})


def read_value(one: Field[Any], value: object) -> object | None:
    """Return a value that was stored for a field, None where it is none that this can have."""
    read: Read[object] = one.metadata["read"]
    return read(value)


def flag(value: object) -> bool | None:
    """Read true or false."""
    return value if isinstance(value, bool) else None


def text(value: object) -> str | None:
    """Read any text."""
    return value if isinstance(value, str) else None


def window_state(value: object) -> str | None:
    """Read what the toolkit has saved, as Base64."""
    return value if isinstance(value, str) and value.isascii() else None


def texts(value: object) -> tuple[str, ...] | None:
    """Read a list of texts."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return None
    return tuple(value)


def first_texts(most: int) -> Read[tuple[str, ...]]:
    """Return what reads a list of texts, and of a longer one the first."""

    def read(value: object) -> tuple[str, ...] | None:
        found = texts(value)
        return None if found is None else found[:most]

    return read


def letters_of(known: str) -> Read[str]:
    """Return what reads a text of some letters and no others."""
    return lambda value: value if isinstance(value, str) and set(value) <= set(known) else None


def one_of(known: Collection[_T]) -> Read[_T]:
    """Return what reads one of some values."""

    def read(value: object) -> _T | None:
        # True is no number, though it equals 1.
        if isinstance(value, bool):
            return None
        return next((one for one in known if one == value), None)

    return read


def whole(least: int, most: int) -> Read[int]:
    """Return what reads a whole number."""
    return lambda value: value if isinstance(value, int) and least <= value <= most else None


def number(least: float, most: float) -> Read[float]:
    """Return what reads a number."""
    return lambda value: (
        value if isinstance(value, int | float) and least <= value <= most else None
    )


def length(value: object) -> int | None:
    """Read a length in pixels that the toolkit can take."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 < value <= _LONGEST else None


def size(value: object) -> tuple[int, int] | None:
    """Read width and height in pixels."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    width, height = map(length, value)
    return None if width is None or height is None else (width, height)
