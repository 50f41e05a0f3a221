"""Times as people read and type them, and as subtitles write them."""

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
