"""Times and numbers of things, as people read and type them."""

from __future__ import annotations


def clock_text(time_ms: int, digits: int = 0) -> str:
    """Return hours, minutes and seconds, `0:12:31`, and up to three digits of a second, cut off."""
    seconds, rest = divmod(time_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    fraction = f".{rest:03}"[: digits + 1] if digits else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"


def time_stamp(time_ms: int, point: str = ".") -> str:
    """Return a time as WebVTT writes it, `00:12:31.040`, or, with a comma for its point, SubRip."""
    seconds, rest = divmod(time_ms, 1000)
    minutes, second = divmod(seconds, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{second:02}{point}{rest:03}"


def milliseconds(hours: str, minutes: str, seconds: str, fraction: str) -> int:
    """Return the time that digits stand for; those of the fraction are cut off behind the third."""
    total = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
    return total * 1000 + int(fraction[:3].ljust(3, "0"))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, of which there is one or are several: 1 file, 2,100 files."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def counted_are(number: int, noun: str) -> str:
    """Return what `counted` does, and that it is or that they are: 1 file is, 2,100 files are."""
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'}"
