"""Text and plain values as bytes, whatever the names of files brought into them."""

from __future__ import annotations

import json


def as_utf8(text: str) -> bytes:
    """Return a text in UTF-8; bytes that no encoding knew are spelled out."""
    return text.encode("utf-8", "backslashreplace")


def as_json(content: object) -> bytes:
    """Return plain values as JSON, as `as_utf8` does."""
    return as_utf8(json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def encodable(text: str) -> str:
    """Return a text with U+FFFD for the lone surrogates, bytes that no encoding fitted."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
