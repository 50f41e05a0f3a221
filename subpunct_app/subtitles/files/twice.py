"""A codec for UTF-8 that somebody read as Windows-1252 and wrote as UTF-8 again: mÃ¡s for más."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

NAME = "utf-8-twice"
_UTF8 = "utf-8"
# As most programs read Windows-1252: bytes that it leaves undefined are control characters.
_TABLE = "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256))
_BYTES = codecs.charmap_build(_TABLE)
# One pair of letters may be meant.
_LEAST = 2


def is_twice(data: bytes) -> bool:
    """Tell whether bytes are UTF-8 encoded twice, all of them."""
    if data.isascii():
        return False
    try:
        text, _ = _decode(data)
    except UnicodeError:
        return False
    return len(text) - len(text.encode("ascii", "ignore")) >= _LEAST


def _decode(data: ReadableBuffer, errors: str = "strict") -> tuple[str, int]:
    once = bytes(data).decode(_UTF8, errors)
    twice, _ = codecs.charmap_encode(once, "strict", _BYTES)
    return twice.decode(_UTF8, errors), memoryview(data).nbytes


def _encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
    once, _ = codecs.charmap_decode(text.encode(_UTF8, errors), "strict", _TABLE)
    return once.encode(_UTF8), len(text)


def _find(name: str) -> codecs.CodecInfo | None:
    asked = name.replace("_", "-")
    return codecs.CodecInfo(_encode, _decode, name=NAME) if asked == NAME else None


codecs.register(_find)
