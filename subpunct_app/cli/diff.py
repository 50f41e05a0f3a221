"""`subpunct diff`: tell what differs between two versions of a text."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import EncodingIfUntold, Force
from subpunct_app.cli.console import Console
from subpunct_app.cli.exit_codes import SOME_FILES_FAILED
from subpunct_app.cli.targets import STREAM, check_reports, name_of, open_any_text, write_all
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.subtitles.files import write_json, write_text
from subpunct_app.subtitles.formats.encoding import legible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from subpunct_app.review.differences.difference import CueDifference, Difference, Piece

_LONG = 160
_CONTEXT = 60


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A file; - is stdin.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another version.")],
    *,
    html_out: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="OUT.html", help="Write a page with old and new side by side."
        ),
    ] = None,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT.json", help="Write the changes as JSON.")
    ] = None,
    force: Force = False,
    encoding: EncodingIfUntold = None,
    quiet: Quiet = False,
) -> None:
    """Show changed marks and case, cue by cue.

    The first line says whether words or times differ. Formats, encodings and cues may: words are
    found again wherever they stand. Cues are those of OLD; what is gone is shown as [-this-], what
    is new as {+that+}. With --html or --json only the verdict and the totals are printed.

    Exit codes: 0 if nothing but marks, case and line breaks differs; 1 if words, times, other
    signs, notes and the like differ, or the tags of one format, or if a file cannot be read.

    Example: subpunct diff talk.srt talk.punct.srt --html changes.html
    """
    console = Console(quiet)
    if old == new == STREAM:
        raise SettingsError("Only one of the two can be stdin.", "Name a file as well.")
    targets = [target for target in (html_out, json_out) if target]
    check_reports(targets, [old, new], overwrite=force)
    from subpunct_app.review.differences.compare import compare
    from subpunct_app.review.differences.report import figures, verdict

    with console.task("Comparing"):
        difference = compare(open_any_text(old, encoding), open_any_text(new, encoding))
    try:
        console.result(verdict(difference))
        if not targets:
            console.results(_changes(difference))
        console.result("")
        for name, count in figures(difference):
            console.result(f"{count:>9,} {name}")
    finally:
        # Also where nobody reads what is printed.
        write_all(_writes(difference, old, new, html_out, json_out, overwrite=force), console)
    if not difference.only_marks_and_case:
        raise typer.Exit(SOME_FILES_FAILED)


def _writes(
    difference: Difference,
    old: Path,
    new: Path,
    html_out: Path | None,
    json_out: Path | None,
    *,
    overwrite: bool,
) -> Iterator[Callable[[], None]]:
    """Yield what writes each report that is wanted."""
    if json_out:
        from subpunct_app.review.differences.report import as_json

        names: dict[str, object] = {"old": str(old), "new": str(new)}
        yield partial(write_json, names | as_json(difference), json_out, overwrite=overwrite)
    if html_out:
        from subpunct_app.review.differences.report import render

        page = render(difference, name_of(old) or "stdin", name_of(new) or "stdin")
        yield partial(write_text, page, html_out, overwrite=overwrite)


def _changes(difference: Difference) -> Iterator[str]:
    for cue in difference.cues:
        if cue.changed:
            yield ""
            yield _heading(cue)
            marked_up = legible("".join(map(_piece, cue.pieces))).strip("\r\n")
            lines = marked_up.splitlines()
            yield from (f"    {line}" for line in lines if not line.isspace())


def _heading(cue: CueDifference) -> str:
    from subpunct_app.review.differences.report import clock, clocks

    number = f"{cue.cue + 1}"
    if cue.retimed:
        return f"{number}  [-{clocks(cue.times)}-]{{+{clocks(cue.new_times)}+}}"
    return f"{number}  {clock(cue.times.start)}" if cue.times else number


def _piece(piece: Piece) -> str:
    if piece.kind == "kept":
        long = len(piece.old) > _LONG
        start, end = piece.old[:_CONTEXT].rstrip(), piece.old[-_CONTEXT:].lstrip()
        return f"{start} … {end}" if long else piece.old
    old, new = (" ".join(text.splitlines()) for text in (piece.old, piece.new))
    return (f"[-{old}-]" if old else "") + (f"{{+{new}+}}" if new else "")
