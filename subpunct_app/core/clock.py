"""Times as people read them."""

from __future__ import annotations


def clock_text(time_ms: int, digits: int = 0) -> str:
    """Return hours, minutes and seconds, `0:12:31`, and up to three digits of a second, cut off."""
    seconds, rest = divmod(time_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    fraction = f".{rest:03}"[: digits + 1] if digits else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"
