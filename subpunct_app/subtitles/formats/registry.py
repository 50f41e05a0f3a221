"""The formats that there are. A new one is a module beside this one and a line here."""

from __future__ import annotations

from operator import attrgetter

from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.formats.adapter import Format, OutputFormat
from subpunct_app.subtitles.formats.plain_text import PLAIN_TEXT
from subpunct_app.subtitles.formats.sbv import SBV
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.substation import SUBSTATION
from subpunct_app.subtitles.formats.webvtt import WEBVTT


class _Json(OutputFormat):
    """Every cue with its words and marks, for programs; it is not read."""

    name = "json"
    title = "JSON"
    suffixes = (".json",)


JSON = _Json()
# What is opened, the usual one first: of a recording, too, it is the likelier companion.
FORMATS: tuple[Format, ...] = (SUBRIP, WEBVTT, SBV, SUBSTATION, PLAIN_TEXT)
# What is written anew.
OUTPUT_FORMATS: tuple[OutputFormat, ...] = (SUBRIP, WEBVTT, PLAIN_TEXT, JSON)

TEXT_SUFFIXES = tuple(suffix for kind in FORMATS for suffix in kind.suffixes)
SUBTITLE_SUFFIXES = tuple(suffix for kind in FORMATS if kind.timed for suffix in kind.suffixes)
# For people.
FORMATS_TEXT = f"{', '.join(kind.title for kind in FORMATS[:-1])} or text"
FORMAT_NAMES = "|".join(map(str, OUTPUT_FORMATS))


def format_of(text: str, suffix: str = "") -> Format:
    """Return the format that the content of a file shows, else the one that its suffix names."""
    for kind in sorted(FORMATS, key=attrgetter("tolerance")):
        if kind.recognises(text, suffix):
            return kind
    return next((kind for kind in FORMATS if suffix in kind.suffixes), PLAIN_TEXT)


def format_named(name: str) -> OutputFormat:
    """Return a format by its name or, without the dot, by the suffix that it is written with.

    Raise ValueError where there is none.
    """
    for kind in (*FORMATS, JSON):
        if name in {kind.name, str(kind)}:
            return kind
    raise ValueError(f"{name!r} is no format")


def output_format(name: str) -> OutputFormat:
    """Return a format that is written anew by its name; raise SettingsError where it is not."""
    for kind in OUTPUT_FORMATS:
        if name == str(kind):
            return kind
    raise SettingsError(
        f"{name} is no format that is written.",
        f"Choose from {', '.join(map(str, OUTPUT_FORMATS))}.",
    )
