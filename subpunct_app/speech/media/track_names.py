"""What the tracks of a film are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subpunct_app.languages.codes import language_name, normal_code

if TYPE_CHECKING:
    from subpunct_app.speech.sound.tracks import Track


def track_name(track: Track) -> str:
    """Return the number of a track and what its file says of it: "2: German, Commentary"."""
    code = normal_code(track.language)
    said = [language_name(code) if code else "", " ".join(track.title.split())]
    return ": ".join(filter(None, (str(track.number), ", ".join(filter(None, said)))))
