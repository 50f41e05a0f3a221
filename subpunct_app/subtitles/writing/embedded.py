"""Carry one cue that lies within a film, as its codec writes it, to SubRip."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from subpunct_app.subtitles.writing.payload import text_to_srt, vtt_to_srt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Before the text of a line of Advanced SubStation stand its layer, its style and so on.
_FIELDS = 8
_BLOCK = re.compile(r"((?<!\\)\{[^{}]*\})")
_OVERRIDE = re.compile(r"\\(an|i|p)(\d)(?=[\\}\s])")
_ON_TOP = "789"
_ESCAPES = {r"\N": "\n", r"\n": "\n", r"\h": " ", r"\{": "{", r"\}": "}"}
_ESCAPE = re.compile(r"\\[Nnh{}]")
_ITALIC = re.compile("</?i>")
_UTF16 = (b"\xfe\xff", b"\xff\xfe")


def embedded_to_srt(content: bytes, codec: str) -> str:
    """Return a SubRip payload, empty where nothing is written, by the name FFmpeg has for a codec.

    Bytes that are no UTF-8 stay in it as surrogates: many films hold old encodings.
    """
    return _PAYLOADS.get(codec, _subrip)(content)


def _subrip(content: bytes) -> str:
    return text_to_srt(_decoded(content))


def _webvtt(content: bytes) -> str:
    return vtt_to_srt(_decoded(content), "").text


def _mov_text(content: bytes) -> str:
    """Return the text, which its length stands before; the styles behind it are left out."""
    text = content[2 : 2 + int.from_bytes(content[:2], "big")]
    if text.startswith(_UTF16):
        return text_to_srt(text.decode("utf-16", "replace"))
    return text_to_srt(_decoded(text))


def _advanced(content: bytes) -> str:
    """Return a text with its italics, and where it is shown on top; all other effects are left out.

    So is what is drawn rather than written.
    """
    text = _decoded(content).split(",", _FIELDS)[_FIELDS:]
    line = _Line()
    for part in _BLOCK.split("".join(text)):
        if part.startswith("{"):
            line.take_block(part)
        else:
            line.take_text(part)
    payload = text_to_srt(_ESCAPE.sub(lambda found: _ESCAPES[found[0]], line.styled()))
    return line.top + payload if _ITALIC.sub("", payload).strip() else ""


class _Line:
    """The text of a line of Advanced SubStation as far as its blocks of overrides are read."""

    def __init__(self) -> None:
        self.top = ""
        self._shown: list[str] = []
        self._draws = self._italic = False

    def take_text(self, text: str) -> None:
        """Take the text between two blocks, unless it draws."""
        if not self._draws:
            self._shown.append(text)

    def take_block(self, block: str) -> None:
        """Take the overrides of a block; the last place in a line is the one that counts."""
        for name, value in _OVERRIDE.findall(block):
            if name == "an":
                self.top = r"{\an8}" if value in _ON_TOP else ""
            elif name == "p":
                self._draws = value != "0"
            else:
                self._set_italic(value == "1")

    def styled(self) -> str:
        """Return the text with its italics as tags, all of them closed."""
        self._set_italic(False)
        return "".join(self._shown)

    def _set_italic(self, italic: bool) -> None:
        if italic != self._italic:
            self._italic = italic
            self._shown.append("<i>" if italic else "</i>")


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape").replace("\0", "")


_PAYLOADS: Mapping[str, Callable[[bytes], str]] = {
    "ass": _advanced,
    "ssa": _advanced,
    "mov_text": _mov_text,
    "webvtt": _webvtt,
}
