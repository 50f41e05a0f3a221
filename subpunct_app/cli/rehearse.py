"""`subpunct rehearse`: what a review costs and what it leaves, played by a perfect editor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.cli.command import Quiet
from subpunct_app.cli.console import Console
from subpunct_app.cli.options import (
    EncodingIfUntold,
    Model,
    NamesFile,
    WantedMode,
    check_encoding,
    note_damage,
)
from subpunct_app.cli.targets import open_any_text, told_by_path
from subpunct_app.decoding.names import read_names
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.models.default import AUTO
from subpunct_app.review.budget import SECONDS_A_DECISION
from subpunct_app.runtime.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.benchmarks.editor import Played
    from subpunct_app.benchmarks.rehearsal import Rehearsal
    from subpunct_app.decoding.suggestions.spelling.names import Names
    from subpunct_app.models.by_language import Models
    from subpunct_app.runtime.task import Task


def rehearse(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Subtitles or text that people punctuated."),
    ],
    *,
    model: Model = AUTO,
    gaps: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Only the first cues of each file, with at least N gaps."
        ),
    ] = None,
    names: NamesFile = None,
    kept: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            metavar="SHARE",
            help="Keep the capitals and this share of the marks, chosen at random.",
        ),
    ] = 0.0,
    mode: WantedMode = Mode.RESTORE,
    no_learning: Annotated[
        bool,
        typer.Option("--no-learning", help="Do not let open suggestions follow the decisions."),
    ] = False,
    pace: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="Time that one decision takes.")
    ] = SECONDS_A_DECISION,
    encoding: EncodingIfUntold = None,
    quiet: Quiet = False,
) -> None:
    """Play a review, and count what it costs and leaves.

    The editor who is played is always right. Name a text that people punctuated: in a result of
    punctuate the model would find no errors. The marks and capitals are taken off, the model
    proposes them again, and the most doubtful suggestions are decided with the keys of the
    window: one key to accept, to reject or to type a mark, more to go through other marks, to
    toggle a capital or to type a word. As in the window, open suggestions follow the decisions.
    All others are accepted unseen.

    To read it all is to click on what is wrong, accept everything before it, and mend it with the
    same keys. By hand, the text is read once, and every place takes a click, its mark, and two
    keys for a capital.

    Example: subpunct rehearse corrected.srt --gaps 300
    """
    console = Console(quiet)
    check_encoding(encoding)
    from subpunct_app.benchmarks.rehearsal import total
    from subpunct_app.decoding.suggestions.spelling.names import Names
    from subpunct_app.models.by_language import models_of
    from subpunct_app.models.registry import choice

    known = Names.of(read_names(names))
    chosen = choice(model)
    note_damage(model, console)
    with console.task("Playing") as task:
        review = _Review(models_of(chosen), known, gaps, kept, mode, not no_learning, encoding)
        played = total(map(partial(review.of, task), files))
    console.results(_table(played, len(files), pace))


@dataclass(frozen=True, slots=True)
class _Review:
    """What of each file is played, and how."""

    models: Models
    names: Names
    gaps: int | None
    kept: float
    mode: Mode
    learn: bool
    encoding: str | None

    def of(self, task: Task, file: Path) -> Rehearsal:
        """Play the reviews of a file; raise FileError where it has nothing to take off."""
        from subpunct_app.benchmarks.rehearsal import first_gaps, rehearse

        with told_by_path(file):
            document = open_any_text(file, self.encoding)
            punctuator, language, _ = self.models.for_text(document, file.name)
        if self.gaps is not None:
            document = first_gaps(document, self.gaps, language)
        played = rehearse(
            document,
            punctuator,
            task,
            language=language,
            learn=self.learn,
            names=self.names,
            kept=self.kept,
            mode=self.mode,
        )
        # Of a short text chance may keep all.
        if not (played.wrong or self.kept):
            raise FileError(
                f"{file} has no mark and no capital to take off.", "Name one whose marks are right."
            )
        return played


def _table(played: Rehearsal, files: int, pace: float) -> Iterator[str]:
    places = f"{files} files" if files > 1 else "one file"
    yield (
        f"{played.gaps:,} gaps in {places}, {played.wrong:,} of them without the mark or the "
        f"capital that belongs there; {pace:g} seconds a decision:"
    )
    yield ""
    yield "| review | decisions | keys | errors left | minutes | mended a minute |"
    yield "|---|--:|--:|--:|--:|--:|"
    yield _row("accept everything unseen", played.accepted, played.wrong, pace)
    for share, looked in played.looked.items():
        yield _row(f"look at {100 * share:.0f} % of the gaps", looked, played.wrong, pace)
    yield _row("look at every suggestion", played.every, played.wrong, pace)
    yield _row("read it all, mend what is wrong", played.read, played.wrong, pace)
    yield _row("by hand, without a model", played.by_hand, played.wrong, pace)


def _row(title: str, played: Played, wrong: int, pace: float) -> str:
    minutes = played.minutes(pace)
    rate = f"{(wrong - played.left) / minutes:.1f}" if minutes else ""
    cells = (title, f"{played.decisions:,}", f"{played.keys:,}", f"{played.left:,}")
    return f"| {' | '.join((*cells, f'{minutes:.1f}', rate))} |"
