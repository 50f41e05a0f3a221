"""`subpunct rehearse`: what a review costs and what it leaves, played by a perfect editor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from subpunct_app.batch.batch_options import Model, WantedMode
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import EncodingIfUntold, NamesFile, note_damage
from subpunct_app.cli.console import Console
from subpunct_app.cli.targets import named_by_path, open_any_text
from subpunct_app.decoding.names import read_names
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.models.card import AUTO
from subpunct_app.review.budget import SECONDS_A_DECISION
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.option import Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from subpunct_app.benchmarks.rehearsal import Played, Rehearsal
    from subpunct_app.decoding.names import Names
    from subpunct_app.models.model_registry import Models
    from subpunct_app.runtime.task import Task


@dataclass(frozen=True, slots=True)
class ReviewOptions:
    """What of each file is reviewed, and how."""

    model: Model = AUTO
    gaps: Annotated[
        int | None,
        Option("Only the first cues of each file, with at least N gaps.", metavar="N", least=1),
    ] = None
    kept: Annotated[
        float,
        Option(
            "Keep the capitals and this share of the marks, chosen at random.",
            metavar="SHARE",
            least=0,
            most=1,
        ),
    ] = 0.0
    mode: WantedMode = Mode.RESTORE
    learn: Annotated[
        bool,
        Option(
            "Do not let open suggestions follow the decisions.",
            name="--no-learning",
            turns_off=True,
        ),
    ] = True
    pace: Annotated[
        float, Option("Time that one decision takes.", metavar="SECONDS", least=0.1)
    ] = SECONDS_A_DECISION
    encoding: EncodingIfUntold = None


def rehearse(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Subtitles or text that people punctuated."),
    ],
    *,
    options: ReviewOptions,
    names: NamesFile = None,
    quiet: Quiet = False,
) -> None:
    """Play a review, and count what it costs and leaves.

    The editor who is played is always right. Name a text that people punctuated: in a result of
    punctuate the model would find no errors. The marks and capitals are taken off, the model
    proposes them again, and the most doubtful suggestions are decided. As in the window, open
    suggestions follow the decisions. All others are accepted unseen.

    To read it all is to go to what is wrong, accept everything before it, and mend it. By hand, the
    text is read once, and every place takes a decision.

    Example: subpunct rehearse corrected.srt --gaps 300
    """
    console = Console(quiet)
    from subpunct_app.benchmarks.rehearsal import total
    from subpunct_app.decoding.names import Names
    from subpunct_app.models.model_registry import choice, models_of

    known = Names.of(read_names(names))
    models = models_of(choice(options.model))
    note_damage(options.model, console)
    with console.task("Playing") as task:
        played = total(_reviewed(file, options, models, known, task) for file in files)
    console.results(_table(played, len(files), options.pace))


def _reviewed(
    file: Path, options: ReviewOptions, models: Models, names: Names, task: Task
) -> Rehearsal:
    """Play the reviews of a file; raise FileError where it has nothing to take off."""
    from subpunct_app.benchmarks.rehearsal import RehearsalOptions, first_gaps, rehearse

    with named_by_path(file):
        document = open_any_text(file, options.encoding)
        punctuator, language, _ = models.for_text(document, file.name)
    if options.gaps is not None:
        document = first_gaps(document, options.gaps, language)
    review = RehearsalOptions(options.learn, names, options.kept, options.mode)
    played = rehearse(document, punctuator, task, language=language, review=review)
    # Of a short text chance may keep all.
    if not (played.wrong or options.kept):
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
    yield "| review | decisions | errors left | minutes | mended a minute |"
    yield "|---|--:|--:|--:|--:|"
    yield _row("accept everything unseen", played.accepted, played.wrong, pace)
    for share, looked in played.looked.items():
        yield _row(f"look at {100 * share:.0f} % of the gaps", looked, played.wrong, pace)
    yield _row("look at every suggestion", played.every, played.wrong, pace)
    yield _row("read it all, mend what is wrong", played.read, played.wrong, pace)
    yield _row("by hand, without a model", played.by_hand, played.wrong, pace)


def _row(title: str, played: Played, wrong: int, pace: float) -> str:
    minutes = played.minutes(pace)
    rate = f"{(wrong - played.left) / minutes:.1f}" if minutes else ""
    cells = (title, f"{played.decisions:,}", f"{played.left:,}")
    return f"| {' | '.join((*cells, f'{minutes:.1f}', rate))} |"
