"""`subpunct batch`: restore marks and capitals in a whole folder, unattended."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from subpunct_app.batch.batch_options import Batch, Existing, Order, WorkOptions
from subpunct_app.batch.file_search import PATTERNS, Search
from subpunct_app.cli.batch_console import BatchRun, RunOptions, check_reports
from subpunct_app.cli.command import Quiet
from subpunct_app.cli.command_options import Force, NamesFile, check_language, note_damage
from subpunct_app.cli.console import Console
from subpunct_app.decoding.names import read_names
from subpunct_app.runtime.errors import SettingsError
from subpunct_app.runtime.paths import resolve_path

if TYPE_CHECKING:
    from subpunct_app.batch.executor import WorkerPool


def batch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="What to restore.")],
    *,
    out_dir: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the results, a mirror of FOLDER.")
    ],
    work: WorkOptions,
    run: RunOptions,
    look: Search,
    existing: Annotated[
        Literal["skip", "version"],
        typer.Option(help="What to do where a result exists: leave it, or write talk-2.srt."),
    ] = "skip",
    force: Force = False,
    order: Order,
    names: NamesFile = None,
    quiet: Quiet = False,
) -> None:
    """Restore all files of a folder, and report on each.

    A journal in DIR keeps what is done: after Ctrl+C, a crash or a power cut, --resume does the
    rest, and retries files that failed. A file that fails is reported; the others go on.

    Nothing is overwritten without --force, and a file of FOLDER never is. Only results that the
    batch wrote itself, and that nobody has touched, are renewed when their source has changed;
    --resume renews its reports, too.

    Folders in FOLDER with the results of other batches are left out, and so is talk.punct.srt
    where a text called talk lies beside it.

    With --ray the same is done by the nodes of a cluster; see docs/cluster.md.

    Example: subpunct batch season1 --out-dir season1-marked --report season1.html
    """
    console = Console(quiet)
    run.check()
    check_language(order.model, order.language)
    note_damage(order.model, console)
    if order.transcribe and work.ray is None:
        from subpunct_app.speech.transcription.whisper_models import find

        find(order.transcribe)
    if force and existing == "version":
        raise SettingsError(
            "--force replaces results, and --existing version keeps them.",
            "Leave one of them out.",
        )
    order = replace(order, names=read_names(names))
    wanted = Batch(
        folder,
        out_dir,
        order,
        replace(
            look,
            patterns=order.patterns if look.patterns is PATTERNS else look.patterns,
            bare_media=True,
            # The list of names may lie in FOLDER, and be called as a text is.
            no_texts=(resolve_path(names),) if names else (),
        ),
        Existing.REPLACE if force else Existing(existing),
    )
    check_reports(wanted, run, [names] if names else [])
    with _pool_for(order, work) as pool:
        BatchRun(wanted, pool, run, console).run()


def _pool_for(order: Order, work: WorkOptions) -> AbstractContextManager[WorkerPool]:
    """Return the workers of this machine, or those of a cluster."""
    if work.ray is None:
        from subpunct_app.batch.processes import pool_for

        return nullcontext(pool_for(order, work.workers, limit=work.timeout))
    from subpunct_app.batch.cluster.connection import cluster_for

    return cluster_for(order, work.ray, work.workers, limit=work.timeout)
