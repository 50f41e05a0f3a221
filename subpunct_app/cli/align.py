"""`subpunct align`: make timed subtitles of a text and the recording in which it is spoken."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from subpunct_app.batch.batch_options import Encoding
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force, HeardFormat, Media, Out, note_tracks
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import content_of, deliver, name_of, target_of
from subpunct_app.speech.media.tracks import SoundTrack
from subpunct_app.subtitles.format_choice import named_format
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.text.quantities import counted


def align(
    text: Annotated[
        Path,
        typer.Argument(metavar="TEXT", help="Plain text in English; - reads stdin."),
    ],
    media: Media,
    *,
    out: Out = None,
    kind: HeardFormat = None,
    track: SoundTrack = None,
    encoding: Encoding = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Make timed subtitles of an English text and its recording.

    Words and marks stay as they are; paragraphs that a blank line parts never share a cue. What
    nobody says, as noises in brackets or what is sung (♪), stands with the words beside it. The
    recording may hold more than the text, and the text a few words more than the recording. If
    the recording breaks off, the exit code is 1.

    Example: subpunct align speech.txt speech.mp4 -o speech.srt
    """
    from subpunct_app.speech.alignment.text_alignment import align_text

    console = Console(quiet)
    target = target_of(out, [text, media], overwrite=force)
    written = kind or named_format(out) or SUBRIP
    document = parse(content_of(text), name=name_of(text), encoding=encoding)
    name = name_of(text) or "stdin"
    note_tracks(media, track, console)
    with console.task(name) as task:
        aligned = align_text(document, name, media, task, track=track)
    content = aligned.content(written)
    deliver(content, target, console, overwrite=force)
    words, cues = counted(aligned.words, "word"), counted(len(aligned.cues), "cue")
    console.note(f"{text}: {words} in {cues}")
    for line in sorted({remark.line for remark in document.remarks}):
        lost = f"Bytes here are not {document.encoding.name}; \ufffd stands for them."
        console.note(f"{text}: line {line}: {lost}")
    if aligned.doubtful:
        console.note(f"{counted(aligned.doubtful, 'word')} may be in the wrong place.")
    if aligned.broken:
        console.error(aligned.broken)
        raise typer.Exit(SOME_FILES_FAILED)
