"""`subpunct transcribe`: write the subtitles of a video or a recording."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force, HeardFormat, Media, Out, note_tracks
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import deliver, target_of
from subpunct_app.runtime.errors import Cancelled, SubpunctError
from subpunct_app.speech.transcription.whisper_models import TranscribeOptions
from subpunct_app.subtitles.format_choice import named_format
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.text.quantities import clock_text, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.speech.transcription.transcription import Transcription


def transcribe(
    media: Media,
    *,
    out: Out = None,
    options: TranscribeOptions,
    kind: HeardFormat = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write the subtitles of a video or a recording.

    The words come from a Whisper model on this machine. Where it leaves out marks and capitals,
    they are restored as punctuate does; where it puts them, they stay. After Ctrl+C or a crash,
    what was heard is kept for 30 days, and --resume goes on. A file that breaks off is written as
    far as it goes, and the exit code is 1. Nothing is downloaded; models install NAME does that.

    Example: subpunct transcribe film.mp4 -o film.srt --language en
    """
    from subpunct_app.speech.transcription.transcription import transcribe_file
    from subpunct_app.speech.transcription.transcription_journal import (
        forget,
        kept_of,
        left_of,
        tidy,
    )

    console = Console(quiet)
    target = target_of(out, [media], overwrite=force)
    written = kind or named_format(out) or SUBRIP
    note_tracks(media, options.track, console)
    if options.resume and kept_of(media) is None:
        console.note(f"Nothing is kept of {media.name} as it is now: it starts from the beginning.")
    elif not options.resume and (kept := left_of(media)):
        # While a model loads, Ctrl+C still keeps it.
        known = f"Transcribed up to {clock_text(kept.heard_ms)} before"
        console.note(f"{known}; without --resume it starts over.")
    with _kept(media, console):
        with console.task(media.name) as task:
            made = transcribe_file(media, options, task)
        content = made.content(written)
        deliver(content, target, console, overwrite=force)
    forget(made.trace)
    tidy()
    _tell(media, made, console)
    if made.broken:
        console.error(made.broken)
        raise typer.Exit(SOME_FILES_FAILED)


@contextmanager
def _kept(media: Path, console: Console) -> Iterator[None]:
    """Say how to go on where a transcription ends before its result is written."""
    from subpunct_app.speech.transcription.transcription_journal import HeardOtherwise, left_of

    try:
        yield
    except HeardOtherwise:
        raise
    except (KeyboardInterrupt, Cancelled, SubpunctError):
        kept = left_of(media)
        if kept is not None:
            console.note(f"Transcribed up to {clock_text(kept.heard_ms)}; continue with --resume.")
        raise


def _tell(media: Path, made: Transcription, console: Console) -> None:
    from subpunct_app.languages.language_data import language_name

    if not made.words:
        console.note(f"{media}: nobody speaks in it")
        return
    spoken = language_name(made.language or "en")
    words, cues = counted(len(made.words), "word"), counted(len(made.cues), "cue")
    console.note(f"{media}: {words} of {spoken} in {cues}")
    if made.remark:
        console.note(made.remark)
