"""`subpunct gui`: open the window."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force
from subpunct_app.cli.targets import check_apart
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.files import check_target


def gui(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[VIDEO] [SUBTITLES]",
            help="What to open, in any order; a folder or several texts are offered to a batch.",
        ),
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
            help="Ask the model, and start at the first suggestion that is less sure than this.",
        ),
    ] = None,
    screenshot: Annotated[
        Path | None,
        typer.Option(metavar="OUT.png", help="Save a picture of the window and quit."),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Open the window, with a video and its subtitles.

    Example: subpunct gui lecture.mp4 lecture.srt
    """
    named = tuple(files or ())
    if screenshot:
        check_target(screenshot, overwrite=force)
        check_apart([screenshot], named)
        if screenshot.suffix.lower() != ".png":
            raise SettingsError(
                f"The picture is PNG, which {screenshot} does not say.", "End its name in .png."
            )
    from subpunct_app.gui.app import Arguments, run

    raise typer.Exit(run(Arguments(named, screenshot, punctuate, review_below)))
