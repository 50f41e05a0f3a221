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
    shown: list[str] = []
    draws = italic = False
    top = ""
    text = _decoded(content).split(",", _FIELDS)[_FIELDS:]
    for part in _BLOCK.split("".join(text)):
        if not part.startswith("{"):
            shown.append("" if draws else part)
            continue
        for name, value in _OVERRIDE.findall(part):
            if name == "an":
                top = r"{\an8}" if value in _ON_TOP else ""
            elif name == "p":
                draws = value != "0"
            elif italic != (value == "1"):
                italic = not italic
                shown.append("<i>" if italic else "</i>")
    styled = "".join([*shown, "</i>" if italic else ""])
    payload = text_to_srt(_ESCAPE.sub(lambda found: _ESCAPES[found[0]], styled))
    return top + payload if _ITALIC.sub("", payload).strip() else ""


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape").replace("\0", "")


_PAYLOADS: Mapping[str, Callable[[bytes], str]] = {
    "ass": _advanced,
    "ssa": _advanced,
    "mov_text": _mov_text,
    "webvtt": _webvtt,
}
