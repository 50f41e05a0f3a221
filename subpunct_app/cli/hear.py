"""`subpunct hear`: what a model gains where pauses are listened to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.batch.batch_options import Model
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import check_track, note_tracks
from subpunct_app.cli.console import Console
from subpunct_app.models.card import DEFAULT_MODEL
from subpunct_app.speech.media.tracks import SoundTrack

if TYPE_CHECKING:
    from subpunct_app.benchmarks.hearing_gain import F1


def hear(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="English text or subtitles whose marks are right."),
    ],
    *,
    media: Annotated[
        Path | None,
        typer.Option(
            metavar="VIDEO", help="The recording of subtitles; if absent, espeak-ng speaks a text."
        ),
    ] = None,
    track: SoundTrack = None,
    model: Model = DEFAULT_MODEL,
    words: Annotated[
        int, typer.Option(min=50, metavar="N", help="How many words of a text are spoken.")
    ] = 2_000,
    quiet: Quiet = False,
) -> None:
    """Measure what a model gains by listening to pauses.

    Its marks are compared with those of FILE: by the words alone, with cues, and with the
    silence in each gap. A text is spoken and cut into cues as a recogniser cuts. A synthetic
    voice flatters the model: unlike people, it pauses at every mark and nowhere else. If VIDEO
    breaks off, that is told on stderr, the rest counts as not heard, and the exit code is 0.

    Example: subpunct hear lecture.en.srt --media lecture.mp4
    """
    console = Console(quiet)
    check_track(track, media)
    from subpunct_app.benchmarks.hearing_gain import Heard, heard_gain
    from subpunct_app.models.by_language import models_of
    from subpunct_app.models.model_registry import choice

    if media is not None:
        note_tracks(media, track, console)
    with console.task("Listening") as task:
        found = heard_gain(
            file,
            Heard(media, track, words),
            models_of(choice(model)),
            task,
            lambda broken: console.note(str(broken)),
        )
    console.result(f"{found.words:,} words, {found.heard:,} gaps listened to; micro F1 and 95 %:")
    console.result(_row("words alone", found.text_only))
    console.result(_row("with cues", found.with_cues))
    console.result(_row("with the pauses heard", found.with_pauses))
    console.result(_row("gain by hearing", found.gain))


def _row(title: str, score: F1) -> str:
    return f"{title:<24} {score.value:6.3f}  {score.low:6.3f} to {score.high:6.3f}"
