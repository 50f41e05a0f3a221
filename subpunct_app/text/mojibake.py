"""Letters encoded twice: UTF-8 that was read as Windows-1252 and written again, mÃ¡s for más.

Texts that are so throughout have a codec, single words are without_mojibake.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

NAME = "utf-8-twice"
_UTF8 = "utf-8"
# As most programs read Windows-1252: bytes that it leaves undefined are control characters.
_TABLE = "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256))
_BYTES = codecs.charmap_build(_TABLE)
# Others read Latin-1, which has control characters for those between.
_ANY_BYTES = {code: code for code in range(0x100)} | {ord(c): at for at, c in enumerate(_TABLE)}
# One pair of letters may be meant, and an ß before a quote, which would be a letter of N’Ko.
_LEAST = 2
_TELLING = re.compile("[^\0-\x7f\u07c0-\u07ff]")
# What the first bytes of Latin letters, signs and emoji become, and what each that follows does.
# Other letters stand before signs, too: Strauß’, aimé…”.
_FIRST = "[ÂÃÄÅ]", "â", "ð"
_NEXT = f"[{_TABLE[0x80:0xC0]}\x80-\x9f]"
_LETTER = re.compile("|".join(f"{first}{_NEXT * more}" for more, first in enumerate(_FIRST, 1)))


def is_mojibake(data: bytes) -> bool:
    """Tell whether all of some bytes are UTF-8 that was encoded twice."""
    if data.isascii():
        return False
    try:
        text, _ = _decode(data)
    except UnicodeError:
        return False
    return len(_TELLING.findall(text)) >= _LEAST


def without_mojibake(word: str) -> str:
    """Return a word with letters that were encoded twice put right; most words have none."""
    return word if word.isascii() else _LETTER.sub(_once, word)


def _once(letter: re.Match[str]) -> str:
    try:
        return codecs.charmap_encode(letter[0], "strict", _ANY_BYTES)[0].decode(_UTF8)
    except UnicodeDecodeError:
        return letter[0]


def as_mojibake(word: str, errors: str = "surrogatepass") -> str:
    """Return a without_mojibake word encoded twice again, as it stands in its text.

    `errors` tells the codec what to do with what is no character.
    """
    return codecs.charmap_decode(word.encode(_UTF8, errors), "strict", _TABLE)[0]


def _decode(data: ReadableBuffer, errors: str = "strict") -> tuple[str, int]:
    once = bytes(data).decode(_UTF8, errors)
    twice, _ = codecs.charmap_encode(once, "strict", _BYTES)
    return twice.decode(_UTF8, errors), memoryview(data).nbytes


def _encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
    return as_mojibake(text, errors).encode(_UTF8), len(text)


def _find(name: str) -> codecs.CodecInfo | None:
    asked = name.replace("_", "-")
    return codecs.CodecInfo(_encode, _decode, name=NAME) if asked == NAME else None


codecs.register(_find)
