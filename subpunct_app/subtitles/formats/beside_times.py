"""Tell settings behind the times of a cue from words that slipped there."""

from __future__ import annotations

import re

_KEYS = "vertical|line|position|size|align|region"
# Coordinates are of the same kind: X1:100; what is meant as a setting may be written wrongly.
_SETTING = re.compile(
    rf"(?<!\S)(?:(?:{_KEYS})[^\S\r\n]?[:;][^\S\r\n]?\S*|[A-Za-z][\w-]*[:;=]\S+)"
    r"|<[^<>\r\n]*>|\{[^{}\r\n]*\}"
)
WORDS_BESIDE = "Words stand beside the times of this cue, where nobody reads them."


def parted(behind: str) -> tuple[str, str]:
    """Return the settings, coordinates and markup behind times, and the words there, if any."""
    words = " ".join(_SETTING.sub(" ", behind).split())
    if not any(map(str.isalpha, words)):
        return behind.strip(), ""
    return " ".join(setting[0] for setting in _SETTING.finditer(behind)), words
