"""Put a finished model in the place of the one before, so that no crash leaves parts of both."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from subpunct_app.models.card import FILE, ModelCard, write_card
from subpunct_app.runtime.replacing import replacing


@contextlib.contextmanager
def cleared(folder: Path) -> Iterator[Path]:
    """Give a folder with nothing in it, whatever a crash left there; it is gone in the end."""
    _remove(folder)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        _remove(folder)


def place(card: ModelCard, made: Path, out: Path) -> None:
    """Write the card of a model beside its files, and move all of them to where it is to be.

    While they take the places of those before there is no card, and so no finished model; then
    nothing is written any more for which a disk might be too full.
    """
    write_card(card, made)
    with contextlib.ExitStack() as places:
        # They are left in turn, so that the card comes last.
        for name in (FILE, *card.files):
            shutil.move(made / name, places.enter_context(replacing(out / name)))
        (out / FILE).unlink(missing_ok=True)


def _remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)
