"""Tell where a good part of a text reads like another language than the one it is treated in."""

from __future__ import annotations

from collections import Counter
from typing import Final

from subpunct_app.languages.codes import language_name
from subpunct_app.languages.identifier import are_alike, identify, is_plain_part
from subpunct_app.runtime.errors import FileError
from subpunct_app.subtitles.reading.transcript import Transcript

# So many words tell a language.
_WORDS: Final = 60
# Of a long text so many places all over it are looked at.
_PLACES: Final = 20
# What is less may be a song, names or a quotation.
_LEAST_PLACES: Final = 3
_LEAST_SHARE: Final = 0.2


def foreign_part(transcript: Transcript) -> str:
    """Return the code of a language that a fifth of a text or more reads like, empty for none."""
    words = [word.text for word in transcript.words]
    starts = range(0, len(words) - _WORDS + 1, _WORDS)
    places = starts[:: max(1, len(starts) // _PLACES)]
    least = max(_LEAST_PLACES, _LEAST_SHARE * len(places))
    parts = [" ".join(words[start : start + _WORDS]) for start in places]
    if are_alike("en", transcript.language):
        parts = [part for part in parts if not is_plain_part(part)]
    if len(parts) < least:
        return ""
    read = map(_language_of, parts)
    foreign = Counter(code for code in read if code and not are_alike(code, transcript.language))
    return next((code for code, count in foreign.most_common(1) if count >= least), "")


def foreign_note(foreign: str, language: str) -> str:
    """Return that much of a text reads like another language than it was punctuated in."""
    part, whole = language_name(foreign), language_name(language)
    return f"Much of it reads like {part}, but was punctuated as {whole}."


def _language_of(text: str) -> str | None:
    try:
        return identify(text)
    except FileError:
        # No text is worth less for a remark that cannot be made.
        return None
