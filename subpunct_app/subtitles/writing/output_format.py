"""The formats in which files are written anew."""

from __future__ import annotations

from enum import StrEnum


class OutputFormat(StrEnum):
    """What a new file can be: subtitles, a transcript in paragraphs, or JSON with words."""

    SRT = "srt"
    VTT = "vtt"
    TXT = "txt"
    JSON = "json"
