"""What the name of a file says: a recording, a text, and in which format a result is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.paths import ending_of
from subpunct_app.subtitles.formats.registry import OUTPUT_FORMATS, TEXT_SUFFIXES

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.subtitles.formats.adapter import OutputFormat
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.document_language import Language
    from subpunct_app.subtitles.writing.convert import Conversion

# The likelier companion of a text comes first.
VIDEO = (
    ".mp4", ".mkv", ".webm", ".mov", ".m4v", ".avi", ".mpg", ".mpeg", ".wmv", ".ogv", ".flv",
    ".vob", ".m2ts", ".ts", ".mts", ".3gp", ".3g2", ".asf", ".mxf", ".rm", ".rmvb", ".f4v",
    ".qt", ".3gpp", ".dv", ".m2t", ".divx", ".ogm",
)  # fmt: skip
SOUND = (
    ".m4a", ".mp3", ".wav", ".flac", ".ogg", ".opus", ".aac", ".wma", ".m4b", ".mka", ".oga",
    ".aiff", ".aif", ".ac3", ".amr", ".caf", ".weba", ".mpga", ".mp2", ".wv", ".au", ".spx",
    ".w64", ".eac3", ".ec3", ".aifc", ".tta",
)  # fmt: skip
MEDIA = frozenset((*VIDEO, *SOUND))
OUTPUT_SUFFIXES = {kind.suffix: kind for kind in OUTPUT_FORMATS}
# What a name can promise but no result is; any other suffix, as in "film.srt.bak", says nothing.
_UNWRITTEN = {
    *(".sub", ".smi", ".ttml", ".dfxp", ".xml", ".scc", ".stl", ".lrc"),
    *(".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".md", ".csv", ".tsv", ".xlsx"),
    *TEXT_SUFFIXES,
    *MEDIA,
}


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
    suffix = out.suffix.lower()
    if suffix not in OUTPUT_SUFFIXES and suffix in _UNWRITTEN:
        raise SettingsError(
            f"{out} would be no {suffix} file: that format is not written.",
            f"End the name in {', '.join(OUTPUT_SUFFIXES)}.",
        )
    return OUTPUT_SUFFIXES.get(suffix)


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
