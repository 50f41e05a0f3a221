"""`subpunct extract`: write the subtitles that lie within a film."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force, Out, note_others
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import deliver, target_of
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.format_choice import named_format
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.text.quantities import counted


def extract(
    film: Annotated[Path, typer.Argument(metavar="FILM", help="A video with subtitles in it.")],
    *,
    out: Out = None,
    track: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="The subtitle track to write, counted from 1; if absent, the one that players "
            "choose.",
        ),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write the subtitles that lie within a film as SRT.

    Words, times and italics are as they stand there; other styles are left out. Subtitles that
    are pictures cannot be read. The film stays as it is. Of one that breaks off those are written
    that are there, and the exit code is 1.

    Example: subpunct extract film.mkv -o film.srt
    """
    from subpunct_app.speech.media import embedded_subtitles as subtitle_tracks
    from subpunct_app.speech.media.tracks import track_name

    console = Console(quiet)
    target = target_of(out, [film], overwrite=force)
    _check_name(out)
    with console.task(film.name) as task:
        made = subtitle_tracks.extract(film, task, number=track)
    deliver(made.content, target, console, overwrite=force)
    told = f"{counted(made.cues, 'cue')} of subtitle track {track_name(made.source.track)}"
    console.note(f"{film}: {told}")
    if track is None and made.source.others:
        note_others(f"{film}: --track N writes another one:", made.source.others, console)
    if made.source.broken:
        console.error(made.source.broken)
        raise typer.Exit(SOME_FILES_FAILED)


def _check_name(out: Path | None) -> None:
    """Raise SettingsError where the name of a result tells another format than SRT."""
    with suppress(SettingsError):
        if named_format(out) in {None, SUBRIP}:
            return
    raise SettingsError(
        f"{out} would be no SRT file, as subtitles of films are written.",
        "End its name in .srt: punctuate makes other formats of that.",
    )
