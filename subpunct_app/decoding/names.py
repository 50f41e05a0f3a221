"""The names that an editor wants written in a way of their own, as a text with one a line."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.files import read_text

if TYPE_CHECKING:
    from pathlib import Path

_REMARK = "#"
_ALL = "all of it"


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text, each once; no empty lines, and none with a # before them."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line and not line.startswith(_REMARK)))


def read_names(path: Path | None) -> tuple[str, ...]:
    """Return the names in a file, none without one; raise FileError where it is no UTF-8 text.

    A film, named by mistake, is refused before it is read.
    """
    if path is None:
        return ()
    try:
        text = read_text(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(path, _bad_part(error)) from error
    if "\0" in text:
        # Latin letters in UTF-16 pass for UTF-8, each with one of these beside it.
        raise _not_utf8(path, _ALL)
    return names_in(text)


def _not_utf8(path: Path, part: str) -> FileError:
    return FileError(
        f"{path} is no text in UTF-8: {part} is in another encoding.",
        "Save it as UTF-8, one name a line.",
    )


def _bad_part(error: UnicodeDecodeError) -> str:
    """Return what could not be read: a line, or all of a text that begins as UTF-16 does."""
    if error.object.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return _ALL
    before = error.object[: error.start].decode("utf-8")
    return f"line {len(f'{before}.'.splitlines()):,}"
