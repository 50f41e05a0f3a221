"""Which track of a film commands hear or write, and which others there are."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.runtime.errors import MediaError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from subpunct_app.cli.console import Console
    from subpunct_app.speech.sound.tracks import Track

SoundTrack = Annotated[
    int | None,
    typer.Option(
        "--track",
        min=1,
        metavar="N",
        help="The sound track to hear, counted from 1; if absent, the one that players choose.",
    ),
]


def check_track(track: int | None, media: Path | None) -> None:
    """Raise SettingsError where a sound track is named, and no film that it could be of."""
    if track is not None and media is None:
        raise SettingsError("--track N is a sound track of a film.", "Name that with --media.")


def note_tracks(media: Path, track: int | None, console: Console) -> None:
    """Say which sound track is heard where there are several and nobody has named one."""
    from subpunct_app.speech.media.track_names import track_name
    from subpunct_app.speech.sound.tracks import tracks_in

    if track is not None:
        return
    found: list[Track] = []
    # Whoever hears a file that cannot be read tells why.
    with suppress(MediaError):
        found = tracks_in(media)
    if len(found) > 1:
        chosen, *others = found
        heard = f"{media}: sound track {track_name(chosen)} is heard"
        note_others(f"{heard}; --track N hears another:", others, console)


def note_others(told: str, others: Iterable[Track], console: Console) -> None:
    """List the tracks that may be named instead, below what is told of them."""
    from subpunct_app.speech.media.track_names import track_name

    console.note(told)
    for other in others:
        console.note(f"  {track_name(other)}")
