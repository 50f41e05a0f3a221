"""Turn bytes into text and back without losing one of them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.subtitles.formats.code_pages import code_page
from subpunct_app.text import mojibake as twice


@dataclass(frozen=True, slots=True)
class Encoding:
    """A codec, the byte order mark before the text, and bytes after it that make no character."""

    name: str
    bom: bytes = b""
    rest: bytes = b""

    @property
    def is_utf8(self) -> bool:
        """Tell whether this is UTF-8, with a byte order mark or without."""
        return self.name == UTF8.name

    def encode(self, text: str) -> bytes:
        """Return the bytes of a text, or raise FileError where the codec lacks a character."""
        try:
            return self.bom + text.encode(self.name, _keeping(self.name)) + self.rest
        except UnicodeError as error:
            lacking = (
                f"the character {error.object[error.start]}"
                if isinstance(error, UnicodeEncodeError)
                else "every character of this text"
            )
            raise FileError(
                f"The encoding {self.name} cannot hold {lacking}.",
                "Write it as UTF-8 instead; on the command line: --to-utf8.",
            ) from error

    def holds(self, text: str) -> bool:
        """Tell whether the codec has every character of a text."""
        try:
            text.encode(self.name)
        except UnicodeError:
            return False
        return True


UTF8 = Encoding("utf-8")

_MARKED = (
    Encoding("utf-32-le", codecs.BOM_UTF32_LE),
    Encoding("utf-32-be", codecs.BOM_UTF32_BE),
    Encoding("utf-8", codecs.BOM_UTF8),
    Encoding("utf-16-le", codecs.BOM_UTF16_LE),
    Encoding("utf-16-be", codecs.BOM_UTF16_BE),
)
# What a byte order mark becomes that was taken for letters: ï»¿.
_TWICE = Encoding(twice.NAME, codecs.BOM_UTF8.decode("cp1252").encode())
_FAMILIES = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_SAMPLE = 100_000
# What a new file does not hold: code units that make no character, and NUL.
NO_TEXT = re.compile("[\0\ud800-\udfff]")
_ASCII = re.compile(rb"[\r\n -~]")
_SEPARATOR = re.compile("[ \r\n.,،。，、]")
_UNLIKELY = re.compile("[\0\ufffd\ue000-\uf8ff]")


def legible(text: str) -> str:
    """Return a text with the sign for an unknown character wherever there is none."""
    return NO_TEXT.sub("\ufffd", text)


def decode(
    data: bytes, asked: str | None = None, *, title: str = "This file"
) -> tuple[str, Encoding]:
    """Return the text and its encoding; encoding the text again gives the same bytes.

    Without a byte order mark UTF-16 or -32 is taken where evident, then UTF-8, also what was
    encoded twice, then the legacy code page that fits best; the last resort is UTF-8 with stray
    bytes kept as surrogates.
    Raises FileError where an asked-for encoding is unknown, loses bytes or is evidently another.
    """
    if asked is not None:
        return _decode_as(data, asked, title)
    for candidate in (_with_rest(found, data) for found in _candidates(data)):
        text = _text(data, candidate, "surrogatepass" if _is_wide(candidate.name) else "strict")
        if text is not None:
            return text, candidate
    encoding = Encoding("utf-8", codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b"")
    return data.removeprefix(encoding.bom).decode("utf-8", "surrogateescape"), encoding


def tells_encoding(data: bytes) -> bool:
    """Tell whether bytes show how they are written: a byte order mark, or UTF-8 beyond ASCII."""
    marked = any(data.startswith(known.bom) for known in _MARKED)
    return marked or (not data.isascii() and _is_utf8(data))


def _decode_as(data: bytes, asked: str, title: str) -> tuple[str, Encoding]:
    encoding = _with_rest(_named(data, asked), data)
    text = _text(data, encoding, _keeping(encoding.name))
    if text is None or (_is_wide(encoding.name) and _is_utf8(data)):
        raise FileError(
            f"{title} is not written in {asked}.",
            "Choose another encoding, or let it be guessed.",
        )
    return text, encoding


def _is_utf8(data: bytes) -> bool:
    """Tell whether bytes are UTF-8; UTF-16 and -32 have zeros in all that has lines or spaces."""
    return data != b"" and b"\0" not in data and _text(data, UTF8, "strict") is not None


def _named(data: bytes, asked: str) -> Encoding:
    try:
        name = codecs.lookup(asked).name
    except (LookupError, ValueError) as error:
        raise FileError(
            f"There is no encoding called {asked}.", "Try utf-8, cp1252 or shift_jis."
        ) from error
    for marked in _MARKED:
        if data.startswith(marked.bom) and marked.name.startswith(name.removesuffix("-sig")):
            return marked
    return Encoding(_FAMILIES.get(name, name))


def _candidates(data: bytes) -> Iterator[Encoding]:
    for marked in _MARKED:
        if data.startswith(marked.bom):
            yield from _once_or_twice(data, marked)
    if data.startswith(_TWICE.bom):
        yield _TWICE
    wide = _evident_wide(data)
    if wide is not None:
        yield wide
    yield from _once_or_twice(data, UTF8)
    name = code_page(data)
    if name is not None:
        yield Encoding(name)


def _once_or_twice(data: bytes, encoding: Encoding) -> Iterator[Encoding]:
    """Yield an encoding, and before it, for bytes that are UTF-8 twice, that."""
    if encoding.is_utf8 and twice.is_mojibake(data.removeprefix(encoding.bom)):
        yield replace(encoding, name=twice.NAME)
    yield encoding


def _with_rest(encoding: Encoding, data: bytes) -> Encoding:
    """Return an encoding with what is left where UTF-16 or -32 ends inside a character."""
    odd = (len(data) - len(encoding.bom)) % _width(encoding.name)
    return replace(encoding, rest=data[len(data) - odd :])


def _evident_wide(data: bytes) -> Encoding | None:
    """Return UTF-32 or UTF-16 where zeros give it away, or spaces and full stops do."""
    # Of zeros at the end no more than these may belong to a letter.
    end = len(data.rstrip(b"\0")) + 3
    sample = data[: min(end, _SAMPLE)]
    if b"\0" not in sample:
        return None
    sample = sample[: len(sample) & ~1]
    zeros = [sample[: len(sample) & ~3][at::4].count(0) for at in range(4)]
    every = len(sample) // 4
    for encoding, empty, mostly in (("utf-32-le", 3, 2), ("utf-32-be", 0, 1)):
        if zeros[empty] == every and zeros[mostly] * 2 > every:
            return Encoding(encoding)
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if b"-\0-\0>" in sample or max(even, odd) >= max(1, 0.2 * len(sample)):
        return Encoding("utf-16-le" if odd > even else "utf-16-be")
    if len(_ASCII.findall(sample)) >= 0.8 * len(sample):
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        # Words with signs between them.
        text = sample.decode(encoding, "replace")
        if not _UNLIKELY.search(text) and len(_SEPARATOR.findall(text)) >= 0.03 * len(text):
            return Encoding(encoding)
    return None


def _text(data: bytes, encoding: Encoding, errors: str) -> str | None:
    """Return the text where encoding it again gives the same bytes, as UTF-8 always does."""
    try:
        bare = data[len(encoding.bom) : len(data) - len(encoding.rest)]
        text = bare.decode(encoding.name, errors)
        return text if encoding.is_utf8 or encoding.encode(text) == data else None
    except (UnicodeError, LookupError, FileError):
        return None


def _keeping(name: str) -> str:
    """Return the codec error handler that lets stray code units pass through."""
    return "surrogatepass" if _is_wide(name) else "surrogateescape"


def _is_wide(name: str) -> bool:
    return _width(name) > 1


def _width(name: str) -> int:
    """Return how many bytes a code unit has."""
    return {"utf-16": 2, "utf-32": 4}.get(name[:6], 1)


def known_encoding(encoding: str) -> str:
    """Return the name of an encoding of texts; raise SettingsError where there is none."""
    try:
        "".encode(encoding)
    except (LookupError, ValueError) as error:
        raise SettingsError(f"There is no encoding {encoding}.", "Try utf-8 or cp1252.") from error
    return encoding
