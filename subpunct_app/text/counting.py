"""Numbers of things, as people read them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, of which there is one or are several: 1 file, 2,100 files."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def counted_are(number: int, noun: str) -> str:
    """Return what `counted` does, and that it is or that they are: 1 file is, 2,100 files are."""
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'}"
