"""`subpunct align`: make timed subtitles of a text and the recording in which it is spoken."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from subpunct_app.cli.console import Console, Quiet, Verbose, Version
from subpunct_app.cli.options import Encoding, check_encoding
from subpunct_app.cli.targets import STREAM, implied_kind
from subpunct_app.services.files import check_target, open_document, write


def align(
    text: Annotated[
        Path, typer.Argument(metavar="TEXT", readable=False, help="Plain text in English.")
    ],
    media: Annotated[
        Path, typer.Argument(metavar="MEDIA", readable=False, help="A video or a recording.")
    ],
    *,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Write the result here; - is stdout.")
    ] = None,
    kind: Annotated[
        Literal["srt", "vtt"] | None,
        typer.Option(
            "--format",
            help="If absent: what the suffix of -o OUT says, else srt. Only vtt holds the time "
            "of each word.",
        ),
    ] = None,
    encoding: Encoding = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite a result that exists already.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Make timed subtitles of an English text and the recording in which it is spoken.

    Words and marks stay as they are; what stands apart by a blank line never shares a cue. The
    recording may hold more than the text, and the text a few words more than the recording.

    Example: subpunct align speech.txt speech.mp4 -o speech.srt
    """
    from subpunct_app.services.alignment import align_text
    from subpunct_app.services.transcription.layout import as_webvtt
    from subpunct_app.subtitles.convert import Kind, convert

    console = Console(quiet)
    check_encoding(encoding)
    target = out or STREAM
    if target != STREAM:
        check_target(target, overwrite=force)
    document = open_document(text, encoding=encoding)
    with console.task(text.name) as task:
        aligned = align_text(document, text.name, media, task)
    wanted = Kind(kind or implied_kind(text, out) or "srt")
    content = convert(as_webvtt(aligned.cues, "en"), wanted).content
    if target == STREAM:
        console.result_bytes(content)
    else:
        write(content, target, overwrite=force)
    console.note(f"{text}: {aligned.words} words in {len(aligned.cues)} cues")
    if aligned.doubtful:
        console.note(f"{aligned.doubtful} of the words are not surely said where they were put.")
