"""Turn bytes into text and back without losing one of them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from subpunct_app.core.errors import FileError


@dataclass(frozen=True, slots=True)
class Encoding:
    """A codec, and the byte order mark that stood before the text."""

    name: str
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """Return the bytes of a text, or raise FileError where the codec lacks a character."""
        try:
            return self.bom + text.encode(self.name, _keeping(self.name))
        except UnicodeError as error:
            lacking = (
                f"the character {error.object[error.start]}"
                if isinstance(error, UnicodeEncodeError)
                else "every character of this text"
            )
            raise FileError(
                f"The encoding {self.name} cannot hold {lacking}.",
                "Save it as UTF-8 instead; on the command line: --to-utf8.",
            ) from error

    def holds(self, text: str) -> bool:
        """Tell whether the codec has every character of a text."""
        try:
            text.encode(self.name)
        except UnicodeError:
            return False
        return True


UTF8 = Encoding("utf-8")
_WESTERN = Encoding("cp1252")

_MARKED = (
    Encoding("utf-32-le", codecs.BOM_UTF32_LE),
    Encoding("utf-32-be", codecs.BOM_UTF32_BE),
    Encoding("utf-8", codecs.BOM_UTF8),
    Encoding("utf-16-le", codecs.BOM_UTF16_LE),
    Encoding("utf-16-be", codecs.BOM_UTF16_BE),
)
_FAMILIES = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_SAMPLE = 100_000
_STRAY = re.compile("[\udc80-\udcff]")
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff]+")
_MIXED = re.compile("[A-Za-z][\u0370-\u1fff]+|[\u0370-\u1fff]+[A-Za-z]")
_FOREIGN = re.compile("[^\x00-\x7f\udc80-\udcff]")


def decode(data: bytes, asked: str | None = None) -> tuple[str, Encoding]:
    """Return the text and its encoding; encoding the text again gives the same bytes.

    Without a byte order mark UTF-16 is taken where it is evident, then UTF-8, then the legacy
    code page that fits best; the last resort is UTF-8 with stray bytes kept as surrogates.
    Raises FileError where an asked-for encoding is unknown or loses bytes.
    """
    if asked is not None:
        return _decode_as(data, asked)
    for candidate in _candidates(data):
        text = _text(data, candidate, "surrogatepass" if _is_wide(candidate.name) else "strict")
        if text is not None:
            return text, candidate
    return _patched(data)


def _decode_as(data: bytes, asked: str) -> tuple[str, Encoding]:
    encoding = _named(data, asked)
    text = _text(data, encoding, _keeping(encoding.name))
    if text is None:
        raise FileError(
            f"This file is not written in {asked}.",
            "Choose another encoding, or let it be guessed.",
        )
    return text, encoding


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
    yield from (encoding for encoding in _MARKED if data.startswith(encoding.bom))
    wide = _evident_utf16(data)
    if wide is not None:
        yield wide
    yield UTF8
    guess = _guess(data)
    if guess is not None:
        yield guess


def _evident_utf16(data: bytes) -> Encoding | None:
    if len(data) % 2 or b"\0" not in data:
        return None
    sample = data[:_SAMPLE]
    half = len(sample) // 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if b"-\0-\0>" not in sample and max(even, odd) < 0.4 * half:
        return None
    return Encoding("utf-16-le" if odd > even else "utf-16-be")


def _guess(data: bytes) -> Encoding | None:
    """Return the legacy code page that fits, None where the bytes are mostly good UTF-8."""
    import chardet

    sample = data[:_SAMPLE]
    patched = sample.decode("utf-8", "surrogateescape")
    if len(_FOREIGN.findall(patched)) >= len(_STRAY.findall(patched)):
        return None
    found = chardet.detect(
        sample,
        encoding_era=chardet.EncodingEra.MODERN_WEB,
        prefer_superset=True,
        compat_names=False,
    )["encoding"]
    if not found or _mixes_scripts(sample.decode(found, "replace")):
        return _WESTERN
    return Encoding(codecs.lookup(found).name)


def _mixes_scripts(text: str) -> bool:
    """Tell whether most foreign letters stand in words with Latin ones, as in a wrong guess."""
    return len(_MIXED.findall(text)) * 2 > len(_OTHER_SCRIPT.findall(text))


def _patched(data: bytes) -> tuple[str, Encoding]:
    encoding = Encoding("utf-8", codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b"")
    return data.removeprefix(encoding.bom).decode("utf-8", "surrogateescape"), encoding


def _text(data: bytes, encoding: Encoding, errors: str) -> str | None:
    """Return the text where encoding it again gives the same bytes."""
    try:
        text = data[len(encoding.bom) :].decode(encoding.name, errors)
        return text if encoding.encode(text) == data else None
    except (UnicodeError, LookupError, FileError):
        return None


def _keeping(name: str) -> str:
    """Return the codec error handler that lets stray code units pass through."""
    return "surrogatepass" if _is_wide(name) else "surrogateescape"


def _is_wide(name: str) -> bool:
    return name.startswith(("utf-16", "utf-32"))
