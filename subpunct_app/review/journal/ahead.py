"""Have a journal for the bytes that a file is about to get, so that no kill comes between."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from subpunct_app.review.journal.records import Exported, Heading, decode, encode
from subpunct_app.review.journal.snapshot import changed_texts, said
from subpunct_app.review.journal.store import journal_path
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.obstacles import translated
from subpunct_app.subtitles.files import write
from subpunct_app.subtitles.formats.parse import parse

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.review.journal.file_state import FileState
    from subpunct_app.subtitles.formats.document import Document


def write_ahead(path: Path, written: FileState, result: Document, document: Document) -> None:
    """Copy a journal about a `document` for the bytes of its `result`; raise FileError.

    What was accepted stands in the result already: the copy holds those cues as they were before.
    """
    with translated(path), path.open("rb") as lines:
        first, others = lines.readline(), lines.read()
    heading = replace(
        _heading(first, path),
        sha256=written.sha256,
        encoding=result.encoding.name,
        said=said(result, rest=0),
        texts={},
        former=changed_texts(result, document),
    )
    exported = encode(Exported(True, written))
    after = journal_path(written, result.encoding)
    write(encode(heading) + others + exported, after, overwrite=True)


def reads_back(written: Document, name: str) -> bool:
    """Tell whether a document is read as the same cues once it lies in a file of this name.

    A journal counts by cues, and an emptied paragraph, for one, is none any more.
    """
    found = parse(written.to_bytes(), name=name, encoding=written.encoding.name)
    places = [[(cue.start, cue.end) for cue in one.cues] for one in (found, written)]
    return found.format is written.format and places[0] == places[1]


def _heading(line: bytes, path: Path) -> Heading:
    with suppress(ValueError):
        heading = decode(line)
        if isinstance(heading, Heading):
            return heading
    raise FileError(f"{path.name} is no journal.")
