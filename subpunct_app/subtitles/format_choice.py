"""Tell by its name in which format a result is written, and write it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.paths import ending_of
from subpunct_app.subtitles.writing.output_format import OutputFormat

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.document_language import Language
    from subpunct_app.subtitles.writing.convert import Conversion

OUTPUT_FORMATS = {f".{kind}": kind for kind in OutputFormat}
# What a name can promise but no result is; any other suffix, as in "film.srt.bak", says nothing.
_UNWRITTEN = (
    *(".ass", ".ssa", ".sub", ".sbv", ".smi", ".ttml", ".dfxp", ".xml", ".scc", ".stl", ".lrc"),
    *(".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".md", ".csv", ".tsv", ".xlsx"),
)


def implied_format(file: Path, out: Path | None) -> OutputFormat | None:
    """Return the format that the name of a result asks for, None where it is that of the file.

    Raise SettingsError where that is not written.
    """
    if out is not None and out.suffix.lower() == ending_of(file).lower():
        return None
    return named_format(out)


def named_format(out: Path | None) -> OutputFormat | None:
    """Return the format that the name of a result tells, None where it tells none.

    Raise SettingsError where it tells one that is not written.
    """
    if out is None:
        return None
    from subpunct_app.speech.media.media_files import MEDIA

    suffix = out.suffix.lower()
    if suffix in _UNWRITTEN or suffix in MEDIA:
        raise SettingsError(
            f"{out} would be no {suffix} file: that format is not written.",
            f"End the name in {', '.join(OUTPUT_FORMATS)}.",
        )
    return OUTPUT_FORMATS.get(suffix)


def converted(
    document: Document, source: Path, target: Path, language: Language | None
) -> Conversion:
    """Return a document in the format that the name of a target asks for.

    Raise FileError where that cannot hold it, SettingsError where it is not written.
    """
    from subpunct_app.subtitles.files import formatted
    from subpunct_app.subtitles.writing.convert import Conversion

    kind = implied_format(source, target)
    return Conversion(*formatted(document, kind, language.code if language else "en"))
