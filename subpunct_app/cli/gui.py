"""`subpunct gui`: open the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Quiet, Verbose, Version
from subpunct_app.cli.options import Force
from subpunct_app.cli.targets import check_apart
from subpunct_app.core.errors import SettingsError
from subpunct_app.services.files import check_target
from subpunct_app.services.media.media_files import is_media

if TYPE_CHECKING:
    from collections.abc import Sequence


def gui(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[VIDEO] [SUBTITLES]", help="What to open, in any order."),
    ] = None,
    *,
    punctuate: Annotated[
        bool, typer.Option("--punctuate", help="Ask the model as soon as the file is open.")
    ] = False,
    review_below: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="P",
            help="Ask the model, and start where it is less sure than this for the first time.",
        ),
    ] = None,
    screenshot: Annotated[
        Path | None,
        typer.Option(metavar="OUT.png", help="Draw the window into a picture and leave."),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    version: Version = False,
) -> None:
    """Open the window, with a video and its subtitles if they are named.

    Example: subpunct gui lecture.mp4 lecture.srt
    """
    video, subtitles = sort_files(files or ())
    if screenshot:
        check_target(screenshot, overwrite=force)
        check_apart([screenshot], files or ())
    from subpunct_app.gui.app import Arguments, run

    raise typer.Exit(run(Arguments(video, subtitles, screenshot, punctuate, review_below)))


def open_window() -> None:
    """Run the empty window until it is closed, and leave with its exit code."""
    from subpunct_app.gui.app import run

    raise typer.Exit(run())


def sort_files(files: Sequence[Path]) -> tuple[Path | None, Path | None]:
    """Return the video and the subtitles among the files, told apart as the window does."""
    videos = [file for file in files if is_media(file)]
    subtitles = [file for file in files if file not in videos]
    if len(subtitles) > 1 or len(videos) > 1:
        raise SettingsError(
            "The window opens one video and one subtitle file.", "Name one of each at most."
        )
    return next(iter(videos), None), next(iter(subtitles), None)
