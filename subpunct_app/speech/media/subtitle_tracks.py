"""Write the subtitles that lie within a film as a file of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from subpunct_app.languages.codes import normal_code
from subpunct_app.runtime.errors import MediaError
from subpunct_app.runtime.paths import free_path
from subpunct_app.speech.sound.subtitles import read_subtitles
from subpunct_app.subtitles.writing.embedded import embedded_to_srt
from subpunct_app.text.clock import time_stamp

if TYPE_CHECKING:
    from pathlib import Path

    from subpunct_app.runtime.task import Task
    from subpunct_app.speech.sound.subtitles import TextTrack
    from subpunct_app.speech.sound.tracks import Track


@dataclass(frozen=True, slots=True)
class Extracted:
    """The bytes of a SubRip file, how many cues it has, and the track that they were read from."""

    content: bytes
    cues: int
    source: TextTrack


def extract(film: Path, task: Task, *, number: int | None = None) -> Extracted:
    """Return the subtitles within a film as SubRip; see `read_subtitles`.

    The words stay in the encoding that they have there. Of what a codec adds, SubRip keeps
    italics, and that something is shown on top. Raise MediaError, too, where nothing is written in
    the track.
    """
    found = read_subtitles(film, task, number=number)
    shown = (
        (one.start_ms, one.end_ms, embedded_to_srt(one.content, found.codec))
        for one in found.captions
    )
    # One text may stand there twice, as for its outline and its face.
    cues = [cue for cue in dict.fromkeys(shown) if cue[2]]
    if not cues:
        raise found.broken or MediaError(
            f"Subtitle track {found.track.number} of {film.name} holds no text.",
            "Choose another track, or transcribe what is said.",
        )
    blocks = (
        f"{count}\n{time_stamp(start, ',')} --> {time_stamp(end, ',')}\n{text}\n\n"
        for count, (start, end, text) in enumerate(cues, start=1)
    )
    content = "".join(blocks).encode("utf-8", "surrogateescape")
    return Extracted(content, len(cues), found)


def free_place(film: Path, track: Track) -> Path:
    """Return a free name beside a film for its subtitles: `film.en.srt`."""
    code = normal_code(track.language)
    return free_path(film, ".srt", mark=f".{code}" if code else "")
